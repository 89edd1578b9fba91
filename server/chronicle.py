"""What the house is told of a table, as lines to read: who comes and goes, deals, settlements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from protocol import About, Result, number, say
from protocol.from_server import Seat, Table


class Chronicle:
    """Tell it what was reported, in order; it remembers how the table was before. `at` begins each line."""

    def __init__(self, about: About, table: Table, at: str = "") -> None:
        self._about = about
        self._table = table
        self._at = at

    def lines(self, what: Table | Result) -> Iterator[str]:
        """What is new, one line each."""
        return (f"{self._at}{line}".rstrip() for line in self._lines(what))

    def _lines(self, what: Table | Result) -> Iterator[str]:
        if isinstance(what, Result):
            yield from self._settlement(what)
            return
        before, self._table = self._table, what
        yield from comings_and_goings(before.seats, what.seats)
        if what.state == "playing" != before.state:
            again = what.ledger and what.ledger[-1].status == "annulled"
            if before.ledger:
                yield ""
            yield f"Deal {what.deals + 1} {'is dealt anew' if again else 'begins'}."
        if what.deals > before.deals:
            yield f"Match, {so_far(what)}: {self._amounts(what.scores)}"
            if what.deals == what.deals_wanted:
                yield f"The match is over: {self._winners(what.scores)}."

    def _settlement(self, result: Result) -> Iterator[str]:
        for line in result.account:
            why = say(line.note, self._about.labels, self._player).rstrip(".")
            paid = f": {self._amounts(line.amounts)}" if line.amounts else ""
            yield f"  {why} ({line.clause}){paid}"
        yield f"This deal: {self._amounts(result.scores)}"

    def _amounts(self, amounts: Sequence[int | float]) -> str:
        return ", ".join(f"{self._player(seat)} {signed(amount)}" for seat, amount in enumerate(amounts))

    def _winners(self, scores: Sequence[int | float]) -> str:
        best = max(scores)
        *others, last = (self._player(seat) for seat, score in enumerate(scores) if score == best)
        who = f"{', '.join(others)} and {last} win" if others else f"{last} wins"
        return f"{who} with {signed(best)}"

    def _player(self, seat: int) -> str:
        return self._table.seats[seat].name


def so_far(table: Table) -> str:
    """How far the match has come."""
    deals = table.deals if table.deals_wanted is None else table.deals_wanted
    of = "" if table.deals_wanted is None else f"{table.deals} of "
    return f"{of}{deals} deal{'' if deals == 1 else 's'}"


def signed(amount: float) -> str:
    """An amount with its sign."""
    return f"+{number(amount)}" if amount > 0 else number(amount)


def comings_and_goings(before: Sequence[Seat], after: Sequence[Seat]) -> Iterator[str]:
    """Who comes and goes, and who moves, whose old seat is not told of."""
    then, there = ({seat.name: at for at, seat in enumerate(seats) if seat.name} for seats in (before, after))
    for at, (was, now) in enumerate(zip(before, after, strict=True)):
        if then.get(now.name, at) != at:
            yield f"{now.name} moves to seat {at + 1}."
        elif was != now:
            yield from changed(Seat(kind="open") if was.name in there and was.name != now.name else was, now)


def changed(was: Seat, now: Seat) -> Iterator[str]:
    """What a change of one seat means."""
    if (was.kind, was.name) == (now.kind, now.name):
        if was.present != now.present:  # else only his grace has run down
            yield f"{now.name} is back." if now.present else f"{now.name} is away."
        return
    if was.kind == "person":
        yield f"{was.name} gets up."
    if now.kind == "person":
        yield f"{now.name} sits down."
    elif now.kind == "bot":
        yield f"{now.name}, a bot, takes the seat."
