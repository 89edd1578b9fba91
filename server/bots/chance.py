"""How likely somebody is to hold a card, as far as nothing is known but how many there are."""

from __future__ import annotations

from functools import cache
from math import comb


@cache
def holding(cards: int, hand: int) -> tuple[float, ...]:
    """How likely a hand of some of these cards is to hold at least one of those wanted, by the number of those."""
    if hand >= cards:
        return (0.0, *[1.0] * cards)
    every = comb(cards, hand)
    return tuple([1 - comb(cards - wanted, hand) / every for wanted in range(cards + 1)])
