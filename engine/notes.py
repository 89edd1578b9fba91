"""Things that are said at the table: what happened, what stands, what is asked, what is paid.

A note is data, so that a program can read it; its key names a sentence in the labels of its game, so that
a person can. The sentence is English with named gaps, and serves translators as the text to translate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Number = int | float
Value = int | float | str


@dataclass(frozen=True, slots=True)
class Note:
    """One thing said: its key, and of what it speaks.

    `seat` and `cards` are what a sentence most often speaks of. `args` holds the rest: numbers stand for
    themselves, a string is a key of the labels (a contract, say) or, where there is none, itself.
    """

    key: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
    args: Mapping[str, Value] = field(default_factory=dict)


COMMON_LABELS = {
    "pass": "Pass",
    "phase.play": "Play",
    "phase.settled": "The deal is over",
    "ask.play": "Your card",
    "dealt": "{seat} deals.",
    "dealt.again": "{seat} deals.",
    "played": "{seat} plays {cards}.",
    "passed": "{seat} passes.",
    "trick": "{seat} wins the trick.",
    "trick.now": "Trick {number}",
    "trick.over": "{seat} wins trick {number}",
    "trick.last": "Last trick",
    "trick.one": "1 trick",
    "trick.many": "{number} tricks",
    "hand": "{seat} was dealt {cards}.",
    "annulled": "The deal is annulled: {reason}.",
    "settled": "The deal is settled.",
    "all_pass": "everybody passed",
}


NAMED = ("{seat}", "{name}")
"""A sentence that begins so begins with somebody's name, which is written as he writes it."""

NONE = "–"
"""Stands where no card is."""


def number(value: Number) -> str:
    """A number as people write it: `25`, `25.5`, `−3`."""
    return f"{value:{'d' if isinstance(value, int) else 'g'}}".replace("-", "−")


_GAP = re.compile(r"\{(\w+)\}")


def fill(sentence: str, gaps: Mapping[str, object]) -> str:
    """A sentence with its named gaps filled, and nothing else done to it. KeyError for a gap that nothing fills."""
    return _GAP.sub(lambda gap: _filling(gaps[gap[1]]), sentence)


def _filling(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def later(sentence: str) -> str:
    """A sentence as it stands in the source, which is put into other languages when it is said."""
    return sentence


class Sentence:
    """A sentence for a person that is in no labels: English, with named gaps, and what fills them."""

    __slots__ = ("args", "text")

    def __init__(self, text: str, /, **args: Value) -> None:
        self.text = text
        self.args = args

    def __str__(self) -> str:
        return fill(self.text, self.args)


def say(
    note: Note,
    labels: Mapping[str, str],
    player: Callable[[int], str],
    card: Callable[[str], str] = str,
    translate: Callable[[str], str] = str,
    figure: Callable[[Number], str] = number,
) -> str:
    """The sentence of a note, in the words of one reader: his names for seats and cards, his language and figures."""
    sentence = translate(labels.get(note.key, note.key))

    def word(value: Value) -> str:
        if isinstance(value, str):
            return translate(labels[value]) if value in labels else value
        return figure(value)

    gaps = {name: word(value) for name, value in note.args.items()}
    if note.seat is not None:
        gaps["seat"] = player(note.seat)
    gaps["cards"] = " ".join(card(code) for code in note.cards) or NONE
    told = fill(sentence, gaps)
    return told if sentence.startswith(NAMED) else told[:1].upper() + told[1:]
