"""The start in the text mode: the places to go as numbered lines, where to as a line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from client import start as starts
from client.address import Address, BadAddress, parse
from client.doorstep import Doorstep
from client.keys import USUAL
from client.language import later, tr
from client.link import HungUp
from client.orders import order
from client.signals import CLOSED, INTERRUPT, handled
from client.start import Errand, Going, Leaving, Start, Step
from client.talk import Source, Talk
from client.text import explained, printable

WORDS = {
    later("a number"): later("go there, or choose that"),
    later("an address, such as 192.168.1.7"): later("go to the tables there"),
    "back": later("back to what was asked before"),
    later("list, or an empty line"): later("all that can be chosen"),
    "help": later("this list"),
    "quit": later("leave"),
}
"""What can be said at the start."""


class StartReader(Talk):
    """One person who reads and writes lines, and has not gone anywhere yet."""

    def __init__(self, doorstep: Doorstep, lines: Source, write: Callable[[str], None], *, echo: bool = True) -> None:
        super().__init__(lines, write, echo)
        self.doorstep = doorstep
        self._known: frozenset[str] = frozenset()
        self._silent = True
        self._end: Errand | HungUp | None = None

    async def run(self) -> Errand | HungUp:
        """Until the person knows where to go, leaves, or the lines end."""
        before = self.doorstep.start
        self.say([before.message] if before.message else [])
        self.doorstep.start = replace(before, message="")
        self._list()
        listening = asyncio.create_task(self.doorstep.listen(self._told))
        try:
            with handled(CLOSED, self._hang_up), handled(INTERRUPT, self._leave):
                while self._end is None:
                    await self._go_on()
            return self._end
        finally:
            listening.cancel()
            await asyncio.wait([listening])
            self.end_line()

    async def _go_on(self) -> None:
        line = self._lines.next()
        self.put(starts.asking(self.doorstep.start))
        if line.done():
            self._hear(line.result())
        else:
            await self.something_new(line)

    def _hear(self, text: str | None) -> None:
        """A line; the end of all lines is that one leaves."""
        if text is None:
            self._end = Leaving(unheard=self._silent)
            return
        self.take(text)
        self._asked, self._silent = None, False
        before = self.doorstep.start
        self._end = self.doorstep.take(said(before, text.strip()))
        start = self.doorstep.start
        if start.message:
            self.say([start.message])
        if self._end is not None or start.form is not None:
            return
        if before.form is None and order(text) == "help":
            self.say(explained(WORDS, {}, USUAL))
        elif before.form or not start.message:
            self._list()

    def _list(self) -> None:
        """All that can be chosen."""
        start = self.doorstep.start
        if start.form is None:
            self.say(f"{start.number(entry)}) {printable(entry.text)}" for entry in start.entries)
        self._known = frozenset(entry.key for entry in start.found)

    def _told(self) -> None:
        start = self.doorstep.start
        if not (start.form or start.purpose):
            new = (entry for entry in start.found if entry.key not in self._known)
            self.say(f"{start.number(entry)}) {printable(entry.text)}" for entry in new)
            self._known = frozenset(entry.key for entry in start.found)
        self.wake()

    def _hang_up(self) -> None:
        self._end = HungUp()
        self.wake()

    def _leave(self) -> None:
        self._end = Leaving()
        self.wake()


def said(start: Start, text: str) -> Step:
    """What a line means."""
    word, start = order(text), replace(start, message="")
    if word in ("quit", "q"):
        return start, Leaving()
    if word == "back":
        return starts.back(start)
    if start.form:
        return starts.answer(start, text)
    if text.isdecimal():
        return starts.picked(start, text)
    if word in ("", "list", "help"):
        return start, None
    try:
        return start, Going(address_in(text))
    except BadAddress as error:
        return replace(start, message=str(error)), None


def address_in(text: str) -> Address:
    """An address that was typed instead of a number. BadAddress for a word that does not look like one."""
    if "." in text or ":" in text:
        return parse(text)
    what = later("“{text}” is none of them; say a number, an address such as 192.168.1.7, back, help, or quit.")
    raise BadAddress(tr(what, text=printable(text)))
