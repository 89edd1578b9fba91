from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.tarocchino.game import GAME
from tests.engine.deals import act, cards, deal
from tests.engine.tarocchino.positions import before, playable, winner


def refused(hand: str, trick: str, card: str) -> IllegalAction:
    """The refusal of this card."""
    with pytest.raises(IllegalAction) as error:
        GAME.apply(before(hand, trick), f"play:{card}")
    return error.value


def why(hand: str, trick: str, card: str) -> str:
    """The clause under which this card is refused."""
    return refused(hand, trick, card).clause


@pytest.mark.parametrize("dealer", range(4))
def test_4_1_dealers_right_leads(dealer: int) -> None:
    state = deal(GAME, dealer)
    while state.phase == "discard":
        state = GAME.apply(state, GAME.legal(state)[0])
    assert state.to_act == state.leader == (dealer + 1) % 4


@pytest.mark.parametrize(("trick", "seat"), [("QS KS JS", 2), ("QS JS T5", 3), ("7S 6S MA", 0), ("MA M1 M2", 3)])
def test_4_1_the_winner_of_a_trick_leads_the_next(trick: str, seat: int) -> None:
    """Seats 1, 2 and 3 have played; seat 0 adds the 10 of swords."""
    state = act(GAME, before("10S 6C", trick), "play:10S")
    assert state.to_act == state.leader == state.tricks[0].winner == seat


@pytest.mark.parametrize(
    ("hand", "trick", "may"),
    [
        ("KS 6S T5 AN KC", "QS", "KS 6S"),
        ("6S T5 AN KC", "KS", "6S"),
        ("T5 AN KC M1 BE", "KS", "T5 AN M1 BE"),
        ("KC 6D QB", "KS", "KC 6D QB"),
        ("KC 6D T5 BE", "T16", "T5 BE"),
        ("KC 6D", "T16", "KC 6D"),
        ("6S T5 KC", "10S T16", "6S"),
        ("BE KC", "6D AN", "BE"),
    ],
)
def test_4_2_follow_suit_else_play_a_trump_else_anything(hand: str, trick: str, may: str) -> None:
    assert playable(hand, trick) == set(cards(may))


def test_4_2_there_is_no_duty_to_beat() -> None:
    assert playable("KS 6S", "QS") == {"KS", "6S"}
    assert playable("AN T5 BE", "T16") == {"AN", "T5", "BE"}
    assert playable("AN T5 BE", "QS T16") == {"AN", "T5", "BE"}


def test_4_2_a_card_that_is_no_choice_is_refused_under_its_clause() -> None:
    assert why("KS 6C T5", "QS", "T5") == "4.2"
    assert why("6C T5", "QS", "6C") == "4.2"
    assert why("6C T5", "QS", "KS") == "C.4"
    assert why("6C T5", "QS", "XX") == "C.4"


@pytest.mark.parametrize("trick", ["", "QS", "T16", "QS T16", "KD QD JD"])
def test_4_3_matto_may_always_be_played(trick: str) -> None:
    assert "MA" in playable("MA KS T5 QD", trick)


@pytest.mark.parametrize(
    ("trick", "card", "why"),
    [
        ("7C", "T5", "You hold the suit led, and must follow it or play Matto. (4.2)"),
        ("QS", "6C", "You cannot follow the suit led, and must play a trump or Matto. (4.2)"),
        ("QS", "KS", "You do not hold that card. (C.4)"),
        ("QS", "ZZ", "'play:ZZ' is not a choice now: play a card. (C.4)"),
    ],
)
def test_4_3_a_refusal_tells_the_duty_and_that_matto_is_free_from_it(trick: str, card: str, why: str) -> None:
    assert str(refused("6C T5 MA", trick, card)) == why


def test_4_3_matto_meets_no_duty() -> None:
    assert playable("MA T5 6D", "QS") == {"MA", "T5"}
    assert playable("MA KS T5", "QS") == {"MA", "KS"}
    assert playable("MA 6D 6C", "QS") == {"MA", "6D", "6C"}
    assert playable("MA", "QS") == {"MA"}


def test_4_3_after_matto_is_led_the_next_card_sets_the_suit() -> None:
    assert playable("KS 6D T5", "MA") == {"KS", "6D", "T5"}
    assert playable("KS 6D T5", "MA 7D") == {"6D"}
    assert playable("KS 6D T5", "MA T16") == {"T5"}
    assert playable("KS 6C T5", "MA 7D KC") == {"T5"}


def test_4_3_matto_in_the_middle_changes_nothing() -> None:
    assert playable("KS 6D T5", "7D MA") == {"6D"}
    assert playable("KS 6C T5", "7D MA KC") == {"T5"}


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        ("6S KS QS AS", "KS"),
        ("AC KD KS KB", "AC"),
        ("6C 10C 7C 8C", "6C"),
        ("10C 6C AC 7C", "AC"),
        ("6S 10S AS 7S", "10S"),
        ("KS BE QS AS", "BE"),
        ("KS BE M1 T5", "T5"),
        ("T5 M1 T16 LU", "LU"),
        ("LU SO AN MO", "AN"),
        ("M1 M2 KS M3", "M3"),
        ("MA 6D KS KC", "6D"),
        ("MA 6D BE KD", "BE"),
        ("6D MA KD QD", "KD"),
    ],
)
def test_4_4_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(trick: str, card: str) -> None:
    assert winner(trick) == card
