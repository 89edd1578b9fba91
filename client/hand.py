"""The hand in groups: the trumps and the cards that stand alone first, then one group a suit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from client import cards
from client.choices import Choice
from protocol import About

Colour = Literal["trump", "red", "black"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One card: its code, its short name within the group, and the choice it stands for, while one is asked."""

    code: str
    text: str
    choice: Choice | None = None

    @property
    def barred(self) -> bool:
        """Whether the card cannot be chosen while others can."""
        return self.choice is not None and not self.choice.legal


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that belong together, lowest first, under their sign and name; the trumps have no sign."""

    sign: str
    name: str
    colour: Colour
    cells: tuple[Cell, ...]


def groups(hand: Sequence[str], choices: Sequence[Choice], about: About) -> tuple[Group, ...]:
    """The groups of a hand that are not empty, in the order in which the engine sends the cards."""
    chosen = {choice.card: choice for choice in choices}
    by_suit: dict[str, list[Cell]] = {"": [], **{letter: [] for letter in about.suits}}
    for code in hand:
        card = cards.suited(code, about.suits)
        cell = Cell(code, cards.short(code, about.suits), chosen.get(code))
        by_suit[card.suit if card else ""].append(cell)
    return tuple(
        Group(
            cards.sign(letter, about.suits) if letter else "",
            about.suits.get(letter, "trumps"),
            colour(letter, about),
            tuple(cells),
        )
        for letter, cells in by_suit.items()
        if cells
    )


def colour(letter: str, about: About) -> Colour:
    """The colour of a suit, or of the trumps where there is no letter."""
    if not letter:
        return "trump"
    return "red" if about.suits[letter] in cards.RED else "black"
