"""Lines that a test hands in, one at a time, to whoever reads them, and what is told in answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Handed:
    """`text` is all that was told, `asked` how many lines were asked for; what is `running` must not end while
    something is waited for.
    """

    running: asyncio.Task[Any] | None = None

    def __init__(self, *lines: str | None) -> None:
        self.text = ""
        self.asked = 0
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._next: asyncio.Future[str | None] | None = None
        self._changed = asyncio.Event()
        self.say(*lines)

    def say(self, *lines: str | None) -> None:
        for line in lines:
            self._lines.put_nowait(line)

    def next(self) -> asyncio.Future[str | None]:
        if self._next is None:
            self.asked += 1
            self._next = asyncio.ensure_future(self._lines.get())
        return self._next

    def take(self) -> None:
        self._next = None

    def write(self, text: str) -> None:
        self.text += text
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again."""
        self._changed.set()

    async def until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not happened():
                self._changed.clear()
                changed = asyncio.ensure_future(self._changed.wait())
                await asyncio.wait([changed, *([self.running] if self.running else [])], return_when="FIRST_COMPLETED")
                assert happened() or not (self.running and self.running.done()), self.text

    async def heard(self, text: str) -> None:
        await self.until(lambda: text in self.text)

    async def end(self) -> None:
        """Nobody reads any more."""
        if self.running:
            self.running.cancel()
            await asyncio.wait([self.running])
