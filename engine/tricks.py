"""What trick-taking games share: following, beating, who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Taken(NamedTuple):
    """A trick that is over: the cards in the order played, as indices, and the seat that won it."""

    leader: int
    cards: tuple[int, ...]
    winner: int


def following(hand: int, led: int, trumps: int) -> int:
    """The cards of the suit led; without any the trumps; without either the whole hand."""
    return hand & led or hand & trumps or hand


def overtrumping(trumps: int, trick: Sequence[int], higher: Sequence[int]) -> int:
    """Those of these trumps that beat the highest in the trick, even a partner's; if there is none, all of them.

    `higher` has for each card of the pack the trumps that beat it.
    """
    better = trumps
    for card in trick:
        better &= higher[card]
    return better or trumps


def suit_led(trick: Sequence[int], suits: Sequence[int]) -> int:
    """The suit that this trick asks for, as a mask; empty while none is led.

    `suits` has the suit of each card. That of a fool is empty: where it is led, the next card sets the suit.
    """
    for card in trick[:2]:
        if suits[card]:
            return suits[card]
    return 0


def strengths(led: Sequence[int], trumps: Sequence[int], size: int) -> tuple[int, ...]:
    """How strong each card of the pack is where this suit is led; both suits are given lowest first.

    Any trump beats any plain card; a card of neither suit has -1 and never wins.
    """
    table = [-1] * size
    for strength, card in enumerate(led):
        table[card] = strength
    for strength, card in enumerate(trumps):
        table[card] = size + strength
    return tuple(table)


def strongest(cards: Sequence[int], strength: Sequence[int]) -> int:
    """The place in the trick of the card that wins it; of equal ones the last played."""
    best, winner = -1, 0
    for place, card in enumerate(cards):
        if strength[card] >= best:
            best, winner = strength[card], place
    return winner
