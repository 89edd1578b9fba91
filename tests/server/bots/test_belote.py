"""Bots of Belote in whole deals; single positions are in `test_belote_blunders.py`."""

from __future__ import annotations

from random import Random

import pytest

from engine.belote.game import GAME
from engine.belote.state import Belote
from server.bots import decide


@pytest.mark.parametrize("seed", range(20))
def test_it_plays_whole_deals_legally_and_the_same_way_twice(seed: int) -> None:
    state: Belote = GAME.deal(Random(seed), seed % 4)
    while state.to_act is not None:
        view = GAME.view(state, state.to_act)
        token = decide(view, Random(seed))
        assert token == decide(view, Random(seed))
        state = GAME.apply(state, token)


def test_it_scores_well_over_players_who_choose_at_random() -> None:
    bots, others = 0.0, 0.0
    for seed in range(40):
        rng = Random(seed)
        state = GAME.deal(rng, seed % 4)
        while state.to_act is not None:
            by_bot = state.to_act % 2 == 0
            token = decide(GAME.view(state, state.to_act), rng) if by_bot else rng.choice(GAME.legal(state))
            state = GAME.apply(state, token)
        assert state.result is not None
        bots += state.result.scores[0]
        others += state.result.scores[1]
    assert bots > 2 * others
