"""The settlement (section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.account import Line, Result, totals
from engine.belote.state import SEATS, Belote
from engine.game import evolve
from engine.notes import Note
from engine.seats import SIDES, each

Pair = tuple[int, int]
"""A number for each side, seats 0+2 first."""

LAST_TRICK = 10
CAPOT = 100
BELOTE = 20


@dataclass(frozen=True)
class Count:
    """What each side has: the points of the cards in its tricks, the 10 or 100 of 4.1, its Belote."""

    tricks: Pair
    last: Pair
    belote: Pair

    def card_points(self, side: int) -> int:
        """4.1 The card points of a side."""
        return self.tricks[side] + self.last[side]

    def sum(self, side: int) -> int:
        """4.2 What is compared: card points and Belote."""
        return self.card_points(side) + self.belote[side]


def settle(state: Belote) -> Belote:
    """Section 4: the deal is over."""
    assert state.taker is not None
    side = SIDES[state.taker]
    counted, swept = count(state), capot(state)
    lines = tuple(account(state, counted))
    details = {
        "taker": state.taker,
        "trumps": state.trumps,
        "card_points": [counted.card_points(side), counted.card_points(1 - side)],
        "belote": None if state.belote is None else role(side, SIDES[state.belote]),
        "capot": None if swept is None else role(side, swept),
        "made": made(counted, side),
    }
    return evolve(state, phase="settled", to_act=None, result=Result("played", totals(lines, SEATS), details, lines))


def count(state: Belote) -> Count:
    """4.1 What each side has won."""
    last = CAPOT if capot(state) is not None else LAST_TRICK
    return Count(
        won(state),
        only(SIDES[state.tricks[-1].winner], last),
        (0, 0) if state.belote is None else only(SIDES[state.belote], BELOTE),  # 3.8
    )


def won(state: Belote) -> Pair:
    """1.2 The points of the cards in each side's tricks so far."""
    points = state.ranking.points
    sums = [0, 0]
    for taken in state.tricks:
        sums[SIDES[taken.winner]] += sum([points[card] for card in taken.cards])
    return sums[0], sums[1]


def capot(state: Belote) -> int | None:
    """4.1 The side that has taken all eight tricks, if one has."""
    sides = {SIDES[taken.winner] for taken in state.tricks}
    return sides.pop() if len(sides) == 1 else None


def made(counted: Count, side: int) -> bool:
    """4.2 Whether the taker's side has at least as much as the other."""
    return counted.sum(side) >= counted.sum(1 - side)


def account(state: Belote, counted: Count) -> list[Line]:
    """4.1, 3.8 What each side has, and what becomes of it: kept (4.2), or all to the defenders (4.3)."""
    assert state.taker is not None
    side = SIDES[state.taker]
    lines = [
        Line(Note("count.tricks"), "4.1", each(counted.tricks)),
        Line(Note("count.capot" if capot(state) is not None else "count.last"), "4.1", each(counted.last)),
    ]
    if state.belote is not None:
        lines.append(Line(Note("count.belote", state.belote), "3.8", each(counted.belote)))
    has = {"taker": counted.sum(side), "defence": counted.sum(1 - side)}
    if made(counted, side):
        return [*lines, Line(Note("contract_made", state.taker, args=has), "4.2")]
    lost = has["taker"]
    moved = (lost, -lost) if side else (-lost, lost)
    return [*lines, Line(Note("contract_failed", state.taker, args=has), "4.3", each(moved))]


def only(side: int, amount: int) -> Pair:
    """An amount for one side, nothing for the other."""
    return (0, amount) if side else (amount, 0)


def role(takers: int, side: int) -> str:
    """What a side is in this deal: the taker's, or the defence."""
    return "taker" if side == takers else "defence"
