"""Words: how this client speaks of players, cards and decisions, and its own sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from client import cards, language
from client.advice import Advice
from client.keys import Action, Keyboard
from client.language import later, tr, trn, trp
from client.model import Logged, Model, Told
from protocol import About, Note, fill, number, say
from protocol.from_server import Said

LABELS = {
    "seat.taken": later("{name} sits down."),
    "seat.left": later("{name} gets up."),
    "seat.moved": later("{name} moves to seat {number}."),
    "seat.wish": later("{name} would like to change places with {other}."),
    "seat.stay": later("{name} and {other} stay where they are."),
    "seat.bot": later("{name}, a bot, takes the seat."),
    "seat.away": later("{name} is away."),
    "seat.back": later("{name} is back."),
    "seat.lost": later("Your seat was not kept; you sit down anew."),
    "seat.unkept": later("This window alone knows your seat; TAPIS_STATE=FOLDER would keep it ({why})."),
    "seat.overruled": later("Your time was over: a bot has decided for you."),
    "level.easy": later("Bots play at the level “easy” now."),
    "level.normal": later("Bots play at the level “normal” now."),
    "level.strong": later("Bots play at the level “strong” now."),
    "seat.replaced": later("You were away: a bot has decided for you."),
    "chat.waits": later("What you wrote will be said when the line is there again."),
    "host.suspended": later("The host is stopping. The table is kept, and you are there again when it is back."),
    "shuffle.fair": later("The shuffle is checked: nobody can have stacked the cards."),
    "shuffle.kept": later("The shuffle is checked. Bytes that were promised for it were kept back by {names}."),
    "shuffle.unseen": later("The shuffle could not be checked: you were not here for the whole of it."),
    "shuffle.without": later(
        "WARNING: your part is missing from the shuffle of this deal, so the cards may be stacked."
    ),
    "shuffle.alone": later("WARNING: the server shuffles alone, nobody can check that the cards are not stacked."),
    "shuffle.again": later("The cards are those of a deal that was played before; nobody has shuffled them."),
    "shuffle.stacked": later("WARNING: the shuffle of this deal does not hold, the cards may be stacked. {why}"),
    "shuffle.anew": later(
        "WARNING: the server shuffles again and has not shown the last shuffle; it may choose its cards."
    ),
}
"""The sentences of the client's own notes, beside those that come with the game."""

UNBROKEN = "\u00a0"
"""The space at which no line is broken; French has one before a question mark."""

NAMED_AT_MOST = 10
"""So many things are named in a sentence that says what there is."""

_QUESTION = re.compile(r"(.*?)(\s?[?:])")


def ended(text: str) -> str:
    """What is followed by another sentence, with a stop at its end."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def sentence(text: str) -> str:
    """What was said of a command, behind its name, as a sentence that stands for itself."""
    return text[:1].upper() + text[1:]


Style = Literal["screen", "plain", "ascii"]
"""How cards are written: `K♠` and `12`; where numbers also count choices, `K♠` and `T12`; without signs, `KS`."""


@dataclass(frozen=True)
class Words:
    """The words of one table for one reader."""

    about: About
    names: tuple[str, ...]
    style: Style = "screen"

    def player(self, seat: int) -> str:
        """Who sits there, by name."""
        return self.names[seat] if 0 <= seat < len(self.names) else tr("Seat {number}", number=seat + 1)

    def said(self, sentence: str) -> str:
        """A sentence or word of the game, in the language that is spoken."""
        return printable(language.of(self.about.key).gettext(sentence)) if sentence else ""

    def label(self, key: str) -> str:
        """What stands for a key: its label, the name of a suit, the letter of a rank, or else itself."""
        known = self.about.labels.get(key) or self.about.suits.get(key)
        return self.said(known) if known else cards.face(key)

    def card(self, code: str) -> str:
        """A card in a sentence."""
        if self.style == "ascii" or (self.style == "plain" and cards.is_trump(code)):
            return cards.lettered(code, self.about)
        return cards.written(code, self.about)

    def face(self, code: str) -> str:
        """A card as it lies on the table: as short as can be."""
        return cards.lying(code, self.about)

    def card_in_full(self, code: str) -> str:
        """A card in words."""
        return cards.named(code, self.about)

    def note(self, note: Note) -> str:
        """The sentence of a note. One that does not fit its label is told by its key, rather than not at all."""
        labels = LABELS if note.key in LABELS else self.about.labels
        try:
            return printable(say(note, labels, self.player, self.card, self.said, figure))
        except LookupError:
            return printable(note.key)

    def reason(self, advice: Advice) -> str:
        """Why a bot would do what it advises."""
        about = replace(self.about, labels={**self.about.labels, **advice.labels})
        return replace(self, about=about).note(advice.why)

    def entry(self, entry: Logged) -> str:
        """Something of the log: what happened, or what somebody said."""
        if isinstance(entry, Told):
            return replace(self, names=called(entry.names)).note(entry.note)
        return printable(f"{entry.name}: {entry.text}") if isinstance(entry, Said) else self.note(entry)

    def token(self, token: str) -> str:
        """A decision: by its label, else by what follows its verb."""
        if token in self.about.labels:
            return self.label(token)
        verb, colon, what = token.partition(":")
        parts = what.split(",") if colon else [verb]
        return printable(" ".join(map(self.label, parts)).replace("_", " "))

    def tricks(self, number: int) -> str:
        """So many tricks; nothing for none."""
        one, many = self.about.labels.get("trick.one", "trick.one"), self.about.labels.get("trick.many", "trick.many")
        counted = language.of(self.about.key).ngettext(one, many, number)
        return printable(fill(counted, {"number": number})) if number else ""

    def phase(self, phase: str) -> str:
        """What is going on."""
        label = self.about.labels.get(f"phase.{phase}")
        return self.said(label) if label else printable(phase.replace("_", " "))


def words(model: Model, style: Style = "screen") -> Words:
    """The words for this table as it is."""
    return Words(model.about, called(seat.name for seat in model.table.seats), style)


def called(names: Iterable[str]) -> tuple[str, ...]:
    """What to call those who sit on the seats, or the seat where nobody sits."""
    return tuple(printable(name) or tr("free seat {number}", number=at) for at, name in enumerate(names, start=1))


def printable(text: str) -> str:
    """Text without anything that could move a cursor: whatever the server sends, it stays text."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == UNBROKEN else " " for sign in text)


