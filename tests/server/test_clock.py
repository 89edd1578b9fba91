"""The time of a table, when its process stands still."""

from __future__ import annotations

import asyncio

import pytest

from server.clock import LOOK, STILL, Clock, Running


class Given:
    """A clock that a test puts forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_time_goes_on_from_where_the_table_stood() -> None:
    given = Given()
    clock = Clock(70.0, given)
    given.now += 5
    assert clock.now() == 75.0


def test_a_pause_of_the_process_does_not_count() -> None:
    given = Given()
    running = Running(given)
    clock = Clock(0.0, running.now)
    for _ in range(10):
        given.now += STILL
        running.now()
    assert clock.now() == 10 * STILL
    given.now += STILL + 0.1
    assert clock.now() == 10 * STILL, "whoever looks first notices it"
    given.now += 1
    assert clock.now() == pytest.approx(10 * STILL + 1)


async def test_somebody_looks_all_the_time_so_that_a_quiet_table_is_no_pause() -> None:
    given = Given()
    running = Running(given)
    clock = Clock(0.0, running.now)

    async def sleep(seconds: float) -> None:
        assert seconds == LOOK
        if given.now >= 1060:
            raise asyncio.CancelledError
        given.now += seconds

    with pytest.raises(asyncio.CancelledError):
        await running.watch(sleep)
    assert clock.now() == 60.0
