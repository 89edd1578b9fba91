"""Cards that nobody has shown, spread over the places where they may lie: uniformly, and exactly so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from random import Random

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


class Spread:
    """All the ways of laying cards into places, of which each `draw` takes one, every way being equally likely.

    Cards that may go to the same places form a group. How many of a group go to each place is chosen by the number of
    ways in which the rest can still be laid; which cards of the group these are does not matter.
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
        groups: dict[tuple[int, ...], list[int]] = {}
        for card in indices(free):
            allowed = tuple([number for number, place in enumerate(places) if place.may >> card & 1])
            groups.setdefault(allowed, []).append(1 << card)
        self._groups = sorted(groups.items(), key=lambda group: (len(group[0]), len(group[1])))
        self._sizes = tuple(sizes)
        self._choices: dict[tuple[int, tuple[int, ...]], tuple[list[tuple[int, ...]], list[int]]] = {}
        self.ways = self._ways(0, self._sizes)
        if not self.ways:
            raise Impossible("The cards cannot be laid so that each place holds only what it may.")

    def draw(self, rng: Random) -> tuple[int, ...]:
        """One of the ways: the cards of each place, those that must lie there among them."""
        laid = list(self._fixed)
        sizes = self._sizes
        for number, (allowed, cards) in enumerate(self._groups):
            splits, summed = self._split(number, sizes)
            split = splits[0]
            if len(splits) > 1:
                pick = rng.randrange(summed[-1])
                split = next(split for split, below in zip(splits, summed, strict=True) if pick < below)
            if len(allowed) > 1:
                cards = rng.sample(cards, len(cards))
            start = 0
            for place, count in zip(allowed, split, strict=True):
                laid[place] |= sum(cards[start : start + count])
                start += count
            sizes = _less(sizes, allowed, split)
        return tuple(laid)

    def _ways(self, number: int, sizes: tuple[int, ...]) -> int:
        """In how many ways the groups from this one on fill what is left of the places."""
        if number == len(self._groups):
            return int(not any(sizes))
        summed = self._split(number, sizes)[1]
        return summed[-1] if summed else 0

    def _split(self, number: int, sizes: tuple[int, ...]) -> tuple[list[tuple[int, ...]], list[int]]:
        """How a group can be split over its places, and the running sums of the ways that each split allows."""
        key = (number, sizes)
        if key not in self._choices:
            allowed, cards = self._groups[number]
            splits, ways = [], []
            for split, orders in _splits(len(cards), [sizes[place] for place in allowed]):
                rest = self._ways(number + 1, _less(sizes, allowed, split))
                if rest:
                    splits.append(split)
                    ways.append(orders * rest)
            self._choices[key] = splits, list(accumulate(ways))
        return self._choices[key]


def _splits(count: int, rooms: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways of cutting so many cards into rooms of at most these sizes, and how many choices of cards each has."""
    if not rooms:
        if not count:
            yield (), 1
        return
    rest = sum(rooms[1:])
    for here in range(max(0, count - rest), min(count, rooms[0]) + 1):
        for split, ways in _splits(count - here, rooms[1:]):
            yield (here, *split), comb(count, here) * ways


def _less(sizes: tuple[int, ...], allowed: Sequence[int], split: Sequence[int]) -> tuple[int, ...]:
    left = list(sizes)
    for place, count in zip(allowed, split, strict=True):
        left[place] -= count
    return tuple(left)
