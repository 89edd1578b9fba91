from __future__ import annotations

from random import Random

import pytest

from engine.belote.auction import second_round
from engine.belote.cards import PACK
from engine.belote.game import GAME
from engine.errors import IllegalAction
from engine.notes import Note
from tests.engine.deals import act, deal, fact, legal

PASSES = "pass pass pass pass"


def refused(tokens: str, token: str, upcard: str = "9H") -> str:
    """The clause under which a token is refused after these."""
    state = act(GAME, deal(GAME, 3, upcard=upcard), tokens)
    with pytest.raises(IllegalAction) as refusal:
        GAME.apply(state, token)
    return refusal.value.clause


def test_2_1_five_cards_each_and_one_turned_up() -> None:
    state = GAME.deal(Random(1), 2)
    views = [GAME.view(state, viewer) for viewer in (0, 1, 2, 3, None)]
    assert all(view.counts == (5, 5, 5, 5) for view in views)
    assert [len(view.hand) for view in views] == [5, 5, 5, 5, 0]
    assert all(fact(view, "upcard") == Note("upcard", cards=(state.layout["upcard"],)) for view in views)


def test_2_2_dealers_right_speaks_first_and_the_turn_goes_round_twice() -> None:
    state = deal(GAME, 2)
    turns = []
    while state.result is None:
        turns.append(GAME.to_act(state))
        state = GAME.apply(state, "pass")
    assert turns == [3, 0, 1, 2, 3, 0, 1, 2]


def test_2_2_a_second_round_there_is_only_when_all_have_passed() -> None:
    begun = deal(GAME, 3, upcard="9H")
    assert second_round(act(GAME, begun, PASSES))
    assert not second_round(act(GAME, begun, "pass pass pass take:H"))


def test_2_2_in_the_first_round_only_the_suit_of_the_upcard_can_be_taken() -> None:
    state = deal(GAME, 3, upcard="9H")
    for _ in range(4):
        assert legal(GAME, state) == {"pass", "take:H"}
        state = GAME.apply(state, "pass")
    assert refused("pass", "take:S") == "2.2"


def test_2_2_in_the_second_round_only_the_other_three() -> None:
    state = act(GAME, deal(GAME, 3, upcard="9H"), PASSES)
    for _ in range(4):
        assert legal(GAME, state) == {"pass", "take:S", "take:C", "take:D"}
        state = GAME.apply(state, "pass")
    assert refused(PASSES, "take:H") == "2.2"


@pytest.mark.parametrize(("tokens", "suit", "which"), [("pass", "S", "first"), (PASSES, "H", "second")])
def test_2_2_a_refusal_tells_the_round(tokens: str, suit: str, which: str) -> None:
    with pytest.raises(IllegalAction, match=f"In the {which} round only the"):
        GAME.apply(act(GAME, deal(GAME, 3, upcard="9H"), tokens), f"take:{suit}")


@pytest.mark.parametrize(
    ("tokens", "taker", "trumps"),
    [
        ("take:H", 0, "H"),
        ("pass pass take:H", 2, "H"),
        (f"{PASSES} take:S", 0, "S"),
        (f"{PASSES} pass pass pass take:D", 3, "D"),
    ],
)
def test_2_2_the_first_take_ends_the_auction(tokens: str, taker: int, trumps: str) -> None:
    state = act(GAME, deal(GAME, 3, upcard="9H"), tokens)
    assert (state.phase, state.taker, state.trumps) == ("play", taker, trumps)
    for viewer in (0, 1, 2, 3, None):
        assert fact(GAME.view(state, viewer), "contract") == Note("contract", taker, ("9H",), {"trumps": trumps})


def test_2_2_all_pass_twice_and_the_deal_is_annulled() -> None:
    state = act(GAME, deal(GAME, 3), f"{PASSES} {PASSES}")
    result = GAME.result(state)
    assert result is not None
    assert (result.status, result.reason, result.scores) == ("annulled", "all_pass", (0, 0, 0, 0))
    assert GAME.to_act(state) is None
    assert GAME.legal(state) == ()


def test_2_2_after_an_annulled_deal_the_next_begins_with_a_new_auction_at_the_new_dealers_right() -> None:
    rng = Random(3)
    act(GAME, GAME.deal(rng, 3), f"{PASSES} {PASSES}")
    state = GAME.deal(rng, 0)
    assert state.calls == ()
    assert GAME.to_act(state) == 1
    assert legal(GAME, state) == {"pass", f"take:{state.upcard[-1]}"}


def test_2_2_anything_but_a_take_or_a_pass_is_no_choice() -> None:
    for token in ("take:X", "take:", "take", "play:7S", "bid:pass", "PASS", ""):
        assert refused("", token) == "C.4"


@pytest.mark.parametrize(
    ("dealer", "tokens", "packets"),
    [
        (3, "take:H", ["9H JS QS", "KS 10S AS", "7H 8H JH", "QH KH 10H"]),
        (3, "pass take:H", ["JS QS KS", "10S AS 9H", "7H 8H JH", "QH KH 10H"]),
        (3, "pass pass pass take:H", ["JS QS KS", "10S AS 7H", "8H JH QH", "KH 10H 9H"]),
        (1, "pass take:H", ["7H 8H JH", "QH KH 10H", "JS QS KS", "10S AS 9H"]),
    ],
)
def test_2_3_the_upcard_and_two_to_the_taker_and_three_to_the_others_from_dealers_right(
    dealer: int, tokens: str, packets: list[str]
) -> None:
    stock = "JS QS KS 10S AS 7H 8H JH QH KH 10H"
    start = deal(GAME, dealer, upcard="9H", stock=stock)
    state = act(GAME, start, tokens)
    got = [set(PACK.names(after & ~before)) for before, after in zip(start.hands, state.hands, strict=True)]
    assert got == [set(packet.split()) for packet in packets]
    assert GAME.view(state, None).counts == (8, 8, 8, 8)


def test_2_3_the_upcard_is_the_takers_in_the_second_round_too() -> None:
    state = act(GAME, deal(GAME, 3, upcard="9H"), f"{PASSES} pass take:S")
    assert "9H" in GAME.view(state, 1).hand
