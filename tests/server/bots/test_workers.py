"""Bots in processes of their own: asked with a view, replaced when they die, gone when nobody needs them."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from multiprocessing.process import BaseProcess
from random import Random

import pytest
import pytest_asyncio

from engine import GAMES, game_named
from protocol import View
from protocol.message import Level
from server.bots.arena import dealt
from server.bots.bot import Bot
from server.bots.workers import LOOKS, Processes, Threads

GAME = game_named("belote")


@pytest.fixture(scope="module")
def view() -> View:
    state = GAME.deal(Random(3), 0)
    return GAME.view(state, state.to_act)


@pytest_asyncio.fixture
async def bots() -> AsyncIterator[Processes]:
    processes = Processes(1)
    yield processes
    await processes.close()
    assert not multiprocessing.active_children()


async def test_a_process_decides_as_a_thread_does(bots: Processes, view: View) -> None:
    for seed in range(3):
        assert await bots.decide(view, "easy", seed) == await Threads().decide(view, "easy", seed)


async def test_a_process_that_was_killed_is_replaced_and_the_decision_made(
    bots: Processes, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    token = await bots.decide(view, "normal", 1)
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
    assert await bots.decide(view, "normal", 1) == token
    assert {record.levelno for record in caplog.records} <= {logging.WARNING}


def stop() -> list[BaseProcess]:
    """All processes that think stand still; which they are."""
    children = multiprocessing.active_children()
    for child in children:
        assert child.pid
        os.kill(child.pid, signal.SIGSTOP)
    return children


def looking(over: Callable[[], bool]) -> Callable[[float], Awaitable[None]]:
    """Looks for an answer that are over at once, or else last until the answer is there."""

    async def sleep(_seconds: float) -> None:
        await (asyncio.sleep(0) if over() else asyncio.Event().wait())

    return sleep


def think_or_wait(view: View, level: Level, seed: int) -> str:
    """A thought that takes as long as nobody ends it, where the seed is 0."""
    return for_ever(view, level, seed) if seed == 0 else view.legal[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be stopped by a signal")
async def test_a_process_that_stands_still_is_replaced_and_the_decision_made(
    view: View, caplog: pytest.LogCaptureFixture
) -> None:
    stopped: list[BaseProcess] = []
    bots = Processes(1, think_or_wait, sleep=looking(lambda: bool(stopped) and not caplog.records))
    assert await bots.decide(view, "normal", 1) == view.legal[-1]
    stopped = stop()
    assert await bots.decide(view, "normal", 1) == view.legal[-1]
    assert [record.getMessage() for record in caplog.records] == ["A bot's process stands still."]
    assert multiprocessing.active_children() != stopped
    await bots.close()


async def test_a_process_that_is_only_slow_is_left_alone(view: View, caplog: pytest.LogCaptureFixture) -> None:
    looks = iter(range(1, LOOKS))
    bots = Processes(1, think_or_wait, sleep=looking(lambda: next(looks, 0) > 0))
    assert await bots.decide(view, "normal", 1) == view.legal[-1]
    assert not caplog.records
    await bots.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be stopped by a signal")
async def test_bots_that_stand_still_keep_nobody_from_closing(view: View) -> None:
    bots = Processes(1)
    await bots.decide(view, "normal", 1)
    stop()
    await bots.close()
    assert not multiprocessing.active_children()


async def test_a_thought_that_nobody_waits_for_leaves_no_other_unanswered(view: View) -> None:
    bots = Processes(1, think_or_wait)
    endless, *others, waiting = [asyncio.create_task(bots.decide(view, "normal", seed)) for seed in (0, 1, 1, 1, 1)]
    await asyncio.sleep(0)
    endless.cancel()
    waiting.cancel()
    await asyncio.wait((endless, waiting))
    for child in multiprocessing.active_children():
        child.kill()
    assert await asyncio.gather(*others) == [view.legal[-1]] * 3
    await bots.close()


async def test_a_choice_that_is_none_is_sent_to_nobody(bots: Processes, view: View) -> None:
    assert await bots.decide(replace(view, legal=view.legal[:1]), "strong", 1) == view.legal[0]
    assert not multiprocessing.active_children()


def for_ever(_view: View, _level: Level, _seed: int) -> str:
    while True:
        pass


async def test_nobody_waits_for_one_who_thinks_for_ever(view: View) -> None:
    bots = Processes(1, for_ever, patience=0.01)
    assert await bots.decide(view, "normal", 1) == view.legal[0]
    await bots.close()


HOUSE = """
import os, sys
from server.bots.workers import Pool
if __name__ == "__main__":
    print(Pool(1).submit(os.getpid).result(), flush=True)
    sys.stdin.read()
"""


def test_a_house_that_is_killed_leaves_no_bot_behind_and_no_word() -> None:
    alone = [sys.executable, "-c", HOUSE]
    known = {**os.environ, "PYTHONPATH": "."}
    with subprocess.Popen(
        alone, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=known
    ) as house:
        assert house.stdout
        assert house.stderr
        assert int(house.stdout.readline())
        house.kill()
        assert house.stdout.read() == b"", "which ends when the last one has gone who could write there"
        assert house.stderr.read() == b""


async def test_nothing_is_collected_in_the_midst_of_a_thought(view: View) -> None:
    processes = Processes(1, think=collecting)
    try:
        assert await processes.decide(view, "strong", 1) == view.legal[-1]
    finally:
        await processes.close()


def collecting(view: View, level: Level, seed: int) -> str:
    """The last token where nothing is collected, the first where something is."""
    return view.legal[0 if gc.isenabled() else -1]


@pytest.mark.parametrize("key", GAMES)
def test_a_thought_leaves_nothing_to_collect(key: str) -> None:
    game, rng = game_named(key), Random(3)
    state = dealt(game, 0, rng)
    gc.collect()
    gc.disable()
    gc.freeze()  # what all other tests have left is not gone through again and again
    try:
        for _ in range(8):
            assert state.to_act is not None
            token = Bot("strong").decide(game.view(state, state.to_act), None, rng).token
            state = game.apply(state, token)
            assert gc.collect() == 0
    finally:
        gc.unfreeze()
        gc.enable()
