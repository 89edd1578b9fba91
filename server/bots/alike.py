"""Cards of one hand that come to the same, and what is chosen of those that do not."""

from __future__ import annotations

from collections.abc import Callable

Worths = list[tuple[float, int]]
"""What each of several cards is worth, and its index."""


class Alike:
    """Cards that come to the same where they are neighbours in one hand; of these the highest stands for all."""

    def __init__(self, *runs: int) -> None:
        """A run is a set of cards that are worth the same, each next in rank to the one before it."""
        self._as_the_next = sum(run & run >> 1 for run in runs)

    def different(self, cards: int) -> int:
        """One of each kind of these cards."""
        return cards & ~(cards >> 1 & self._as_the_next)

    def highest(self, card: int, hand: int) -> int:
        """The card of a hand that stands for this one; both are indices."""
        while self._as_the_next >> card & 1 and hand >> card + 1 & 1:
            card += 1
        return card


def worth_most(cards: int, worths: Callable[[int], Worths]) -> int:
    """The card that is worth most, as an index; where there is but one, nothing is weighed."""
    return max(worths(cards))[1] if cards & (cards - 1) else cards.bit_length() - 1
