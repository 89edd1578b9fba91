from __future__ import annotations

from itertools import pairwise

import pytest

from engine.errors import IllegalAction
from engine.game import evolve
from engine.tarot import play
from engine.tarot.cards import PACK
from engine.tarot.game import GAME
from engine.tarot.state import Tarot
from tests.engine.deals import act, cards, deal, legal


def playable(hand: str, trick: str) -> set[str]:
    """What may be played from this hand to this trick."""
    on_table = tuple(PACK.index[code] for code in cards(trick))
    return set(PACK.names(play.playable(PACK.mask(cards(hand)), on_table)))


def winner(trick: str) -> str:
    """The card that wins this trick, seat 0 leading, somewhere in the middle of the deal."""
    state = evolve(deal(GAME, 3), taker=0, leader=0)
    on_table = tuple(PACK.index[code] for code in cards(trick))
    return cards(trick)[play.winner(state, on_table)]


def refused(hand: str, trick: str, card: str) -> IllegalAction:
    """The refusal of this card."""
    state = deal(GAME, 3, [hand])
    state = evolve(
        state,
        phase="play",
        hands=(PACK.mask(cards(hand)), *state.hands[1:]),
        trick=tuple(PACK.index[code] for code in cards(trick)),
    )
    with pytest.raises(IllegalAction) as error:
        GAME.apply(state, f"play:{card}")
    return error.value


def why(hand: str, trick: str, card: str) -> str:
    """The clause under which this card is refused."""
    return refused(hand, trick, card).clause


def opened(hand: str, chelem: str, dealer: int = 3) -> Tarot:
    """The seat at dealer's right holds this hand, the next one takes without the chien."""
    hands = [""] * 4
    hands[(dealer + 1) % 4] = hand
    tokens = f"bid:pass bid:garde_sans bid:pass bid:pass chelem:{chelem}"
    state: Tarot = act(GAME, deal(GAME, dealer, hands), tokens)
    return state


def test_5_1_dealers_right_leads_the_first_trick() -> None:
    assert GAME.to_act(opened("T1 T2 AS", "no", dealer=2)) == 3


def test_5_1_the_taker_leads_if_he_announced_a_chelem() -> None:
    assert GAME.to_act(opened("T1 T2 AS", "yes", dealer=2)) == 0


def test_5_1_the_winner_of_a_trick_leads_the_next() -> None:
    state = act(GAME, deal(GAME, 3, ["2S", "4S", "KS", "3S"]), "bid:prise bid:pass bid:pass bid:pass")
    while state.phase != "play":
        state = GAME.apply(state, "chelem:no" if state.phase == "chelem" else GAME.legal(state)[-1])
    state = act(GAME, state, "play:2S play:4S play:KS poignee:none play:3S")
    assert GAME.to_act(state) == 2
    assert state.tricks[-1].winner == 2


def test_5_1_eighteen_tricks_end_the_deal() -> None:
    state = opened("T1 T2 AS", "no")
    while state.result is None:
        state = GAME.apply(state, GAME.legal(state)[0])
    assert len(state.tricks) == 18


def test_5_2_follow_the_suit_led() -> None:
    assert playable("2S KS 3H T5", "7S") == {"2S", "KS"}
    assert why("2S KS 3H T5", "7S", "3H") == "5.2"


def test_5_2_if_you_cannot_follow_play_a_trump() -> None:
    assert playable("2S KS T5 T9", "7H") == {"T5", "T9"}
    assert why("2S KS T5 T9", "7H", "KS") == "5.2"


def test_5_2_with_neither_play_anything() -> None:
    assert playable("2S KS 4C", "7H") == {"2S", "KS", "4C"}
    assert playable("2S KS 4C", "T7") == {"2S", "KS", "4C"}


def test_5_2_a_leader_may_play_anything() -> None:
    assert playable("2S T7 EX KH", "") == {"2S", "T7", "EX", "KH"}


def test_5_3_must_overtrump_even_a_partner() -> None:
    assert playable("T21 T7 KH", "T10") == {"T21"}
    assert playable("T21 T7 KH", "2S T10") == {"T21"}
    assert why("T21 T7 KH", "2S T10", "T7") == "5.3"


