"""The hand in groups: the trumps and the cards that stand alone first, then one group a suit; or all by rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from client import cards
from client.choices import Choice
from client.language import tr
from client.settings import Settings
from client.text import Words
from protocol import About

TRUMPS = "trumps"


@dataclass(frozen=True, slots=True)
class Cell:
    """One card: its code, its name as short as the group allows, the name of its suit, and the choice it stands for,
    while one is asked.
    """

    code: str
    text: str
    suit: str
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that belong together, lowest first, under their sign and name, which is `called` so in the language of the
    reader; a hand that lies by rank has none of them.
    """

    sign: str
    name: str
    cells: tuple[Cell, ...]
    called: str = ""


def groups(hand: Sequence[str], choices: Sequence[Choice], words: Words) -> tuple[Group, ...]:
    """The groups of a hand that are not empty, in the order in which the engine sends the cards."""
    about = words.about
    chosen = {choice.card: choice for choice in choices}
    if about.by_rank:
        cells = [Cell(code, words.card(code), suit_of(letter(code, about), about), chosen.get(code)) for code in hand]
        return (Group("", "", tuple(cells)),) if cells else ()
    by_suit: dict[str, list[Cell]] = {"": [], **{letter: [] for letter in about.suits}}
    for code in hand:
        suit = letter(code, about)
        by_suit[suit].append(Cell(code, cards.short(code, about), suit_of(suit, about), chosen.get(code)))
    return tuple(
        Group(
            cards.sign(suit, about) if suit else cards.of_trumps(),
            suit_of(suit, about),
            tuple(cells),
            words.said(about.suits[suit]) if suit else tr("trumps"),
        )
        for suit, cells in by_suit.items()
        if cells
    )


def arranged(groups: tuple[Group, ...], own: Settings) -> tuple[Group, ...]:
    """The groups of a hand as this person likes them to lie."""
    if own.hand == "falling":
        groups = tuple(replace(group, cells=group.cells[::-1]) for group in groups)
    if own.trumps == "last":
        groups = tuple(sorted(groups, key=lambda group: group.name == TRUMPS))
    return groups


def letter(code: str, about: About) -> str:
    """The letter of a card's suit; empty for the trumps and the cards that stand alone."""
    card = cards.suited(code, about)
    return card.suit if card else ""


def suit_of(letter: str, about: About) -> str:
    """The name of a suit; that of the trumps where there is no letter."""
    return about.suits.get(letter, TRUMPS)
