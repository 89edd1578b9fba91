"""The 32 cards: order and worth, which depend on the trumps (1.1, 1.2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Pack
from engine.tricks import strengths

SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}

PLAIN = {"7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
TRUMP = {"7": 0, "8": 0, "Q": 3, "K": 4, "10": 10, "A": 11, "9": 14, "J": 20}
"""1.2 What each rank is worth in a plain suit and in trumps, lowest first."""

PACK = Pack([rank + suit for suit in SUITS for rank in PLAIN])

MASKS = {suit: PACK.mask(rank + suit for rank in PLAIN) for suit in SUITS}

SUIT = tuple(next(mask for mask in MASKS.values() if mask >> card & 1) for card in range(len(PACK)))
"""The suit of each card as a mask."""


class Ranking(NamedTuple):
    """What one suit's being trumps makes of the pack.

    `strength` tells by the suit led how strong each card is, `higher` has for each card the trumps that beat it,
    `points` what it is worth; `pair` holds the king and queen of trumps, `order` the pack with the trumps in theirs.
    """

    trumps: int
    strength: dict[int, tuple[int, ...]]
    higher: tuple[int, ...]
    points: tuple[int, ...]
    pair: int
    order: tuple[int, ...]


def ranking(suit: str) -> Ranking:
    """1.2 The order and worth of all cards where this suit is trumps."""
    trumps = [PACK.index[rank + suit] for rank in TRUMP]
    suits = {
        mask: trumps if mask == MASKS[suit] else [PACK.index[rank + letter] for rank in PLAIN]
        for letter, mask in MASKS.items()
    }
    higher, points = [MASKS[suit]] * len(PACK), [0] * len(PACK)
    for place, card in enumerate(trumps):
        higher[card] = sum(1 << better for better in trumps[place + 1 :])
    for mask, cards in suits.items():
        for card, worth in zip(cards, (TRUMP if mask == MASKS[suit] else PLAIN).values(), strict=True):
            points[card] = worth
    return Ranking(
        MASKS[suit],
        {mask: strengths(cards, trumps, len(PACK)) for mask, cards in suits.items()},
        tuple(higher),
        tuple(points),
        PACK.mask(["K" + suit, "Q" + suit]),
        tuple(card for cards in suits.values() for card in cards),
    )


RANKINGS = {suit: ranking(suit) for suit in SUITS}
