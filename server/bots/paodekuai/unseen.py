"""The hands that two others may hold behind a view of Pao De Kuai: all of them, each as likely as any other.

Much is known for certain. Suits leave a hand in a fixed order (2.5), so whoever played 9D held neither 9S nor 9C. And
since who can answer must (2.3), whoever passed held no answer: to him and to each answer belongs a clause, which says
that of one rank at least he held too few cards for it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import NamedTuple

from engine.paodekuai.cards import FIRST, OF_RANK, OPENING, PACK, RANKS
from engine.paodekuai.combinations import PASS, PLAYS, Play, answers_in
from engine.paodekuai.state import SEATS
from protocol import View
from server.bots.craft import Imagined

_OF_RANK = tuple(OF_RANK[rank] for rank in RANKS)


class Done(NamedTuple):
    """One thing that was done: by whom, with which cards (none: a pass), over which play (None: a lead)."""

    seat: int
    token: str
    cards: int
    beat: Play | None


class Clause(NamedTuple):
    """A seat holds of one of these ranks no more unseen cards than its limit; ranks are places in `RANKS`."""

    seat: int
    limits: dict[int, int]


def imagine(view: View, rng: Random) -> Iterator[Imagined]:
    """Deals without end that give this view to its viewer, all possible ones being equally likely."""
    assert view.viewer is not None
    done = tuple(story(view))
    tokens = tuple(step.token for step in done)
    mine = PACK.mask(view.hand)
    dealt = [0] * SEATS
    for step in done:
        dealt[step.seat] |= step.cards
    unseen = PACK.full & ~(mine | dealt[0] | dealt[1] | dealt[2])
    dealt[view.viewer] |= mine
    one, other = (seat for seat in range(SEATS) if seat != view.viewer)
    hands = Hands(view, done, unseen, one, other)
    while True:
        held = hands.draw(rng)
        full = list(dealt)
        full[one] |= held
        full[other] |= unseen & ~held
        yield Imagined({"hands": [list(PACK.names(hand)) for hand in full]}, tokens)


def story(view: View) -> Iterator[Done]:
    """All that was done so far, in order."""
    for trick in (*view.tricks, view.trick) if view.trick else view.tricks:
        beat = None
        for place, codes in enumerate(trick.plays):
            token = "play:" + ",".join(code[:-1] for code in codes) if codes else PASS
            yield Done((trick.leader + place) % SEATS, token, PACK.mask(codes), beat)
            if codes:
                beat = PLAYS[token]


class Hands:
    """All the hands that one of two others may hold of the unseen cards, the rest being the other's.

    They are counted rank by rank, from the 3 up. What the higher ranks allow depends on how many cards are still to
    be given to him, and on the clauses that are still open: no rank so far has met them.
    """

    def __init__(self, view: View, done: tuple[Done, ...], unseen: int, one: int, other: int) -> None:
        self._size = view.counts[one]
        barred = shown_not(view, done)
        self._his = [unseen & barred[other] & cards for cards in _OF_RANK]
        self._free = [unseen & ~(barred[one] | barred[other]) & cards for cards in _OF_RANK]
        most = {seat: [(unseen & ~barred[seat] & cards).bit_count() for cards in _OF_RANK] for seat in (one, other)}
        open_ = [
            clause
            for clause in clauses(done, view.viewer)
            if all(most[clause.seat][rank] > limit for rank, limit in clause.limits.items())
        ]
        self._options = [
            self._at(rank, open_, one, (unseen & cards).bit_count()) for rank, cards in enumerate(_OF_RANK)
        ]
        self._begin = [
            sum(1 << n for n, it in enumerate(open_) if min(it.limits) == rank) for rank in range(len(RANKS))
        ]
        self._end = [sum(1 << n for n, it in enumerate(open_) if max(it.limits) == rank) for rank in range(len(RANKS))]
        self._choices: dict[tuple[int, int, int], tuple[list[tuple[int, int, int]], list[int]]] = {}

    def _at(self, rank: int, open_: list[Clause], one: int, there: int) -> list[tuple[int, int, int]]:
        """Which cards of a rank he may get, how many these are, and which clauses that meets."""
        options = []
        for free in subsets(self._free[rank]):
            cards = self._his[rank] | free
            his, met = cards.bit_count(), 0
            for number, clause in enumerate(open_):
                held = his if clause.seat == one else there - his
                if held <= clause.limits.get(rank, -1):
                    met |= 1 << number
            options.append((cards, his, met))
        return options

    def draw(self, rng: Random) -> int:
        """One of the hands of the one."""
        held, left, open_ = 0, self._size, 0
        for rank in range(len(RANKS)):
            choices, sums = self._split(rank, left, open_)
            choice = choices[0] if len(choices) == 1 else choices[bisect(sums, rng.random() * sums[-1])]
            cards, left, open_ = choice
            held |= cards
        return held

    def _ways(self, rank: int, left: int, open_: int) -> int:
        if rank == len(RANKS):
            return int(not left)
        sums = self._split(rank, left, open_)[1]
        return sums[-1] if sums else 0

    def _split(self, rank: int, left: int, open_: int) -> tuple[list[tuple[int, int, int]], list[int]]:
        """What he may get of a rank, each with what is left after it, and the running sums of the ways there are."""
        key = (rank, left, open_)
        if key not in self._choices:
            before = open_ | self._begin[rank]
            choices, ways = [], []
            for cards, count, met in self._options[rank]:
                after = before & ~met
                if count > left or after & self._end[rank]:
                    continue
                rest = self._ways(rank + 1, left - count, after)
                if rest:
                    choices.append((cards, left - count, after))
                    ways.append(rest)
            self._choices[key] = choices, list(accumulate(ways))
        return self._choices[key]


def shown_not(view: View, done: tuple[Done, ...]) -> list[int]:
    """The cards that each seat has shown not to hold: 2.1 3H is with who opens, 2.5 suits leave in their order."""
    barred = [0] * SEATS
    if not done:
        return [0 if seat == view.to_act else OPENING for seat in range(SEATS)]
    for number, step in enumerate(done):
        cards = step.cards if number else step.cards & ~OPENING
        for of_rank in _OF_RANK:
            if played := cards & of_rank:
                barred[step.seat] |= of_rank & ~played & (1 << played.bit_length() - 1) - 1
    return barred


def clauses(done: tuple[Done, ...], viewer: int | None) -> Iterator[Clause]:
    """2.3 What the passes of the others tell of their unseen cards; those that they played later, they held too."""
    later = [0] * SEATS
    for step in reversed(done):
        later[step.seat] |= step.cards
        if step.beat is None or step.token != PASS or step.seat == viewer:
            continue
        known = [(later[step.seat] & cards).bit_count() for cards in _OF_RANK]
        for token in answers_in(PACK.full, step.beat):
            answer = PLAYS[token]
            lacking = {
                rank: answer.copies - 1 - known[rank]
                for rank, name in enumerate(RANKS)
                if answer.ranks & FIRST[name] and known[rank] < answer.copies
            }
            yield Clause(step.seat, lacking)


def subsets(cards: int) -> Iterator[int]:
    """All sets of these cards, the empty one first."""
    chosen = 0
    while True:
        yield chosen
        chosen = (chosen - cards) & cards
        if not chosen:
            break
