"""The hand in groups: the trumps and the cards that stand alone first, then one group a suit; or all by rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from client import cards
from client.choices import Choice
from client.text import Words
from protocol import About

Colour = Literal["trump", "red", "black"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One card: its code, its name as short as the group allows, and the choice it stands for, while one is asked."""

    code: str
    text: str
    colour: Colour
    choice: Choice | None = None

    @property
    def barred(self) -> bool:
        """Whether the card cannot be chosen while others can."""
        return self.choice is not None and not self.choice.legal


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that belong together, lowest first, under their sign and name; a hand that lies by rank has neither."""

    sign: str
    name: str
    colour: Colour
    cells: tuple[Cell, ...]


def groups(hand: Sequence[str], choices: Sequence[Choice], words: Words) -> tuple[Group, ...]:
    """The groups of a hand that are not empty, in the order in which the engine sends the cards."""
    about = words.about
    chosen = {choice.card: choice for choice in choices}
    if about.by_rank:
        cells = [Cell(code, words.card(code), colour(letter(code, about), about), chosen.get(code)) for code in hand]
        return (Group("", "", "black", tuple(cells)),) if cells else ()
    by_suit: dict[str, list[Cell]] = {"": [], **{letter: [] for letter in about.suits}}
    for code in hand:
        suit = letter(code, about)
        by_suit[suit].append(Cell(code, cards.short(code, about.suits), colour(suit, about), chosen.get(code)))
    return tuple(
        Group(
            cards.sign(suit, about.suits) if suit else "T",
            about.suits.get(suit, "trumps"),
            colour(suit, about),
            tuple(cells),
        )
        for suit, cells in by_suit.items()
        if cells
    )


def letter(code: str, about: About) -> str:
    """The letter of a card's suit; empty for the trumps and the cards that stand alone."""
    card = cards.suited(code, about.suits)
    return card.suit if card else ""


def colour(letter: str, about: About) -> Colour:
    """The colour of a suit, or of the trumps where there is no letter."""
    if not letter:
        return "trump"
    return "red" if about.suits[letter] in cards.RED else "black"
