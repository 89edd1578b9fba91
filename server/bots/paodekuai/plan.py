"""How to be rid of a hand of Pao De Kuai: into which plays it is best cut, and what that costs.

Only ranks matter. A hand is written here as *heaps*: four bits for each rank from 3 to A, and one for the 2, of which
the lowest are set, as many as it holds. Hands that come to the same are the same number then, and remembered once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.paodekuai.cards import FIRST, RANKS, TWO, holdings
from engine.paodekuai.combinations import BOMB, HEAVENLY, PAIR, PAIR_RUN, PLAYS, SINGLE, STRAIGHT, TRIPLE, Play

COSTS = {
    #      a play from the 3 up, less so much for each rank above
    SINGLE: (9.1, 0.74),
    PAIR: (10.7, 1.17),
    TRIPLE: (11.4, 1.08),
    STRAIGHT: (9.2, 0.3),
    PAIR_RUN: (11.8, 0.58),
    BOMB: (-11.5, 0.0),
    HEAVENLY: (0.0, 0.0),
}
"""What a play costs that is still to be made, in points, as many deals have shown; a bomb that is kept will be paid."""


class Step(NamedTuple):
    """A play as it is taken from heaps: the bits of its ranks there, those that tell whether it can be made, and those
    that may be left of its ranks afterwards.
    """

    token: str
    play: Play
    size: int
    copies: int
    heaps: int
    needs: int
    rest: int
    cost: float


class Plan(NamedTuple):
    """The cheapest way to be rid of a hand: what it costs, and its plays, that with the lowest card first."""

    cost: float
    steps: tuple[Step, ...]


def heaps(hand: int) -> int:
    """A hand of cards as heaps."""
    _, ones, twos, threes, fours = holdings(hand)
    return ones & ~TWO | (ones & TWO) << 1 | twos << 1 | threes << 2 | fours << 3


def without(hand: int, step: Step) -> int:
    """What is left of heaps after a play."""
    return hand & ~step.heaps | (hand & step.heaps) >> step.copies & step.rest


def _cost(play: Play) -> float:
    base, slope = COSTS[play.shape]
    lowest = next(place for place, rank in enumerate(RANKS) if play.ranks & FIRST[rank])
    return base - slope * lowest


def _step(play: Play) -> Step:
    whole = rest = needs = 0
    for place, rank in enumerate(RANKS):
        if play.ranks & FIRST[rank]:
            whole |= 15 << 4 * place
            rest |= 15 >> play.copies << 4 * place
            needs |= 1 << play.copies - 1 << 4 * place
    return Step(play.token, play, play.size, play.copies, whole, needs, rest, _cost(play))


STEPS = {token: _step(play) for token, play in PLAYS.items()}

_ALONE = {
    (place, copies): next(step for step in STEPS.values() if step.copies == copies and step.heaps == 15 << 4 * place)
    for place in range(len(RANKS))
    for copies in range(1, 5)
    if any(step.copies == copies and step.heaps == 15 << 4 * place for step in STEPS.values())
}
"""All cards of a rank by themselves."""

_LONG = [
    [
        [step for step in STEPS.values() if step.play.shape == shape and step.heaps & -step.heaps == 1 << 4 * place]
        for shape in (STRAIGHT, PAIR_RUN)
    ]
    for place in range(len(RANKS))
]
"""The plays of several ranks that begin with a rank, by their shape, the shortest first."""


@lru_cache(maxsize=1 << 17)
def plan(hand: int) -> Plan:
    """The cheapest plan for heaps: the lowest card goes by itself with all of its rank, or begins something longer."""
    if not hand:
        return Plan(0.0, ())
    place = (hand & -hand).bit_length() - 1 >> 2
    step = _ALONE[place, (hand >> 4 * place & 15).bit_count()]
    rest = plan(without(hand, step))
    best, steps_after, first = rest.cost + step.cost, rest.steps, step
    if hand & 16 << 4 * place:  # the next rank is there too
        for steps in _LONG[place]:
            for step in steps:
                if step.needs & ~hand:
                    break  # nor is there a longer one
                rest = plan(hand & ~step.heaps | (hand & step.heaps) >> step.copies & step.rest)
                if rest.cost + step.cost < best:
                    best, steps_after, first = rest.cost + step.cost, rest.steps, step
    return Plan(best, (first, *steps_after))
