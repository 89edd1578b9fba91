"""What has been accepted stands in the journal: a server that is killed comes back with all of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

from engine import record
from server.database import BadJournal, database
from server.journal import MOST, STEPS, Entry, Journal, Saved, finished, journal
from server.orders import Lost
from server.room import Room
from server.story import handle
from tests.server.stories import stories, story

NOON = datetime(2026, 5, 17, 12, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def written(log: Journal, table: str, steps: Iterable[Entry]) -> Room:
    """A table's past, as the table itself writes it down. The room as it is now."""
    steps = list(steps)
    log.lay(table, 0.0, steps[0].before)
    for step in steps:
        if step.after is not step.before:
            log.write(table, [step])
    return steps[-1].after


def restored(saved: Saved) -> Room:
    return reduce(lambda room, told: handle(room, told[1], told[0])[0], saved.commands, saved.room)


@given(stories())
def test_every_table_stands_where_it_stood(steps: list[Entry]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with journal(path) as log:
            room = written(log, "1", steps)
        with journal(path) as log:
            (saved,) = log.tables()
        assert restored(saved) == room
        assert len(saved.commands) <= MOST
        changes = [step.now for step in steps if step.after is not step.before]
        assert [saved.now, *(now for now, _ in saved.commands)][-1] == max(changes, default=0.0)


@given(stories())
def test_every_deal_that_was_finished_can_be_replayed(steps: list[Entry]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with journal(path) as log:
            written(log, "1", steps)
        told = [record.parse(line) for line in finished(path, None, None)]
    results = [record.replay(one).result for one in told]
    assert all(result and list(result.scores) == one["scores"] for result, one in zip(results, told, strict=True))
    assert sum(result is not None and result.status == "played" for result in results) >= steps[-1].after.deals


def test_a_table_goes_on_after_a_restart_and_after_the_next_one(path: Path) -> None:
    steps = list(story(seed=3, length=300))
    for number in range(0, 300, 50):
        with journal(path) as log:
            if number == 0:
                log.lay("1", 0.0, steps[0].before)
            else:
                (saved,) = log.tables()
                assert restored(saved) == steps[number].before
            for step in steps[number : number + 50]:
                if step.after is not step.before:
                    log.write("1", [step])


def test_tables_keep_apart_and_in_order(path: Path) -> None:
    with journal(path) as log:
        rooms = {name: written(log, name, story(seed, 100)) for seed, name in enumerate(["b", "c", "a"])}
        log.clear("c")
        del rooms["c"]
    with journal(path) as log:
        assert {saved.id: restored(saved) for saved in log.tables()} == rooms
        assert [saved.id for saved in log.tables()] == ["b", "a"]


def test_a_table_that_is_gone_leaves_its_finished_deals(path: Path) -> None:
    with journal(path) as log:
        room = written(log, "1", story(seed=5, length=400))
        log.clear("1")
        assert log.tables() == ()
    assert len(list(finished(path, None, None))) >= room.deals > 0


def test_a_command_that_ends_a_deal_is_written_with_the_deal_or_not_at_all(path: Path) -> None:
    steps = list(story(seed=5, length=400))
    end = next(step for step in steps if step.after.deals > step.before.deals)

    def today() -> datetime:
        raise OSError("The clock has stopped.")

    with journal(path, today) as log:
        log.lay("1", 0.0, end.before)
        with pytest.raises(OSError, match="clock"):
            log.write("1", [end])
        (saved,) = log.tables()
        assert (saved.room, saved.commands) == (end.before, ())
    assert list(finished(path, None, None)) == []


def test_a_record_says_when_where_and_by_whom(path: Path) -> None:
    steps = list(story(seed=5, length=400))
    end = next(step for step in steps if step.after.deals > step.before.deals)
    with journal(path, lambda: NOON) as log:
        log.lay("1", 0.0, end.before)
        log.write("1", [end])
    (line,) = finished(path, None, None)
    told = json.loads(line)
    assert (told["date"], told["table"]) == ("2026-05-17T12:00:00+00:00", "Tapis")
    assert told["players"] == [chair.name for chair in end.before.chairs]
    assert tuple(told["scores"]) == end.after.scores


def test_records_are_found_by_game_and_by_day(path: Path) -> None:
    steps = list(story(seed=5, length=400))
    end = next(step for step in steps if step.after.deals > step.before.deals)
    days = [datetime(2026, 5, day, tzinfo=UTC) for day in (16, 17, 18)]
    today = iter(days)
    with journal(path, lambda: next(today)) as log:
        log.lay("1", 0.0, end.before)
        for _ in days:
            log.write("1", [end])
    game = end.after.game.about.key
    assert len(list(finished(path, game, None))) == 3
    assert len(list(finished(path, game, NOON))) == 1
    assert len(list(finished(path, None, days[1]))) == 2
    assert list(finished(path, "whist", None)) == []


def test_a_table_of_another_making_is_refused_whole(path: Path) -> None:
    with journal(path) as log:
        written(log, "1", story(1, 10))
        written(log, "2", story(2, 10))
    with database(path, STEPS) as db:
        db.execute("UPDATE commands SET kind = 'Fly' WHERE id = '2' AND number = 2")
    with journal(path) as log, pytest.raises(BadJournal, match="table '2' that this version cannot read"):
        log.tables()


def test_a_line_that_is_lost_is_written_like_anything_else(path: Path) -> None:
    with journal(path) as log:
        room = written(log, "1", story(5, 40))
        line = next(iter(room.lines))
        log.write("1", [Entry(9.0, Lost(line), room, handle(room, Lost(line), 9.0)[0])])
        (saved,) = log.tables()
        assert line not in restored(saved).lines
