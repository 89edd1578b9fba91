from __future__ import annotations

import pytest

from engine.account import Line, totals
from engine.paodekuai import scoring
from engine.paodekuai.cards import PACK
from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai, Stood
from tests.engine.deals import act, cards, deal
from tests.engine.paodekuai.positions import leading

UNPLAYED = "4S 5S 6S 7S 9S 9C 10S 10C JS JC QS QC KS KC AS AC"
WITH_SEVENS = "7S 7C 7D 7H 4S 5S 9S 9C 10S 10C JS JC QS QC KS KC"
FOUR_AND_TWO = "7S 7C 7D 7H 4S 5S 9S 9C 10S 10C JS JC QS QC KS 2S"


def scores(state: PaoDeKuai) -> tuple[float, ...]:
    assert state.result is not None
    assert state.result.status == "played"
    return state.result.scores


def seat(state: PaoDeKuai, number: int) -> dict[str, int]:
    """What the details say of a seat."""
    assert state.result is not None
    found: dict[str, int] = state.result.details["seats"][number]
    return found


def clauses(state: PaoDeKuai) -> list[tuple[str, str]]:
    """The lines of the account, each with its clause."""
    assert state.result is not None
    return [(line.note.key, line.clause) for line in state.result.account]


def pays(hand: str) -> int:
    return sum(amount for _, amount in scoring.penalties(1, PACK.mask(cards(hand))))


def test_4_1_the_deal_ends_at_once_when_a_hand_is_empty() -> None:
    state = act(GAME, leading("8S", "9S 9C", "2S 4S"), "play:8")
    assert GAME.to_act(state) is None
    assert state.phase == "settled"
    assert state.result.details["winner"] == 0
    assert scores(state) == (2 + 2 + 10, -2, -12)


def test_4_1_the_last_cards_may_be_an_answer() -> None:
    state = act(GAME, leading("8S 4S", "9S", "2S 4C"), "play:8 play:9")
    assert state.result.details["winner"] == 1
    assert GAME.view(state, None).tricks[-1].winner == 1


def test_4_2_a_card_left_costs_one() -> None:
    state = act(GAME, leading("8S", "9S 9C 9D", "4S"), "play:8")
    assert scores(state) == (4, -3, -1)
    assert seat(state, 1) == {"left": 3, "penalty": 3, "bombs_scored": 0}
    assert seat(state, 0) == {"left": 0, "penalty": 0, "bombs_scored": 0}


def test_4_2_worked_a_loser_with_16_cards_who_never_played_pays_32() -> None:
    assert pays(UNPLAYED) == 32
    state = act(GAME, leading("3S", UNPLAYED, "4C"), "play:3")
    assert scores(state) == (33, -32, -1)


def test_4_2_worked_the_same_with_a_four_and_the_2_pays_52() -> None:
    assert pays(FOUR_AND_TWO) == 52
    state = act(GAME, leading("3S", FOUR_AND_TWO, "4C"), "play:3")
    assert scores(state) == (53, -52, -1)
    assert clauses(state)[1:4] == [("left_unplayed", "4.2"), ("two_left", "4.2"), ("bomb_left", "4.2")]


def test_4_2_worked_a_loser_left_with_three_aces_and_a_5_pays_14() -> None:
    assert pays("AS AC AD 5S") == 14
    assert scores(act(GAME, leading("3S", "AS AC AD 5S", "4C"), "play:3")) == (15, -14, -1)


def test_4_2_a_single_card_played_undoubles() -> None:
    assert pays(UNPLAYED.removesuffix(" AC")) == 15


def test_4_2_the_tens_are_not_doubled_and_bomb_cards_count_as_cards() -> None:
    assert pays("9S 9C 9D 9H") == 4 + 10
    assert pays("9S 9C 9D 9H AS AC AD 2S") == 8 + 10 + 10 + 10
    assert pays("2S") == 1 + 10


def test_4_2_two_aces_or_three_of_another_rank_are_no_bomb_in_hand() -> None:
    assert pays("AS AC KS KC KD") == 5


def test_4_2_who_only_passed_never_played() -> None:
    start = deal(GAME, 0, ["3S 3C 3D 3H", "4S 4C", "5S 5C"])
    state = act(GAME, start, "play:3,3,3,3 pass pass")
    assert state.hands[1].bit_count() == 16
    assert pays(" ".join(GAME.view(state, 1).hand)) >= 32


