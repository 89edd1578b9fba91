from __future__ import annotations

from itertools import combinations as subsets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.account import Line
from engine.notes import say
from engine.tarocchino.cards import PACK
from engine.tarocchino.combinations import holding
from engine.tarocchino.game import GAME
from engine.tarocchino.telling import told
from tests.engine.deals import cards
from tests.engine.tarocchino import by_hand
from tests.engine.tarocchino.positions import combinations, held, mask

WITHOUT = set(cards("MO SO T16 BE KD JD AD QS NS JS JC NB AB"))
ALMOST_ALL = " ".join(code for code in PACK.codes if code not in WITHOUT)
ALL = " ".join(PACK.codes)
NUMBERED = "T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5"

WORKED = [
    ("AN MO LU T16", {"grande": 15}),
    ("AN MA LU T16 T15 BE T13 T12", {"grande": 35, "tarocchi": 18}),
    ("AN MO SO LU MA BE T14", {"grande": 25, "tarocchi": 36}),
    ("AN MO BE MA T15", {"grande": 20, "tarocchi": 36}),
    ("KC QC BE AC", {"cups": 15}),
    ("KD QD ND JD AD MA", {"coins": 25}),
    ("AS AB AC AD BE MA", {"aces": 25}),
    ("AN SO LU T16 T15 MA T13", {"grande": 30}),
]
"""The worked combinations of the book, with the sets that lie in the same cards."""


@pytest.mark.parametrize(("hand", "worth"), WORKED)
def test_5_8_the_worked_combinations(hand: str, worth: dict[str, int]) -> None:
    assert combinations(hand) == worth


def test_5_4_the_worked_five_sequences_are_doubled_and_two_sets_are_not() -> None:
    assert combinations(ALMOST_ALL) == {
        "batons": 15,
        "cups": 20,
        "aces": 10,
        "moors": 20,
        "grande": 10,
        "kings": 17,
        "queens": 14,
    }
    assert held(ALMOST_ALL).points == 2 * 75 + 31 == 181


def test_5_3_the_whole_pack_scores_846() -> None:
    sets = {"tarocchi": 36, "kings": 34, "queens": 28, "knights": 26, "jacks": 24}
    suits = {"swords": 30, "batons": 30, "cups": 30, "coins": 30}
    assert combinations(ALL) == {**sets, **suits, "aces": 25, "moors": 25, "grande": 105}
    assert held(ALL).points == 2 * 275 + 2 * 148 == 846


@pytest.mark.parametrize(
    ("four", "kind", "for_three", "for_four"),
    [
        ("AN MO BE MA", "tarocchi", 18, 36),
        ("KS KB KC KD", "kings", 17, 34),
        ("QS QB QC QD", "queens", 14, 28),
        ("NS NB NC ND", "knights", 13, 26),
        ("JS JB JC JD", "jacks", 12, 24),
    ],
)
def test_5_1_three_or_four_of_a_kind(four: str, kind: str, for_three: int, for_four: int) -> None:
    assert combinations(four)[kind] == for_four
    for three in subsets(cards(four), 3):
        assert combinations(" ".join(three))[kind] == for_three
    for two in subsets(cards(four), 2):
        assert kind not in combinations(" ".join(two))


def test_5_1_no_contatore_stands_in_for_a_card_of_a_set() -> None:
    assert combinations("KS KB BE MA") == {}
    assert combinations("KS KB KC BE MA") == {"kings": 17}


def test_5_2_two_sets_count_once_and_three_double() -> None:
    assert held("KS KB KC QS QB QD").points == 17 + 14
    assert held("QS QB QC NB NC ND JS JC JD").points == 2 * (14 + 13 + 12)


def test_5_2_four_of_a_kind_is_still_one_set() -> None:
    assert held("KS KB KC KD NS NB NC ND").points == 34 + 26


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("KS QS JS", 10),
        ("KS QS NS JS", 15),
        ("KS QS NS JS AS", 20),
        ("KS QS NS JS AS BE", 25),
        ("KS QS NS JS AS BE MA", 30),
    ],
)
def test_5_3_three_cards_for_10_and_each_more_for_5(hand: str, points: int) -> None:
    assert combinations(hand) == {"swords": points}


def test_5_3_there_are_seven_kinds_of_sequence() -> None:
    assert [combination.kind for combination in held(ALL).sequences] == [
        *("swords", "batons", "cups", "coins", "aces", "moors", "grande")
    ]


def test_5_4_two_sequences_count_once_and_three_double() -> None:
    assert held("KS QS JS KB QB JB").points == 20
    assert held("KS QS JS KB QB JB M1 M2 M3").points == 2 * 30


def test_5_4_sets_and_sequences_double_independently() -> None:
    """Three sequences and two sets, then three sets and no sequence beside them."""
    assert held("KS QS JS KB QB JB KC QC JC").points == 2 * 30 + 2 * (17 + 14 + 12)
    assert held("KS QS JS KB QB JB KC QC NC").points == 2 * 30 + 17 + 14
    assert held("QS QB QC NS NB NC JS JB JC").points == 2 * (14 + 13 + 12)


