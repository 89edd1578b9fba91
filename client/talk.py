"""A conversation in lines: a prompt, an answer behind it, and news in between that begin on lines of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from client.text import before_answer, printable

PROMPT, BELL = "> ", "\a"


class Source(Protocol):
    """Where lines come from: one at a time, and only when asked for; None once there are no more.

    A line that nobody has taken waits for whoever asks next.
    """

    def next(self) -> asyncio.Future[str | None]:
        """The next line."""

    def take(self) -> None:
        """It has been read."""


class Talk:
    """`write` takes a text as it is, ends of lines included; `echo` repeats what was read, where no terminal does."""

    def __init__(self, lines: Source, write: Callable[[str], None], echo: bool) -> None:
        self._lines = lines
        self._write = write
        self._echo = echo
        self._prompted = False
        self._asked: object = None
        self._changed = asyncio.Event()

    def say(self, lines: Iterable[str]) -> None:
        """Say something, on lines of its own."""
        for line in lines:
            self._write("\n" * self._prompted + line + "\n")
            self._prompted = False

    def put(self, question: str) -> None:
        """Put a question, unless it is the one that was put last, and await the answer."""
        if question != self._asked:
            self._asked = question
            self.say([before_answer(question)])
        self.prompt()

    def prompt(self) -> None:
        """Show that an answer is awaited, unless it is shown already."""
        if not self._prompted:
            self._prompted = True
            self._write(PROMPT)

    def end_line(self) -> None:
        """Whatever comes next begins on a line of its own."""
        with suppress(OSError):  # whoever read us may be gone, and nothing is lost
            self._write("\n" * self._prompted)
        self._prompted = False

    def take(self, text: str, *, ahead: bool = False) -> None:
        """A line has been read: it stands behind the prompt, and ends its line. One that was typed `ahead` stands
        further up.
        """
        self._lines.take()
        self._prompted = False
        if self._echo or ahead:
            self._write(printable(text) + "\n")

    def wake(self) -> None:
        """Something has changed."""
        self._changed.set()

    async def something_new(self, *awaited: asyncio.Future[Any]) -> None:
        """Until one of these is done, or something has changed."""
        change = asyncio.ensure_future(self._changed.wait())
        await asyncio.wait([change, *awaited], return_when=asyncio.FIRST_COMPLETED)
        change.cancel()
        self._changed.clear()
