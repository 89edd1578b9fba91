"""Hearts are trumps in every position here; the last card of a trick is an opponent's, the one before the partner's."""

from __future__ import annotations

from random import Random

import pytest

from engine.belote.game import GAME
from engine.belote.state import Belote
from server.bots import decide
from tests.engine.belote.hands import before
from tests.engine.deals import act, deal


def called(hand: str, upcard: str, tokens: str = "") -> str:
    """What the bot at dealer's right says, after these calls."""
    state = act(GAME, deal(GAME, 3, [hand], upcard=upcard), tokens)
    return decide(GAME.view(state, 0), Random(1))


def played(hand: str, trick: str) -> str:
    """The card that the bot plays to this trick."""
    return decide(GAME.view(before(hand, trick), 0), Random(1)).removeprefix("play:")


def test_it_takes_with_the_best_trumps_and_passes_with_none() -> None:
    assert called("JH 9H AH AS 7C", "10H") == "take:H"
    assert called("7S 8S 9S 7C 8C", "7H") == "pass"


def test_in_the_second_round_it_names_its_best_suit() -> None:
    passes = "pass pass pass pass"
    assert called("JC 9C AC 10C AS", "7H", passes) == "take:C"
    assert called("7S 8S 9C 7C 8D", "7H", passes) == "pass"


def test_it_gives_its_partner_points_when_the_trick_is_his_for_certain() -> None:
    assert played("10S 8S", "7S AS 9S") == "10S"
    assert played("10C 7C 7D", "7S AS 9S") == "10C"


def test_it_throws_the_opponents_nothing() -> None:
    assert played("10S KS 8S", "7S 9S AS") == "8S"
    assert played("10C KD 7D", "JH 8H 9H") == "7D"


def test_it_does_not_trump_a_trick_that_its_partner_is_winning_as_the_last_to_play() -> None:
    assert played("JH 9H 7C", "7S AS 9S") == "7C"


def test_it_wins_a_trick_that_it_can_win_for_certain() -> None:
    assert played("AS 8S", "7S 9S 10S") == "AS"
    assert played("10S 8S", "7S 9S KS") == "10S"


def test_it_leads_an_ace_rather_than_a_ten() -> None:
    assert played("AS 10C 7C 7D", "") == "AS"


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
