"""What people are called and what they say: nothing that one types can disturb another's screen."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Collection

from engine.notes import Sentence, later
from protocol.message import LONGEST_NAME
from server.refusal import Refusal

MARKS = 2
"""So many combining marks in a row are more than any European name needs, and too few to climb over a line."""

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs"}
"""Control, format (bidi and zero-width signs are among them), unassigned, private, surrogate."""

BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Signs that count as letters or marks, and show nothing."""

BOTS = ("Léa", "Hugo", "Inès", "Jules", "Mei", "Paolo", "Rosa", "Tao")


class BadName(Refusal):
    """A name that nobody can be called by. The sentence says what would be right."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__("name", sentence)


def clean(text: str) -> str:
    """The name that a text comes to. BadName unless 1 to 24 characters are left of it."""
    name = visible(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        what = later("A name has 1 to {most} visible characters, this one has {count}.")
        raise BadName(Sentence(what, most=LONGEST_NAME, count=len(name)))
    return name


def visible(text: str) -> str:
    """What can be seen of a text: NFC, one line, nothing that has no width or could disturb a screen."""
    spaced = "".join(" " if sign.isspace() or sign in BLANK else sign for sign in unicodedata.normalize("NFC", text))
    seen = "".join(sign for sign in spaced if unicodedata.category(sign) not in UNSEEN)
    return unicodedata.normalize("NFC", " ".join(_few_marks(seen).split()))


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, or the first of `Anna 2`, `Anna 3`, … that nobody at the table has."""
    folded = {other.casefold() for other in taken}
    endings = itertools.chain([""], (f" {number}" for number in itertools.count(2)))
    names = (name[: LONGEST_NAME - len(ending)].rstrip() + ending for ending in endings)
    return next(name for name in names if name.casefold() not in folded)


def _few_marks(text: str) -> str:
    """The text without marks that have nothing to stand on, or that pile up."""
    kept: list[str] = []
    room = 0
    for sign in text:
        if unicodedata.category(sign) in ("Mn", "Me"):
            if not room:
                continue
            room -= 1
        else:
            room = 0 if sign == " " else MARKS
        kept.append(sign)
    return "".join(kept)
