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
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import resource_tracker
from random import Random
from typing import Any

from protocol import View
from protocol.message import Level
from server.bots import decide
from server.bots.bot import DEADLINE
from server.clock import LOOK
from server.logs import failure

log = logging.getLogger(__name__)

Think = Callable[[View, Level, int], str]
"""One decision: what a seat knows, how well the bot is to play, and a seed in; a token out."""

PATIENCE = 5.0
"""Seconds after which a process that still thinks ends itself, and another takes its place."""

LOOKS = 40
"""Looks for an answer after which a process is taken to stand still. In their time it could begin, wait for two others
to be patient with, and be so itself.
"""


class _Still(BrokenExecutor):
    """A process does not answer, nor does it end."""


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

    They are started when the first decision is to be made. If one dies, or stands still, others take their place and
    think again.
    """

    def __init__(
        self,
        number: int | None = None,
        think: Think = think,
        patience: float = PATIENCE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._number = number or min(4, os.cpu_count() or 1)
        self._thought = partial(_patiently, patience, think)
        self._sleep = sleep
        self._pool: Pool | None = None

    async def _think(self, view: View, level: Level, seed: int) -> str:
        try:
            return await self._sent(view, level, seed)
        except BrokenExecutor as error:
            what = "stands still" if isinstance(error, _Still) else "has died"
            log.warning("A bot's process %s.", what, extra={"game": view.game, "phase": view.phase})
            return await self._sent(view, level, seed)

    async def _sent(self, view: View, level: Level, seed: int) -> str:
        used = self._pool = self._pool or Pool(self._number)
        try:
            return await self._heard(used.submit(self._thought, view, level, seed))
        except BrokenExecutor:
            if self._pool is used:  # nobody else has replaced it yet
                self._pool = None
            used.kill()
            used.shutdown(wait=False)
            raise

    async def _heard(self, thought: Future[str]) -> str:
        """The answer. Looks are counted and no time: while this process stands still with the others, it does not look.
        Nor does it count how long others come first.

        A thought that nobody waits for any more is not called off: a pool that breaks would stumble over it, and leave
        all others without an answer.
        """
        answer, looks = asyncio.wrap_future(thought), 0
        answer.add_done_callback(asyncio.Future.exception)  # which is then no news, where nobody waits any more
        while looks < LOOKS:
            look = asyncio.ensure_future(self._sleep(LOOK))
            try:
                await asyncio.wait((answer, look), return_when=asyncio.FIRST_COMPLETED)
            finally:
                look.cancel()
            if answer.done():
                return answer.result()
            looks += thought.running()
        raise _Still

    async def close(self) -> None:
        """The processes end at once: nobody waits for what they think."""
        used, self._pool = self._pool, None
        if used:
            used.kill()
            await asyncio.to_thread(used.shutdown)


class Pool(ProcessPoolExecutor):
    """Processes that begin with nothing of ours, and never outlive this one, however it ends."""

    def __init__(self, number: int) -> None:
        if os.name == "posix":
            _begin_tracker()
        super().__init__(number, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)

    def submit(self, *args: Any, **named: Any) -> Future[Any]:
        """As ever; but Ctrl-C reaches no process, not even one that is just beginning, and has not heard `_begin`."""
        if os.name != "posix":
            return super().submit(*args, **named)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **named)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def kill(self) -> None:
        """End all processes; nothing gentler reaches one that stands still, and `shutdown` would wait for it."""
        for process in list((self._processes or {}).values()):  # Python 3.14 has `kill_workers` for this
            process.kill()

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        """Whoever breaks off waits for nobody."""
        if kind:
            self.kill()
        super().__exit__(kind, *rest)


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
