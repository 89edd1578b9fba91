"""The start: where a person can go from here, where his cursor is, and what he is being asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from client.address import Address, BadAddress, parse
from client.form import Form, Question, Unclear, a_name, answered, asks
from client.language import LANGUAGES, later, of, tr
from client.text import sentence
from protocol import DEFAULT_PORT

HERE = Address("127.0.0.1", DEFAULT_PORT)
"""Where a table on this machine is, if there is one."""

LONGEST = 100
"""The characters of an answer."""


@dataclass(frozen=True, slots=True)
class Going:
    """Go to a server, over an encrypted line or not; `authority` is a certificate to be trusted there. `back` is who
    has a seat there that he comes back to, under the `name` that he had there; without one, under that of today.
    """

    address: Address
    tls: bool = False
    authority: Path | None = None
    back: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Playing:
    """Play this game with bots."""

    game: str


@dataclass(frozen=True, slots=True)
class Hosting:
    """Open a table of this game for everybody."""

    game: str


@dataclass(frozen=True, slots=True)
class Naming:
    """Be called so from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Speaking:
    """Read this language from now on."""

    language: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """Leave for good; `unheard` is who has never said a word."""

    unheard: bool = False


Errand = Going | Playing | Hosting | Naming | Speaking | Leaving


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: what it is known by, what it says, and what is done when it is chosen; nothing where that is
    for `chosen` to say.
    """

    key: str
    text: str
    errand: Errand | None = None


PLAY, HOST, ADDRESS, SETTLE, NAME = "play", "host", "address", "settle", "name"
"""The entries by which something is asked first."""


@dataclass(frozen=True, slots=True)
class Start:
    """`name` is who is here, if he has ever said so; `seats` are those that he can come back to, `found` the servers
    heard of, `games` what can be played here, with `game` as the last one that was. While something is being chosen,
    the `purpose` is to `PLAY` a game, to `HOST` one, or to `SETTLE` name or language. `numbers` holds the places in the
    order in which they were seen first, so that a number means the same as long as he is here. `form` is what he is
    being asked in words, `address` what he has said last when it was that.
    """

    name: str | None
    seats: tuple[Entry, ...] = ()
    found: tuple[Entry, ...] = ()
    games: Mapping[str, str] = field(default_factory=dict)
    game: str = ""
    purpose: str = ""
    numbers: tuple[str, ...] = ()
    cursor: str = ""
    form: Form | None = None
    typed: str = ""
    message: str = ""
    address: str = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What can be chosen now, by number."""
        if self.purpose == SETTLE:
            name = Entry(NAME, tr("Your name: {name}", name=self.name or ""))
            return (name, *(Entry(code, called, Speaking(code)) for code, called in LANGUAGES.items()))
        if self.purpose:
            kind = Playing if self.purpose == PLAY else Hosting
            return tuple(Entry(key, of(key).gettext(title), kind(key)) for key, title in self.games.items())
        return tuple(sorted(self.places, key=lambda entry: self.numbers.index(entry.key)))

    @property
    def pointed(self) -> Entry | None:
        """What the cursor is on."""
        return next((entry for entry in self.entries if entry.key == self.cursor), None)

    def number(self, entry: Entry) -> int:
        """What an entry is called here."""
        return 1 + ([each.key for each in self.entries] if self.purpose else self.numbers).index(entry.key)

    @property
    def places(self) -> tuple[Entry, ...]:
        """All places to go."""
        address = Entry(ADDRESS, tr("Type an address"))
        if not self.games:
            return (*self.seats, address, *self.found)
        here = Entry(PLAY, tr("Play here with bots")), Entry(HOST, tr("Host a table here"))
        return (*self.seats, *here, address, Entry(SETTLE, tr("Change your name or the language")), *self.found)


Step = tuple[Start, Errand | None]
"""The start after somebody has done something, and what is to be done for him."""


def opened(start: Start, otherwise: str = "") -> Start:
    """The start as somebody comes to it, for the first time or again; who has no name yet is asked for one."""
    start = numbered(replace(start, found=(), numbers=(), purpose="", form=None, typed=""))
    first = start.entries[0].key
    form = Form(tr("Welcome to Tapis Vert."), (naming(otherwise),)) if start.name is None else None
    return replace(start, cursor=start.cursor if start.pointed else first, form=form)