def test_5_3_if_you_cannot_beat_it_any_trump() -> None:
    assert playable("T2 T7 KH", "2S T10") == {"T2", "T7"}
    assert why("T2 T7 KH", "2S T10", "KH") == "5.2"


def test_5_3_the_highest_trump_in_the_trick_counts_not_the_last() -> None:
    assert playable("T12 T16 KH", "2S T15 T3") == {"T16"}


def test_5_3_who_can_follow_need_not_trump_a_trumped_trick() -> None:
    assert playable("2S KS T21", "7S T10") == {"2S", "KS"}


def test_5_4_the_excuse_may_always_be_played() -> None:
    assert playable("2S EX T5", "7S") == {"2S", "EX"}
    assert playable("EX T5 T9", "7S T7") == {"EX", "T9"}


@pytest.mark.parametrize(
    ("trick", "card", "why"),
    [
        ("7S", "3H", "You hold the suit led, and must follow it or play the Excuse. (5.2)"),
        ("7C", "2S", "You cannot follow the suit led, and must play a trump or the Excuse. (5.2)"),
        (
            "7C T7",
            "T5",
            "You hold a higher trump than the highest in the trick, and must play one or the Excuse. (5.3)",
        ),
        ("7S", "KS", "You do not hold that card. (C.4)"),
        ("7S", "ZZ", "'play:ZZ' is not a choice now: play a card. (C.4)"),
    ],
)
def test_5_4_a_refusal_tells_the_duty_and_that_the_excuse_is_free_from_it(trick: str, card: str, why: str) -> None:
    assert str(refused("2S 3H T5 T9 EX", trick, card)) == why


def test_5_4_the_excuse_is_not_a_trump_and_creates_no_duty() -> None:
    assert playable("EX 2H", "7S") == {"EX", "2H"}
    assert playable("T5 T9", "7S EX") == {"T5", "T9"}
    assert playable("T5 T9", "7S T7 EX") == {"T9"}


def test_5_5_after_a_led_excuse_the_next_card_sets_the_suit() -> None:
    assert playable("2S T7 KH", "EX") == {"2S", "T7", "KH"}
    assert playable("2S T7 KH", "EX 4H") == {"KH"}
    assert playable("2S T7 KH", "EX T6") == {"T7"}


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        ("KS QS 10S AS", "KS"),
        ("AS 2S 10S JS", "JS"),
        ("JS NS QS 10S", "QS"),
        ("AS 2H 3H 4H", "AS"),
        ("JS KH 2S KD", "JS"),  # a king of another suit beats nothing
        ("KS T1 QS T2", "T2"),
        ("T4 T21 T5 T6", "T21"),
        ("EX 2H 9H KS", "9H"),
        ("EX T2 9H KS", "T2"),
        ("2D EX KD T1", "T1"),
    ],
)
def test_5_6_who_wins(trick: str, card: str) -> None:
    assert winner(trick) == card


def test_5_6_the_order_of_a_suit_has_the_ace_lowest() -> None:
    ranks = ["K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
    for high, low in pairwise(ranks):
        assert winner(f"{low}C {high}C AD 2D") == f"{high}C"


def test_5_6_a_card_that_is_not_held_or_no_card_is_refused() -> None:
    assert why("2S KS", "", "KH") == "C.4"
    assert why("2S KS", "", "ZZ") == "C.4"
    assert legal(GAME, opened("T1 T2 AS", "no")) == {
        f"play:{code}" for code in GAME.view(opened("T1 T2 AS", "no"), 0).hand
    }


def test_5_6_the_view_tells_who_is_winning_so_far() -> None:
    state = act(GAME, deal(GAME, 3, ["EX", "5C", "QC", "T1"]), "bid:garde_sans bid:pass bid:pass bid:pass chelem:no")
    winners = []
    for card in ("EX", "5C", "QC"):
        state = act(GAME, state, f"play:{card}")
        trick = GAME.view(state, None).trick
        assert trick is not None
        winners.append(trick.winner)
    assert winners == [None, 1, 2]
