"""How long a server with many tables takes to stand where it stood, beside reading the same rows with bare SQLite.

Every table has people on all its seats, is in the middle of a deal, and has the longest list of commands to go
through again that the journal allows.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from engine import GAMES, game_named
from engine.game import Game
from protocol.from_client import Act, Start
from server.journal import MOST, Entry, journal
from server.orders import Arrive, Command, Dealt, Say
from server.restart import restored
from server.room import new_room
from server.story import handle
from server.terms import Terms

TABLES = 200

AIM = 5.0
"""Seconds."""


def past(game: Game[Any], table: str, rng: Random) -> Iterator[Entry]:
    """What happens at a table whose people play at random, for ever."""
    room = new_room(game, Terms(id=table), 0)

    def told(command: Command) -> Entry:
        nonlocal room
        before, (room, _) = room, handle(room, command, room.now + 1)
        return Entry(command, before, room)

    for seat in range(game.about.seats):
        yield told(Arrive(seat, f"Guest {seat}", None, f"{rng.getrandbits(192):048x}"))
    number = 0
    while True:
        yield told(Say(0, Start(id=f"{rng.getrandbits(64):x}")))
        yield told(Dealt(room.dealer, game.deal(rng, room.dealer).layout))
        while room.playing and room.to_act is not None and room.deal:
            number += 1
            act = Act(id=f"{number}", seq=room.seq, action=rng.choice(game.legal(room.deal)))
            yield told(Say(room.to_act, act))


def fill(path: Path) -> None:
    """A journal of tables in the middle of a deal, each with as much to go through again as can be."""
    with journal(path) as log:
        for number in range(TABLES):
            rng = Random(number)
            entries = past(game_named(list(GAMES)[number % len(GAMES)]), f"t{number}", rng)
            first = next(entries)
            log.lay(first.before)
            log.write([first, *itertools.islice(entries, 4 * (MOST + 1) - 2)])


def bare(path: Path) -> int:
    """Every row of the tables as SQLite gives it. How many there are."""
    with closing(sqlite3.connect(path)) as db:
        return sum(len(db.execute(f"SELECT * FROM {name}").fetchall()) for name in ("tables", "commands"))


def ours(path: Path) -> int:
    """Every table at work again. How many there are."""
    with journal(path) as log:
        rooms = restored(log)
        log.lay(*rooms)
    return len(rooms)


def seconds(what: Callable[[Path], int], path: Path) -> tuple[float, int]:
    """How long it takes, and what comes of it."""
    begun = perf_counter()
    number = what(path)
    return perf_counter() - begun, number


def main() -> None:
    """Print one line."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        fill(path)
        raw, rows = seconds(bare, path)
        restart, tables = seconds(ours, path)
    print(
        f"restart: {tables} tables, {rows} rows in {restart:.2f} s (aim {AIM:g} s); "
        f"bare SQLite reads them in {raw * 1000:.1f} ms, a ratio of {restart / raw:.0f}"
    )


if __name__ == "__main__":
    main()
