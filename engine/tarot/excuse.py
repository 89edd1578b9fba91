"""Whose the Excuse is in the end, and what is paid for it (section 6)."""

from __future__ import annotations

from typing import NamedTuple

from engine.tarot.cards import EXCUSE, PACK
from engine.tarot.state import SEATS, TRICKS, Tarot
from engine.tricks import Taken

CARD = PACK.index["EX"]


class Excuse(NamedTuple):
    """`attack` tells whether the taker's side has it in the end; `paid` is the half-point it got (1) or gave (-1)."""

    attack: bool
    paid: int
    clause: str


def settled(state: Tarot) -> Excuse:
    """6.5 The side that holds the Excuse in the end."""
    return in_tricks(state) or unplayed(state)


def in_tricks(state: Tarot) -> Excuse | None:
    """What became of the Excuse, once it was played."""
    for number, taken in enumerate(state.tricks, start=1):
        if CARD in taken.cards:
            player = (taken.leader + taken.cards.index(CARD)) % SEATS
            owned, won = player == state.taker, taken.winner == state.taker
            if number < TRICKS:
                return kept(owned, won)
            if wins(state.tricks[:-1], taken.leader, state.taker, taken.cards):
                return Excuse(owned, 0, "6.4")
            return Excuse(not owned, 0, "6.3")
    return None


def kept(owned: bool, won: bool) -> Excuse:
    """6.2 Before the last trick it stays with its side, which gives a half-point to another side that won."""
    return Excuse(owned, 0 if owned == won else 1 if won else -1, "6.2")


def unplayed(state: Tarot) -> Excuse:
    """3.4 It lay in a chien that nobody took, and goes with it."""
    assert state.chien & EXCUSE
    return Excuse(state.contract == "garde_sans", 0, "3.4")


def wins(tricks: tuple[Taken, ...], leader: int, taker: int | None, trick: tuple[int, ...]) -> bool:
    """6.4 The Excuse, led to trick 18 by a side that won all 17 before, wins it."""
    if trick[0] != CARD or len(tricks) != TRICKS - 1:
        return False
    attacks = leader == taker
    return all((taken.winner == taker) == attacks for taken in tricks)
