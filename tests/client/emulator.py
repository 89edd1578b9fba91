"""A terminal in memory: keys go in as a terminal sends them, and what is drawn is read off as a person reads it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pyte
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output


class Emulator:
    """`keys` and `output` are what a stage is given; `written` is all that it has said to the terminal. While it is
    not `drawing` nothing of that is shown, which takes no time.
    """

    def __init__(self, columns: int, rows: int, keys: PipeInput) -> None:
        self.keys = keys
        self.columns, self.rows = columns, rows
        self.display = pyte.Screen(columns, rows)
        self.written: list[str] = []
        self.drawing = True
        self._stream = pyte.Stream(self.display)
        self._drawn = asyncio.Event()
        self._pressed = 0
        emulator = self

        class Wire(StringIO):
            def write(self, text: str) -> int:
                emulator.written.append(text)
                if emulator.drawing:
                    emulator._stream.feed(text)
                return len(text)

        self.output = Vt100_Output(Wire(), lambda: Size(rows=self.rows, columns=self.columns), term="xterm-256color")

    @property
    def lines(self) -> list[str]:
        """What is on the screen."""
        return list(self.display.display)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def rung(self) -> int:
        """How often the bell has sounded; a title ends with the same sign, and makes no sound."""
        return sum(text.count("\a") - text.count("\x1b]2;") for text in self.written)

    def watch(self, app: Application[Any], running: asyncio.Future[Any]) -> None:
        """From now on, every redraw and every key of this application is noticed, and its end."""
        self._app, self._running = app, running

        def drawn(_: object) -> None:
            self._drawn.set()

        def pressed(_: object) -> None:
            self._pressed += 1

        self._app.after_render += drawn
        self._app.key_processor.after_key_press += pressed

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until a redraw after which something holds."""
        async with asyncio.timeout(5):
            while not happened():
                await self.redrawn()

    async def press(self, *keys: str) -> None:
        """Press keys, and see what comes of each."""
        for key in keys:
            before = self._pressed
            self.keys.send_text(key)
            await self.until(lambda before=before: self._pressed > before)  # type: ignore[misc]
        await self.redrawn()

    async def redrawn(self) -> None:
        """What is on the screen is of this moment. What has ended the application, if that was a fault, is raised."""
        self._drawn.clear()
        self._app.invalidate()
        drawn = asyncio.ensure_future(self._drawn.wait())
        await asyncio.wait([drawn, self._running], timeout=5, return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            drawn.cancel()
            self._running.result()
            await asyncio.sleep(0)

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.display.resize(rows, columns)


@contextmanager
def emulated(columns: int = 80, rows: int = 24) -> Iterator[Emulator]:
    """A terminal of this size."""
    with create_pipe_input() as keys:
        yield Emulator(columns, rows, keys)
