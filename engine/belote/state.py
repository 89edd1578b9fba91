"""The state of a deal of Belote."""

from __future__ import annotations

from dataclasses import dataclass

from engine.belote.cards import RANKINGS, Ranking
from engine.game import State
from engine.tricks import Taken

SEATS = 4
TRICKS = 8


@dataclass(frozen=True)
class Belote(State):
    """Sets of cards are masks over `cards.PACK`, one for each seat where there are four.

    `calls` holds the auction in turn from dealer's right. `trumps` is the letter of a suit, empty while there is
    none. `belote` is the seat that was dealt king and queen of trumps, which nobody else knows before he plays one.
    `trick` holds the cards on the table in the order played.
    """

    hands: tuple[int, ...]
    leader: int
    calls: tuple[str, ...] = ()
    trumps: str = ""
    taker: int | None = None
    belote: int | None = None
    trick: tuple[int, ...] = ()
    tricks: tuple[Taken, ...] = ()

    @property
    def player(self) -> int:
        """The seat to act, in a deal that is not over."""
        assert self.to_act is not None
        return self.to_act

    @property
    def hand(self) -> int:
        """The cards of the seat to act."""
        return self.hands[self.player]

    @property
    def ranking(self) -> Ranking:
        """1.2 Order and worth of the cards, once there are trumps."""
        return RANKINGS[self.trumps]

    @property
    def upcard(self) -> str:
        """2.1 The card turned up, as a code."""
        code: str = self.layout["upcard"]
        return code
