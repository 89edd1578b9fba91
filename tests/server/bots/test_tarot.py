"""What a sensible player of French Tarot does, from views one can see."""

from __future__ import annotations

from random import Random

import pytest

from engine import game_named
from engine.tarot.cards import PACK
from protocol import Trick, View
from server.bots import decide
from server.bots.tarot import count

TAKER = 1
STRONG = "T21 T20 T19 T18 T17 T15 T9 T1 EX KS QS KH"
MIDDLING = "T21 T17 T12 T9 T5 EX KS QS 5S 4S NH 3H"
POOR = "T3 T7 QS 9S 5S 2S JH 8H 6H QC 7C 3C 10D 7D 4D 2D"


def seen_by(
    viewer: int, hand: str, legal: list[str], trick: Trick | None = None, tricks: tuple[Trick, ...] = ()
) -> View:
    return View(
        game="tarot",
        viewer=viewer,
        dealer=0,
        phase="play",
        to_act=viewer,
        counts=(5, 5, 5, 5),
        sides=(1, 0, 1, 1),
        hand=tuple(hand.split()),
        legal=tuple(legal),
        trick=trick,
        tricks=tricks,
    )


def played(viewer: int, hand: str, trick: str = "", legal: str = "", before: int = 0) -> str:
    """The card that a seat plays as the last so far, to a trick in which `before` have been played already."""
    cards = tuple((code,) for code in trick.split())
    now = Trick((viewer - len(cards)) % 4, cards) if cards else None
    gone = (Trick(0, (("2C",), ("3C",), ("4C",), ("5C",)), 3),) * before
    view = seen_by(viewer, hand, [f"play:{code}" for code in (legal or hand).split()], now, gone)
    return decide(view, Random(1)).removeprefix("play:")


@pytest.mark.parametrize(
    ("hand", "called"), [(STRONG, "bid:garde_contre"), (MIDDLING, "bid:garde"), (POOR, "bid:pass")]
)
def test_the_bid_follows_the_points_of_the_hand(hand: str, called: str) -> None:
    bids = ["bid:pass", "bid:prise", "bid:garde", "bid:garde_sans", "bid:garde_contre"]
    assert decide(seen_by(0, hand, bids), Random(1)) == called


def test_nobody_bids_against_a_bid_that_his_hand_is_not_good_for() -> None:
    assert decide(seen_by(0, MIDDLING, ["bid:pass", "bid:garde_sans", "bid:garde_contre"]), Random(1)) == "bid:pass"


def test_a_hand_counts_bouts_trumps_honours_long_and_short_suits() -> None:
    assert count(PACK.mask(["T21", "T20", "EX"])) == 10 + 8 + 2 * 4 + 4 * 6
    assert count(PACK.mask(["KS", "QS", "NS", "5S", "4S", "3H", "7C", "8D"])) == 6 + 3 + 2 + 1 + 5 + 3 * 3


def test_the_discard_empties_the_shortest_suit_without_a_king_points_first() -> None:
    hand = "KS 9S 8S 7S QH 2H 10C 9C 8C 7C 6C 5C 4C T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13"
    legal = [f"discard:{code}" for code in hand.split() if code[0] not in "KT"]
    assert decide(seen_by(TAKER, hand, legal), Random(1)) == "discard:QH"


def test_the_last_to_play_wins_cheaply_and_saves_the_petit() -> None:
    assert played(0, "T1 T8 T15", trick="KS 4S 5S") == "T1"
    assert played(0, "T8 T15", trick="KS T2 5S") == "T8"
    assert played(0, "KH 3H", trick="QH 4H 5H") == "KH"


def test_a_partner_is_given_points_and_not_overtaken_for_nothing() -> None:
    assert played(0, "QH 3H", trick="KH 2H 4H") == "3H", "the taker's king is no partner's"
    assert played(0, "QH 3H", trick="4H 2H KH") == "QH", "a partner has won it"


def test_what_cannot_win_is_lost_cheaply() -> None:
    assert played(TAKER, "NH 3H JH", trick="KH 2H") == "3H"
    assert played(TAKER, "T1 T4", trick="T20 T5", legal="T1 T4") == "T4"


def test_the_excuse_saves_a_dear_card_and_does_not_wait_for_the_last_trick() -> None:
    assert played(TAKER, "T1 EX", trick="T20 T5", legal="T1 EX") == "EX"
    assert played(0, "3H EX", trick="KH 2H", legal="3H EX") == "3H"
    assert played(0, "3H EX", before=16) == "EX"


def test_the_defence_leads_its_long_suit_and_no_trumps() -> None:
    assert played(0, "T20 T1 9S 7S 4S QH 3D") == "4S"


def test_the_taker_draws_trumps_while_he_has_more_than_his_share() -> None:
    assert played(TAKER, "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 5H") == "T21"


@pytest.mark.parametrize("seed", range(20))
def test_whole_deals_are_played_by_four_of_them(seed: int) -> None:
    game = game_named("tarot")
    state = game.deal(Random(seed), seed % 4)
    while state.to_act is not None:
        view = game.view(state, state.to_act)
        token = decide(view, Random(seed))
        assert token in view.legal
        state = game.apply(state, token)
    assert sum(state.result.scores) == 0
