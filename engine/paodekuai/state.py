"""The state of a deal of Pao De Kuai."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.game import State
from engine.paodekuai.combinations import Play

SEATS = 3
HAND = 16


class Round(NamedTuple):
    """A round that is over: the cards of each play in turn, as masks, 0 for a pass; and who played last."""

    leader: int
    plays: tuple[int, ...]
    winner: int


class Stood(NamedTuple):
    """4.3 A bomb that answered and was not beaten: whose, and its cards."""

    seat: int
    cards: int


@dataclass(frozen=True, kw_only=True)
class PaoDeKuai(State):
    """Sets of cards are masks over `cards.PACK`, one for each seat where there are three.

    `trick` holds the plays of this round in turn from the leader, 0 for a pass; `beat` is the one to be answered,
    None for who leads.
    """

    leader: int
    beat: Play | None = None
    trick: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    stood: tuple[Stood, ...] = ()

    @property
    def opening(self) -> bool:
        """2.1 Whether the first play of the deal is still to come."""
        return self.beat is None and not self.rounds
