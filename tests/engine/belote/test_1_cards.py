from __future__ import annotations

from itertools import pairwise

import pytest

from engine.belote.cards import PACK, RANKINGS, SUITS
from tests.engine.belote.hands import winner


def points(code: str, trumps: str) -> int:
    return RANKINGS[trumps].points[PACK.index[code]]


def test_1_1_eight_ranks_of_four_french_suits() -> None:
    assert len(PACK) == 32
    assert set(PACK.codes) == {rank + suit for rank in ("7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SHCD"}


@pytest.mark.parametrize("trumps", SUITS)
def test_1_2_trumps_have_an_order_of_their_own(trumps: str) -> None:
    order = [rank + trumps for rank in ("J", "9", "A", "10", "K", "Q", "8", "7")]
    for higher, lower in pairwise(order):
        assert winner(f"{lower} {higher}", trumps) == higher
        assert winner(f"{higher} {lower}", trumps) == higher
    assert [points(code, trumps) for code in order] == [20, 14, 11, 10, 4, 3, 0, 0]


@pytest.mark.parametrize("suit", "SCD")
def test_1_2_in_a_plain_suit_the_ten_comes_after_the_ace(suit: str) -> None:
    order = [rank + suit for rank in ("A", "10", "K", "Q", "J", "9", "8", "7")]
    for higher, lower in pairwise(order):
        assert winner(f"{lower} {higher}", "H") == higher
        assert winner(f"{higher} {lower}", "H") == higher
    assert [points(code, "H") for code in order] == [11, 10, 4, 3, 2, 0, 0, 0]


@pytest.mark.parametrize("trumps", SUITS)
def test_1_2_the_pack_holds_152_whatever_is_trumps(trumps: str) -> None:
    assert sum(RANKINGS[trumps].points) == 152
