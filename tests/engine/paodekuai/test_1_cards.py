from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from engine.errors import IllegalAction
from engine.paodekuai.cards import PACK, RANKS
from engine.paodekuai.game import GAME
from tests.engine.deals import legal
from tests.engine.paodekuai.positions import answering, leading


def test_1_1_the_pack_of_48() -> None:
    assert len(PACK) == len(set(PACK.codes)) == 48
    assert not {"AH", "2H", "2C", "2D"} & set(PACK.codes)
    ranks = Counter(code[:-1] for code in PACK.codes)
    assert ranks["A"] == 3
    assert ranks["2"] == 1
    assert {ranks[rank] for rank in RANKS} == {1, 3, 4}


@pytest.mark.parametrize("token", ["play:2,2", "play:A,A,A,A", "play:9,9,9,9,9"])
def test_1_1_no_play_has_more_cards_of_a_rank_than_the_pack(token: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(leading("9S 9C 9D 9H AS AC AD 2S", "4S", "5S"), token)
    assert refused.value.clause == "1.1"


def test_1_1_sixteen_cards_each() -> None:
    state = GAME.deal(Random(1), dealer=0)
    assert [hand.bit_count() for hand in state.hands] == [16, 16, 16]
    assert sum(state.hands) == PACK.full


def test_1_2_the_2_is_above_the_ace_and_the_ace_above_the_king() -> None:
    ranked = ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", "2S"]
    for lower, higher in pairwise(ranked):
        assert legal(GAME, answering(lower, higher)) == {f"play:{higher[:-1]}"}
        assert legal(GAME, answering(higher, lower)) == {"pass"}


def test_1_2_suits_have_no_rank() -> None:
    assert legal(GAME, answering("9S", "9H")) == {"pass"}
    assert legal(GAME, answering("9H", "9S")) == {"pass"}
