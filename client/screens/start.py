"""The start on the full screen: a list of places to go, where the cursor is, what is asked."""

from __future__ import annotations

import asyncio
from itertools import chain

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client import settings
from client import start as starts
from client.choices import Choice
from client.desk import Layout
from client.doorstep import Doorstep
from client.keys import AT_THE_START, USUAL, Action, Foot, Keyboard
from client.language import tr
from client.screens.foot import answering
from client.screens.frame import COMFORTABLE
from client.screens.help import help_list
from client.screens.lines import Line, pad, width, wrapped
from client.screens.look import AS_USUAL, Look
from client.screens.page import Explained
from client.screens.picture import Picture, Target, key_line, key_targets
from client.start import Entry, Errand, Leaving, Start, Step
from client.text import before_answer, printable


class StartScreen(Explained[Errand]):
    """Until the person knows where to go, or leaves."""

    def __init__(
        self,
        doorstep: Doorstep,
        input: Input | None = None,  # noqa: A002
        output: Output | None = None,
        look: Look = AS_USUAL,
    ) -> None:
        super().__init__(input, output, look)
        self.doorstep = doorstep

    @property
    def place_foot(self) -> Foot:
        """What the keys are about at the start."""
        return foot(self.doorstep.start)

    def place(self, columns: int, rows: int) -> Picture:
        """What is to be seen of it."""
        return picture(self.doorstep.start, columns, rows, self.keyboard)

    def title(self, columns: int) -> Line:
        """What this is, and who is here."""
        return title(self.doorstep.start, columns)

    def page(self, columns: int) -> list[Line]:
        """Its keys, and where to settle more than it asks."""
        where = tr("What you have settled stands in {file}.", file=settings.place())
        return [*help_list(self.keyboard, AT_THE_START, columns), [], *wrapped(where, columns)]

    async def listen(self) -> Errand:
        """Hear of servers."""
        await self.doorstep.listen(self.app.invalidate)
        return await asyncio.Future()

    def done(self, action: Action) -> None:
        """A key of the table of keys."""
        self._go(pressed(self.doorstep.start, action))

    def written(self, text: str) -> None:
        """A letter or several: part of an answer; else a digit is the number of an entry."""
        self._go(typed(self.doorstep.start, text))

    def clicked(self, what: Choice | str) -> None:
        """A click on an entry: to it with the cursor, or where that is, choose it."""
        self._go(clicked(self.doorstep.start, str(what)))

    def _go(self, step: Step) -> None:
        errand = self.doorstep.take(step)
        if isinstance(errand, Leaving):
            self.exit()
        elif errand:
            self.exit(errand)


def pressed(start: Start, action: Action) -> Step:
    """What a key does at the start."""
    match action:
        case "quit":
            return start, Leaving()
        case "leave":
            return starts.back(start)
        case "choose":
            return starts.answer(start, start.typed) if start.form else starts.chosen(start)
        case "help":
            return starts.explained(start), None
        case "erase":
            return starts.typing(start, start.typed[:-1]), None
        case "up" | "down" if not start.form:
            return starts.moved(start, 1 if action == "down" else -1), None
    return start, None


def typed(start: Start, text: str) -> Step:
    """Letters of an answer, or the number of an entry."""
    if start.form:
        return (starts.typing(start, start.typed + text) if text.isprintable() else start), None
    return starts.picked(start, text) if text.isdecimal() else (start, None)


def clicked(start: Start, key: str) -> Step:
    """A click on an entry of the list."""
    if start.form:
        return start, None
    return starts.chosen(start) if start.cursor == key else (starts.at_entry(start, key), None)


def foot(start: Start) -> Foot:
    """Which keys the last line names."""
    return "writing" if start.form else "games" if start.purpose else "start"


def picture(start: Start, columns: int, rows: int, keyboard: Keyboard = USUAL) -> Picture:
    """The screen: the list takes what the question leaves."""
    inside = columns - 2
    upper = [title(start, columns), []] if rows >= COMFORTABLE else []
    named = keyboard.footer(foot(start), tr("answer") if start.form else tr("choose"))
    lower = wrapped(start.message, inside, "class:refusal") if start.message else []
    lower += [*question(start, inside), key_line(named, inside)]
    room = max(0, rows - len(upper) - len(lower))
    entries = in_sight(start, inside, room)
    main = [*(line for _, line in entries), *listening(start, inside)][:room]
    body = [*upper, *([("", " "), *line] for line in [*main, *([[]] * (room - len(main))), *lower])]
    lines = [pad(line, columns) for line in body[-rows:]]
    cursor = min(width(lower[-2]) + 1, columns - 1), max(0, len(lines) - 2)
    first = len(upper) + len(lines) - len(body)
    clicks = [Target(first + at, 1, inside, entry.key) for at, (entry, _) in enumerate(entries)]
    return Picture(lines, cursor, Layout(), [*clicks, *key_targets(named, inside, len(lines) - 1, 1)])


def title(start: Start, columns: int) -> Line:
    """The first line: what this is, and who is here."""
    left: Line = [("class:title", f" Tapis Vert · {tr('a card table for the local network')}")]
    right: Line = [("class:title.note", f" {printable(start.name or '')} ")]
    return [*pad(left, columns - width(right), "class:title"), *right]


def in_sight(start: Start, columns: int, rows: int) -> list[tuple[Entry, Line]]:
    """As many entries as there is room for, line by line, the one under the cursor among them."""
    blocks = [[(entry, line) for line in block(start, entry, columns)] for entry in start.entries]
    at = next((number for number, entry in enumerate(start.entries) if entry.key == start.cursor), 0)
    while at and sum(map(len, blocks[: at + 1])) > rows:
        del blocks[0]
        at -= 1
    return list(chain(*blocks))[:rows]


def block(start: Start, entry: Entry, columns: int) -> list[Line]:
    """An entry after its number."""
    here = entry.key == start.cursor
    sign = f"{'›' if here else ' '} {start.number(entry)}  "
    lines = wrapped(printable(entry.text), columns - len(sign), "class:cursor" if here else "")
    signs: list[Line] = [[("class:turn", sign)], *([("", " " * len(sign))] for _ in lines[1:])]
    return [[*margin, *line] for margin, line in zip(signs, lines, strict=True)]


def listening(start: Start, columns: int) -> list[Line]:
    """That more may appear, as long as nothing has."""
    if start.found or start.purpose:
        return []
    return [[], *wrapped(tr("Listening for tables on this network…"), columns, "class:quiet")]


def question(start: Start, columns: int) -> list[Line]:
    """What is asked, and what is typed in answer."""
    text = starts.asking(start)
    if start.form is None:
        return wrapped(text, columns, "class:ask")
    return answering(f"{before_answer(text)} {start.typed}", start.typed, columns)
