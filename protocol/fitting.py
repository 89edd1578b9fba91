"""Whether what is said of a table fits it: a message that is well formed may still name a seat that is not there."""

from __future__ import annotations

from collections.abc import Iterable

from engine.account import Result
from engine.view import About, Trick, View
from protocol.from_server import FromServer, Pledges, Revealed, Table, Update, Welcome

SEATS = (2, 11)
"""The fewest and the most seats of a table."""

LARGEST = 10**9
"""No score is larger, and nobody waits so many seconds."""


def fits(message: FromServer, about: About) -> bool:
    """Whether a message can be about a table of this game; one that is about no table always can."""
    seats = about.seats
    match message:
        case Welcome(seat=seat, table=table):
            return SEATS[0] <= seats <= SEATS[1] and _seats([seat], seats) and fits(table, about)
        case Table():
            ledger = [_amounts(entry.scores, seats) and _seats([entry.dealer], seats) for entry in message.ledger]
            numbers = [message.deals, *(seat.grace or 0 for seat in message.seats)]
            named = [message.opener, *(seat.wishes for seat in message.seats)]
            there = len(message.seats) == seats and _seats(named, seats)
            return there and all(ledger) and _amounts(message.scores, seats) and _sound(numbers)
        case Update(seconds=seconds, view=view):
            return view.game == about.key and _sound([seconds or 0]) and _view(view, seats)
        case Pledges(hashes=hashes):
            return len(hashes) == seats
        case Revealed(record=record):
            return record.game == about.key and _seats([record.dealer], seats) and len(record.deal["hands"]) == seats
        case _:
            return True


def _view(view: View, seats: int) -> bool:
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    named = [view.dealer, view.to_act, view.viewer]
    counted = len(view.counts) == len(view.sides) == seats
    return counted and _seats(named, seats) and all(_trick(trick, seats) for trick in tricks) and _result(view, seats)


def _trick(trick: Trick, seats: int) -> bool:
    return _seats([trick.leader, trick.winner], seats)


def _result(view: View, seats: int) -> bool:
    match view.result:
        case Result(scores=scores, account=account):
            lines = [line.amounts for line in account if line.amounts]
            return _amounts(scores, seats) and all(_amounts(line, seats) for line in lines)
    return True


def _seats(named: Iterable[int | None], seats: int) -> bool:
    return all(seat is None or 0 <= seat < seats for seat in named)


def _amounts(amounts: tuple[int | float, ...], seats: int) -> bool:
    return len(amounts) == seats and _sound(amounts)


def _sound(numbers: Iterable[int | float]) -> bool:
    return all(abs(number) <= LARGEST for number in numbers)  # nor is any of them NaN, then
