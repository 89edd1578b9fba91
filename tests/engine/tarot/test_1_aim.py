from __future__ import annotations

import pytest

from engine.game import evolve
from engine.notes import Note
from engine.tarot.cards import PACK, half_points
from engine.tarot.game import GAME
from engine.tricks import Taken
from tests.engine.deals import cards, fact
from tests.engine.tarot.finished import DEFENDER, TAKER, finished, settled


@pytest.mark.parametrize(
    ("bouts", "target"), [("", 56), ("T1", 51), ("T21", 51), ("T21 EX", 41), ("T1 T21", 41), ("T1 T21 EX", 36)]
)
def test_1_1_the_bouts_held_at_the_end_set_the_target(bouts: str, target: int) -> None:
    state = settled("garde", bouts, target)
    assert state.result is not None
    assert state.result.details["bouts"] == len(cards(bouts))
    assert state.result.details["target"] == target


@pytest.mark.parametrize(("winner", "bouts", "target"), [(TAKER, 1, 51), (DEFENDER, 0, 56)])
def test_1_1_the_target_so_far_counts_the_bouts_in_his_tricks(winner: int, bouts: int, target: int) -> None:
    trick = Taken(TAKER, tuple(PACK.index[code] for code in cards("T21 T2 T3 T4")), winner)
    state = evolve(finished("garde", "T21", 51), tricks=(trick,), to_act=winner)
    assert fact(GAME.view(state, None), "target") == Note("target", args={"bouts": bouts, "target": target})


def test_1_1_reaching_the_target_makes_the_contract_and_less_does_not() -> None:
    exact, short = settled("garde", "T21", 51), settled("garde", "T21", 50)
    assert exact.result is not None
    assert short.result is not None
    assert exact.result.details["made"]
    assert not short.result.details["made"]


@pytest.mark.parametrize(
    ("held", "halves"),
    [("T1", 9), ("T21", 9), ("EX", 9), ("KS KH", 18), ("QD", 7), ("NC", 5), ("JH", 3), ("10S AH T2 T20", 4)],
)
def test_1_2_card_points_are_counted_in_halves(held: str, halves: int) -> None:
    assert half_points(PACK.mask(cards(held))) == halves


def test_1_2_the_pack_of_78_holds_91_points() -> None:
    assert len(PACK) == 78
    assert half_points(PACK.full) == 2 * 91
