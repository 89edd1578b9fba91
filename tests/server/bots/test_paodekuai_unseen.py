"""The hands that others may hold: all that the plays and passes allow, each as often as any other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from random import Random

import pytest

from engine.cards import indices
from engine.errors import IllegalAction
from engine.paodekuai.cards import OF_RANK, PACK
from engine.paodekuai.game import GAME
from engine.paodekuai.state import SEATS, PaoDeKuai
from server.bots.beliefs import played
from server.bots.craft import Imagined
from server.bots.paodekuai import CRAFT
from server.bots.paodekuai.unseen import imagine, story
from tests.server.bots.paodekuai_positions import position

FOURS = [cards for rank, cards in OF_RANK.items() if rank not in ("A", "2")]


def late(seed: int, unseen: int) -> PaoDeKuai:
    """A deal between players who choose anything, once so few cards are hidden from the seat to act."""
    rng = Random(seed)
    while True:
        state = GAME.deal(rng, 0)
        while state.to_act is not None:
            others = sum(hand.bit_count() for seat, hand in enumerate(state.hands) if seat != state.to_act)
            if others <= unseen:
                return state
            state = GAME.apply(state, rng.choice(GAME.legal(state)))


def possible(state: PaoDeKuai, viewer: int) -> set[tuple[int, ...]]:
    """All hands that give the same view, by trying each way of exchanging the unseen cards."""
    view = GAME.view(state, viewer)
    dealt = [PACK.mask(hand) for hand in state.layout["hands"]]
    tokens = tuple(step.token for step in story(view))
    one, other = (seat for seat in range(SEATS) if seat != viewer)
    unseen = state.hands[one] | state.hands[other]
    found = set()
    for chosen in combinations(indices(unseen), state.hands[one].bit_count()):
        hands = list(dealt)
        held = sum(1 << card for card in chosen)
        hands[one] = dealt[one] & ~unseen | held
        hands[other] = dealt[other] & ~unseen | unseen & ~held
        try:
            there = played(CRAFT, view, Imagined({"hands": [list(PACK.names(hand)) for hand in hands]}, tokens))
        except IllegalAction:
            continue
        if GAME.view(there, viewer) == view:
            found.add(tuple(hands))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_every_possible_hand_comes_and_each_as_often_as_any_other(seed: int) -> None:
    state = late(seed, unseen=9)
    ways = possible(state, state.player)
    each = 200
    deals = islice(imagine(GAME.view(state, state.player), Random(seed)), each * len(ways))
    times = Counter(tuple(PACK.mask(hand) for hand in deal.layout["hands"]) for deal in deals)
    assert set(times) == ways
    assert all(abs(count - each) < 5.5 * each**0.5 for count in times.values())


def imagined_hands(state: PaoDeKuai, viewer: int, seat: int) -> list[int]:
    """What a viewer imagines a seat to have been dealt, a hundred times."""
    deals = islice(imagine(GAME.view(state, viewer), Random(1)), 100)
    return [PACK.mask(deal.layout["hands"][seat]) for deal in deals]


def test_2_1_who_is_to_open_has_the_three_of_hearts() -> None:
    state = position("4S", "3H")
    assert all(hand & PACK.mask(["3H"]) for hand in imagined_hands(state, 0, 1))


def test_2_3_who_passed_held_no_answer() -> None:
    low = "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS 3C 4C 5C 6C 7C"
    before = position("3H 2S", "AS", low, played="3 A")
    assert any(hand & PACK.mask(["2S"]) for hand in imagined_hands(before, 1, 2))
    after = position("3H 2S", "AS", low, played="3 A pass")
    assert not any(hand & PACK.mask(["2S"]) for hand in imagined_hands(after, 1, 2))
    assert not any(not four & ~hand for hand in imagined_hands(after, 1, 2) for four in FOURS)


def test_2_5_suits_tell_what_was_not_held() -> None:
    state = position("3H", "9D 10S", "9S 9C 9H", played="3 9")
    assert not any(hand & PACK.mask(["9S", "9C"]) for hand in imagined_hands(state, 0, 1))
