"""Words: how this client speaks of players, cards and decisions, and its own sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from client import cards
from client.model import Model
from protocol import About, Note, number, say
from protocol.from_server import Said

LABELS = {
    "seat.taken": "{name} sits down.",
    "seat.left": "{name} gets up.",
    "seat.bot": "{name}, a bot, takes the seat.",
    "seat.away": "{name} is away.",
    "seat.back": "{name} is back.",
    "seat.lost": "Your seat was not kept; you sit down anew.",
    "host.suspended": "The host is stopping. The table is kept, and you are there again when it is back.",
    "shuffle.fair": "The shuffle is checked: nobody can have stacked the cards.",
    "shuffle.kept": "The shuffle is checked. Bytes that were promised for it were kept back by {names}.",
    "shuffle.unseen": "The shuffle could not be checked: you were not here for the whole of it.",
    "shuffle.without": "WARNING: your part is missing from the shuffle of this deal, so the cards may be stacked.",
    "shuffle.alone": "WARNING: the server shuffles alone, nobody can check that the cards are not stacked.",
    "shuffle.stacked": "WARNING: the shuffle of this deal does not hold, the cards may be stacked. {why}",
    "shuffle.anew": "WARNING: the server shuffles again and has not shown the last shuffle; it may choose its cards.",
}
"""The sentences of the client's own notes, beside those that come with the game."""

OPEN_SEAT = "free seat"

NAMED = ("{seat}", "{name}")
"""A sentence that begins so begins with somebody's name, which is written as he writes it."""


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
        return self.names[seat] if 0 <= seat < len(self.names) else f"Seat {seat + 1}"

    def card(self, code: str) -> str:
        """A card in a sentence."""
        if self.style == "ascii" or (self.style == "plain" and cards.is_trump(code)):
            return code
        return cards.written(code, self.about.suits, self.about.labels)

    def face(self, code: str) -> str:
        """A card as it lies on the table: as short as can be."""
        return cards.written(code, self.about.suits, {})

    def card_in_full(self, code: str) -> str:
        """A card in words."""
        return cards.named(code, self.about.suits, self.about.labels)

    def note(self, note: Note) -> str:
        """The sentence of a note. One that does not fit its label is told by its key, rather than not at all."""
        labels = {**self.about.labels, **LABELS}
        try:
            sentence = printable(say(note, labels, self.player, self.card))
        except (LookupError, ValueError):
            return printable(note.key)
        return sentence if labels.get(note.key, "").startswith(NAMED) else sentence[:1].upper() + sentence[1:]

    def entry(self, entry: Note | Said) -> str:
        """Something of the log: what happened, or what somebody said."""
        return printable(f"{entry.name}: {entry.text}") if isinstance(entry, Said) else self.note(entry)

    def token(self, token: str) -> str:
        """A decision: by its label, else by what follows its verb."""
        if token in self.about.labels:
            return printable(self.about.labels[token])
        verb, colon, what = token.partition(":")
        if not colon:
            return printable(self.about.labels.get(verb, verb).replace("_", " "))
        parts = " ".join(self.about.labels.get(part, self.about.suits.get(part, part)) for part in what.split(","))
        return printable(parts.replace("_", " "))

    def tricks(self, number: int) -> str:
        """So many tricks; nothing for none."""
        return self.note(Note("trick.one" if number == 1 else "trick.many", args={"number": number})) if number else ""

    def phase(self, phase: str) -> str:
        """What is going on."""
        return printable(self.about.labels.get(f"phase.{phase}", phase.replace("_", " ")))


def words(model: Model, style: Style = "screen") -> Words:
    """The words for this table as it is."""
    names = tuple(printable(seat.name) or f"{OPEN_SEAT} {at}" for at, seat in enumerate(model.table.seats, start=1))
    return Words(model.about, names, style)


def printable(text: str) -> str:
    """Text without anything that could move a cursor: whatever the server sends, it stays text."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else " " for sign in text)


def line_broken(seconds: float) -> str:
    """What is said of a line that is broken."""
    return f"The line is broken: trying again in {max(1, round(seconds))} s…"


def before_answer(question: str, clock: str = "") -> str:
    """A question that an answer follows on the same line, with the time that is left for it."""
    words, sign = (question[:-1], question[-1]) if question.endswith(("?", ":")) else (question, ":")
    return f"{words} ({clock}){sign}" if clock else f"{words}{sign}"


def signed(amount: float) -> str:
    """An amount with its sign: `+25`, `−3`, `0`."""
    return f"+{number(amount)}" if amount > 0 else number(amount)


def counted(amount: int, thing: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{amount} {thing}" if amount == 1 else f"{amount} {thing}s"
