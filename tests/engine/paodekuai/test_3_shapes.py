from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import IllegalAction
from engine.paodekuai.cards import RANKS
from engine.paodekuai.combinations import PLAYS
from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from tests.engine.deals import act, deal, legal
from tests.engine.paodekuai.positions import answering, leading

FOURS = ["4S 4C 4D 4H", "5S 5C 5D 5H", "10S 10C 10D 10H", "JS JC JD JH", "KS KC KD KH"]
ACES = "AS AC AD"


def holding(hand: str) -> PaoDeKuai:
    """Seat 0 leads from this hand."""
    return leading(hand, "4C", "4D")


def refused(state: PaoDeKuai, token: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        GAME.apply(state, token)
    return refusal.value.clause


def test_3_1_single_pair_triple() -> None:
    assert legal(GAME, holding("9S")) == {"play:9"}
    assert legal(GAME, holding("9S 9H")) == {"play:9", "play:9,9"}
    assert legal(GAME, holding("9S 9C 9H")) == {"play:9", "play:9,9", "play:9,9,9"}


def test_3_1_a_straight_has_five_ranks_or_more() -> None:
    assert legal(GAME, holding("5S 6C 7D 8H")) == {"play:5", "play:6", "play:7", "play:8"}
    assert legal(GAME, holding("5S 6C 7D 8H 9S 10C")) - legal(GAME, holding("5S 6C 7D 8H")) == {
        "play:9",
        "play:10",
        "play:5,6,7,8,9",
        "play:6,7,8,9,10",
        "play:5,6,7,8,9,10",
    }


def test_3_1_a_straight_may_have_all_twelve_ranks() -> None:
    state = holding("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S")
    assert "play:3,4,5,6,7,8,9,10,J,Q,K,A" in legal(GAME, state)


def test_3_1_a_run_has_two_pairs_or_more() -> None:
    assert legal(GAME, holding("9S 9H 10S 10H JS JH")) == {
        "play:9",
        "play:9,9",
        "play:10",
        "play:10,10",
        "play:J",
        "play:J,J",
        "play:9,9,10,10",
        "play:10,10,J,J",
        "play:9,9,10,10,J,J",
    }


def test_3_1_a_whole_hand_may_be_one_run_of_eight_pairs() -> None:
    hand = "5S 5H 6S 6H 7S 7H 8S 8H 9S 9H 10S 10H JS JH QS QH"
    state = act(GAME, holding(hand), "play:5,5,6,6,7,7,8,8,9,9,10,10,J,J,Q,Q")
    assert state.phase == "settled"


def test_3_1_consecutive_means_without_a_gap() -> None:
    tokens = legal(GAME, holding("5S 6S 7S 8S 10S JS 9S")) & {"play:5,6,7,8,9", "play:7,8,9,10,J"}
    assert tokens == {"play:5,6,7,8,9", "play:7,8,9,10,J"}
    assert not [token for token in legal(GAME, holding("5S 6S 7S 8S 10S JS QS")) if "," in token]
    assert not [token for token in legal(GAME, holding("9S 9C JS JC")) if token.count(",") > 1]


@pytest.mark.parametrize("token", ["play:5,6,7,8", "play:5,7", "play:5,6", "play:5,5,7,7", "play:5,6,7,8,10"])
def test_3_1_what_is_no_shape_is_refused(token: str) -> None:
    assert refused(holding("5S 5C 6S 7S 7C 8S 10S"), token) == "3.1"


def test_3_2_the_ace_is_high_in_a_straight_and_a_run() -> None:
    assert "play:10,J,Q,K,A" in legal(GAME, holding("10S JS QS KS AS"))
    assert "play:Q,Q,K,K,A,A" in legal(GAME, holding("QS QC KS KC AS AC"))


@pytest.mark.parametrize(
    ("hand", "token"),
    [
        ("JS QS KS AS 2S", "play:J,Q,K,A,2"),
        ("10S JS QS KS AS 2S", "play:10,J,Q,K,A,2"),
        ("2S 3S 4S 5S 6S", "play:2,3,4,5,6"),
        ("AS 2S 3S 4S 5S", "play:A,2,3,4,5"),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", "play:3,4,5,6,7,8,9,10,J,Q,K,A,2"),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", "play:2,A,K,Q,J,10,9,8,7,6,5,4,3"),
    ],
)
def test_3_2_no_run_through_the_2(hand: str, token: str) -> None:
    assert refused(holding(hand), token) == "3.2"
    assert not [token for token in legal(GAME, holding(hand)) if "2" in token.split(":")[1].split(",") and "," in token]


