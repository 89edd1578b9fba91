"""Card points counted in half-points, in the games where a card is worth its value less a half."""

from __future__ import annotations

from collections.abc import Iterable

from engine.account import whole
from engine.notes import Number


def half_points(cards: int, better: Iterable[tuple[int, int]]) -> int:
    """The worth of these cards: one half-point each, but for those sets of cards that are worth more."""
    return cards.bit_count() + sum((worth - 1) * (cards & some).bit_count() for some, worth in better)


def points(halves: int) -> Number:
    """Half-points as points: 91 is 45.5, 90 is 45."""
    return whole(halves / 2)
