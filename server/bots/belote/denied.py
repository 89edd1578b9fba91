"""What the tricks tell of the hands: a card played, where another would have been a duty, denies that other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.belote.cards import PACK, RANKINGS, SUIT
from engine.belote.play import playable
from engine.belote.state import SEATS
from engine.tricks import Taken

Denied = tuple[int, int, int, int]
"""For each seat the cards that it cannot hold, because it would have had to play them."""

NOTHING: Denied = (0, 0, 0, 0)


@lru_cache(8192)
def by_tricks(tricks: tuple[Taken, ...], trumps: str) -> Denied:
    """What the tricks that are over deny."""
    if not tricks:
        return NOTHING
    leader, cards, _ = tricks[-1]
    return _and_by(by_tricks(tricks[:-1], trumps), leader, cards, trumps)


def by_all(tricks: tuple[Taken, ...], leader: int, trick: tuple[int, ...], trumps: str) -> Denied:
    """What they and the trick on the table deny."""
    before = by_tricks(tricks, trumps)
    return _and_by(before, leader, trick, trumps) if len(trick) > 1 else before


def _and_by(before: Denied, leader: int, cards: Sequence[int], trumps: str) -> Denied:
    after = list(before)
    for place in range(1, len(cards)):
        after[(leader + place) % SEATS] |= by_card(cards[place], tuple(cards[:place]), trumps)
    return after[0], after[1], after[2], after[3]


@lru_cache(65536)
def by_card(card: int, trick: tuple[int, ...], trumps: str) -> int:
    """The cards with any of which in hand it would have been illegal to play this card to this trick."""
    ranking, led = RANKINGS[trumps], SUIT[trick[0]]
    if SUIT[card] == led != ranking.trumps:
        return 0  # who follows a plain suit tells nothing, and most do
    cards = 0
    for other in range(len(PACK)):
        if not playable(1 << card | 1 << other, trick, ranking) >> card & 1:
            cards |= 1 << other
    return cards