def test_5_5_a_card_serves_every_combination_that_it_fits() -> None:
    """The ace of swords in its suit and among the aces, the kings in their suits and as a set."""
    assert combinations("KS QS JS AS AB AC KB KC") == {"swords": 15, "aces": 10, "kings": 17}


def test_5_5_a_contatore_serves_in_every_sequence_and_once_in_each() -> None:
    assert combinations("KS QS KB QB AS AB M1 M2 MA") == {"swords": 15, "batons": 15, "aces": 10, "moors": 10}
    assert held("KS QS KB QB AS AB M1 M2 MA").points == 2 * 50


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("KC QC NC", 10),
        ("KC NC JC", 10),
        ("KC JC MA", 10),
        ("KC JC BE", 10),
        ("KC JC BE MA", 15),
        ("KC JC AC MA", 15),
        ("KC QC JC AC", 15),
        ("KC QC AC", None),
        ("KC AC MA", None),
        ("KC AC BE MA", None),
        ("KC BE MA", None),
        ("KC QC", None),
        ("QC NC JC AC BE MA", None),
        ("KC QD BE", None),
    ],
)
def test_5_6_a_real_king_and_two_courts_of_which_one_is_real(hand: str, points: int | None) -> None:
    assert combinations(hand).get("cups") == points


@pytest.mark.parametrize("ace", ["AS", "AB", "AC", "AD"])
def test_5_6_only_its_own_ace_lengthens_a_suit(ace: str) -> None:
    suit = {"AS": "swords", "AB": "batons", "AC": "cups", "AD": "coins"}[ace]
    for letter, name in {"S": "swords", "B": "batons", "C": "cups", "D": "coins"}.items():
        assert combinations(f"K{letter} Q{letter} N{letter} {ace}") == {name: 15 if name == suit else 10}


@pytest.mark.parametrize(("kind", "four"), [("aces", "AS AB AC AD"), ("moors", "M1 M2 M3 M4")])
def test_5_7_aces_and_moors_need_two_real_cards_and_three_in_all(kind: str, four: str) -> None:
    one, two, three, _ = cards(four)
    assert combinations(f"{one} {two}") == {}
    assert combinations(f"{one} BE MA") == {}
    assert combinations(f"{one} {two} BE") == {kind: 10}
    assert combinations(f"{one} {two} BE MA") == {kind: 15}
    assert combinations(f"{one} {two} {three}") == {kind: 10}
    assert combinations(four) == {kind: 15}
    assert combinations(f"{four} BE MA") == {kind: 25}


def grande(hand: str) -> int:
    """The number of cards of the Grande in these cards; 0 where there is none."""
    points = combinations(hand).get("grande")
    return 0 if points is None else (points - 10) // 5 + 3


@pytest.mark.parametrize(
    ("hand", "length"),
    [
        ("MO SO LU T16 BE MA", 0),
        ("AN BE MA T16 T15", 0),
        ("AN MO", 0),
        ("AN MO T16 T15 T14", 0),
        ("AN MO SO", 3),
        ("AN SO LU", 3),
        ("AN LU BE", 3),
        ("AN LU MA", 3),
        ("AN MO SO LU", 4),
    ],
)
def test_5_8_real_angelo_and_two_of_mondo_sole_luna_of_which_one_is_real(hand: str, length: int) -> None:
    assert grande(hand) == length


def test_5_8_a_third_one_that_is_missing_blocks_nothing_and_needs_no_filling() -> None:
    assert grande("AN MO LU T16 T15 T14") == 6
    assert grande("AN MO LU T16 MA T14") == 6  # Matto is free for the 15


@pytest.mark.parametrize(
    ("hand", "length"),
    [
        ("AN MO SO T16 T15 T13", 5),
        ("AN MO SO T15 T14", 3),
        ("AN MO SO MA T15 T14", 6),
        ("AN MO SO T16 MA T14 T12", 6),
        ("AN MO SO T16 MA T14 BE T12 T11", 9),
        ("AN MO SO T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5", 15),
    ],
)
def test_5_8_the_walk_fills_gaps_with_contatori_not_yet_spent(hand: str, length: int) -> None:
    assert grande(hand) == length


@pytest.mark.parametrize(
    ("hand", "length"),
    [
        ("AN MO SO MA BE T14", 5),  # 16 filled, 15 just below: stop; the other adds a card
        ("AN MO SO T16 MA BE T13", 6),
        ("AN MO SO MA T15 BE T13", 7),  # 16 and 14 filled, a real card between
    ],
)
def test_5_8_two_filled_trumps_in_succession_stop_the_walk(hand: str, length: int) -> None:
    assert grande(hand) == length


def test_5_8_a_filled_great_trump_does_not_count_as_the_one_above_the_16() -> None:
    assert grande("AN LU MA BE T15 T14") == 6


