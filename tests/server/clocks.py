"""A clock that stands still until it is put forward."""

from __future__ import annotations

import asyncio

from server.clock import Clock


class StandingClock(Clock):
    """The time of a table, in the hands of a test. `awaited` tells each moment for which the table begins to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.awaited: asyncio.Queue[float] = asyncio.Queue()
        self._now = 0.0
        self._waiting: list[tuple[float, asyncio.Timeout]] = []

    def now(self) -> float:
        return self._now

    def until(self, moment: float | None) -> asyncio.Timeout:
        timeout = asyncio.timeout(None)
        self._waiting = []
        if moment is not None:
            self._waiting = [(moment, timeout)]
            self.awaited.put_nowait(moment)
        return timeout

    def put_to(self, now: float) -> None:
        """It is this late now."""
        self._now = now
        for moment, timeout in self._waiting:
            if moment <= now:
                timeout.reschedule(asyncio.get_running_loop().time())
        self._waiting = []
