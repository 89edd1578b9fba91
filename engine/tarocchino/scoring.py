"""The settlement (section 6). Card points are counted in half-points until they are written down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.account import Line, Result, totals
from engine.game import evolve
from engine.half_points import points
from engine.notes import Note
from engine.seats import SIDES, each
from engine.tarocchino.cards import MATTO, PACK, half_points
from engine.tarocchino.combinations import Holding, holding
from engine.tarocchino.matto import Cards, Matto
from engine.tarocchino.matto import settled as settled_matto
from engine.tarocchino.state import SEATS, Tarocchino
from engine.tarocchino.telling import told

LAST_TRICK = 6


@dataclass(frozen=True)
class Count:
    """What there is to be scored: the cards of each side in the end, what became of Matto and of the discards, the
    side that won the last trick, what each seat declared, and the combinations in each side's cards.
    """

    cards: Cards
    matto: Matto
    discard_side: int
    last: int
    declared: tuple[Holding, ...]
    captured: tuple[Holding, Holding]

    def card_points(self, side: int) -> int:
        """1.4 The card points of a side, in half-points."""
        return half_points(self.cards[side])

    def last_trick(self, side: int) -> int:
        """6.4 The bonus of the side that won the last trick."""
        return LAST_TRICK if side == self.last else 0

    def declarations(self, side: int) -> int:
        """3.3 Each player's declaration is scored by itself."""
        return sum(held.points for seat, held in enumerate(self.declared) if SIDES[seat] == side)


def settle(state: Tarocchino) -> Tarocchino:
    """6.4 The deal is over."""
    counted = count(state)
    lines = tuple(account(state, counted))
    scores = totals(lines, SEATS)
    ours, theirs = scores[:2]
    matto = counted.matto
    details = {
        "sides": [
            {
                "card_points": points(counted.card_points(side)),
                "last_trick": counted.last_trick(side),
                "declarations": counted.declarations(side),
                "captured": counted.captured[side].points,
                "total": scores[side],
            }
            for side in (0, 1)
        ],
        "winner": None if ours == theirs else int(theirs > ours),
        "matto": {
            "owner_side": matto.owner,
            "repaid_with": None if matto.repaid is None else PACK.codes[matto.repaid],
        },
    }
    return evolve(state, phase="settled", to_act=None, result=Result("played", scores, details, lines))


def count(state: Tarocchino) -> Count:
    """6.1 to 6.4 Which cards are whose in the end, and what they make."""
    won = won_in_tricks(state)
    discard_side = SIDES[state.dealer]
    if not won[discard_side]:  # 6.3
        discard_side = 1 - discard_side
    aside = (0, state.discard) if discard_side else (state.discard, 0)
    matto = settled_matto(state.tricks, won, aside)
    piles = [won[0] | aside[0], won[1] | aside[1]]
    piles[matto.owner] |= MATTO
    if matto.repaid is not None:
        piles[matto.owner] &= ~(1 << matto.repaid)
        piles[1 - matto.owner] |= 1 << matto.repaid
    return Count(
        (piles[0], piles[1]),
        matto,
        discard_side,
        SIDES[state.tricks[-1].winner],
        tuple(holding(cards) for cards in state.declared),
        (holding(piles[0]), holding(piles[1])),
    )


def won_in_tricks(state: Tarocchino) -> Cards:
    """The cards that each side won in tricks; Matto, which follows rules of its own, is left out."""
    won = [0, 0]
    for taken in state.tricks:
        won[SIDES[taken.winner]] |= taken.pile
    return won[0] & ~MATTO, won[1] & ~MATTO


def account(state: Tarocchino, counted: Count) -> Iterator[Line]:
    """6.4 What each side gets, line by line; before each sum, what it is made of."""
    yield discard_line(state, counted)
    yield matto_line(counted)
    yield paid(Note("card_points"), "1.4", points(counted.card_points(0)), points(counted.card_points(1)))
    yield paid(Note("last_trick"), "6.4", counted.last_trick(0), counted.last_trick(1))
    for seat, held in enumerate(counted.declared):
        if held:
            yield from told(held, seat)
            yield paid(Note("declarations", seat), "3.3", *for_side(SIDES[seat], held.points))
    for side, held in enumerate(counted.captured):
        if held:
            yield from told(held, side, captured=True)
            yield paid(Note("captured", side), "6.4", *for_side(side, held.points))


def discard_line(state: Tarocchino, counted: Count) -> Line:
    """2.2 The discards count for the dealer's side; 6.3 for the other where it won no trick."""
    kept = counted.discard_side == SIDES[state.dealer]
    key, clause = ("count.discard", "2.2") if kept else ("count.discard_lost", "6.3")
    return Line(Note(key, state.dealer, PACK.names(state.discard)), clause)


def matto_line(counted: Count) -> Line:
    """6.1 Matto stays with its side, which may have to repay it; 6.2 or is lost."""
    seat, owner, repaid = counted.matto
    if owner != SIDES[seat]:
        return Line(Note("count.matto_lost", seat), "6.2")
    if repaid is None:
        return Line(Note("count.matto", seat), "6.1")
    return Line(Note("count.matto_repaid", seat, (PACK.codes[repaid],)), "6.1")


def for_side(side: int, amount: int) -> tuple[int, int]:
    """An amount that only this side gets."""
    return (0, amount) if side else (amount, 0)


def paid(note: Note, clause: str, *amounts: float) -> Line:
    """What each side gets; partners get the same."""
    ours, theirs = amounts
    return Line(note, clause, each((ours, theirs)))
