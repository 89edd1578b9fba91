"""The state of a deal of Tarocchino."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tricks import TrickState

SEATS = 4
TRICKS = 15


@dataclass(frozen=True, kw_only=True)
class Tarocchino(TrickState):
    """Sets of cards are masks over `cards.PACK`, one for each seat where there are four.

    `discard` holds the dealer's two cards. `declared` has the cards each seat has shown, and `skipped` tells who was
    asked and declared nothing.
    """

    discard: int = 0
    declared: tuple[int, ...] = (0,) * SEATS
    skipped: tuple[bool, ...] = (False,) * SEATS
