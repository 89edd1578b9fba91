"""What the deals of an arena say: by how much one level is better, how sure that is, and how long it thinks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev, variance
from typing import Any, NamedTuple

from server.bots.arena import Plan, Table

SURE = 0.95


class Estimate(NamedTuple):
    """A mean, and between which values the true one lies with 95 % certainty; one sample alone says nothing of that."""

    mean: float
    low: float | None
    high: float | None


class Thought(NamedTuple):
    """How long a level took for its choices, in seconds of CPU time; forced ones are not counted."""

    choices: int
    median: float
    p99: float
    longest: float


class Comparison(NamedTuple):
    """The level of the first seat against the others.

    `gain` is by how many points a deal its seats score more than the others on average, `wins` the share of deals in
    which the highest score is theirs (a tie counts in part); both None where all seats are alike.
    """

    tested: str
    deals: int
    gain: Estimate | None
    wins: Estimate | None
    thoughts: dict[str, Thought]
    blunders: dict[str, int] | None

    def plain(self) -> dict[str, Any]:
        """The same in values that JSON has."""
        return {
            "tested": self.tested,
            "deals": self.deals,
            "gain": self.gain and self.gain._asdict(),
            "wins": self.wins and self.wins._asdict(),
            "seconds": {level: thought._asdict() for level, thought in self.thoughts.items()},
            "blunders": self.blunders,
        }


def compared(plan: Plan, deals: Sequence[Sequence[Table]]) -> Comparison:
    """What deals, each at all its tables, say of the level of the first seat. The tables of a deal are one sample."""
    tested = plan.seats[0]
    alike = set(plan.seats) == {tested}
    tables = [table for deal in deals for table in deal]
    return Comparison(
        tested,
        len(deals),
        None if alike else estimate([fmean(gain(table, tested) for table in deal) for deal in deals]),
        None if alike else share([fmean(won(table, tested) for table in deal) for deal in deals]),
        {level: thought(sorted(times(tables, level))) for level in dict.fromkeys(plan.seats)},
        {level: found(tables, level) for level in dict.fromkeys(plan.seats)} if plan.judged else None,
    )


def gain(table: Table, tested: str) -> float:
    """By how much the tested seats score more than the others, on average."""
    scored = list(zip(table.seats, table.scores, strict=True))
    mine = fmean(score for level, score in scored if level == tested)
    return mine - fmean(score for level, score in scored if level != tested)


def won(table: Table, tested: str) -> float:
    """Which part of the highest scores is that of tested seats."""
    best = [level for level, score in zip(table.seats, table.scores, strict=True) if score == max(table.scores)]
    return best.count(tested) / len(best)


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples, with Student's interval."""
    mean = fmean(samples)
    if len(samples) < 2:
        return Estimate(mean, None, None)
    half = student(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Estimate(mean, mean - half, mean + half)


def share(samples: Sequence[float]) -> Estimate:
    """The mean of independent shares, with Wilson's interval, which never leaves 0 to 1.

    It is that of as many single wins and losses as would vary as much: tables of one deal vary less together.
    """
    mean = fmean(samples)
    if len(samples) < 2:
        return Estimate(mean, None, None)
    spread = variance(samples, mean)
    size = mean * (1 - mean) * len(samples) / spread if spread else len(samples)
    bent = student(len(samples) - 1) ** 2 / size
    middle, half = mean + bent / 2, sqrt(bent * (mean * (1 - mean) + bent / 4))
    low, high = (middle - half) / (1 + bent), (middle + half) / (1 + bent)
    return Estimate(mean, min(mean, max(0.0, low)), max(mean, min(1.0, high)))  # numbers are rounded


def student(freedom: int) -> float:
    """The quantile of Student's distribution for a 95 % interval, by its expansion around the normal one; from five
    degrees of freedom on it is right to a hundredth.
    """
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def times(tables: Iterable[Table], level: str) -> list[float]:
    """The times of all choices of a level."""
    return [seconds for table in tables for who, seconds in table.times if who == level]


def thought(seconds: Sequence[float]) -> Thought:
    """What sorted times come to."""
    if not seconds:
        return Thought(0, 0.0, 0.0, 0.0)
    last = len(seconds) - 1
    return Thought(len(seconds), seconds[last // 2], seconds[round(0.99 * last)], seconds[last])


def found(tables: Iterable[Table], level: str) -> int:
    """How many blunders a level made."""
    return sum(blunder.level == level for table in tables for blunder in table.blunders)
