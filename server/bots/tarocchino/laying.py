"""Unseen cards laid so that every hand holds the combinations that it was said to hold, and no more.

A hand of fifteen without any combination is rare, and three of them are very rare. So cards are not laid anew until all
hands fit, but changed: from one deal that fits to the next by swaps of two cards that leave it fitting. As a swap is as
likely as the one that takes it back, every deal comes as often as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.cards import indices
from engine.tarocchino.cards import SMALL
from server.bots.sampling import Place, Spread
from server.bots.tarocchino.before import Before

SWAPS = 16
"""So many swaps are tried from one deal to the next."""

STIRRED = 80
"""So many are tried before the first one."""

PATIENCE = 2000
"""After so many swaps that have not made a deal fit it is laid anew."""


def laid_out(cards: int, places: Sequence[Place], known: Sequence[Before | None], rng: Random) -> Iterator[list[int]]:
    """The cards of each place, without end. `known` tells of the combinations at the first places, where it can.

    Impossible, where the cards cannot be laid into these places.
    """
    spread = Spread(cards, places)
    if not any(known):
        while True:
            yield list(spread.draw(rng))
    laid = Laid(places, known, spread.draw(rng))
    while not laid.settle(rng):
        laid = Laid(places, known, spread.draw(rng))
    laid.swap(rng, STIRRED)
    while True:
        yield list(laid.masks)
        anew = Laid(places, known, spread.draw(rng))
        if anew.misfits():
            laid.swap(rng, SWAPS)
        else:
            laid = anew


class Laid:
    """Cards as they lie in their places: as masks, and those that can be swapped one by one."""

    def __init__(self, places: Sequence[Place], known: Sequence[Before | None], masks: Sequence[int]) -> None:
        self._places = places
        self._known = known
        self.masks = list(masks)
        self._free = [
            [1 << card for card in indices(mask & ~place.must)] for mask, place in zip(masks, places, strict=True)
        ]
        self._open = [number for number, free in enumerate(self._free) if free]

    def misfits(self) -> int:
        """How far all hands are from what is known of them."""
        return sum(self.misfit(number, mask) for number, mask in enumerate(self.masks))

    def misfit(self, number: int, mask: int) -> int:
        """How far these cards, in this place, are from what is known of it."""
        known = self._known[number] if number < len(self._known) else None
        return known.misfit(mask) if known else 0

    def settle(self, rng: Random) -> bool:
        """Swap cards until all hands fit, and tell whether they do."""
        for _ in range(PATIENCE):
            if not self.misfits():
                return True
            self.swap(rng, 1)
        return False

    def swap(self, rng: Random, times: int) -> None:
        """Try to swap two cards so many times, wherever no hand fits worse after it."""
        places, masks, chance = self._open, self.masks, rng.random
        count = len(places)
        if count < 2:
            return
        for _ in range(times):
            first = int(chance() * count)
            second = (first + 1 + int(chance() * (count - 1))) % count
            here, there = places[first], places[second]
            mine, its = self._free[here], self._free[there]
            at, to = int(chance() * len(mine)), int(chance() * len(its))
            given, taken = mine[at], its[to]
            if not (self._places[there].may & given and self._places[here].may & taken):
                continue
            one, other = masks[here] ^ given ^ taken, masks[there] ^ given ^ taken
            if (given | taken) & ~SMALL and not (self.no_worse(here, one) and self.no_worse(there, other)):
                continue
            masks[here], masks[there] = one, other
            mine[at], its[to] = taken, given

    def no_worse(self, number: int, mask: int) -> bool:
        """Whether a place fits as well with these cards as it does."""
        misfit = self.misfit(number, mask)
        return not misfit or misfit <= self.misfit(number, self.masks[number])
