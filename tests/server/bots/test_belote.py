"""Bots of Belote in whole deals; single positions are in `test_belote_blunders.py`."""

from __future__ import annotations

from random import Random

import pytest

from engine.belote.game import GAME
from engine.belote.state import Belote
from engine.notes import say
from protocol import View
from server.bots import decide
from server.bots.belote import CRAFT
from server.bots.bot import Bot
from tests.engine.belote.hands import finished
from tests.server.bots.belote_positions import auction, playing


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


def test_a_deal_is_worth_by_how_much_it_is_better_than_for_the_opponents() -> None:
    """111 to 71: seat 0 has taken, with 91 points and Belote."""
    assert [CRAFT.value(finished(91, belote="taker"), seat) for seat in range(4)] == [40, -40, 40, -40]


def reason(view: View) -> str:
    """Why the policy does what it does for this view."""
    return say(Bot().decide(view, None, Random(1)).reason, CRAFT.labels, lambda seat: f"Seat {seat}")


def test_it_says_why() -> None:
    assert reason(auction("JH 9H AH 10H AS", "KH")) == "With these trumps the hand promises 89, and 46 are enough."
    assert reason(auction("7S 8S 9C 8D 7D", "JH")).startswith("The hand promises 26 at best")
    leading = playing("JH 9H AH 8H AS AC 7D 8D", "", taker=0, upcard="8H")
    assert reason(leading) == "The opponents' trumps are drawn."
    ruffing = playing("7H 9H JH 7C 8C 7D 8D KD", "AS 7S 8S", taker=0, upcard="JH", dealer=0)
    assert reason(ruffing).startswith("A trump, rather than")
    giving = playing("10S KS 9S 7H 8C 7C 8D 9D", "7S AS 8S", taker=1, upcard="JH", dealer=0)
    assert reason(giving).startswith("The partner is ahead")
    catching = playing("AS 8S 7C 8C 7D 8D KD 9D", "7S 9S 10S", taker=1, upcard="JH", dealer=0)
    assert reason(catching).startswith("It takes the trick")