def naming(otherwise: str) -> Question:
    """What somebody is called; as he is called `otherwise`, unless he says."""
    what = tr("What are you called ({name})?", name=otherwise)
    why = tr("The name that others see at a table, with a letter in it. Enter alone means “{name}”.", name=otherwise)
    return Question(NAME, what, a_name(otherwise), why)


def heard(start: Start, found: Sequence[Entry]) -> Start:
    """The servers that are there now. Whoever has only come for one has his cursor on the first."""
    first = bool(found) and not (start.found or start.games or start.form) and start.cursor == ADDRESS
    start = numbered(replace(start, found=tuple(found)))
    if first:
        return replace(start, cursor=found[0].key)
    return start if start.pointed else replace(start, cursor=start.entries[0].key)


def numbered(start: Start) -> Start:
    """What is new gets the next numbers."""
    new = (entry.key for entry in start.places if entry.key not in start.numbers)
    return replace(start, numbers=(*start.numbers, *new))


def moved(start: Start, by: int) -> Start:
    """The cursor on another entry."""
    keys = [entry.key for entry in start.entries]
    at = keys.index(start.cursor) if start.cursor in keys else 0
    return at_entry(start, keys[(at + by) % len(keys)])


def at_entry(start: Start, key: str) -> Start:
    """The cursor on this entry."""
    return replace(start, cursor=key, message="")


def chosen(start: Start) -> Step:
    """What the cursor is on: go there, or be asked for the rest."""
    entry = start.pointed
    if entry is None:
        return start, None
    if entry.key in (PLAY, HOST) and not start.purpose:
        game = start.game if start.game in start.games else next(iter(start.games))
        return replace(start, purpose=entry.key, cursor=game, message=""), None
    if entry.key == SETTLE:
        return replace(start, purpose=SETTLE, cursor=NAME, message=""), None
    if entry.key == NAME:
        return replace(start, form=Form("", (naming(start.name or ""),)), typed="", message=""), None
    if entry.key == ADDRESS:
        what = tr("Which address, such as 192.168.1.7 (this machine)?")
        why = tr("The address that whoever hosts is shown, as in `tapis join 192.168.1.7`; Enter alone: this machine.")
        question = Question(ADDRESS, what, _address, why)
        return replace(start, form=Form("", (question,)), typed=start.address, message=""), None
    return replace(start, message=""), entry.errand


def picked(start: Start, number: str) -> Step:
    """The entry of that number."""
    entry = next((entry for entry in start.entries if str(start.number(entry)) == number), None)
    if entry is None:
        what = later("There is no {number} here; say a number from 1 to {most}.")
        most = max(map(start.number, start.entries))
        return replace(start, message=tr(what, number=number, most=most)), None
    return chosen(at_entry(start, entry.key))


def answer(start: Start, text: str) -> Step:
    """Answer the question."""
    if start.form is None:
        return start, None
    if why := asks(start.form, text):
        return replace(start, message=why, typed=""), None
    try:
        answers = dict(answered(start.form, text).answers)
    except Unclear as unclear:
        return replace(start, message=sentence(str(unclear))), None
    start = replace(start, form=None, typed="", message="")
    if NAME in answers:
        return replace(start, purpose=""), Naming(str(answers[NAME]))
    return replace(start, address=text.strip()), Going(parse(str(answers[ADDRESS])))


def explained(start: Start) -> Start:
    """What the question means, for who asks."""
    return replace(start, message=start.form.question.help) if start.form and start.form.question else start


def back(start: Start) -> Step:
    """Out of what was opened last; where nothing is, out of the door."""
    if start.form and start.name is not None:
        return replace(start, form=None, typed="", message=""), None
    if start.purpose:
        return replace(start, purpose="", cursor=start.purpose, message=""), None
    return start, Leaving()


def typing(start: Start, text: str) -> Start:
    """An answer as far as it is typed."""
    return replace(start, typed=text[:LONGEST], message="")


def asking(start: Start) -> str:
    """The question, or what can be done."""
    if start.form and start.form.question:
        return f"{start.form.title} {start.form.question.text}".strip()
    if start.purpose == SETTLE:
        return tr("What is to be changed?")
    return tr("Which game?") if start.purpose else tr("Where do you want to play?")


def _address(text: str) -> str:
    try:
        return str(parse(text)) if text else str(HERE)
    except BadAddress as error:
        raise Unclear(str(error)) from None
