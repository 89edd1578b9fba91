"""One SQLite file that is ours: marked, of a version, open to one server at a time, and to its user alone."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

MARK = 0x54615665
"""SQLite's `application_id` of a journal: “TaVe”."""

PATIENCE = 1.0
"""Seconds that another program may hold it up, such as one that copies it."""

ELSEWHERE = "`--journal PATH` begins another"
WITHOUT = f"{ELSEWHERE}, and `--no-journal` keeps nothing"

_HEADER = b"SQLite format 3\0"
_MARK_AT = slice(68, 72)


class BadJournal(Exception):
    """A file that cannot be the journal, or not now. The text says why, and what can be done. It is as it was."""


class InUse(BadJournal):
    """A journal that another server writes."""


@contextmanager
def database(path: Path, steps: Sequence[str]) -> Iterator[sqlite3.Connection]:
    """The database at a path, for this process alone to write, made or brought up to date where need be.

    `steps[n]` leads from version n to n + 1, and an empty file is of version 0. BadJournal where that cannot be.
    """
    path = path.resolve()
    with _explained(path, WITHOUT):
        _check_kind(path)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _made(path)
        _check_mark(path)
        _private(path)
    with _alone(path), _opened(path, WITHOUT) as db:
        with _explained(path, WITHOUT):
            version = _version(db, path, steps)
            _check_pages(db, path)
            for number, step in enumerate(steps[version:], version + 1):
                db.executescript(f"BEGIN IMMEDIATE; {step}; {_stamp(number)} COMMIT;")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
        yield db


@contextmanager
def reading(path: Path, steps: Sequence[str]) -> Iterator[sqlite3.Connection]:
    """The database at a path, to read, also while a server writes it. BadJournal where that cannot be."""
    path = path.resolve()
    with _explained(path):
        if not path.exists():
            raise BadJournal(f"{path} is not there.")
        _check_kind(path)
        _check_mark(path)
    with _opened(path) as db:
        with _explained(path):
            db.execute("PRAGMA query_only = TRUE")
            version = _version(db, path, steps)
        if version < len(steps):
            raise BadJournal(f"{path} is of an older version; `tapis host` brings it up to date when it is started.")
        with _explained(path):  # what is damaged farther inside shows when it is read
            yield db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All that is done inside is written, or nothing. BadJournal where it cannot be."""
    try:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except BaseException as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise BadJournal(f"The journal cannot be written: {error}; {WITHOUT}.") from None
        raise


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """A lock file beside it, itself a database: SQLite knows how to lock a file everywhere, and until when."""
    lock = path.with_name(f"{path.name}.lock")
    with _explained(lock, WITHOUT):
        _made(lock)
    with _opened(lock, WITHOUT) as db:
        try:
            db.executescript("PRAGMA busy_timeout = 0; PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE;")
        except sqlite3.OperationalError:
            raise InUse(
                f"{path} is in use by another server; give this one a journal of its own with --journal PATH."
            ) from None
        yield


def _opened(path: Path, advice: str = "") -> closing[sqlite3.Connection]:
    with _explained(path, advice):
        return closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None))


def _made(path: Path) -> None:
    """Make the file, if there is none, for its user alone; SQLite gives the files beside it the same mode."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def _private(path: Path) -> None:
    """For its user alone, where it was there already; and so what an earlier server has left beside it."""
    if os.name != "posix":
        return
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if file.exists() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _check_kind(path: Path) -> None:
    """BadJournal for what is there and no file, such as a device: nothing is to be written beside it either. The same
    for a place in what is no folder.
    """
    folder = next(parent for parent in path.parents if parent.exists())
    if not folder.is_dir():
        raise BadJournal(f"{folder} is not a folder; TAPIS_DATA=FOLDER or --journal PATH names another place.")
    if path.exists() and not path.is_file():
        raise BadJournal(f"{path} is not a file that can be written and read again; `--no-journal` keeps nothing.")


def _check_mark(path: Path) -> None:
    """BadJournal for a file that is not empty and not ours; SQLite itself has not touched it yet."""
    with path.open("rb") as file:
        header = file.read(100)
    if header and not (header.startswith(_HEADER) and int.from_bytes(header[_MARK_AT], "big") == MARK):
        raise BadJournal(f"{path} is not a journal of Tapis Vert; name another file with --journal PATH.")


def _check_pages(db: sqlite3.Connection, path: Path) -> None:
    """BadJournal for what is damaged anywhere inside, also in what only years later would be read."""
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise BadJournal(f"{path} is damaged; {ELSEWHERE}, and `tapis records` writes what is left.")


def _version(db: sqlite3.Connection, path: Path, steps: Sequence[str]) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(steps):
        raise BadJournal(
            f"{path} is of version {version}, and this program knows versions up to {len(steps)}; "
            "use the newer program, or another file with --journal PATH."
        )
    with closing(sqlite3.connect(":memory:")) as sound:
        sound.executescript(";".join(steps[:version]))
        if _columns(db) != _columns(sound):
            raise BadJournal(f"{path} is not whole: it has not what belongs to version {version}; {ELSEWHERE}.")
    return int(version)


def _columns(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """What can be kept there: each table with each of its columns."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return db.execute(
        f"SELECT tables.name, info.name FROM ({tables}) tables, pragma_table_info(tables.name) info ORDER BY 1, 2"
    ).fetchall()


def _stamp(version: int) -> str:
    return f"PRAGMA application_id = {MARK}; PRAGMA user_version = {version};"


@contextmanager
def _explained(path: Path, advice: str = "") -> Iterator[None]:
    """What the system or SQLite says against a file, as one line, with what can be done."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadJournal(f"{path}: {why}{advice and f'; {advice}'}.") from None
