"""The result of a deal, and the account that explains it: the scores are the sums of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.notes import Note, Number


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the account: what is paid under which clause, an amount for each seat.

    A line without amounts explains how a later one was counted.
    """

    note: Note
    clause: str
    amounts: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended. `scores` holds one number a seat; `reason` is only there when it was annulled."""

    status: str
    scores: tuple[Number, ...]
    details: Mapping[str, Any] = field(default_factory=dict)
    account: tuple[Line, ...] = ()
    reason: str | None = None


def annulled(reason: str, seats: int, clause: str) -> Result:
    """C.2 An annulled deal scores nothing."""
    line = Line(Note("annulled", args={"reason": reason}), clause, (0,) * seats)
    return Result("annulled", line.amounts, account=(line,), reason=reason)


def totals(lines: Iterable[Line], seats: int) -> tuple[Number, ...]:
    """The sums of the lines, one a seat."""
    sums: list[Number] = [0] * seats
    for line in lines:
        for seat, amount in enumerate(line.amounts):
            sums[seat] += amount
    return tuple(whole(amount) for amount in sums)


def whole(amount: Number) -> Number:
    """A whole number without its point: 25.0 is 25, 25.5 stays."""
    return int(amount) if amount == int(amount) else amount
