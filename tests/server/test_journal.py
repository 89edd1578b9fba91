"""What has been accepted stands in the journal: a server that is killed comes back with all of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from engine import record
from server.database import BadJournal, database
from server.journal import MOST, STEPS, Entry, Journal, finished, journal
from server.orders import Decided, Lost
from server.restart import as_it_stood, restored
from server.room import Room
from tests.lengths import length
from tests.server.stories import stories, story

STORIES = length(short=40, long=2000)

NOON = datetime(2026, 5, 17, 12, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def written(log: Journal, steps: Iterable[Entry]) -> Room:
    """A table's past, as the table itself writes it down. The room as it is now."""
    steps = list(steps)
    log.lay(steps[0].before)
    for step in steps:
        if step.after is not step.before:
            log.write([step])
    return steps[-1].after


@settings(max_examples=STORIES)
@given(stories())
def test_every_table_stands_where_it_stood(steps: list[Entry]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with journal(path) as log:
            room = written(log, steps)
        with journal(path) as log:
            (saved,) = log.tables()
        assert as_it_stood(saved) == room
        changed = sum(step.after is not step.before for step in steps)
        assert len(saved.commands) == changed % (MOST + 1)


@settings(max_examples=STORIES)
@given(stories())
def test_every_deal_that_was_finished_can_be_replayed(steps: list[Entry]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with journal(path) as log:
            written(log, steps)
        told = [record.parse(line) for line in finished(path, None, None)]
    results = [record.replay(one).result for one in told]
    assert all(result and list(result.scores) == one["scores"] for result, one in zip(results, told, strict=True))
    assert len(results) == sum(step.after.dealer != step.before.dealer for step in steps), "each of them once"


def test_a_table_goes_on_after_a_restart_and_after_the_next_one(path: Path) -> None:
    steps = list(story(seed=3, length=300))
    for number in range(0, 300, 50):
        with journal(path) as log:
            if number == 0:
                log.lay(steps[0].before)
            else:
                (saved,) = log.tables()
                assert as_it_stood(saved) == steps[number].before
            for step in steps[number : number + 50]:
                if step.after is not step.before:
                    log.write([step])


def test_tables_keep_apart_and_in_order(path: Path) -> None:
    with journal(path) as log:
        rooms = [written(log, story(seed, 100, table)) for seed, table in enumerate(["b", "c", "a"])]
        log.clear("c")
    with journal(path) as log:
        assert [as_it_stood(saved) for saved in log.tables()] == [rooms[0], rooms[2]]


@pytest.mark.parametrize("clear", [lambda log: log.clear("t1"), Journal.clear_all])
def test_a_table_that_is_gone_leaves_its_finished_deals_and_nothing_else(
    path: Path, clear: Callable[[Journal], None]
) -> None:
    with journal(path) as log:
        room = written(log, story(seed=5, length=401))
        clear(log)
        assert log.tables() == ()
    with database(path, STEPS) as db:
        assert db.execute("SELECT count(*) FROM commands").fetchone() == (0,)
    assert len(list(finished(path, None, None))) >= room.deals > 0


def test_a_command_that_ends_a_deal_is_written_with_the_deal_or_not_at_all(path: Path) -> None:
    steps = list(story(seed=5, length=400))
    end = next(step for step in steps if step.after.deals > step.before.deals)

    def today() -> datetime:
        raise OSError("The clock has stopped.")

    with journal(path, today) as log:
        log.lay(end.before)
        with pytest.raises(OSError, match="clock"):
            log.write([end])
        (saved,) = log.tables()
        assert (saved.room, saved.commands) == (end.before, ())
    assert list(finished(path, None, None)) == []


def test_a_record_says_when_where_and_by_whom(path: Path) -> None:
    steps = list(story(seed=5, length=400))
    end = next(step for step in steps if step.after.deals > step.before.deals)
    with journal(path, lambda: NOON) as log:
        log.lay(end.before)
        log.write([end])
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
        log.lay(end.before)
        for _ in days:
            log.write([end])
    game = end.after.game.about.key
    assert len(list(finished(path, game, None))) == 3
    assert len(list(finished(path, game, NOON))) == 1
    assert len(list(finished(path, None, days[1]))) == 2
    assert list(finished(path, "whist", None)) == []


@pytest.mark.parametrize("harm", ["kind = 'Fly'", "now = 'zz'", "now = x'00'", "now = 9e999"])
def test_a_table_of_another_making_is_refused_whole(path: Path, harm: str) -> None:
    with journal(path) as log:
        written(log, story(1, 10, "t1"))
        written(log, story(2, 10, "t2"))
    with database(path, STEPS) as db:
        db.execute(f"UPDATE commands SET {harm} WHERE id = 't2'")
    with journal(path) as log, pytest.raises(BadJournal, match="table 't2' that this version cannot read"):
        restored(log)


def test_a_table_that_this_version_would_play_otherwise_is_refused(path: Path) -> None:
    steps = [step for step in story(1, 40) if step.after is not step.before]
    with journal(path) as log:
        log.lay(steps[0].before)
        log.write([*steps[:3], steps[2]._replace(command=Lost(99))])
        with pytest.raises(BadJournal, match="table 't1' that this version would play otherwise"):
            restored(log)


def test_a_table_with_a_decision_that_the_rules_of_this_version_refuse_is_refused(path: Path) -> None:
    steps = [step for step in story(1, 400) if step.after is not step.before]
    number, decided = next((at, step.command) for at, step in enumerate(steps) if isinstance(step.command, Decided))
    with journal(path) as log:
        log.lay(steps[number].before)
        log.write([steps[number]._replace(command=replace(decided, action="play:ZZ"))])
        with pytest.raises(BadJournal, match="table 't1' that this version would play otherwise"):
            restored(log)


def test_after_a_restart_everybody_is_away_and_the_time_of_the_table_has_stood_still(path: Path) -> None:
    with journal(path) as log:
        room = written(log, story(seed=5, length=100))
        assert room.lines
    with journal(path) as log:
        (again,) = restored(log)
        assert (again.lines, again.now, again.deal, again.scores) == ({}, room.now, room.deal, room.scores)
        assert [chair.owner and chair.owner.token for chair in again.chairs] == [
            chair.owner and chair.owner.token for chair in room.chairs
        ]
    with journal(path) as log:
        assert restored(log) == (again,)


def test_a_table_at_which_nobody_has_a_seat_is_cleared_away(path: Path) -> None:
    empty = next(story(seed=1, length=1)).before
    with journal(path) as log:
        log.lay(empty)
    with journal(path) as log:
        assert restored(log) == ()
        assert log.tables() == ()
