"""The seats that are ours: their tokens, in files that nobody else may read.

Whoever is at a server under a name holds the file of that name there. Another client of the same name finds it held
and takes the next one, so that two at one machine do not drive each other from a seat.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import platformdirs
from pydantic import TypeAdapter

from protocol.message import SeatToken, TableId

MOST = 32
"""So many clients of one name at one server are told from each other, and so many tables remembered by each."""

LOCKED = 1 << 20
"""The byte that stands for the whole file where a lock is on bytes; behind all that is ever read."""

_TOKENS: TypeAdapter[dict[str, str]] = TypeAdapter(dict[TableId, SeatToken])


class Seats:
    """Tokens by the ids of their tables, the newest last. Without a file they are kept as long as the program runs."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file
        self._tokens = _read(file) if file else {}

    def token(self, table: str | None = None) -> str | None:
        """The token of our seat at a table, or (None) of the seat that we had last."""
        if table is not None:
            return self._tokens.get(table)
        return next(reversed(self._tokens.values()), None)

    def keep(self, table: str, token: str) -> None:
        """A seat is ours."""
        if self.token() != token:
            self._tokens.pop(table, None)
            self._tokens = dict([*self._tokens.items(), (table, token)][-MOST:])
            self._write()

    def forget(self, token: str | None) -> None:
        """A seat is ours no more."""
        left = {table: known for table, known in self._tokens.items() if known != token}
        if left != self._tokens:
            self._tokens = left
            self._write()

    def _write(self) -> None:
        if self._file:
            with suppress(OSError):  # a full disk is no reason to end a game
                self._file.seek(0)
                self._file.truncate()
                json.dump(self._tokens, self._file)
                self._file.flush()


@contextmanager
def kept(server: str, name: str, *, taking_over: bool = False) -> Iterator[Seats]:
    """Our seats at a server under a name, in a file where there can be one.

    Those that another client holds are left to it, unless we are `taking_over`.
    """
    try:
        file = _ours(server, name, taking_over)
    except OSError:
        yield Seats()
        return
    with file:
        yield Seats(file)


def folder() -> Path:
    """Where they are kept: in the user's state folder, or where TAPIS_STATE says."""
    return Path(os.environ.get("TAPIS_STATE") or platformdirs.user_state_path("tapis-vert", appauthor=False))


def _ours(server: str, name: str, taking_over: bool) -> TextIO:
    """The first file that nobody holds. OSError where there is none."""
    place = folder() / "seats"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = hashlib.sha256(f"{server}\n{name}".encode()).hexdigest()[:16]
    for number in range(1, MOST + 1):
        path = place / f"{stem}-{number}.json"
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
        path.chmod(0o600)
        if _held(file) or taking_over:
            return file
        file.close()
    raise FileExistsError(stem)


def _read(file: TextIO) -> dict[str, str]:
    """What stands in a file; nothing where it cannot be read, for it is only a convenience."""
    try:
        return _TOKENS.validate_json(file.read())
    except (OSError, ValueError):
        return {}


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
