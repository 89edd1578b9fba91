"""The journal: how every table stands, and the deals that are over.

Of a table there is the room as it stood at some moment, and the commands that have changed it since; so often is the
room written anew that there are never many. What is written is with the system when the function returns: a process
that is killed loses nothing. The system brings it to the disk a moment later, and a power cut may lose that moment.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_dir

from engine.errors import EngineError
from server.database import BadJournal, database, reading, transaction
from server.orders import Command
from server.records import remembered
from server.room import Room
from server.writing import read_command, read_room, write_command, write_room

AFRESH = "`--new` begins without the old tables, and `--journal PATH` with another journal"
"""What helps where the old tables cannot stand."""

MOST = 16
"""So many commands may follow a room before it is written anew: what a restart goes through again."""

STEPS = (
    """
    CREATE TABLE tables (id TEXT PRIMARY KEY, room TEXT NOT NULL);
    CREATE TABLE commands (
        id TEXT, number INTEGER, now REAL NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    CREATE TABLE deals (number INTEGER PRIMARY KEY, game TEXT NOT NULL, date TEXT NOT NULL, record TEXT NOT NULL);
    """,
)
"""From each version of a journal to the next."""


@dataclass(frozen=True)
class Saved:
    """A table as it stood at some moment, and the commands that have changed it since, each with its time."""

    room: Room
    commands: tuple[tuple[float, Command], ...]


class Entry(NamedTuple):
    """A command that has changed a room."""

    command: Command
    before: Room
    after: Room

    @property
    def ends_a_deal(self) -> bool:
        """Whether a deal is over by it; one may be over as soon as it is dealt."""
        deal = self.after.deal
        return deal is not None and deal.result is not None and deal is not self.before.deal


class Journal:
    """The journal of a server. BadJournal where it cannot be written, and then nothing has been: it is `broken`."""

    def __init__(self, db: sqlite3.Connection, today: Callable[[], datetime]) -> None:
        self._db = db
        self._today = today
        self._since: Counter[str] = Counter()
        self.broken: BadJournal | None = None

    def lay(self, *rooms: Room) -> None:
        """These tables stand so; how they came to is of no interest any more."""
        with self._whole():
            for room in rooms:
                self._lay(room)

    def write(self, entries: Sequence[Entry]) -> None:
        """One command, and those that it brought about, have changed a table: all of them are written, or none."""
        with self._whole():
            for entry in entries:
                self._write(entry)

    def clear(self, table: str) -> None:
        """The table of this id is there no more. The deals that were finished at it are kept."""
        with self._whole():
            self._forget_commands(table)
            self._db.execute("DELETE FROM tables WHERE id = ?", (table,))

    def clear_all(self) -> None:
        """No table is there any more, not even one that cannot be read. The deals that were finished are kept."""
        with self._whole():
            self._db.execute("DELETE FROM commands")
            self._db.execute("DELETE FROM tables")

    def tables(self) -> tuple[Saved, ...]:
        """Every table, in the order in which they were first laid. BadJournal where one of them cannot be read."""
        try:
            rows = self._db.execute("SELECT id, room FROM tables ORDER BY rowid").fetchall()
            return tuple(self._saved(table, room) for table, room in rows)
        except sqlite3.Error as error:
            raise BadJournal(f"The journal is damaged: {error}; `--journal PATH` begins another.") from None

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            with transaction(self._db):
                yield
        except BadJournal as error:
            self.broken = error
            raise

    def _write(self, entry: Entry) -> None:
        table = entry.after.terms.id
        if entry.ends_a_deal:
            self._keep(entry.before, entry.after)
        if self._since[table] < MOST:
            self._since[table] += 1
            row = (table, self._since[table], entry.after.now, *write_command(entry.command))
            self._db.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", row)
        else:
            self._lay(entry.after)

    def _saved(self, table: str, room: str) -> Saved:
        query = "SELECT now, kind, body FROM commands WHERE id = ? ORDER BY number"
        rows = self._db.execute(query, (table,)).fetchall()
        self._since[table] = len(rows)
        try:
            return Saved(read_room(room), tuple((_moment(now), read_command(*row)) for now, *row in rows))
        except (ValueError, EngineError):
            raise BadJournal(f"The journal has a table {table!r} that this version cannot read; {AFRESH}.") from None

    def _lay(self, room: Room) -> None:
        self._forget_commands(room.terms.id)
        query = "INSERT INTO tables VALUES (?, ?) ON CONFLICT DO UPDATE SET room = excluded.room"
        self._db.execute(query, (room.terms.id, write_room(room)))

    def _forget_commands(self, table: str) -> None:
        self._db.execute("DELETE FROM commands WHERE id = ?", (table,))
        del self._since[table]

    def _keep(self, before: Room, after: Room) -> None:
        kept = remembered(before, after, self._today())
        row = (kept["game"], kept["date"], json.dumps(kept))
        self._db.execute("INSERT INTO deals (game, date, record) VALUES (?, ?, ?)", row)


def _moment(now: object) -> float:
    if not isinstance(now, float) or not math.isfinite(now):
        raise ValueError("This is no time.")
    return now


def usual_place() -> Path:
    """`journal.db` in the user's data folder, or in the one that TAPIS_DATA names."""
    return Path(os.environ.get("TAPIS_DATA") or user_data_dir("tapis-vert", appauthor=False)) / "journal.db"


@contextmanager
def journal(path: Path, today: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Iterator[Journal]:
    """The journal in a file, for one server at a time. BadJournal for a file that cannot be one, or not now."""
    with database(path, STEPS) as db:
        yield Journal(db, today)


def finished(path: Path, game: str | None, since: datetime | None) -> Iterator[str]:
    """The records of the deals that are over, one line each, the oldest first. BadJournal for what is no journal."""
    with reading(path, STEPS) as db:
        query = "SELECT record FROM deals WHERE game = coalesce(?, game) AND date >= ? ORDER BY number"
        for (line,) in db.execute(query, (game, since.astimezone(UTC).isoformat(timespec="seconds") if since else "")):
            yield line
