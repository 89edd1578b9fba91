"""The state of a deal of Belote."""

from __future__ import annotations

from dataclasses import dataclass

from engine.belote.cards import RANKINGS, Ranking
from engine.tricks import TrickState

SEATS = 4
TRICKS = 8


@dataclass(frozen=True, kw_only=True)
class Belote(TrickState):
    """Sets of cards are masks over `cards.PACK`, one for each seat where there are four.

    `calls` holds the auction in turn from dealer's right. `trumps` is the letter of a suit, empty while there is
    none. `belote` is the seat that was dealt king and queen of trumps, which nobody else knows before he plays one.
    """

    calls: tuple[str, ...] = ()
    trumps: str = ""
    taker: int | None = None
    belote: int | None = None

    @property
    def ranking(self) -> Ranking:
        """1.2 Order and worth of the cards, once there are trumps."""
        return RANKINGS[self.trumps]

    @property
    def upcard(self) -> str:
        """2.1 The card turned up, as a code."""
        code: str = self.layout["upcard"]
        return code
