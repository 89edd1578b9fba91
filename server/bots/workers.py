"""Where bots think: beside the event loop, never in it; in threads of this process, or in processes of their own."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing import resource_tracker
from random import Random

from protocol import View
from protocol.message import Level
from server.bots import decide
from server.bots.bot import DEADLINE
from server.logs import failure

log = logging.getLogger(__name__)

Think = Callable[[View, Level, int], str]
"""One decision: what a seat knows, how well the bot is to play, and a seed in; a token out."""

PATIENCE = 5.0
"""Seconds after which a process that still thinks ends itself, and another takes its place."""


def think(view: View, level: Level, seed: int) -> str:
    """What a bot of this level chooses."""
    return decide(view, Random(seed), level, DEADLINE)


class Bots(ABC):
    """Somebody who decides for the seat of a view. The answer is always a legal token."""

    async def decide(self, view: View, level: Level, seed: int) -> str:
        """What the bot chose, or the first legal token where it fails: a table never waits for a broken bot.

        The log tells of no card: who reads it may not see that hand.
        """
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            token = await self._think(view, level, seed)
        except Exception as error:
            log.error("A bot has failed.", extra={"game": view.game, "phase": view.phase, **failure(error)})
            return view.legal[0]
        if token not in view.legal:
            log.error("A bot has chosen something illegal.", extra={"game": view.game, "phase": view.phase})
            return view.legal[0]
        return token

    @abstractmethod
    async def _think(self, view: View, level: Level, seed: int) -> str:
        """What the bot chooses, whatever that is."""

    @abstractmethod
    async def close(self) -> None:
        """Nobody will ask any more."""


class Threads(Bots):
    """Bots that think in threads of this process."""

    def __init__(self, think: Think = think) -> None:
        self._thought = think

    async def _think(self, view: View, level: Level, seed: int) -> str:
        return await asyncio.to_thread(self._thought, view, level, seed)

    async def close(self) -> None:
        """Threads end by themselves."""


class Processes(Bots):
    """Bots that think in other processes, which are sent a view, a level and a seed, and know nothing else.

    They are started when the first decision is to be made. If one dies, others take their place and think again.
    """

    def __init__(self, number: int | None = None, think: Think = think, patience: float = PATIENCE) -> None:
        self._number = number or min(4, os.cpu_count() or 1)
        self._thought = partial(_patiently, patience, think)
        self._pool: ProcessPoolExecutor | None = None

    async def _think(self, view: View, level: Level, seed: int) -> str:
        try:
            return await self._sent(view, level, seed)
        except BrokenExecutor:
            log.warning("A bot's process has died.", extra={"game": view.game, "phase": view.phase})
            return await self._sent(view, level, seed)

    async def _sent(self, view: View, level: Level, seed: int) -> str:
        used = self._pool = self._pool or pool(self._number)
        try:
            return await asyncio.get_running_loop().run_in_executor(used, self._thought, view, level, seed)
        except BrokenExecutor:
            if self._pool is used:  # nobody else has replaced it yet
                self._pool = None
                used.shutdown(wait=False)
            raise

    async def close(self) -> None:
        """The processes end, as soon as each has thought to the end."""
        used, self._pool = self._pool, None
        if used:
            await asyncio.to_thread(used.shutdown, cancel_futures=True)


def pool(number: int) -> ProcessPoolExecutor:
    """Processes that begin with nothing of ours, and never outlive this one, however it ends."""
    if os.name == "posix":
        _begin_tracker()
    return ProcessPoolExecutor(number, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)


def _begin_tracker() -> None:
    """Python's own process that cleans up after us says so when we were killed, over whatever is in the terminal then:
    it is begun so that it does that without a word.
    """
    sys.warnoptions.append("ignore:resource_tracker")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove("ignore:resource_tracker")


def _begin() -> None:
    """Ctrl-C is for the process that started this one, which will say when it is over; its end is the end.

    Nothing is collected here: a thought leaves nothing to collect, and to go through all that is remembered of hands
    in the midst of one would take longer than it may last.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(0)


def _patiently(patience: float, think: Think, view: View, level: Level, seed: int) -> str:
    """A decision, or the end of this process: it must not think for ever, and nobody outside can tell it so."""
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(patience, exit=True, file=nowhere)
        try:
            return think(view, level, seed)
        finally:
            faulthandler.cancel_dump_traceback_later()
