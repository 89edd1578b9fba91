"""Cards are spread over the places where they may lie, every way being as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.cards import indices
from server.bots.sampling import Impossible, Place, Spread

ALL = 0b111111


def every_way(cards: int, places: list[Place]) -> set[tuple[int, ...]]:
    """All ways, by trying."""
    if not places:
        return {()} if not cards else set()
    place, *others = places
    ways = set()
    for some in combinations(indices(cards), place.size):
        here = sum(1 << card for card in some)
        if not here & ~(place.may | place.must) and not place.must & ~here:
            ways |= {(here, *rest) for rest in every_way(cards & ~here, others)}
    return ways


PLACES = [
    pytest.param([Place(2, ALL), Place(2, ALL), Place(2, ALL)], id="no constraint"),
    pytest.param([Place(2, ALL), Place(2, 0b001111), Place(2, 0b111100)], id="two voids"),
    pytest.param([Place(3, ALL, must=0b1), Place(1, 0b111110), Place(2, ALL)], id="a card that is known"),
    pytest.param([Place(1, 0b000011), Place(2, 0b000111), Place(3, ALL)], id="narrow places"),
    pytest.param([Place(0, ALL), Place(6, ALL)], id="an empty place"),
    pytest.param(
        [Place(2, 0b110111), Place(1, 0b011110), Place(2, 0b101011), Place(1, 0b111001)], id="each place its own"
    ),
]


@pytest.mark.parametrize("places", PLACES)
def test_it_draws_every_way_and_each_as_often(places: list[Place]) -> None:
    spread, rng = Spread(ALL, places), Random(1)
    ways = every_way(ALL, places)
    assert spread.ways == len(ways)
    often = 400
    drawn = Counter(spread.draw(rng) for _ in range(often * len(ways)))
    assert drawn.keys() == ways
    assert all(abs(times - often) < 6 * often**0.5 for times in drawn.values())


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ([Place(2, ALL), Place(2, ALL)], "room for 4 cards, and 6"),
        ([Place(3, 0b11), Place(3, ALL)], "only what it may"),
        ([Place(3, ALL, must=0b1111), Place(3, ALL)], "Place 0 cannot hold"),
        ([Place(3, ALL, must=0b1), Place(3, ALL, must=0b1)], "Place 1 cannot hold"),
    ],
)
def test_what_is_impossible_is_said(places: list[Place], why: str) -> None:
    with pytest.raises(Impossible, match=why):
        Spread(ALL, places)


def test_the_whole_pack_of_tarot_is_spread_at_once() -> None:
    full = (1 << 78) - 1
    places = [Place(18, full), Place(18, full >> 8), Place(18, full & ~(0xFF << 20)), Place(18, full), Place(6, full)]
    spread = Spread(full, places)
    drawn = spread.draw(Random(2))
    assert sum(drawn) == full
    assert all(
        cards.bit_count() == place.size and not cards & ~place.may for cards, place in zip(drawn, places, strict=True)
    )
