from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notes import Note
from engine.tarocchino.game import GAME
from tests.engine.deals import act, cards, deal, fact, legal
from tests.engine.tarocchino.positions import settled

DEALERS_HAND = "KS KD AN MO BE MA QS JB AC 10C T16 T5 LU SO M1 6S 7S"


@pytest.mark.parametrize("dealer", range(4))
def test_2_1_the_dealer_gets_17_cards_and_the_others_15(dealer: int) -> None:
    state = deal(GAME, dealer)
    assert [len(hand) for hand in state.layout["hands"]] == [17 if seat == dealer else 15 for seat in range(4)]
    assert (state.to_act, state.phase) == (dealer, "discard")


def test_2_2_never_a_king_angelo_mondo_begato_or_matto() -> None:
    state = deal(GAME, 0, [DEALERS_HAND])
    assert legal(GAME, state) == {f"discard:{code}" for code in cards("QS JB AC 10C T16 T5 LU SO M1 6S 7S")}
    for code in cards("KS KD AN MO BE MA"):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, f"discard:{code}")
        assert refused.value.clause == "2.2"


def test_2_2_a_card_is_discarded_once_and_only_from_the_hand() -> None:
    state = act(GAME, deal(GAME, 0, [DEALERS_HAND]), "discard:6S")
    for code in ("6S", "6B", "XX", ""):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, f"discard:{code}")
        assert refused.value.clause == "C.4"


@pytest.mark.parametrize("dealer", range(4))
def test_2_2_after_two_cards_it_is_the_turn_of_dealers_right(dealer: int) -> None:
    hands = [""] * 4
    hands[dealer] = DEALERS_HAND
    state = act(GAME, deal(GAME, dealer, hands), "discard:T16 discard:QS")
    assert state.to_act == (dealer + 1) % 4
    assert [hand.bit_count() for hand in state.hands] == [15] * 4
    assert state.phase in ("declare", "play")


def test_2_2_only_the_dealer_knows_what_and_how_far_he_has_discarded() -> None:
    before = deal(GAME, 0, [DEALERS_HAND])
    after = act(GAME, before, "discard:6S")
    assert GAME.events(before, "discard:6S", after) == ()
    for viewer in (1, 2, 3, None):
        assert GAME.view(after, viewer) == GAME.view(before, viewer)
    own = GAME.view(after, 0)
    assert own.counts == (16, 15, 15, 15)
    assert own.ask == Note("ask.discard", args={"left": 1})
    assert fact(own, "own_discard") == Note("own_discard", cards=("6S",))


def test_2_2_that_the_dealer_has_discarded_is_public_but_not_what() -> None:
    before = act(GAME, deal(GAME, 0, [DEALERS_HAND]), "discard:6S")
    after = act(GAME, before, "discard:T5")
    events = GAME.events(before, "discard:T5", after)
    assert events[0] == Note("discarded", 0)
    assert not any(note.cards for note in events)
    assert fact(GAME.view(after, 0), "own_discard").cards == ("6S", "T5")
    for viewer in (1, 2, 3, None):
        view = GAME.view(after, viewer)
        assert "6S" not in repr(view.facts)
        assert "T5" not in repr(view.facts)


@pytest.mark.parametrize(("dealer", "side"), [(0, 0), (2, 0), (1, 1), (3, 1)])
def test_2_2_the_discards_count_for_the_dealers_side(dealer: int, side: int) -> None:
    """QB and QC lie aside. Seats 0 and 2 have won QS and nothing else that counts more than a half."""
    over = settled("QS 7S 8S", aside="QB QC", dealer=dealer, matto=0)
    ours = 3.5 + 0.5 + 0.5 + 4.5
    assert over.side(0)["card_points"] == (ours + 7 if side == 0 else ours)
    assert over.side(0)["captured"] == (14 if side == 0 else 0)
    assert [line.clause for line in over.lines("count.discard")] == ["2.2"]
