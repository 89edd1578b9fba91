"""The time of a table: seconds that run only while its server runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

LOOK = 0.5
"""Seconds between two looks at the clock."""

STILL = 2.0
"""Where so many seconds have passed between two looks, the process has stood still, and nobody could decide."""


class Running:
    """The seconds that this process runs. A pause of it, as of a laptop that sleeps, does not count: somebody has to
    `watch` for that.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen = clock()
        self._paused = 0.0

    def now(self) -> float:
        """The time, which goes on from any moment."""
        before, self._seen = self._seen, self._clock()
        if self._seen - before > STILL:
            self._paused += self._seen - before
        return self._seen - self._paused

    async def watch(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Look at the clock, for ever."""
        while True:
            await sleep(LOOK)
            self.now()


class Clock:
    """Goes on from the time at which the table stood when the server was started."""

    def __init__(self, at: float = 0.0, running: Callable[[], float] = time.monotonic) -> None:
        self._running = running
        self._begun = running() - at

    def now(self) -> float:
        """The time of the table."""
        return self._running() - self._begun

    def until(self, moment: float | None) -> asyncio.Timeout:
        """A timeout that ends a block at this moment in the time of the table; never, for None."""
        return asyncio.timeout(None if moment is None else max(0.0, moment - self.now()))
