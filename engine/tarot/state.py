"""The state of a deal of Tarot."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tricks import TrickState

SEATS = 4
TRICKS = 18


@dataclass(frozen=True, kw_only=True)
class Tarot(TrickState):
    """Sets of cards are masks over `cards.PACK`, one for each seat where there are four.

    `calls` holds the auction in turn from dealer's right. `handfuls` has the cards each seat has shown and
    `levels` the size of that poignée, 0 for none; `showing` is the level the seat to act has chosen while it still
    holds back trumps, which collect in `hidden`.
    """

    chien: int
    calls: tuple[str, ...] = ()
    contract: str = ""
    taker: int | None = None
    discard: int = 0
    chelem: bool = False
    levels: tuple[int, ...] = (0,) * SEATS
    handfuls: tuple[int, ...] = (0,) * SEATS
    showing: int = 0
    hidden: int = 0
