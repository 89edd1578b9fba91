"""Cards that nobody has shown, spread over the places where they may lie: uniformly, and exactly so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple

from engine.cards import indices


class Impossible(ValueError):
    """No way of spreading the cards meets every constraint; the message says which one cannot be met."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where unseen cards lie: another hand, the dog, a discard. `size` counts all of its unseen cards, `must` too.

    `may` holds what can lie there; cards outside the unseen ones in it mean nothing. `must` holds what lies there for
    certain.
    """

    size: int
    may: int
    must: int = 0


class Step(NamedTuple):
    """How a place is filled: cards that may go to the same of the places that are still empty form a group.

    `may` and `must` tell of each group whether its cards can go here, and whether they can go nowhere else; `into`
    which group of the next step those become that are left, of `groups` in all.
    """

    place: int
    size: int
    may: tuple[bool, ...]
    must: tuple[bool, ...]
    into: tuple[int, ...]
    groups: int

    def left(self, counts: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
        """How many cards the groups of the next step have, when so many of each have been laid here."""
        after = [0] * self.groups
        for count, here, group in zip(counts, taken, self.into, strict=True):
            if count > here:
                after[group] += count - here
        return tuple(after)


class Spread:
    """All the ways of laying cards into places, of which each `draw` takes one, every way being equally likely.

    Place is filled after place. How many cards of a group go there is chosen by the number of ways in which the rest
    can still be laid; which cards of the group these are does not matter. With each place that is full, groups that
    differed in nothing but that place become one, so that there is little to count.
    """

    def __init__(self, cards: int, places: Sequence[Place]) -> None:
        """`cards` is the set of the unseen. Impossible, where they cannot be laid into these places."""
        self._fixed = [place.must for place in places]
        sizes = [place.size - place.must.bit_count() for place in places]
        fixed = 0
        for number, place in enumerate(places):
            if place.must & ~cards or place.must & fixed or sizes[number] < 0:
                raise Impossible(f"Place {number} cannot hold the cards that must lie there.")
            fixed |= place.must
        free = cards & ~fixed
        if sum(sizes) != free.bit_count():
            raise Impossible(f"There is room for {sum(sizes)} cards, and {free.bit_count()} are to be laid.")
        groups: dict[int, list[int]] = {}
        for card in indices(free):
            allowed = sum(1 << number for number, place in enumerate(places) if place.may >> card & 1)
            groups.setdefault(allowed, []).append(1 << card)
        self._groups = list(groups.values())
        self._steps = list(_steps(sizes, groups))
        self._choices: dict[tuple[int, tuple[int, ...]], tuple[list[tuple[int, ...]], list[int]]] = {}
        self.ways = 0 if 0 in groups else self._ways(0, tuple(map(len, self._groups)))
        if not self.ways:
            raise Impossible("The cards cannot be laid so that each place holds only what it may.")

    def draw(self, rng: Random) -> tuple[int, ...]:
        """One of the ways: the cards of each place, those that must lie there among them."""
        laid = list(self._fixed)
        groups = self._groups
        for number, step in enumerate(self._steps):
            splits, summed = self._split(number, tuple(map(len, groups)))
            split = splits[0]
            if len(splits) > 1:
                pick = rng.randrange(summed[-1])
                split = next(split for split, below in zip(splits, summed, strict=True) if pick < below)
            left: list[list[int]] = [[] for _ in range(step.groups)]
            for cards, count, group in zip(groups, split, step.into, strict=True):
                if count < len(cards):
                    here, others = _parted(cards, count, rng)
                    laid[step.place] |= sum(here)
                    left[group] += others
                else:
                    laid[step.place] |= sum(cards)
            groups = left
        return tuple(laid)

    def _ways(self, number: int, counts: tuple[int, ...]) -> int:
        """In how many ways so many cards of each group fill the places from this step on."""
        if number == len(self._steps):
            return 1
        summed = self._split(number, counts)[1]
        return summed[-1] if summed else 0

    def _split(self, number: int, counts: tuple[int, ...]) -> tuple[list[tuple[int, ...]], list[int]]:
        """How many cards of each group can be laid in a step, and the running sums of the ways that each allows."""
        key = (number, counts)
        if key not in self._choices:
            step = self._steps[number]
            least = [count if must else 0 for count, must in zip(counts, step.must, strict=True)]
            most = [count if may else 0 for count, may in zip(counts, step.may, strict=True)]
            splits, ways = [], []
            for split, orders in _splits(step.size, least, most):
                rest = self._ways(number + 1, step.left(counts, split))
                if rest:
                    splits.append(split)
                    ways.append(orders * rest)
            self._choices[key] = splits, list(accumulate(ways))
        return self._choices[key]


def _steps(sizes: Sequence[int], groups: Iterable[int]) -> Iterator[Step]:
    """The places, the smallest first; a group is the set of the places to which its cards may go."""
    now = list(groups)
    for place in sorted(range(len(sizes)), key=lambda place: sizes[place]):
        here = 1 << place
        later = [group & ~here for group in now]
        after = list(dict.fromkeys(group for group in later if group))
        yield Step(
            place,
            sizes[place],
            tuple(bool(group & here) for group in now),
            tuple(group == here for group in now),
            tuple(after.index(group) if group else -1 for group in later),
            len(after),
        )
        now = after


def _parted(cards: Sequence[int], count: int, rng: Random) -> tuple[list[int], list[int]]:
    """So many of these cards, drawn at random, and the others."""
    mixed, size, chance = list(cards), len(cards), rng.random
    for place in range(count):  # `Random.sample` does the same, and takes three times as long
        other = place + int(chance() * (size - place))
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed[:count], mixed[count:]


def _splits(count: int, least: Sequence[int], most: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways of taking so many cards from groups of these sizes, and how many choices of cards each has."""
    if not most:
        if not count:
            yield (), 1
        return
    for here in range(max(least[0], count - sum(most[1:])), min(most[0], count - sum(least[1:])) + 1):
        for split, ways in _splits(count - here, least[1:], most[1:]):
            yield (here, *split), comb(most[0], here) * ways
