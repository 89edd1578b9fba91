"""Whose Matto is in the end, and with what it is repaid (6.1, 6.2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.seats import SIDES
from engine.tarocchino.cards import MATTO, PACK, SMALL, WORTH_ONE, half_points, in_order
from engine.tarocchino.combinations import holding
from engine.tarocchino.state import SEATS
from engine.tricks import Taken

CARD = PACK.index["MA"]

Cards = tuple[int, int]
"""The cards of each side, as masks."""


class Played(NamedTuple):
    """Who played Matto, and whether his side won that trick."""

    seat: int
    won: bool


class Matto(NamedTuple):
    """Who played Matto, the side that has it in the end, and the card with which that side repaid it, if it had to."""

    seat: int
    owner: int
    repaid: int | None


def played(tricks: tuple[Taken, ...]) -> Played | None:
    """Where Matto was played, in a trick that is over."""
    for taken in tricks:
        if CARD in taken.cards:
            seat = (taken.leader + taken.cards.index(CARD)) % SEATS
            return Played(seat, SIDES[taken.winner] == SIDES[seat])
    return None


def settled(tricks: tuple[Taken, ...], won: Cards, aside: Cards) -> Matto:
    """6.1, 6.2 What became of Matto, after the last trick.

    `won` has the cards that each side won in tricks, Matto left out, and `aside` the discards, with the side for
    which they count.
    """
    matto = played(tricks)
    assert matto is not None
    side = SIDES[matto.seat]
    other = 1 - side
    if not won[side]:
        return Matto(matto.seat, other, None)
    if matto.won:
        return Matto(matto.seat, side, None)
    repaid = repayment(won[side], won[side] | aside[side] | MATTO, won[other] | aside[other])
    return Matto(matto.seat, side, repaid)


def repayment(captured: int, own: int, others: int) -> int:
    """6.1 The card that is given for Matto, out of what its side captured in tricks.

    `own` is all that this side has, `others` all that the other side has.
    """
    if small := captured & SMALL:
        return in_order(small)[0]
    if ones := captured & WORTH_ONE:
        return max(in_order(ones), key=lambda card: margin(own & ~(1 << card), others | 1 << card))
    return min(in_order(captured), key=lambda card: half_points(1 << card))


def margin(own: int, others: int) -> int:
    """6.1 By how much one side's combinations are worth more than the other's.

    That is all that tells cards of value 1 apart: whichever is given, the card points are the same.
    """
    return holding(own).points - holding(others).points
