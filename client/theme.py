"""Colours, by what they stand for. Nothing is told by colour alone, so any theme will do, and one has none.

What is quiet is dim rather than grey: some palettes have the same grey for their background. And no name here may be
that of a colour, for those have a style of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Theme = Literal["two-colour", "four-colour", "colour-blind", "monochrome"]

PLAIN = {
    "title": "reverse bold",
    "title.note": "reverse nobold",
    "rule": "dim",
    "heading": "bold",
    "quiet": "dim",
    "turn": "bold",
    "me": "bold",
    "mark": "",
    "suit.trumps": "bold",
    "barred": "dim",
    "cursor": "reverse bold",
    "card": "reverse",
    "ask": "bold",
    "refusal": "bold",
    "gain": "",
    "loss": "bold",
    "key": "reverse",
}
"""What does without colours."""

COLOURED = {
    **PLAIN,
    "title": "bg:#005f00 #ffffff bold",
    "title.note": "bg:#005f00 #d7ffd7 nobold",
    "turn": "bold ansigreen",
    "mark": "ansicyan",
    "suit.trumps": "ansicyan",
    "card": "bg:#ffffff #000000",
    "refusal": "bold ansibrightred",
    "gain": "ansigreen",
    "loss": "ansibrightred",
}

TOLD_APART = {
    **COLOURED,
    "title": "bg:#00477f #ffffff bold",
    "title.note": "bg:#00477f #d7efff nobold",
    "turn": "bold #56b4e9",
    "mark": "#56b4e9",
    "suit.trumps": "#56b4e9",
    "refusal": "bold #e69f00",
    "gain": "#56b4e9",
    "loss": "#e69f00",
}
"""Blue and orange, which everybody tells apart, stand for green and red."""

Suits = Mapping[str, tuple[str, str]]
"""The colour of each suit that has one: on the ground of the terminal, and on the white of a card."""

RED = ("ansibrightred", "#af0000")
GREEN, BLUE = ("ansigreen", "#006f00"), ("ansibrightblue", "#0000cf")
ORANGE, SKY, ROSE = ("#e69f00", "#a85400"), ("#56b4e9", "#0062a0"), ("#cc79a7", "#a03070")

TWO: Suits = {"hearts": RED, "diamonds": RED}
FOUR: Suits = {"hearts": RED, "clubs": GREEN, "diamonds": BLUE, "cups": RED, "batons": GREEN, "coins": BLUE}
APART: Suits = {"hearts": ORANGE, "clubs": SKY, "diamonds": ROSE, "cups": ORANGE, "batons": SKY, "coins": ROSE}
"""Spades and swords have the colour of the text, in every theme."""


def styles(theme: Theme) -> dict[str, str]:
    """The style of each name that the screens use."""
    base, suits = THEMES[theme]
    own = {f"suit.{suit}": ground for suit, (ground, _) in suits.items()}
    cards = {f"card.{suit}": card for suit, (_, card) in suits.items()}
    return {**base, **own, **cards}


THEMES: Mapping[Theme, tuple[Mapping[str, str], Suits]] = {
    "two-colour": (COLOURED, TWO),
    "four-colour": (COLOURED, FOUR),
    "colour-blind": (TOLD_APART, APART),
    "monochrome": (PLAIN, {}),
}
