from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notes import Note
from engine.tarot.game import GAME
from engine.tarot.state import Tarot
from tests.engine.deals import act, cards, deal, fact, legal

CHIEN = "KH T20 2D 3D 4D 5D"
ORDINARY = "2D 3D 4D 5D AS 2S"
TAKER = "T1 T21 KS KD AS 2S 3S 4S 5S 6S 7S 8S AH 2H 3H AC 2C 3C"
SHORT = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T21 EX KS KD KC"


def taken(contract: str = "garde", hand: str = TAKER, chien: str = CHIEN) -> Tarot:
    """Seat 0 holds these cards and takes."""
    state: Tarot = act(GAME, deal(GAME, 3, [hand], chien=chien), f"bid:{contract} bid:pass bid:pass bid:pass")
    return state


def discarding(*codes: str) -> str:
    return " ".join(f"discard:{code}" for code in codes)


@pytest.mark.parametrize("contract", ["prise", "garde"])
def test_3_1_the_chien_is_shown_to_all_and_taken(contract: str) -> None:
    state = taken(contract)
    for viewer in (None, 0, 1, 2, 3):
        assert set(fact(GAME.view(state, viewer), "chien").cards) == set(cards(CHIEN))
    assert set(GAME.view(state, 0).hand) == set(cards(TAKER)) | set(cards(CHIEN))
    assert GAME.to_act(state) == 0


def test_3_1_six_discards_one_token_each() -> None:
    state = taken()
    for number, card in enumerate(cards(ORDINARY)):
        assert state.phase == "discard"
        assert GAME.view(state, 0).ask == Note("ask.discard", args={"left": 6 - number})
        state = act(GAME, state, f"discard:{card}")
    assert state.phase == "chelem"
    assert state.hands[0].bit_count() == 18
    assert set(GAME.pack.names(state.discard)) == set(cards(ORDINARY))


def test_3_2_kings_and_bouts_are_never_discarded() -> None:
    state = taken()
    for card in ("KS", "KH", "T1", "T21"):
        with pytest.raises(IllegalAction, match=r"Kings and bouts .*3\.2"):
            GAME.apply(state, f"discard:{card}")


def test_3_2_ordinary_cards_go_first() -> None:
    state = taken()
    assert "discard:T20" not in legal(GAME, state)
    with pytest.raises(IllegalAction, match=r"only when no ordinary card is left\. \(3\.2\)"):
        GAME.apply(state, "discard:T20")


def test_3_2_trumps_fill_a_shortfall_by_the_takers_choice() -> None:
    state = act(GAME, taken(hand=SHORT, chien="2D 3D 4D T14 T15 KH"), discarding("2D", "3D", "4D"))
    assert legal(GAME, state) == {f"discard:T{number}" for number in range(2, 16)}


def test_3_2_a_card_not_in_hand_cannot_be_discarded() -> None:
    with pytest.raises(IllegalAction, match="a card of your hand"):
        GAME.apply(taken(), "discard:QH")


def test_3_3_discarded_trumps_are_public_after_the_sixth_and_not_before() -> None:
    state = act(GAME, taken(hand=SHORT, chien="2D 3D 4D T14 T15 KH"), discarding("2D", "3D", "4D", "T2", "T3"))
    assert fact(GAME.view(state, 1), "trumps_discarded") is None
    assert GAME.view(state, 1).counts[0] == 24
    before, state = state, act(GAME, state, "discard:T15")
    assert GAME.events(before, "discard:T15", state)[-1] == Note("trumps_discarded", 0, ("T2", "T3", "T15"))
    assert fact(GAME.view(state, 1), "trumps_discarded").cards == ("T2", "T3", "T15")
    assert GAME.view(state, 1).counts[0] == 18


def test_3_3_ordinary_discards_are_the_takers_secret_until_the_settlement() -> None:
    state = act(GAME, taken(), discarding(*cards(ORDINARY)))
    assert set(fact(GAME.view(state, 0), "own_discard").cards) == set(cards(ORDINARY))
    for viewer in (None, 1, 2, 3):
        assert {note.key for note in GAME.view(state, viewer).facts} == {"contract", "target", "chien"}
    while state.result is None:
        state = GAME.apply(state, GAME.legal(state)[0])
    assert set(fact(GAME.view(state, 1), "discard").cards) == set(cards(ORDINARY))


def test_3_3_a_discard_is_no_public_event_and_the_sixth_tells_only_that_it_is_done() -> None:
    state = taken()
    told = []
    for card in cards(ORDINARY):
        after = act(GAME, state, f"discard:{card}")
        told.append(GAME.events(state, f"discard:{card}", after))
        state = after
    assert told[:5] == [()] * 5
    assert [note.key for note in told[5]] == ["discarded"]
    assert told[5][0].cards == ()


@pytest.mark.parametrize("contract", ["garde_sans", "garde_contre"])
def test_3_4_without_the_chien_nobody_sees_it_and_there_is_no_discard(contract: str) -> None:
    state = taken(contract)
    assert state.phase == "chelem"
    assert state.hands[0].bit_count() == 18
    for viewer in (None, 0, 1, 2, 3):
        assert fact(GAME.view(state, viewer), "chien") is None


@pytest.mark.parametrize("bout", ["T21", "EX"])
@pytest.mark.parametrize(("contract", "points", "bouts"), [("garde_sans", 7, 1), ("garde_contre", 0, 0)])
def test_3_4_the_chien_counts_once_for_the_taker_in_garde_sans_for_the_defence_in_garde_contre(
    contract: str, points: float, bouts: int, bout: str
) -> None:
    # Seat 0 holds the lowest trumps and small cards: it wins nothing, and all it can have is the chien.
    state = taken(contract, "T2 T3 T4 T5 AS 2S 3S 4S AH 2H 3H 4H AC 2C 3C AD 2D 3D", f"{bout} 4C 5C 6C 4D 5D")
    while state.result is None:
        tokens = GAME.legal(state)
        state = GAME.apply(state, tokens[0] if GAME.to_act(state) == 0 else tokens[-1])
    assert all(trick.winner != 0 for trick in state.tricks)
    assert state.result.details["points"] == points
    assert state.result.details["bouts"] == bouts
    assert "4C" in fact(GAME.view(state, None), "chien").cards, "it is open in the end"
