"""The seats that are ours: their tokens, in files that nobody else may read.

Whoever is at a server under a name holds the file of that name there. Another client of the same name finds it held
and takes the next one, so that two at one machine do not drive each other from a seat.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import platformdirs
from pydantic import BaseModel, ConfigDict

from protocol.message import SeatToken, TableId

MOST = 32
"""So many clients of one name at one server are told from each other, and so many tables remembered by each."""

LONG_AGO = 7 * 24 * 3600.0
"""Seconds after which a seat is hardly there any more."""

LOCKED = 1 << 20
"""The byte that stands for the whole file where a lock is on bytes; behind all that is ever read."""


class Ours(BaseModel):
    """What stands in a file: at which server, and how one gets there; under which name; the tokens by the ids of their
    tables, the newest last, and what the tables are called.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    server: str
    name: str
    tls: bool = False
    authority: str | None = None
    tokens: dict[TableId, SeatToken] = {}
    called: dict[TableId, str] = {}

    @property
    def last(self) -> str:
        """What the table is called where we had our last seat."""
        return self.called.get(next(reversed(self.tokens), ""), "")


class Seats:
    """Our seats at a server. Without a file they are kept as long as the program runs; `unkept` is why there is none,
    where there should be.
    """

    def __init__(self, ours: Ours | None = None, file: TextIO | None = None, unkept: OSError | None = None) -> None:
        self._ours = ours or Ours(server="", name="")
        self._file = file
        self._unkept = unkept
        self._told = False

    @property
    def lasting(self) -> bool:
        """Whether they are still known when the program is started again."""
        return self._file is not None and self._unkept is None

    def complaint(self) -> str:
        """Why they are not known any more then, though they should be; said once."""
        if self._unkept is None or self._told:
            return ""
        self._told = True
        return f"{folder()}: {self._unkept.strerror or self._unkept}"

    def token(self, table: str | None = None) -> str | None:
        """The token of our seat at a table, or (None) of the seat that we had last."""
        tokens = self._ours.tokens
        return next(reversed(tokens.values()), None) if table is None else tokens.get(table)

    def keep(self, table: str, token: str, called: str = "") -> None:
        """A seat is ours, at a table that is called so."""
        if self.token() != token:
            others = [(known, kept) for known, kept in self._ours.tokens.items() if known != table]
            self._now(dict([*others, (table, token)][-MOST:]), {**self._ours.called, table: called})

    def forget(self, token: str | None) -> None:
        """A seat is ours no more."""
        left = {table: known for table, known in self._ours.tokens.items() if known != token}
        if left != self._ours.tokens:
            self._now(left, self._ours.called)

    def _now(self, tokens: dict[str, str], called: dict[str, str]) -> None:
        named = {table: name for table, name in called.items() if table in tokens}
        self._ours = self._ours.model_copy(update={"tokens": tokens, "called": named})
        if self._file:
            try:
                self._file.seek(0)
                self._file.truncate()
                self._file.write(self._ours.model_dump_json())
                self._file.flush()
                self._unkept = None
            except OSError as error:  # a full disk is no reason to end a game
                self._unkept = error


@contextmanager
def kept(
    server: str, name: str, *, tls: bool = False, authority: str | None = None, taking_over: bool = False
) -> Iterator[Seats]:
    """Our seats at a server under a name, in a file where there can be one; and how one gets there.

    Those that another client holds are left to it, unless we are `taking_over`.
    """
    ours = Ours(server=server, name=name, tls=tls, authority=authority)
    try:
        file = _ours(server, name, taking_over)
    except OSError as error:
        yield Seats(ours, unkept=error)
        return
    with file:
        before = _read(file)
        yield Seats(
            ours.model_copy(update={"tokens": before.tokens, "called": before.called}) if before else ours, file
        )


def tables(server: str, name: str, *, taking_over: bool = False) -> frozenset[str]:
    """The tables of a server where we would have a seat under that name, if we went there now."""
    with suppress(OSError):
        for path in _places(server, name):
            with path.open("r+", encoding="utf-8") as file:
                if _held(file) or taking_over:
                    ours = _read(file)
                    return frozenset(ours.tokens if ours else ())
    return frozenset()


def remembered(name: str, now: float) -> tuple[Ours, ...]:
    """Where somebody may still have seats at this moment: those under that name first, then those under others, each
    time the last one first; each server once for a name.
    """
    found: dict[tuple[str, str], Ours] = {}
    for path in sorted((folder() / "seats").glob("*.json"), key=_since, reverse=True):
        with suppress(OSError), path.open(encoding="utf-8") as file:
            ours = _read(file)
            if ours and ours.tokens and now - _since(path) < LONG_AGO:
                found.setdefault((ours.server, ours.name), ours)
    return tuple(sorted(found.values(), key=lambda ours: ours.name != name))


def folder() -> Path:
    """Where they are kept: in the user's state folder, or where TAPIS_STATE says."""
    return Path(os.environ.get("TAPIS_STATE") or platformdirs.user_state_path("tapis-vert", appauthor=False))


def _ours(server: str, name: str, taking_over: bool) -> TextIO:
    """The first file that nobody holds. OSError where there is none."""
    (folder() / "seats").mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in _places(server, name):
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
        path.chmod(0o600)
        if _held(file) or taking_over:
            return file
        file.close()
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


def _places(server: str, name: str) -> Iterator[Path]:
    stem = hashlib.sha256(f"{server}\n{name}".encode()).hexdigest()[:16]
    return (folder() / "seats" / f"{stem}-{number}.json" for number in range(1, MOST + 1))


def _read(file: TextIO) -> Ours | None:
    """What stands in a file; nothing where it cannot be read, for it is only a convenience."""
    try:
        return Ours.model_validate_json(file.read())
    except (OSError, ValueError):
        return None


def _since(path: Path) -> float:
    """Since when a file is as it is; one that has gone is the oldest."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _held(file: TextIO) -> bool:
    """Whether the file is ours from now on, until it is closed or this process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file.fileno(), LOCKED, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