def test_4_3_an_unbeaten_answering_bomb_gains_20_and_costs_each_other_10() -> None:
    state = act(GAME, leading("8S 4S", "9S 9C 9D 9H 5S 5C", "10S"), "play:8 play:9,9,9,9 pass pass")
    assert state.stood == (Stood(1, PACK.mask(cards("9S 9C 9D 9H"))),)
    state = act(GAME, state, "play:5,5")
    assert scores(state) == (-10 - 1, 20 + 2, -10 - 1)
    assert seat(state, 1)["bombs_scored"] == 1
    assert clauses(state)[-1] == ("bomb_paid", "4.3")


def test_4_3_only_the_highest_bomb_of_a_round_is_paid() -> None:
    state = leading("8S 4S", "9S 9C 9D 9H 5S", "10S 10C 10D 10H 6S 6C")
    state = act(GAME, state, "play:8 play:9,9,9,9 play:10,10,10,10 pass pass play:6,6")
    assert [seat(state, number)["bombs_scored"] for number in range(3)] == [0, 0, 1]
    assert scores(state) == (-10 - 1, -10 - 1, 20 + 2)


def test_4_3_nothing_is_paid_before_the_round_ends() -> None:
    state = act(GAME, leading("8S 4S", "9S 9C 9D 9H 5S", "10S 6S"), "play:8 play:9,9,9,9 pass")
    assert state.stood == ()
    assert act(GAME, state, "pass").stood != ()


def test_4_3_a_bomb_that_was_led_gives_nothing() -> None:
    state = act(GAME, leading("9S 9C 9D 9H 4S", "5S", "6S"), "play:9,9,9,9 pass pass play:4")
    assert scores(state) == (2, -1, -1)
    assert seat(state, 0)["bombs_scored"] == 0


def test_4_3_a_led_bomb_that_empties_the_hand_gives_nothing() -> None:
    assert scores(act(GAME, leading("9S 9C 9D 9H", "5S", "6S"), "play:9,9,9,9")) == (2, -1, -1)


def test_4_3_a_bomb_that_answers_a_led_bomb_is_paid() -> None:
    state = leading("9S 9C 9D 9H 4S", "AS AC AD 5S", "6S")
    state = act(GAME, state, "play:9,9,9,9 play:A,A,A pass pass play:5")
    assert scores(state) == (-10 - 1, 20 + 2, -10 - 1)


def test_4_3_the_leader_is_paid_for_a_bomb_on_the_bomb_that_answered_him() -> None:
    state = leading("8S AS AC AD 4S", "9S 9C 9D 9H 5S", "6S")
    state = act(GAME, state, "play:8 play:9,9,9,9 pass play:A,A,A pass pass play:4")
    assert scores(state) == (20 + 2, -10 - 1, -10 - 1)


def test_4_3_a_bomb_that_empties_the_hand_is_paid_at_once() -> None:
    state = act(GAME, leading("8S 4S", "9S 9C 9D 9H", "10S 10C 10D 10H"), "play:8 play:9,9,9,9")
    assert state.phase == "settled", "the higher bomb comes too late"
    assert scores(state) == (-1 - 10, 1 + 4 + 10 + 20, -4 - 10 - 10)


def test_4_3_the_heavenly_bomb_gives_nothing() -> None:
    state = act(GAME, deal(GAME, 2, ["3S 3C 3D 3H"]), "play:3,3,3,3 pass pass")
    assert state.stood == ()


def test_4_3_a_loser_is_paid_for_his_bombs_too() -> None:
    state = leading("8S 7S", "9S 9C 9D 9H 4S 5S", "10S JS")
    state = act(GAME, state, "play:8 play:9,9,9,9 pass pass play:4 play:10 pass pass play:J")
    assert state.result.details["winner"] == 2
    assert scores(state) == (-1 - 10, -1 + 20, 1 + 1 - 10)


def test_4_4_worked_the_whole_account() -> None:
    hands = [0, PACK.mask(cards("4C 5C 6S 8S 8C")), PACK.mask(cards(WITH_SEVENS))]
    account: list[Line] = list(scoring.account(0, hands, [Stood(1, PACK.mask(cards("6S 6C 6D 6H")))]))
    assert totals(account, 3) == (37, 15, -52)
    assert [line.amounts for line in account if line.amounts] == [
        (5, -5, 0),
        (32, 0, -32),
        (10, 0, -10),
        (-10, 20, -10),
    ]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_4_4_every_line_adds_up_to_zero(winner: int) -> None:
    hands = [PACK.mask(cards(hand)) for hand in (FOUR_AND_TWO, "AS AC AD 5C", "6C 8S")]
    hands[winner] = 0
    stood = [Stood(number, PACK.mask(cards("QS QC QD QH"))) for number in range(3)]
    for line in scoring.account(winner, hands, stood):
        assert sum(line.amounts) == 0
