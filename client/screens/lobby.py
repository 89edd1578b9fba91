"""The lobby on the full screen: the tables, where the cursor is, what is asked."""

from __future__ import annotations

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client import hall as halls
from client.choices import Choice
from client.desk import Layout
from client.entering import Away
from client.hall import Hall, Leaving, Step
from client.keys import IN_THE_LOBBY, USUAL, Action, Foot, Keyboard
from client.language import tr
from client.link import LinkError
from client.outages import Heard
from client.screens.foot import answering
from client.screens.frame import COMFORTABLE
from client.screens.help import help_list
from client.screens.lines import Line, clip, fitting, pad, parted, width, wrapped
from client.screens.look import AS_USUAL, Look
from client.screens.page import Explained
from client.screens.picture import Picture, Target, key_line, key_targets
from client.text import before_answer, printable, tables_counted
from client.visit import Visit
from protocol.from_server import Row, Welcome

TALL = 2
"""The lines of a table in the list."""


class LobbyScreen(Explained[LinkError | Welcome | Away]):
    """Until the person leaves, is at a table or off to another server, or the line ends."""

    def __init__(
        self,
        visit: Visit,
        input: Input | None = None,  # noqa: A002
        output: Output | None = None,
        look: Look = AS_USUAL,
    ) -> None:
        super().__init__(input, output, look)
        self.visit = visit

    @property
    def place_foot(self) -> Foot:
        """What the keys are about in the lobby."""
        return foot(self.visit.hall)

    def place(self, columns: int, rows: int) -> Picture:
        """What is to be seen of it."""
        return picture(self.visit.hall, columns, rows, self.keyboard)

    def title(self, columns: int) -> Line:
        """Which lobby it is."""
        return title(self.visit.hall, columns)

    def page(self, columns: int) -> list[Line]:
        """Its keys."""
        return help_list(self.keyboard, IN_THE_LOBBY, columns)

    async def listen(self) -> LinkError | Welcome | Away:
        """Take in what happens in the lobby."""
        return await self.visit.listen(self._told)

    def done(self, action: Action) -> None:
        """A key of the table of keys."""
        self._go(pressed(self.visit.hall, action))

    def written(self, text: str) -> None:
        """A letter or several, typed or pasted: part of an answer; else a digit of the number of a table."""
        self._go(typed(self.visit.hall, text))

    def clicked(self, what: Choice | str) -> None:
        """A click on a table: to it with the cursor, or where that is, to sit down."""
        self._go(clicked(self.visit.hall, str(what)))

    def _told(self, _before: Hall, _message: Heard) -> None:
        if self.visit.hall.broken:  # which is to be read
            self.close()
        self.app.invalidate()

    def _go(self, step: Step) -> None:
        self.visit.hall, errand = step
        if isinstance(errand, Leaving):
            self.exit()
        elif errand:
            self.send(self.visit.send(errand))


def pressed(hall: Hall, action: Action) -> Step:
    """What a key does in the lobby."""
    if action in ("leave", "quit"):
        return (halls.cancelled(hall), None) if hall.form and action == "leave" else (hall, Leaving())
    if hall.busy or hall.broken:
        return hall, None
    if hall.form:
        match action:
            case "choose":
                return halls.answer(hall, hall.typed)
            case "erase":
                return halls.typing(hall, hall.typed[:-1]), None
            case "help":
                return halls.explained(hall), None
        return hall, None
    match action:
        case "up" | "down":
            return halls.moved(hall, 1 if action == "down" else -1), None
        case "choose":
            return halls.join(hall, hall.pointed)
        case "watch":
            return halls.watch(hall, hall.pointed)
        case "open":
            return halls.open_one(hall), None
    return hall, None


def clicked(hall: Hall, table: str) -> Step:
    """A click on a table of the list."""
    if hall.busy or hall.broken or hall.form:
        return hall, None
    return halls.join(hall, hall.pointed) if hall.cursor == table else (halls.at_table(hall, table), None)


def typed(hall: Hall, text: str) -> Step:
    """Letters of an answer, or of the number of a table."""
    if hall.form:
        return (halls.typing(hall, hall.typed + text) if text.isprintable() else hall), None
    there = text.isdecimal() and not (hall.busy or hall.broken)
    return halls.picked(hall, text) if there else (hall, None)


