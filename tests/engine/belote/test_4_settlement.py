from __future__ import annotations

import pytest

from engine.belote.game import GAME
from engine.belote.state import Belote
from engine.notes import Note
from tests.engine.belote.hands import finished, swept
from tests.engine.deals import act, deal


def sides(state: Belote) -> tuple[float, float]:
    """The scores of the taker's side and of the defence; partners have the same."""
    assert state.result is not None
    taker, defence, *partners = state.result.scores
    assert partners == [taker, defence]
    return taker, defence


def account(state: Belote) -> dict[str, tuple[str, tuple[float, ...]]]:
    """The clause and the amounts for the taker's side and the defence, by the key of each line."""
    assert state.result is not None
    return {line.note.key: (line.clause, line.amounts[:2]) for line in state.result.account}


def test_4_1_cards_and_ten_for_the_last_trick() -> None:
    last_ours = finished(100, last="taker")
    assert account(last_ours)["count.tricks"] == ("4.1", (90, 62))
    assert account(last_ours)["count.last"] == ("4.1", (10, 0))
    assert sides(last_ours) == (100, 62)
    last_theirs = finished(100, last="defence")
    assert account(last_theirs)["count.last"] == ("4.1", (0, 10))
    assert sides(last_theirs) == (100, 62)


def test_4_1_a_capot_gives_a_hundred_in_place_of_the_ten() -> None:
    state = swept("taker")
    assert account(state)["count.capot"] == ("4.1", (100, 0))
    assert "count.last" not in account(state)
    assert state.result is not None
    assert state.result.details["card_points"] == [252, 0]
    assert state.result.details["capot"] == "taker"


def test_4_1_seven_tricks_are_no_capot() -> None:
    state = finished(162 - 4, last="taker")
    assert state.result is not None
    assert state.result.details["capot"] is None


def test_4_1_a_capot_played_out() -> None:
    state = act(
        GAME,
        deal(GAME, 3, ["JH 9H AH 10H KH", "7S", "8S", "9S"], upcard="QH", stock="8H 7H"),
        "take:H play:JH",
    )
    while state.result is None:
        state = GAME.apply(state, GAME.legal(state)[-1])
    assert state.result.details == {
        "taker": 0,
        "trumps": "H",
        "card_points": [252, 0],
        "belote": "taker",
        "capot": "taker",
        "made": True,
    }
    assert state.result.scores == (272, 0, 272, 0)


WORKED_DEALS = [
    (finished(81), (81, 81), True),
    (finished(81, last="taker"), (81, 81), True),
    (finished(91, belote="taker"), (111, 71), True),
    (finished(71, belote="taker"), (91, 91), True),
    (finished(91, belote="defence"), (91, 91), True),
    (finished(80), (0, 162), False),
    (finished(60, belote="taker"), (0, 182), False),
    (swept("taker"), (252, 0), True),
    (swept("taker", belote="taker"), (272, 0), True),
    (swept("taker", belote="defence"), (252, 20), True),
    (swept("defence"), (0, 252), False),
]


@pytest.mark.parametrize(("state", "scores", "made"), WORKED_DEALS)
def test_4_2_the_worked_deals(state: Belote, scores: tuple[int, int], made: bool) -> None:
    assert sides(state) == scores
    assert state.result is not None
    assert state.result.details["made"] is made


def test_4_2_equality_makes_it() -> None:
    assert account(finished(81))["contract_made"] == ("4.2", ())
    assert account(finished(80))["contract_failed"][0] == "4.3"


def test_4_2_belote_counts_when_the_contract_is_judged() -> None:
    saved, lost = finished(75, belote="taker"), finished(85, belote="defence")
    assert sides(saved) == (95, 87)
    assert sides(lost) == (0, 182)
    assert saved.result is not None
    assert lost.result is not None
    assert saved.result.account[-1].note == Note("contract_made", 0, args={"taker": 95, "defence": 87})
    assert lost.result.account[-1].note == Note("contract_failed", 0, args={"taker": 85, "defence": 97})


def test_4_2_card_points_are_told_without_the_belote() -> None:
    state = finished(75, belote="taker")
    assert state.result is not None
    assert state.result.details["card_points"] == [75, 87]


def test_4_3_the_defenders_score_everything_when_it_fails() -> None:
    state = finished(60)
    assert sides(state) == (0, 162)
    assert account(state)["contract_failed"] == ("4.3", (-60, 60))


@pytest.mark.parametrize("belote", ["taker", "defence"])
def test_4_3_the_belote_of_either_side_goes_to_the_defenders(belote: str) -> None:
    assert sides(finished(50, belote=belote)) == (0, 182)


@pytest.mark.parametrize("belote", ["taker", "defence"])
def test_4_3_a_capot_by_the_defenders_with_a_belote(belote: str) -> None:
    state = swept("defence", belote=belote)
    assert sides(state) == (0, 272)
    assert state.result is not None
    assert state.result.details["capot"] == "defence"
    assert state.result.details["belote"] == belote


def test_4_3_sides_are_told_from_the_takers_whatever_his_seat() -> None:
    state = act(GAME, deal(GAME, 3, ["JH 9H AH 10H KH", "7S", "8S", "9S"], upcard="QH"), "pass pass pass take:H")
    while state.result is None:
        state = GAME.apply(state, GAME.legal(state)[-1])
    assert state.result.details == {
        "taker": 3,
        "trumps": "H",
        "card_points": [0, 252],
        "belote": None,
        "capot": "defence",
        "made": False,
    }
    assert state.result.scores == (252, 0, 252, 0)
