"""The lobby as one person sees it and moves about in it: which tables there are, and what he is about to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from client import language
from client.form import Form, Question, Unclear, a_name, answered, any_of, asks, number, one_of, up_to
from client.language import later, tr, trn
from client.names import table_of
from client.outages import Broken, Heard, Unseated
from client.text import line_broken, printable, sentence, spans, watching
from protocol.from_server import Failure, Farewell, House, Lobby, Refused, Row
from protocol.message import CLOCK, DEALS, LONGEST_PHRASE, Level

STALE = later("The directory does not answer: tables of other servers may be missing, or not as they are shown.")

FRESH = later("The directory answers again.")

NONE_YET = later("There is no table yet; open one.")

LEVELS: tuple[str, ...] = get_args(Level)

STATES = {
    "waiting": later("{free} of {seats} free, not begun"),
    "playing": later("{free} of {seats} free, playing"),
    "over": later("{free} of {seats} free, between deals"),
}
FULL = {
    "waiting": later("full, not begun"),
    "playing": later("full, playing"),
    "over": later("full, between deals"),
}
"""How a table stands: one with free seats, and one without."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Open a table."""

    game: str
    name: str
    phrase: str | None
    deals: int | None
    clock: int | None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Joining:
    """Sit down at a table, or watch it."""

    table: str
    phrase: str | None = None
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Returning:
    """Come back to one's seat at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """Leave the lobby, and the server."""


Errand = Opening | Joining | Returning | Leaving


@dataclass(frozen=True, slots=True)
class Hall:
    """`name` is who is here, `ours` the tables where he has a seat. `numbers` are the tables in the order in which he
    saw them first, so that a number means one table as long as he is here; `rows` has those of this server first, then
    those of other servers, which `houses` names by the tables. `form` is what he is being asked, `pending`
    the table that he wants to join when he has said the pass phrase; `busy` tells that he waits for an answer.
    """

    lobby: Lobby
    name: str
    ours: frozenset[str] = frozenset()
    numbers: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    houses: Mapping[str, House] = field(default_factory=dict)
    cursor: str = ""
    form: Form | None = None
    pending: Joining | None = None
    typed: str = ""
    message: str = ""
    busy: bool = False
    broken: bool = False

    @property
    def pointed(self) -> Row | None:
        """The table that the cursor is on."""
        return next((row for row in self.rows if row.id == self.cursor), None)

    def number(self, row: Row) -> int:
        """What a table is called here."""
        return self.numbers.index(row.id) + 1


def entered(
    lobby: Lobby, name: str, ours: frozenset[str] = frozenset(), message: str = "", before: Hall | None = None
) -> Hall:
    """The lobby at the beginning; `message` is why somebody is here again, who finds it as it was `before`."""
    numbers, cursor = (before.numbers, before.cursor) if before else ((), "")
    return heard(Hall(lobby, name, ours, numbers, cursor=cursor, message=message), lobby)


def heard(hall: Hall, message: Heard) -> Hall:
    """The lobby after a message."""
    match message:
        case Lobby():
            hall = replace(filled(hall, message), broken=False)
            first = hall.rows[0].id if hall.rows else ""
            return hall if hall.pointed else replace(hall, cursor=first)
        case Refused() | Failure() | Farewell():
            return replace(hall, message=printable(language.told(message)), busy=False)
        case Broken():
            return replace(hall, broken=True)
        case Unseated():
            return replace(hall, message=tr("Your seat was not kept."), busy=False)
        case _:
            return hall


def filled(hall: Hall, lobby: Lobby) -> Hall:
    """The lobby with these tables."""
    houses = {row.id: house for house in lobby.elsewhere for row in house.tables}
    others = [row for house in lobby.elsewhere for row in house.tables]
    known = {row.id: row for row in (*lobby.tables, *others)}
    numbers = tuple(dict.fromkeys((*hall.numbers, *known)))
    rows = sorted((known[table] for table in numbers if table in known), key=lambda row: row.id in houses)
    return replace(hall, lobby=lobby, numbers=numbers, rows=tuple(rows), houses=houses)


Step = tuple[Hall, Errand | None]
"""The lobby after somebody has done something, and what is to be done for him."""


def join(hall: Hall, row: Row | None) -> Step:
    """Sit down at a table, or come back to it."""
    if row is None:
        return replace(hall, message=tr(NONE_YET)), None
    if row.id in hall.ours:  # of a seat at another server only that one is told
        return sent(hall, Joining(row.id) if row.id in hall.houses else Returning(row.id))
    if not row.free and row.id not in hall.houses:  # another server knows better whether a seat there is ours
        taken = tr("All seats of “{table}” are taken; you can watch it.", table=printable(row.name))
        return replace(hall, message=taken), None
    return admitted(hall, row, Joining(row.id))


def watch(hall: Hall, row: Row | None) -> Step:
    """Watch a table."""
    if row is None:
        return replace(hall, message=tr(NONE_YET)), None
    if not row.spectators:
        return replace(hall, message=tr("Nobody may watch “{table}”.", table=printable(row.name))), None
    return admitted(hall, row, Joining(row.id, watch=True))


def admitted(hall: Hall, row: Row, wish: Joining) -> Step:
    """Go there, once the pass phrase was said where there is one."""
    if not row.private:
        return sent(hall, wish)
    question = Question("phrase", tr("Its pass phrase"), up_to(LONGEST_PHRASE))
    form = Form(tr("“{table}” is private", table=printable(row.name)), (question,))
    return replace(hall, form=form, pending=wish, message="", typed=""), None


def open_one(hall: Hall) -> Hall:
    """Begin to open a table."""
    games = {key: printable(language.of(key).gettext(title)) for key, title in hall.lobby.games.items()}
    listed = ", ".join(f"{at}) {title}" for at, title in enumerate(games.values(), start=1))
    name = table_of(hall.name)
    least, most = DEALS
    quickest, slowest = CLOCK
    levels = ", ".join(LEVELS)
    otherwise = tr("Enter alone means what stands in brackets.")
    which = tr("Which game? {games}", games=listed)
    questions = (
        Question("game", which, one_of(games), tr("Say its number, or how its name begins.")),
        Question(
            "name",
            tr("Its name ({name})", name=name),
            a_name(name),
            tr("The name of the table in the lobby. Enter alone means “{name}”.", name=name),
        ),
        Question("phrase", tr("A pass phrase (none: open to all)"), up_to(LONGEST_PHRASE), otherwise),
        Question(
            "deals",
            tr("How many deals, {least} to {most} (as many as you like)", least=least, most=most),
            number(*DEALS),
            otherwise,
        ),
        Question(
            "clock",
            tr("Seconds for a decision, {least} to {most} (no clock)", least=quickest, most=slowest),
            number(*CLOCK),
            otherwise,
        ),
        Question("level", tr("How well bots play: {levels} (as usual here)", levels=levels), any_of(LEVELS), otherwise),
    )
    return replace(hall, form=Form(tr("A new table"), questions), pending=None, message="", typed="")


def answer(hall: Hall, text: str) -> Step:
    """Answer the question of the form."""
    if hall.form is None:
        return hall, None
    if why := asks(hall.form, text):
        return replace(hall, message=why, typed=""), None
    try:
        form = answered(hall.form, text)
    except Unclear as unclear:
        return replace(hall, message=sentence(str(unclear))), None
    if form.question:
        return replace(hall, form=form, message="", typed=""), None
    answers = dict(form.answers)
    if hall.pending:
        phrase = answers["phrase"]
        return sent(hall, replace(hall.pending, phrase=phrase if isinstance(phrase, str) else None))
    return sent(hall, Opening(**answers))  # type: ignore[arg-type]


def cancelled(hall: Hall) -> Hall:
    """Nothing of what was being asked."""
    return replace(hall, form=None, pending=None, typed="", message="")


def explained(hall: Hall) -> Hall:
    """What the question means, for who asks."""
    return replace(hall, message=hall.form.question.help) if hall.form and hall.form.question else hall


def sent(hall: Hall, errand: Errand) -> Step:
    """Something is on its way."""
    return replace(cancelled(hall), busy=True), errand


def typing(hall: Hall, text: str) -> Hall:
    """An answer as far as it is typed."""
    return replace(hall, typed=text[:LONGEST_PHRASE], message="")


def missed(hall: Hall, text: str) -> Hall:
    """Somebody has named a table that is none."""
    numbers = spans(sorted(map(hall.number, hall.rows)))
    if numbers:
        said = tr("“{text}” is no table; say {numbers}, open, watch and a number, or help.", text=text, numbers=numbers)
    else:
        said = tr("“{text}” is no table; say open, or help.", text=text)
    return replace(hall, message=said)


def moved(hall: Hall, by: int) -> Hall:
    """The cursor on another table."""
    ids = [row.id for row in hall.rows]
    if not ids:
        return hall
    at = ids.index(hall.cursor) if hall.cursor in ids else 0
    return at_table(hall, ids[(at + by) % len(ids)])


def at_table(hall: Hall, table: str) -> Hall:
    """The cursor on this table."""
    return replace(hall, cursor=table, message="", typed="")


def picked(hall: Hall, digits: str) -> Step:
    """The table of the number that is being typed: to it with the cursor, and in where no other number begins so."""
    numbers = {str(hall.number(row)): row for row in hall.rows}
    begun = [text for text in (hall.typed + digits, digits) if any(number.startswith(text) for number in numbers)]
    if not begun:
        what = later("There is no {number} here; say a number from 1 to {most}.")
        said = tr(what, number=digits, most=max(map(hall.number, hall.rows))) if numbers else tr(NONE_YET)
        return replace(hall, message=said, typed=""), None
    typed = begun[0]
    more = any(number != typed and number.startswith(typed) for number in numbers)
    there = numbers.get(typed, hall.pointed)
    hall = replace(hall, cursor=there.id if there else "", typed=typed, message="")
    return (hall, None) if more else join(hall, there)


def asking(hall: Hall) -> str:
    """The question, or what can be done."""
    if hall.broken:
        return line_broken()
    if hall.busy:
        return tr("On its way…")
    if hall.form and hall.form.question:
        return f"{hall.form.title}. {hall.form.question.text}"
    return tr("Sit down at a table, watch one, or open one")


def heading(hall: Hall, row: Row) -> tuple[str, str, str]:
    """A table in brief: what it is called, by its id too where that is not clear; what is played, how it stands."""
    same = sum(other.name == row.name for other in hall.rows) > 1
    return (
        printable(f"{row.name} ({row.id})" if same else row.name),
        printable(language.of(row.game).gettext(row.title)),
        tr((STATES if row.free else FULL)[row.state], free=row.free, seats=row.seats),
    )


def company(hall: Hall, row: Row) -> tuple[str, ...]:
    """Who is at a table, and what else is to be known of it."""
    people = [*map(printable, row.people), *([trn("{count} bot", "{count} bots", row.bots)] if row.bots else [])]
    remarks = [", ".join(people) or tr("nobody yet")]
    remarks += [watching(row.watching)] if row.watching else []
    remarks += [tr("private")] if row.private else []
    remarks += [tr("your seat is here")] if row.id in hall.ours else []
    house = hall.houses.get(row.id)
    remarks += [tr("at {server}", server=printable(f"{house.name} ({house.address})"))] if house else []
    return tuple(remarks)
