"""The state of a deal of Tarocchino."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import State
from engine.tricks import Taken

SEATS = 4
TRICKS = 15


@dataclass(frozen=True)
class Tarocchino(State):
    """Sets of cards are masks over `cards.PACK`, one for each seat where there are four.

    `discard` holds the dealer's two cards. `declared` has the cards each seat has shown, and `skipped` tells who was
    asked and declared nothing. `trick` holds the cards on the table in the order played.
    """

    hands: tuple[int, ...]
    leader: int
    discard: int = 0
    declared: tuple[int, ...] = (0,) * SEATS
    skipped: tuple[bool, ...] = (False,) * SEATS
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
