"""Deals in which a bot of ours and one of somebody else's sit at one table, in every seating that differs."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import Any, Protocol

from engine.game import Game, State
from server.bots.bot import DEADLINE, Bot
from server.bots.comparison import Estimate, estimate


class Player(Protocol):
    """Somebody at the table. What he does follows from his hand and what is public in the state, and from chance."""

    def decide(self, state: Any, rng: Random) -> str:
        """One of the legal tokens."""


class Ours:
    """A bot of one of our levels, at the pace of a table, but in CPU time."""

    def __init__(self, game: Game[Any], level: str) -> None:
        self._game = game
        self._bot = Bot(level, clock=time.process_time)

    def decide(self, state: State, rng: Random) -> str:
        return self._bot.decide(self._game.view(state, state.to_act), DEADLINE, rng).token


@dataclass
class Tally:
    """What came of the deals so far: our gains, one for each deal; the seconds and choices of each side; and what a
    game counts besides.
    """

    gains: list[float] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    choices: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def gain(self) -> Estimate:
        return estimate(self.gains)


Count = Callable[[State, Sequence[bool]], Iterator[str]]
"""What is worth counting of a settled deal, in which these seats were ours."""


def match(
    game: Game[Any],
    deals: Iterator[State],
    ours: Player,
    theirs: Player,
    seatings: Sequence[Sequence[bool]],
    count: Count,
) -> Iterator[Tally]:
    """Play deal after deal, each once in every seating; tell what came of them after each."""
    tally = Tally()
    for number, deal in enumerate(deals):
        gains, counts = [], Counter[str]()
        for seats in seatings:
            state, step = deal, 0
            while state.to_act is not None:
                mine = seats[state.to_act]
                begun = time.process_time()
                token = (ours if mine else theirs).decide(state, Random(f"{number}/{step}"))
                if len(game.legal(state)) > 1:
                    side = "ours" if mine else "theirs"
                    tally.seconds[side] += time.process_time() - begun
                    tally.choices[side] += 1
                state, step = game.apply(state, token), step + 1
            assert state.result is not None
            scored = list(zip(seats, state.result.scores, strict=True))
            gains.append(fmean(s for mine, s in scored if mine) - fmean(s for mine, s in scored if not mine))
            counts.update(count(state, seats))
        tally.gains.append(fmean(gains))
        tally.counts.update(counts)
        yield tally