def foot(hall: Hall) -> Foot:
    """Which keys the last line names."""
    return "broken" if hall.broken else "writing" if hall.form else "lobby"


def picture(hall: Hall, columns: int, rows: int, keyboard: Keyboard = USUAL) -> Picture:
    """The screen: the list takes what the question leaves."""
    inside = columns - 2
    upper = [title(hall, columns)] if rows >= COMFORTABLE else []
    lower = wrapped(tr(halls.STALE), inside, "class:quiet") if hall.lobby.stale else []
    lower += wrapped(hall.message, inside, "class:refusal") if hall.message else []
    lower += question(hall, inside)
    named = keyboard.footer(foot(hall), hint(hall))
    lower.append(key_line(named, inside))
    room = max(0, rows - len(upper) - len(lower))
    main = tables(hall, inside, room)
    body = [*upper, *([("", " "), *line] for line in [*main, *([[]] * (room - len(main))), *lower])]
    lines = [pad(line, columns) for line in body[-rows:]]
    cursor = min(width(lower[-2]) + 1, columns - 1), max(0, len(lines) - 2)
    first = len(upper) + 1 - len(body) + len(lines)
    entries = [
        Target(first + TALL * at + line, 1, inside, row.id)
        for at, row in enumerate(in_sight(hall, room)[1])
        for line in range(TALL)
    ]
    return Picture(lines, cursor, Layout(), [*entries, *key_targets(named, inside, len(lines) - 1, 1)])


def title(hall: Hall, columns: int) -> Line:
    """The first line: where we are."""
    left: Line = [("class:title", f" {tr('The lobby')} · {printable(hall.lobby.server)}")]
    right: Line = [("class:title.note", f"{tables_counted(len(hall.rows))} ")]
    return [*pad(left, columns - width(right), "class:title"), *right]


def tables(hall: Hall, columns: int, rows: int) -> list[Line]:
    """As many tables as there is room for, the one under the cursor among them."""
    if not hall.rows:
        return [[], *wrapped(tr("There is no table yet. Open one."), columns)][:rows]
    first, seen = in_sight(hall, rows)
    lines = [line for row in seen for line in entry(hall, row, columns)]
    part = tr("{first}–{last} of {all}", first=first + 1, last=first + len(seen), all=len(hall.rows))
    more = f" {part}" if len(seen) < len(hall.rows) else ""
    return [[("class:quiet", more)], *lines][:rows]


def in_sight(hall: Hall, rows: int) -> tuple[int, tuple[Row, ...]]:
    """The tables that these lines hold, and how many there are above them."""
    fit = max(1, (rows - 1) // TALL)
    at = next((number for number, row in enumerate(hall.rows) if row.id == hall.cursor), 0)
    first = max(0, min(at - fit // 2, len(hall.rows) - fit))
    return first, hall.rows[first : first + fit]


def entry(hall: Hall, row: Row, columns: int) -> list[Line]:
    """A table on two lines: what it is and how it stands, who is there."""
    here = row.id == hall.cursor
    name, game, state = halls.heading(hall, row)
    style = "class:cursor" if here else "class:heading"
    head: Line = [("class:turn", "› " if here else "  "), (style, f"{hall.number(row)}  {name}")]
    played: Line = [("", f"  {game}")]
    note: Line = [("class:mark", state)]
    room = columns - width(note) - 1
    beside = width([*head, *played]) <= room
    head = pad([*head, *played] if beside else head, max(room, min(width(head), columns)))
    there = halls.company(hall, row) if beside else (game, *halls.company(hall, row))
    indent: Line = [("", "     " if beside else "  ")]
    return [
        clip([*head, ("", " "), *note], columns),
        [*indent, *fitting(parted(there, "class:quiet"), columns - width(indent))],
    ]


def question(hall: Hall, columns: int) -> list[Line]:
    """What is asked, and what is typed in answer."""
    text = halls.asking(hall)
    if not hall.form or hall.busy or hall.broken:
        return wrapped(text, columns, "class:ask")
    return answering(f"{before_answer(text)} {hall.typed}", hall.typed, columns)


def hint(hall: Hall) -> str:
    """What Enter would do."""
    return tr("answer") if hall.form else tr("sit down") if hall.pointed else tr("nothing yet")
