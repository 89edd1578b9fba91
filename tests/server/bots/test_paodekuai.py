from __future__ import annotations

from random import Random

import pytest

from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from protocol import say
from server.bots import decide
from server.bots.paodekuai import CRAFT
from tests.engine.deals import act
from tests.engine.paodekuai.positions import answering, leading

SEATS = (0, 1, 2)


def decision(state: PaoDeKuai) -> str:
    """What the policy chooses for the seat to act."""
    return CRAFT.policy(state)


def played_by_bots(seed: int, bots: tuple[int, ...] = SEATS) -> PaoDeKuai:
    """A whole deal; the seats that are no bots choose at random."""
    rng = Random(seed)
    state = GAME.deal(rng, 0)
    while state.to_act is not None:
        view = GAME.view(state, state.to_act)
        token = decide(view, rng) if state.to_act in bots else rng.choice(view.legal)
        assert token in view.legal
        state = GAME.apply(state, token)
    return state


@pytest.mark.parametrize("seed", range(20))
def test_it_plays_whole_deals_by_the_rules(seed: int) -> None:
    assert played_by_bots(seed).phase == "settled"


def test_it_is_better_than_chance() -> None:
    gained = 0.0
    for seed in range(60):
        bot = seed % 3
        result = played_by_bots(seed, (bot,)).result
        assert result is not None
        gained += result.scores[bot]
    assert gained > 100


def test_it_goes_out_when_it_can() -> None:
    assert decision(leading("9S 9C", "KS KC 4S", "10S 10C 4C")) == "play:9,9"
    assert decision(answering("8S", "9S")) == "play:9"


def test_it_leads_what_is_long_and_low() -> None:
    state = leading("4S 5S 6S 7S 8S QD AS", "9S 9C 10D 10S 10C 6C", "JS KC QS AC 2S 5C")
    assert decision(state) == "play:4,5,6,7,8"


def test_it_leads_its_weakest_card_while_nobody_is_near_the_end() -> None:
    assert decision(leading("4S 10S KD", "9S 10C JC 5S 6C AS", "JS QS KS 8C 9C 2S")) == "play:4"


def test_it_answers_as_low_as_it_can() -> None:
    state = act(GAME, leading("6S KS 9C 9D AS 5D", "8S QS AD 10C 5C 4C", "9S JS QC KC AC 7S"), "play:6")
    assert decision(state) == "play:8"


def test_it_breaks_no_pair_where_a_single_card_will_do() -> None:
    state = act(GAME, leading("6S KC QD 10S", "8S 8C 9S 4C 4D", "JS AS KD 3S"), "play:6")
    assert decision(state) == "play:9"


def test_it_does_not_break_up_a_bomb() -> None:
    state = answering("8S", "9S 9C 9D 9H JS 4C 5C 6H")
    assert decision(state) in ("play:J", "play:9,9,9,9")


def test_it_answers_with_a_bomb_that_will_be_paid() -> None:
    state = act(GAME, leading("10S QC 5D 8S", "9S 9C 9D 9H JS JC JD 4C", "JH AS KD 3S 3C"), "play:10")
    assert decision(state) == "play:9,9,9,9"


def test_it_does_not_lead_a_bomb_that_could_answer() -> None:
    assert decision(leading("9S 9C 9D 9H 4S 6S", "JS QC KC 5S 8C", "JC QS KS 8D 10C")) in ("play:4", "play:6")


def test_it_leads_a_pair_where_a_single_would_let_somebody_out() -> None:
    assert decision(leading("4S 5S 5C 6D", "KS", "JS QS KC 8C")) == "play:5,5"


def test_it_stands_in_the_way_of_who_has_one_card_left() -> None:
    state = act(GAME, leading("8S 9C 9D", "10S AS 4C 4D", "KS"), "play:8")
    assert decision(state) == "play:A"


def test_it_plays_what_nobody_beats_before_its_last_card() -> None:
    assert decision(leading("4S 2S", "KS KC KD", "QS QC AS")) == "play:2"
    assert decision(leading("4S JS JC", "KS QC 9D", "9S 10C AS")) == "play:J,J"


def test_it_decides_from_its_own_view() -> None:
    state = leading("4S AS 9C", "9S 10C JC", "JS QS KS")
    assert decision(state) == decision(leading("4S AS 9C", "JS QS KS", "9S 10C JC"))


def reason(state: PaoDeKuai) -> str:
    """What the policy says of its choice."""
    note = CRAFT.why(state, decision(state))
    return say(note, CRAFT.labels, lambda seat: f"Seat {seat}")


def test_it_says_why() -> None:
    assert reason(leading("9S 9C", "KS KC 4S", "10S 10C 4C")) == "These are the last cards."
    assert reason(leading("4S 2S", "KS KC KD", "QS QC AS")).startswith("Nobody can beat this")
    assert reason(leading("4S 5S 5C 6D", "KS", "JS QS KC 8C")) == "Seat 1 has one card left, and is not to be let out."
    long = leading("4S 5S 6S 7S 8S QD AS", "9S 9C 10D 10S 10C 6C", "JS KC QS AC 2S 5C")
    assert reason(long) == "So many cards at once are seldom answered."
    answer = act(GAME, leading("6S KC QD 10S", "8S 8C 9S 4C 4D", "JS AS KD 3S"), "play:6")
    assert reason(answer) == "The answer that the hand can best spare."


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_held_impossible(seed: int) -> None:
    rng = Random(seed)
    state = GAME.deal(rng, 0)
    while state.to_act is not None:
        tokens = GAME.legal(state)
        chances = [CRAFT.likelihood(state, token) for token in tokens]
        assert min(chances) > 0
        assert sum(chances) == pytest.approx(1)
        assert set(CRAFT.candidates(state)) <= set(tokens)
        state = GAME.apply(state, rng.choice(tokens))
