"""The time of a table: seconds that run only while its server runs."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """Goes on from the time at which the table stood when the server was started."""

    def __init__(self, at: float = 0.0) -> None:
        self._begun = time.monotonic() - at

    def now(self) -> float:
        """The time of the table."""
        return time.monotonic() - self._begun

    def until(self, moment: float | None) -> asyncio.Timeout:
        """A timeout that ends a block at this moment in the time of the table; never, for None."""
        return asyncio.timeout(None if moment is None else max(0.0, moment - self.now()))
