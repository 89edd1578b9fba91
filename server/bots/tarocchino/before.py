"""What declarations tell of a hand, those too that were not made."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import indices
from engine.tarocchino.combinations import holding


@dataclass(frozen=True)
class Before:
    """What is known of a hand as it was before its first card: what has been played of it, and its combinations.

    `counting` holds the cards that count in them, if they were declared or there were none; None, if the hand holds
    some that were not shown (3.1).
    """

    seat: int
    played: int
    counting: int | None

    def misfit(self, hidden: int) -> int:
        """How far these cards are from those that may have been the others of that hand; 0 where they may."""
        cards = holding(self.played | hidden).cards
        return not cards if self.counting is None else (cards & ~self.counting).bit_count()

    def may(self, unseen: int) -> int:
        """The unseen cards that would not have made more combinations by themselves."""
        if self.counting is None:
            return unseen
        base = self.played | self.counting
        return sum(1 << card for card in indices(unseen) if holding(base | 1 << card).cards == self.counting)
