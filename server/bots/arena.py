"""Bots against bots in duplicate deals: the same cards are played with the levels turned round the table.

Every arrangement that differs is played once, so that in a game of partners the teams change places, and one bot
among others goes through every seat. What chance deals to one level it deals to the other too.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import game_named
from engine.game import Game, State
from server.bots.bot import DEADLINE, Bot
from server.bots.judge import Blunder, judged


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a level for each seat of the game, deals that follow from `seed`, how long a bot may think.

    With `judged`, every choice is looked at again for blunders, which takes many times as long.
    """

    game: str
    seats: tuple[str, ...]
    seed: int
    deadline: float | None = DEADLINE
    judged: bool = False

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The levels turned round the table, each arrangement once, the given one first."""
        turned = (self.seats[-by:] + self.seats[:-by] for by in range(len(self.seats)))
        return tuple(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Table:
    """A deal as it was played at one seating: its record, the seconds of CPU time of each choice, by level."""

    seats: tuple[str, ...]
    scores: tuple[int | float, ...]
    record: dict[str, Any]
    times: tuple[tuple[str, float], ...]
    blunders: tuple[Blunder, ...] = ()


def sides(plan: Plan) -> tuple[int | None, ...]:
    """The side of each seat, as it is before anybody has chosen anything; None where that settles it."""
    game = game_named(plan.game)
    return game.view(dealt(game, 0, Random(0)), None).sides


def even(plan: Plan) -> bool:
    """Whether each side of partners has as many tested seats as the others, so that they can win nothing by it."""
    tested, all_sides = plan.seats[0], sides(plan)
    if set(plan.seats) == {tested} or None in all_sides:
        return False
    shares = Counter(side for side, level in zip(all_sides, plan.seats, strict=True) if level == tested)
    return len({shares[side] for side in all_sides}) == 1


def played(plan: Plan, number: int) -> tuple[Table, ...]:
    """A deal, counted from 0, at every seating; the same for the same plan unless the deadline cuts a thought short."""
    game = game_named(plan.game)
    state = dealt(game, number, Random(f"{plan.seed}/{number}"))
    return tuple(at_table(plan, game, seats, state, f"{plan.seed}/{number}") for seats in plan.seatings)


def dealt(game: Game[Any], number: int, rng: Random) -> State:
    """A deal that is played: those annulled at once are dealt again. The deal passes round the table."""
    while True:
        state: State = game.deal(rng, number % game.about.seats)
        if state.result is None:
            return state


def at_table(plan: Plan, game: Game[Any], seats: Sequence[str], state: State, seed: str) -> Table:
    """One deal, from these cards to the scores."""
    bots = {level: Bot(level, clock=time.process_time) for level in seats}
    first, actions, times, blunders = state, list[str](), list[tuple[str, float]](), list[Blunder]()
    while state.to_act is not None:
        view = game.view(state, state.to_act)
        level = seats[state.to_act]
        rng = Random(f"{seed}/{len(actions)}")
        begun = time.process_time()
        token = bots[level].decide(view, plan.deadline, rng).token
        if len(view.legal) > 1:
            times.append((level, time.process_time() - begun))
            found = judged(view, token, rng, level) if plan.judged else None
            blunders += [found] if found else []
        actions.append(token)
        state = game.apply(state, token)
    assert state.result is not None
    scores = state.result.scores
    record = {
        "players": [f"{level} {seat + 1}" for seat, level in enumerate(seats)],
        "scores": scores,
        "game": plan.game,
        "dealer": first.dealer,
        "deal": first.layout,
        "actions": actions,
    }
    return Table(tuple(seats), scores, record, tuple(times), tuple(blunders))
