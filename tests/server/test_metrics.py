"""What a server tells about itself, and what it does not."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from protocol.from_client import Start
from server.metrics import PROBE, Metrics, TableMetrics
from server.orders import Dealt, Decided, Lost, Say, Tick
from server.room import new_room
from server.terms import Terms
from tests.server.highest import GAME, HANDS

QUIET = new_room(GAME, Terms(id="t1"), dealer=0)
SEEN = replace(QUIET, seq=1)

BOT = Decided(0, "play:1")
PERSON = Say(1, Start(id="a"))
CARDS = Dealt(0, HANDS)


def told(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name, as a reader finds it; the moments of creation are of no interest."""
    lines = metrics.text().decode().splitlines()
    samples = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in samples.items() if "_created" not in name}


def test_connections_tables_and_the_outbox_are_asked_when_read() -> None:
    people = [1, 2]
    metrics = Metrics(connections=lambda: len(people), tables=lambda: 3, outbox=lambda: 40_000)
    people.append(3)
    samples = told(metrics)
    assert samples["tapis_connections"] == 3
    assert samples["tapis_tables"] == 3
    assert samples["tapis_outbox_bytes"] == 32_768, "a single message must not show"


def test_a_decision_is_counted_when_everybody_has_seen_it() -> None:
    metrics = Metrics()
    table = TableMetrics(metrics)
    for command in (BOT, PERSON, Lost(1)):
        table.handled(QUIET, command, QUIET)
    table.handled(QUIET, CARDS, SEEN)
    assert told(metrics)["tapis_decisions_total"] == 0
    for decision in (PERSON, BOT, Tick()):  # by a tick it is seen what a bot has decided before
        table.handled(QUIET, decision, SEEN)
    samples = told(metrics)
    assert samples["tapis_decisions_total"] == 3
    assert samples["tapis_bot_thinking_seconds_count"] == 2


def test_what_a_bot_and_the_journal_took_is_told_with_the_next_public_event() -> None:
    metrics = Metrics()
    table, other = TableMetrics(metrics), TableMetrics(metrics)
    for seconds in (0.2, 0.02):
        table.thought(seconds)
        table.journalled(seconds / 100)
        table.handled(QUIET, BOT, QUIET)
    before = told(metrics)
    assert (before["tapis_bot_thinking_seconds_count"], before["tapis_journal_seconds_count"]) == (0, 0)
    other.handled(QUIET, BOT, SEEN)
    assert told(metrics)["tapis_bot_thinking_seconds_sum"] == 0, "another table's event tells nothing of this one"
    table.handled(QUIET, BOT, SEEN)
    samples = told(metrics)
    assert samples["tapis_bot_thinking_seconds_count"] == 2
    assert samples["tapis_bot_thinking_seconds_sum"] == pytest.approx(0.2)
    assert samples["tapis_journal_seconds_sum"] == pytest.approx(0.002)


def test_a_dropped_connection_is_counted_by_its_reason() -> None:
    metrics = Metrics()
    metrics.drop("too_slow")
    assert told(metrics)['tapis_dropped_total{reason="too_slow"}'] == 1


async def test_the_lag_is_how_much_later_than_asked_the_loop_comes_back() -> None:
    metrics = Metrics()
    times = iter([10.0, 10.0 + PROBE + 0.25, 11.0])
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        if slept:
            raise asyncio.CancelledError
        slept.append(seconds)

    with pytest.raises(asyncio.CancelledError):
        await metrics.watch_lag(sleep, lambda: next(times))
    assert slept == [PROBE]
    assert told(metrics)["tapis_loop_lag_seconds_sum"] == pytest.approx(0.25)


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.drop("too_slow")
    assert 'reason="too_slow"' not in other.text().decode()
