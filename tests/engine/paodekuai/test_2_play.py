from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from engine.view import Trick
from tests.engine.deals import act, cards, deal, legal
from tests.engine.paodekuai.positions import answering, leading

OPENER = "3S 3D 3H 4S 4C 5S 6S 7S 9S 9C 9D 9H KS KC AS 2S"


def opening(hand: str = OPENER) -> PaoDeKuai:
    """Seat 1 holds this hand, with 3H in it."""
    state: PaoDeKuai = deal(GAME, 0, ["", hand])
    return state


def refused(state: PaoDeKuai, token: str) -> str:
    """The clause under which this token is refused."""
    with pytest.raises(IllegalAction) as refusal:
        GAME.apply(state, token)
    return refusal.value.clause


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_2_1_who_holds_3h_leads_whoever_dealt(dealer: int, holder: int) -> None:
    hands = ["", "", ""]
    hands[holder] = "3H"
    assert GAME.to_act(deal(GAME, dealer, hands)) == holder


def test_2_1_the_first_play_contains_3h_in_any_shape() -> None:
    assert legal(GAME, opening()) == {
        "play:3",
        "play:3,3",
        "play:3,3,3",
        "play:3,3,4,4",
        "play:3,4,5,6,7",
    }


def test_2_1_a_first_play_without_3h_is_refused_even_a_bomb() -> None:
    assert refused(opening(), "play:4") == "2.1"
    assert refused(opening(), "play:9,9,9,9") == "2.1"


def test_2_1_only_the_first_play_must_have_a_three() -> None:
    state = act(GAME, opening("3S 3C 3D 3H 5S 5C 9S"), "play:3,3,3,3 pass pass")
    assert {"play:5", "play:5,5", "play:9"} <= legal(GAME, state)


def test_2_2_the_same_shape_with_a_higher_rank() -> None:
    assert legal(GAME, answering("9S 9C", "8S 8C 10S 10C JS QS QC QD")) == {"play:10,10", "play:Q,Q"}


def test_2_2_the_same_number_of_cards() -> None:
    state = answering("4S 5S 6S 7S 8S", "5C 6C 7C 8C 9C 10C")
    assert legal(GAME, state) == {"play:5,6,7,8,9", "play:6,7,8,9,10"}
    assert refused(state, "play:5,6,7,8,9,10") == "2.2"
    assert legal(GAME, answering("4S 4C 5S 5C", "6S 6C 7S 7C 8S 8C")) == {"play:6,6,7,7", "play:7,7,8,8"}


def test_2_2_an_equal_pair_does_not_beat_a_pair() -> None:
    state = answering("9S 9C", "9D 9H 10S")
    assert legal(GAME, state) == {"pass"}
    assert refused(state, "play:9,9") == "2.2"


def test_2_2_a_single_does_not_beat_a_pair_nor_a_triple() -> None:
    assert legal(GAME, answering("4S 4C", "2S AS KS KC KD 10S")) == {"play:K,K"}
    assert legal(GAME, answering("KS", "QS QC AS AC")) == {"play:A"}


@pytest.mark.parametrize(
    "led",
    ["2S", "AS AC", "KS KC KD", "10S JS QS KS AS", "KS KC AS AC", "5S 6S 7S 8S 9S 10S JS QS KS AS"],
)
def test_2_2_a_bomb_beats_every_ordinary_shape(led: str) -> None:
    assert legal(GAME, answering(led, "4S 4C 4D 4H")) == {"play:4,4,4,4"}


@pytest.mark.parametrize("hand", ["KS KC", "KS KC KD", "10S JS QS KS AS", "2S", "QS QC KS KC"])
def test_2_2_nothing_ordinary_beats_a_bomb(hand: str) -> None:
    assert legal(GAME, answering("4S 4C 4D 4H", hand)) == {"pass"}


def test_2_3_who_can_answer_must() -> None:
    state = answering("9S", "4S 10S KS")
    assert legal(GAME, state) == {"play:10", "play:K"}
    assert refused(state, "pass") == "2.3"


def test_2_3_even_with_a_bomb() -> None:
    state = answering("2S", "4S 4C 4D 4H 5S")
    assert legal(GAME, state) == {"play:4,4,4,4"}
    assert refused(state, "pass") == "2.3"


def test_2_3_even_by_breaking_up_a_bomb() -> None:
    assert legal(GAME, answering("9S", "10S 10C 10D 10H")) == {"play:10", "play:10,10,10,10"}
    assert legal(GAME, answering("9S 9C 9D", "10S 10C 10D 10H")) == {"play:10,10,10", "play:10,10,10,10"}
    assert legal(GAME, answering("KS KC", "AS AC AD")) == {"play:A,A", "play:A,A,A"}


def test_2_3_a_pass_is_the_only_token_where_there_is_no_answer() -> None:
    state = answering("9S", "4S 8S 8C")
    assert legal(GAME, state) == {"pass"}
    assert refused(state, "play:8,8") == "2.2"
    assert GAME.to_act(act(GAME, state, "pass")) == 2


