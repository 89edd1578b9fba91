from __future__ import annotations

from random import Random

import pytest

from engine.errors import IllegalAction
from engine.notes import Note
from engine.tarot.game import GAME
from tests.engine.deals import act, deal, laid_out, legal


def test_2_1_18_cards_each_and_6_to_the_chien() -> None:
    state = GAME.deal(Random(1), dealer=2)
    assert [hand.bit_count() for hand in state.hands] == [18] * 4
    assert state.chien.bit_count() == 6
    assert sum(state.hands) + state.chien == GAME.pack.full


def test_2_2_petit_sec_annuls_the_deal_before_the_auction() -> None:
    state = deal(GAME, 3, ["", "T1 AS 2S 3S 4S 5S 6S 7S 8S AH 2H 3H 4H 5H 6H 7H 8H 9H"])
    assert GAME.to_act(state) is None
    assert GAME.legal(state) == ()
    assert state.result.status == "annulled"
    assert state.result.reason == "petit_sec"
    assert state.result.scores == (0, 0, 0, 0)


@pytest.mark.parametrize("other", ["T2", "EX"])
def test_2_2_the_petit_with_another_trump_or_the_excuse_is_no_petit_sec(other: str) -> None:
    state = deal(GAME, 3, ["", f"T1 {other} AS 2S 3S 4S 5S 6S 7S 8S AH 2H 3H 4H 5H 6H 7H 8H"])
    assert GAME.to_act(state) == 0


def test_2_3_one_round_from_dealers_right() -> None:
    state = deal(GAME, 1)
    seats = []
    while state.phase == "auction":
        seats.append(GAME.to_act(state))
        state = act(GAME, state, "bid:prise" if len(seats) == 2 else "bid:pass")
    assert seats == [2, 3, 0, 1]
    assert state.taker == 3


def test_2_3_each_bid_must_be_above_the_last() -> None:
    state = deal(GAME, 3)
    assert legal(GAME, state) == {"bid:pass", "bid:prise", "bid:garde", "bid:garde_sans", "bid:garde_contre"}
    state = act(GAME, state, "bid:garde")
    assert legal(GAME, state) == {"bid:pass", "bid:garde_sans", "bid:garde_contre"}
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, "bid:garde")
    assert refused.value.clause == "2.3"


def test_2_3_after_garde_contre_the_others_are_asked_and_can_only_pass() -> None:
    state = act(GAME, deal(GAME, 3), "bid:garde_contre")
    for seat in (1, 2, 3):
        assert GAME.to_act(state) == seat
        assert legal(GAME, state) == {"bid:pass"}
        state = act(GAME, state, "bid:pass")
    assert state.contract == "garde_contre"
    assert state.taker == 0


def test_2_3_the_highest_bidder_takes_and_the_others_defend() -> None:
    state = act(GAME, deal(GAME, 3), "bid:prise bid:garde bid:pass")
    assert GAME.view(state, None).sides == (None, None, None, None), "who bids last may still take"
    assert GAME.view(state, 3).ask == Note("ask.auction")
    state = act(GAME, state, "bid:garde_sans")
    assert GAME.view(state, None).sides == (1, 1, 1, 0)


@pytest.mark.parametrize("contract", ["garde", "garde_sans"])
def test_2_3_the_auction_is_told_call_by_call_and_who_takes(contract: str) -> None:
    state = deal(GAME, 3, chien="KH T20 2D 3D 4D 5D")
    heard: list[Note] = []
    for token in ("bid:prise", "bid:pass", f"bid:{contract}", "bid:pass"):
        after = GAME.apply(state, token)
        heard += GAME.events(state, token, after)
        state = after
    chien = [Note("chien", cards=("KH", "2D", "3D", "4D", "5D", "T20"))] if contract == "garde" else []
    assert heard == [
        Note("bid", 0, args={"contract": "prise"}),
        Note("passed", 1),
        Note("bid", 2, args={"contract": contract}),
        Note("passed", 3),
        Note("takes", 2, args={"contract": contract}),
        *chien,
    ]


def test_2_4_all_pass_annuls_the_deal() -> None:
    state = act(GAME, deal(GAME, 3), "bid:pass bid:pass bid:pass bid:pass")
    assert state.result.reason == "all_pass"
    assert state.result.scores == (0, 0, 0, 0)
    with pytest.raises(IllegalAction):
        GAME.apply(state, "bid:prise")


def test_2_4_a_deal_after_an_annulled_one_starts_afresh() -> None:
    layout = laid_out(GAME, 3)
    act(GAME, GAME.restore(layout, 3), "bid:pass bid:pass bid:pass bid:pass")
    again = GAME.restore(layout, 0)
    assert GAME.to_act(again) == 1
    assert again.calls == ()


def test_2_4_the_cards_of_an_annulled_deal_stay_covered() -> None:
    passed = act(GAME, deal(GAME, 3), "bid:pass bid:pass bid:pass bid:pass")
    petit_sec = deal(GAME, 3, ["", "T1 AS 2S 3S 4S 5S 6S 7S 8S AH 2H 3H 4H 5H 6H 7H 8H 9H"])
    for state in (passed, petit_sec):
        assert GAME.view(state, None).facts == ()