@pytest.mark.parametrize(
    ("hand", "token"),
    [
        ("3S AS", "play:3,A"),
        ("2S 5S", "play:2,5"),
        ("KS AS 2S", "play:K,A,2"),
        ("3S 5S 7S 9S AS", "play:3,5,7,9,A"),
        ("5S 5C AS AC 2S", "play:5,5,A,A,2"),
    ],
)
def test_3_1_cards_that_would_be_no_shape_anyway_break_3_1(hand: str, token: str) -> None:
    assert refused(holding(hand), token) == "3.1"


@pytest.mark.parametrize("pairs", range(9, 13))
def test_3_1_more_than_eight_pairs_in_a_row_are_a_run_that_no_hand_holds(pairs: int) -> None:
    token = "play:" + ",".join(rank for rank in RANKS[:pairs] for _ in range(2))
    assert refused(holding("3S 3C"), token) == "C.4"


def test_3_2_the_ace_is_not_low() -> None:
    state = holding("AS 3S 4S 5S 6S")
    assert refused(state, "play:A,3,4,5,6") == "3.2"
    assert not [token for token in legal(GAME, state) if "," in token]


@pytest.mark.parametrize(
    "token",
    [
        "play:8,8,8,4",
        "play:4,8,8,8",
        "play:4,4,8,8,8",
        "play:8,8,8,9,9,9",
        "play:4,10,10,10,10",
        "play:4,4,10,10,10,10",
        "play:8,8,8,9,9,9,10,10,10",
    ],
)
def test_3_3_nothing_is_attached(token: str) -> None:
    assert refused(holding("4S 4C 8S 8C 8D 9S 9C 9D 10S 10C 10D 10H"), token) == "3.3"


def test_3_3_every_play_takes_as_many_cards_of_each_of_its_ranks() -> None:
    for token in PLAYS:
        counts = Counter(token.removeprefix("play:").split(","))
        assert len(set(counts.values())) == 1
        assert len(counts) == 1 or set(counts.values()) <= {1, 2}


def test_3_4_fours_rank_among_themselves() -> None:
    for place, led in enumerate(FOURS):
        for other, hand in enumerate(FOURS):
            if place != other:
                assert (legal(GAME, answering(led, hand)) != {"pass"}) == (other > place)


def test_3_4_three_aces_beat_all_fours_and_nothing_beats_them() -> None:
    for four in FOURS:
        assert legal(GAME, answering(four, ACES)) == {"play:A,A,A"}
        assert legal(GAME, answering(ACES, four)) == {"pass"}
    assert refused(answering(ACES, FOURS[-1]), "play:K,K,K,K") == "3.4"


def test_3_4_three_aces_are_no_triple() -> None:
    assert legal(GAME, answering(ACES, "4S 4C 4D")) == {"pass"}
    state = act(GAME, answering("KS KC KD", f"{ACES} 9S"), "play:A,A,A pass pass")
    assert [bomb.seat for bomb in state.stood] == [1], "they answered as a bomb"
    assert legal(GAME, answering("2S", ACES)) == {"play:A,A,A"}


def test_3_4_one_or_two_aces_are_a_single_and_a_pair() -> None:
    assert legal(GAME, answering("KS", f"{ACES} 4S")) == {"play:A", "play:A,A,A"}
    assert legal(GAME, answering("KS KC", "AS AC 4S")) == {"play:A,A"}


def heavenly(other: str = "") -> PaoDeKuai:
    """Seat 0 opens with the heavenly bomb; seat 1 has these cards."""
    state: PaoDeKuai = act(GAME, deal(GAME, 2, ["3S 3C 3D 3H 5S 5C 6S", other]), "play:3,3,3,3")
    return state


def test_3_5_nothing_beats_the_heavenly_bomb_three_aces_included() -> None:
    state = heavenly(f"{ACES} {FOURS[-1]} {FOURS[0]}")
    assert legal(GAME, state) == {"pass"}
    for token in ("play:A,A,A", "play:K,K,K,K", "play:4,4,4,4"):
        assert refused(state, token) == "3.5"


def test_3_5_it_is_the_very_first_play_or_none() -> None:
    first = deal(GAME, 2, ["3S 3C 3D 3H 5S 5C 6S"])
    assert "play:3,3,3,3" in legal(GAME, first)
    later = act(GAME, first, "play:3,3,3")
    assert GAME.view(later, 0).hand[0] == "3D", "three of them and 3H gone, one is left"
    assert refused(act(GAME, heavenly(), "pass pass"), "play:3,3,3,3") == "C.4"