def test_2_3_passes_over_the_heavenly_bomb_are_recorded_too() -> None:
    state = act(GAME, opening("3S 3C 3D 3H 5S"), "play:3,3,3,3 pass pass")
    assert GAME.to_act(state) == 1
    assert GAME.view(state, None).tricks == (Trick(1, (("3S", "3C", "3D", "3H"), (), ()), 1),)


def test_2_3_a_leader_cannot_pass() -> None:
    assert refused(opening(), "pass") == "2.3"
    assert refused(leading("9S 10S", "4S", "5S"), "pass") == "2.3"
    assert "pass" not in legal(GAME, leading("9S 10S", "4S", "5S"))


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (leading("9S 10S", "4S", "5S"), "You lead, and cannot pass."),
        (answering("9S", "KS"), "You can answer, and so you"),
    ],
)
def test_2_3_a_refused_pass_is_told_why(state: PaoDeKuai, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        GAME.apply(state, "pass")


def test_2_4_after_two_passes_in_a_row_the_last_to_play_leads_anything() -> None:
    state = act(GAME, leading("9S 4S 4C", "10S 5S 5C", "6S 6C"), "play:9 play:10 pass pass")
    assert GAME.to_act(state) == 1
    assert legal(GAME, state) == {"play:5", "play:5,5"}


def test_2_4_a_pass_between_two_plays_does_not_end_the_round() -> None:
    state = act(GAME, leading("9S QS 4S", "5S 5C", "10S 7S"), "play:9 pass play:10")
    assert GAME.to_act(state) == 0
    assert legal(GAME, state) == {"play:Q"}
    state = act(GAME, state, "play:Q")
    assert GAME.to_act(state) == 1, "who has passed is asked again"
    state = act(GAME, state, "pass pass")
    assert GAME.to_act(state) == 0
    assert GAME.view(state, None).tricks[-1] == Trick(0, (("9S",), (), ("10S",), ("QS",), (), ()), 0)


@pytest.mark.parametrize(
    ("hand", "token", "leaves"),
    [
        ("9S 9C 9D 9H", "play:9", "9S"),
        ("9C 9D 9H 4S", "play:9", "9C"),
        ("9D 9H 4S", "play:9", "9D"),
        ("9H 4S", "play:9", "9H"),
        ("9S 9D 9H 4S", "play:9,9", "9S 9D"),
        ("9C 9D 9H 4S", "play:9,9,9", "9C 9D 9H"),
        ("AC AD 4S", "play:A", "AC"),
        ("2S AS", "play:2", "2S"),
        ("8D 9S 9H 10C JH QS QD", "play:8,9,10,J,Q", "8D 9S 10C JH QS"),
        ("9S 9D 9H 10C 10D 10H", "play:9,9,10,10", "9S 9D 10C 10D"),
    ],
)
def test_2_5_the_cards_of_a_rank_leave_in_the_order_spade_club_diamond_heart(
    hand: str, token: str, leaves: str
) -> None:
    state = act(GAME, leading(hand, "4C", "4D"), token)
    view = GAME.view(state, 0)
    assert set(view.hand) == set(cards(hand)) - set(cards(leaves))
    shown = view.trick or view.tricks[-1]
    assert shown.plays == (cards(leaves),)


@pytest.mark.parametrize(
    ("token", "leaves"),
    [
        ("play:3", "3H"),
        ("play:3,3", "3S 3H"),
        ("play:3,3,3", "3S 3D 3H"),
        ("play:3,3,4,4", "3S 3H 4S 4C"),
        ("play:3,4,5,6,7", "3H 4S 5S 6S 7S"),
    ],
)
def test_2_5_but_the_first_play_always_includes_3h(token: str, leaves: str) -> None:
    state = act(GAME, opening(), token)
    assert GAME.view(state, None).trick == Trick(1, (cards(leaves),), 1)


def test_2_5_a_later_three_is_no_longer_3h() -> None:
    state = act(GAME, opening("3H 3S 3D 2S"), "play:3")
    assert {"3S", "3D"} <= set(GAME.view(state, 1).hand)


@pytest.mark.parametrize(
    "token", ["play:3H", "play:7,6,5,4,3", "play:", "play:3,", "play", "play:3, 3", "Pass", "take:3"]
)
def test_2_5_a_play_names_ranks_lowest_first_and_nothing_else(token: str) -> None:
    assert refused(opening(), token) == "C.4"


def test_2_5_ranks_in_another_order_are_named_as_they_should_be() -> None:
    with pytest.raises(IllegalAction, match=r"lowest first: play:3,4,5,6,7\."):
        GAME.apply(opening(), "play:7,6,5,4,3")


def test_2_5_ranks_that_are_not_in_the_hand() -> None:
    assert refused(opening(), "play:8") == "C.4"
    assert refused(opening(), "play:3,3,3,3") == "C.4"