def line_broken() -> str:
    """What is said of a line that is broken."""
    return tr("The line is broken: it is tried again by itself.")


def before_answer(question: str, clock: str = "") -> str:
    """A question that an answer follows on the same line, with the time that is left for it."""
    asked = _QUESTION.fullmatch(question)
    text, sign = (asked[1], asked[2]) if asked else (question, trp("after a question", ":"))
    return f"{text} ({clock}){sign}" if clock else f"{text}{sign}"


def about(what: str, rest: str) -> str:
    """Something, and what there is to say of it: `Last trick: Anna 8♦`."""
    return tr("{what}: {rest}", what=what, rest=rest)


def signed(amount: float) -> str:
    """An amount with its sign: `+25`, `−3`, `0`."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


def figure(amount: float) -> str:
    """A number as people write it: `25`, `25.5`, or `25,5` where that is the custom."""
    return number(amount).replace(".", trp("in 25.5", "."))


def with_key(word: str, key: str) -> str:
    """An order by its word, and by the key that is the same, if there is one: `start (s)`."""
    return tr("{word} ({key})", word=word, key=key) if key else word


def explained(words: Mapping[str, str], letters: Mapping[Action, str], keyboard: Keyboard) -> Iterator[str]:
    """Words that may be typed, each with the key that is the same, if there is one, and with what it does."""
    keys = {"help": "?", **{word: keyboard.typed(action) for action, word in letters.items()}}
    return (f"{about(with_key(tr(word), keys.get(word, '')), tr(what))}." for word, what in words.items())


def cards_counted(count: int) -> str:
    """So many cards."""
    return trn("{count} card", "{count} cards", count)


def either(things: Sequence[str]) -> str:
    """`one`, `one or another`, `one or another or a third`."""
    first, *others = things
    return either([tr("{one} or {another}", one=first, another=others[0]), *others[1:]]) if others else first


def doubt(text: str, things: Sequence[str]) -> str:
    """That something which was typed may mean any of these."""
    return tr("“{text}” may be {choices}.", text=text, choices=either(things))


def listed(things: Iterable[str]) -> str:
    """Things one after the other, that may have commas in them."""
    return trp("between what is listed", "; ").join(things)


def first_of(things: Sequence[str]) -> str:
    """The first things of a list that may be very long, and how many more there are."""
    shown, more = ", ".join(things[:NAMED_AT_MOST]), len(things) - NAMED_AT_MOST
    return trn("{things} and {count} more", "{things} and {count} more", more, things=shown) if more > 0 else shown


def spans(numbers: Iterable[int]) -> str:
    """Numbers that rise, in brief: `1–3, 5`."""
    runs: list[list[int]] = []
    for each in numbers:
        if runs and each == runs[-1][-1] + 1:
            runs[-1].append(each)
        else:
            runs.append([each])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def hand_counted(count: int) -> str:
    """The heading of a hand of so many cards."""
    return trn("Your hand, {count} card", "Your hand, {count} cards", count)


def deals_counted(count: int) -> str:
    """So many deals."""
    return trn("{count} deal", "{count} deals", count)


def tables_counted(count: int) -> str:
    """So many tables."""
    return trn("{count} table", "{count} tables", count)


def watching(count: int) -> str:
    """So many who watch."""
    return trn("{count} watching", "{count} watching", count)