def test_5_8_a_contatore_spent_on_a_great_trump_fills_no_gap() -> None:
    assert grande("AN LU MA T16 T14") == 4
    assert grande("AN LU MA T15") == 3


def test_5_8_past_the_5_every_real_moor_adds_one() -> None:
    assert grande(f"AN MO SO {NUMBERED} M1") == 16
    assert grande(f"AN MO SO {NUMBERED} M1 M2 M3 M4") == 19
    assert grande("AN MO SO M1 M2 M3 M4") == 3
    assert grande(f"AN MO SO {NUMBERED[:-3]} M1 M2") == 14


def test_5_8_a_5_that_is_filled_is_passed() -> None:
    assert grande(f"AN MO SO {NUMBERED[:-3]} MA M1 M2 M3 M4") == 3 + 12 + 4


def test_5_8_each_contatore_still_unspent_adds_one() -> None:
    assert grande("AN MO SO BE MA") == 5
    assert grande("AN MO SO T16 MA T14 BE") == 7
    assert grande(f"AN MO SO {NUMBERED} MA BE") == 17


def test_5_8_begato_has_no_place_of_its_own_below_the_moors() -> None:
    """It adds the one card of a contatore, whether or not the walk gets there."""
    assert grande("AN MO SO T16 BE") == 5
    assert grande(f"AN MO SO LU {NUMBERED} M1 M2 M3 M4 BE") == 21


def test_5_8_the_longest_has_22_cards_and_scores_105() -> None:
    assert combinations(f"AN MO SO LU {NUMBERED} M1 M2 M3 M4 BE MA")["grande"] == 105


GREAT = st.sets(st.sampled_from(cards("MO SO LU")))
CONTATORI = st.sets(st.sampled_from(cards("BE MA")))
MISSING = st.sets(st.sampled_from(cards(NUMBERED)), max_size=4)
MOORS = st.sets(st.sampled_from(cards("M1 M2 M3 M4")))


@given(GREAT, CONTATORI, MISSING, MOORS)
def test_5_8_no_use_of_the_contatori_makes_a_longer_grande(
    great: set[str], contatori: set[str], missing: set[str], moors: set[str]
) -> None:
    hand = {"AN", *great, *contatori, *moors, *cards(NUMBERED)} - missing
    assert grande(" ".join(hand)) == by_hand.longest_grande(hand)


@given(st.sets(st.sampled_from(PACK.codes)))
def test_5_3_any_cards_score_what_one_counts_by_hand(hand: set[str]) -> None:
    assert holding(PACK.mask(hand)).points == by_hand.score(hand)


@given(st.sets(st.sampled_from(PACK.codes), max_size=6))
def test_5_3_so_do_nearly_all_cards(missing: set[str]) -> None:
    hand = set(PACK.codes) - missing
    assert holding(PACK.mask(hand)).points == by_hand.score(hand)


@given(st.sets(st.sampled_from(PACK.codes)))
def test_3_2_the_cards_that_count_make_the_same_combinations_by_themselves(hand: set[str]) -> None:
    found = holding(PACK.mask(hand))
    assert holding(found.cards) == found
    assert not found.cards & ~PACK.mask(hand)


@given(st.sets(st.sampled_from(PACK.codes)), st.sampled_from(PACK.codes))
def test_5_5_one_more_card_never_makes_less(hand: set[str], more: str) -> None:
    assert holding(PACK.mask({*hand, more})).points >= holding(PACK.mask(hand)).points


def sentences(lines: list[Line]) -> list[str]:
    return [f"{line.clause} {say(line.note, GAME.about.labels, 'Seat {}'.format)}" for line in lines]


def test_5_8_a_combination_is_told_as_what_it_is_with_its_clause() -> None:
    hand = held("AN MA LU T16 T15 BE T13 T12 KS QS AS AB")
    assert sentences(list(told(hand, 1))) == [
        "5.1 Seat 1, 3 Tarocchi: AN BE MA – 18",
        "5.6 Seat 1, sequence of 5 (swords): KS QS AS BE MA – 20",
        "5.7 Seat 1, sequence of 4 (aces): AB AS BE MA – 15",
        "5.8 Seat 1, sequence of 8 (Grande): AN LU T16 T15 T13 T12 BE MA – 35",
        "5.4 Seat 1, doubled: 3 sequences – 70 more",
    ]


def test_5_2_doubled_sets_are_told() -> None:
    hand = held("QS QB QC NB NC ND JS JC JD")
    assert sentences(list(told(hand, 0, captured=True)))[-1] == "5.2 Side of Seat 0, doubled: 3 sets – 39 more"


@given(st.sets(st.sampled_from(PACK.codes)))
def test_5_4_what_is_told_adds_up(hand: set[str]) -> None:
    found = holding(PACK.mask(hand))
    amounts = [line.note.args["points"] for line in told(found, 0)]
    assert sum(int(amount) for amount in amounts) == found.points
    assert mask(" ".join(code for line in told(found, 0) for code in line.note.cards)) == found.cards
