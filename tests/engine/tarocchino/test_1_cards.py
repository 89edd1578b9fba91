from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from engine.tarocchino.cards import PACK, TRUMPS, half_points
from tests.engine.deals import cards
from tests.engine.tarocchino.positions import mask, winner

SWORDS_AND_BATONS = cards("K Q N J 10 9 8 7 6 A")
CUPS_AND_COINS = cards("K Q N J A 6 7 8 9 10")


def test_1_1_the_pack_has_62_cards() -> None:
    assert len(PACK) == len(set(PACK.codes)) == 62
    assert sum(code[:-1] in SWORDS_AND_BATONS and code[-1] in "SBCD" for code in PACK.codes) == 40
    assert TRUMPS.bit_count() == 21
    assert not TRUMPS & mask("MA")


@pytest.mark.parametrize(
    ("suit", "ranks"),
    [("S", SWORDS_AND_BATONS), ("B", SWORDS_AND_BATONS), ("C", CUPS_AND_COINS), ("D", CUPS_AND_COINS)],
)
def test_1_2_the_small_cards_of_cups_and_coins_rank_the_other_way(suit: str, ranks: tuple[str, ...]) -> None:
    for higher, lower in pairwise(ranks):
        assert winner(f"{lower}{suit} {higher}{suit}") == higher + suit
        assert winner(f"{higher}{suit} {lower}{suit}") == higher + suit


def test_1_3_trumps_from_angelo_down_to_begato() -> None:
    trumps = ["AN", "MO", "SO", "LU", *(f"T{number}" for number in range(16, 4, -1)), "M3", "BE"]
    for higher, lower in pairwise(trumps):
        assert winner(f"{lower} {higher}") == higher
        assert winner(f"{higher} {lower}") == higher


@pytest.mark.parametrize("moors", list(permutations(("M1", "M2", "M3", "M4"))))
def test_1_3_of_several_moors_the_last_played_is_the_highest(moors: tuple[str, ...]) -> None:
    assert winner(" ".join(moors)) == moors[-1]
    assert winner(f"KC {moors[0]} {moors[1]} QC") == moors[1]
    assert winner(f"{moors[0]} BE {moors[1]} KC") == moors[1]


@pytest.mark.parametrize("moor", ["M1", "M2", "M3", "M4"])
def test_1_3_every_moor_lies_between_the_5_and_begato(moor: str) -> None:
    assert winner(f"T5 {moor}") == "T5"
    assert winner(f"{moor} BE") == moor


@pytest.mark.parametrize("trick", ["MA 10D KB KS", "10D MA", "BE MA M1", "MA BE AN", "KS QS NS MA"])
def test_1_3_matto_wins_nothing(trick: str) -> None:
    assert winner(trick) != "MA"


@pytest.mark.parametrize(
    ("held", "halves"),
    [
        ("AN MO BE MA", 4 * 9),
        ("KS KB KC KD", 4 * 9),
        ("QS QB QC QD", 4 * 7),
        ("NS NB NC ND", 4 * 5),
        ("JS JB JC JD", 4 * 3),
        ("AS 10D 6C T16 T5 M1 LU SO", 8),
    ],
)
def test_1_4_every_card_is_worth_its_value_less_a_half(held: str, halves: int) -> None:
    assert half_points(mask(held)) == halves


def test_1_4_the_pack_counts_87() -> None:
    assert half_points(PACK.full) == 2 * 87
