"""What a card is worth to the side that wins it: its points, and what it may still make of combinations.

Every card that is still out is taken to fall to either side by even chances, and a combination to be doubled as often
as combinations are.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from engine.cards import indices
from engine.tarocchino.cards import ACES, ANGELO, CONTATORI, GREAT, MOORS, NUMBERED, PACK, half_points
from engine.tarocchino.combinations import SETS, SUIT_PARTS, holding


class Group(NamedTuple):
    """Cards that make one combination, and for how much a point of it counts on average, doubled or not."""

    cards: int
    factor: float


SETS_COUNT, SEQUENCES_COUNT = 1.2, 1.6

WALKED = 3
"""So many of the numbered trumps are taken into account for a Grande; further down it hardly ever comes."""

GROUPS = (
    *[Group(cards, SETS_COUNT) for cards, _, _ in SETS.values()],
    *[Group(king | courts | ace | CONTATORI, SEQUENCES_COUNT) for king, courts, ace in SUIT_PARTS.values()],
    Group(ACES | CONTATORI, SEQUENCES_COUNT),
    Group(MOORS | CONTATORI, SEQUENCES_COUNT),
    Group(ANGELO | GREAT | sum(NUMBERED[:WALKED]) | CONTATORI, SEQUENCES_COUNT),
)

POINTS = tuple(half_points(1 << card) / 2 for card in range(len(PACK)))


@lru_cache(1 << 12)
def worths(ours: int, theirs: int) -> tuple[float, ...]:
    """By how much the side that wins it gains from each card that is still out, when each side has won these.

    It is the same for both sides: half of the difference that the card makes between their totals.
    """
    table = list(POINTS)
    for group in GROUPS:
        cards = group.cards
        for card, gain in gains(group, ours & cards, theirs & cards):
            table[card] += gain
    return tuple(table)


@cache
def gains(group: Group, ours: int, theirs: int) -> tuple[tuple[int, float], ...]:
    """What each card of a group that is still out adds to a side that wins it."""
    out = group.cards & ~(ours | theirs)
    found = []
    for card in indices(out):
        gain = (
            group.factor
            * (margin(out ^ 1 << card, ours | 1 << card, theirs) - margin(out ^ 1 << card, ours, theirs | 1 << card))
            / 2
        )
        if gain:
            found.append((card, gain))
    return tuple(found)


@cache
def margin(out: int, ours: int, theirs: int) -> float:
    """By how many points one side is ahead on average, once the cards that are out have fallen to either."""
    if not out:
        return holding(ours).points - holding(theirs).points
    card = out & -out
    return (margin(out ^ card, ours | card, theirs) + margin(out ^ card, ours, theirs | card)) / 2
