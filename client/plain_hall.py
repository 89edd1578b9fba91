"""The lobby in the text mode: the tables as sentences, what to do as a line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from client import hall as halls
from client.entering import Away
from client.hall import Hall, Leaving, Step
from client.keys import USUAL, Action, Keyboard
from client.language import later, tr, trn
from client.link import HungUp, LinkError
from client.orders import order
from client.outages import Broken, Heard
from client.signals import CLOSED, INTERRUPT, handled
from client.talk import Source, Talk
from client.text import explained, line_broken, printable, tables_counted
from client.visit import Visit
from protocol.from_server import Lobby, Row, Welcome

FIRST = 20
"""So many tables are told to whoever comes in; of a line each, as many as a screen holds."""

WORDS = {
    later("a number"): later("sit down at that table"),
    later("watch 2"): later("watch the table of that number"),
    "open": later("open a table; you are asked for the rest, and back takes you out of it"),
    later("list, or an empty line"): later("all tables"),
    "help": later("this list"),
    "quit": later("leave the lobby"),
}

LETTERS: dict[Action, str] = {"watch": "watch 2", "open": "open"}
"""The keys of the full screen that may be typed in a line, and what they order."""


class HallReader(Talk):
    """One person who reads and writes lines, in the lobby."""

    def __init__(
        self,
        visit: Visit,
        lines: Source,
        write: Callable[[str], None],
        *,
        echo: bool = True,
        keyboard: Keyboard = USUAL,
    ) -> None:
        super().__init__(lines, write, echo)
        self.visit = visit
        self._keyboard = keyboard
        self._leaving = False
        self._end: HungUp | None = None

    async def run(self) -> LinkError | Welcome | Away | None:
        """Until the person leaves or the lines end (None), is at a table or off to another server, or the line ends
        (and why).
        """
        hall = self.visit.hall
        if hall.busy:  # on the way from here, with all tables told
            self.say([halls.asking(hall)])
        else:
            here = tr("The lobby of “{server}”.", server=printable(hall.lobby.server))
            self.say([here, *([hall.message] if hall.message else []), *listed(hall, FIRST)])
        listening = asyncio.create_task(self.visit.listen(self._told))
        try:
            with handled(CLOSED, self._hang_up), handled(INTERRUPT, self._leave):
                while not (listening.done() or self._leaving):
                    await self._go_on(listening)
            return listening.result() if listening.done() else self._end
        finally:
            listening.cancel()
            self.end_line()

    async def _go_on(self, listening: asyncio.Task[LinkError | Welcome | Away]) -> None:
        hall, line = self.visit.hall, self._lines.next()
        if hall.busy or hall.broken:
            await self.something_new(listening)
        elif line.done():
            await self._hear(line.result())
        else:
            self.put(halls.asking(hall))
            await self.something_new(listening, line)

    async def _hear(self, text: str | None) -> None:
        """A line; the end of all lines is that one leaves."""
        if text is None:
            self._leave()
            return
        self.take(text)
        self._asked = None
        self.visit.hall, errand = said(self.visit.hall, text.strip(), self._keyboard)
        if self.visit.hall.message:
            self.say([self.visit.hall.message])
        elif not errand and not self.visit.hall.form:
            helped = order(text) == "help"
            self.say(explained(WORDS, LETTERS, self._keyboard) if helped else listed(self.visit.hall))
        if isinstance(errand, Leaving):
            self._leave()
        elif errand:
            await self.visit.send(errand)

    def _told(self, before: Hall, message: Heard) -> None:
        self.say(news(before, message, self.visit.hall))
        self.wake()

    def _hang_up(self) -> None:
        self._end = HungUp()
        self._leave()

    def _leave(self) -> None:
        self._leaving = True
        self.wake()


def said(hall: Hall, text: str, keyboard: Keyboard = USUAL) -> Step:
    """What a line means."""
    word, _, rest = text.partition(" ")
    action = keyboard.meaning(word, "lobby")
    if hall.form:
        return (halls.cancelled(hall), None) if order(text) == "back" else halls.answer(hall, text)
    hall = halls.cancelled(hall)
    match action if action in LETTERS else order(word):
        case "" | "list" | "help":
            return hall, None
        case "quit" | "q":
            return hall, Leaving()
        case "open":
            return halls.open_one(hall), None
        case "watch":
            return chosen(hall, rest or word, halls.watch)
        case "join":
            return chosen(hall, rest or word, halls.join)
        case _:
            return chosen(hall, text, halls.join)


def chosen(hall: Hall, text: str, go: Callable[[Hall, Row | None], Step]) -> Step:
    """Go to the table of that number or name."""
    by_number = [row for row in hall.rows if text == str(hall.number(row))]
    found = by_number or [row for row in hall.rows if row.name.casefold() == text.casefold()]
    if len(found) != 1:
        return halls.missed(hall, text), None
    return go(hall, found[0])


def news(before: Hall, message: Heard, hall: Hall) -> Iterator[str]:
    """What a message brings: the tables that are new, changed in what matters here, or closed; an answer."""
    match message:
        case Lobby():
            if before.broken:
                yield tr("The line is back.")
            if before.lobby.stale != message.stale:
                yield tr(halls.STALE if message.stale else halls.FRESH)
            known = {row.id: row for row in before.rows}
            for row in hall.rows:
                then = known.pop(row.id, None)
                if then is None or (then.state, then.people, then.free) != (row.state, row.people, row.free):
                    yield told(hall, row)
            yield from (tr("“{table}” is closed.", table=printable(row.name)) for row in known.values())
        case Broken() if not before.broken:
            yield line_broken()
        case _ if hall.message and hall.message != before.message:
            yield hall.message


def listed(hall: Hall, most: int | None = None) -> Iterator[str]:
    """All tables, or so many at most."""
    yield f"{tables_counted(len(hall.rows))}." if hall.rows else tr("There is no table yet.")
    shown = hall.rows[:most]
    yield from (told(hall, row) for row in shown)
    if more := len(hall.rows) - len(shown):
        yield trn(
            "{count} more table; say list for all of them.", "{count} more tables; say list for all of them.", more
        )
    if hall.lobby.stale:
        yield tr(halls.STALE)


def told(hall: Hall, row: Row) -> str:
    """A table in a sentence."""
    name, title, state = halls.heading(hall, row)
    return f"{hall.number(row)}) {name}: {title}, {state}; {' · '.join(halls.company(hall, row))}."
