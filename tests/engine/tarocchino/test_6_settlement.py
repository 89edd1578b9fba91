from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import evolve
from engine.notes import Note
from engine.tarocchino.cards import ORDER, PACK
from engine.tarocchino.game import GAME
from engine.tricks import Taken
from tests.engine.deals import act, fact
from tests.engine.tarocchino import by_hand
from tests.engine.tarocchino.positions import at_random, before, indices, settled

RANDOMS = st.randoms(use_true_random=False)


def repaid(won: str, **options: object) -> str | None:
    """What seats 0 and 2 gave for Matto, which seat 0 lost in a trick of the others; they won these cards."""
    found: str | None = settled(won, matto=0, kept=False, **options).matto["repaid_with"]  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("kept", [True, False])
def test_6_1_matto_belongs_to_the_side_that_played_it_also_when_it_loses_the_trick(seat: int, kept: bool) -> None:
    won = "8S 9S 10S" if kept == (seat % 2 == 0) else "8S 9S 10S QS"
    over = settled(won, matto=seat, kept=kept)
    assert over.matto["owner_side"] == seat % 2
    assert (over.matto["repaid_with"] is None) == kept


def test_6_1_matto_and_the_card_that_is_given_change_the_card_points() -> None:
    """Of KS 8S 9S 10S the 8 is given; Matto comes to them."""
    over = settled("KS 8S 9S 10S", matto=0, kept=False)
    assert over.matto == {"owner_side": 0, "repaid_with": "8S"}
    assert over.side(0)["card_points"] == 4.5 + 2 * 0.5 + 4.5
    assert over.side(0)["card_points"] + over.side(1)["card_points"] == 87


def test_6_1_matto_won_by_its_own_side_is_not_repaid() -> None:
    assert settled("8S 9S 10S", matto=2, kept=True).matto == {"owner_side": 0, "repaid_with": None}


@pytest.mark.parametrize(
    ("won", "card"),
    [
        ("KS QS AS 10D", "10D"),
        ("KS 9B 6D 7C", "9B"),
        ("AS M1 10S 6B", "10S"),
        ("10C 6C 9C 8C", "6C"),
        ("T5 LU BE 7D", "7D"),
    ],
)
def test_6_1_a_plain_6_to_10_is_given_first_by_the_order_of_6_5(won: str, card: str) -> None:
    assert repaid(won) == card


def test_6_1_a_discard_is_never_given() -> None:
    """6S and 7S lie aside for side 0, the side that gives."""
    assert repaid("KS QB AS M1", aside="6S 7S", dealer=0) == "AS"
    assert repaid("KS QB JC 10D", aside="6S 7S", dealer=0) == "10D"


def test_6_1_else_the_card_whose_loss_leaves_the_best_margin() -> None:
    """Their aces are a sequence, which each of them would shorten. The T5 costs its half-point: the others fill the
    16 with Bégato, and their Grande stops at the 15.
    """
    assert repaid("AS AB AC AD T5 T15 T16 KS") == "T5"


def test_6_1_the_margin_counts_what_the_other_side_gains() -> None:
    """The ace would lengthen the aces of the others, and the Moor their Moors."""
    assert repaid("AS M1 T5 T15 T16 KS QB JC") == "T5"


def test_6_1_a_numbered_trump_costs_more_where_it_closes_the_others_grande() -> None:
    """The others fill the 6 with Bégato. With the 5 they would come past it, to the Moors; so the Moor is given."""
    assert repaid("AS AB AC M1 T5 T6 KS QB") == "M1"


def test_6_1_the_margin_counts_matto() -> None:
    """KC and JC are a suit with Matto, and the ace belongs to it."""
    assert repaid("AC JC KC T14") == "T14"


def test_6_1_the_margin_counts_the_discards_of_the_side_that_gives() -> None:
    """With NB aside KB is a suit, and the ace belongs to it."""
    assert repaid("AB KB ND T9", aside="NB 6C", dealer=0) == "T9"


def test_6_1_the_margin_counts_the_discards_of_the_other_side() -> None:
    """The 16 and 15 lie aside. Where they are the others', the 13 or 14 would carry their Grande far down; where not,
    it stops at the 15 in any case.
    """
    assert repaid("T14 T13 LU KS QB JC ND JD", aside="T16 T15", dealer=1) == "LU"
    assert repaid("T14 T13 LU KS QB JC ND JD", aside="T16 T15", dealer=0) == "T13"


def test_6_1_of_equally_good_cards_the_first_of_6_5_is_given() -> None:
    """Numbered trumps that are in no Grande, on either side: each costs a half-point."""
    assert repaid("T9 T7 T8 KS", aside="6S 7S") == "T7"


def test_6_1_without_a_card_worth_1_the_lowest_value_is_given() -> None:
    assert repaid("KS QS NS JB") == "JB"
    assert repaid("KS QD QB NB") == "NB"
    assert repaid("KS QD QB KB") == "QB"
    assert repaid("KS JD JB JC") == "JB"


def test_6_1_among_cards_of_value_5_kings_come_before_begato_and_angelo() -> None:
    assert repaid("AN BE KD KC") == "KC"
    assert repaid("AN BE MO KD") == "KD"


def test_6_1_a_small_discard_does_not_help_a_side_that_captured_no_card_worth_1() -> None:
    assert repaid("KS QD QB KB", aside="6S AS", dealer=0) == "QB"


def test_6_1_the_account_says_what_became_of_matto() -> None:
    (line,) = settled("KS 8S 9S 10S", matto=2, kept=False).lines("count.matto_repaid")
    assert (line.clause, line.note.seat, line.note.cards) == ("6.1", 2, ("8S",))
    assert settled("8S 9S 10S", matto=0).lines("count.matto")


def test_6_1_a_debt_for_matto_is_a_standing_fact() -> None:
    """Seats 1, 2 and 3 have played; seat 0 wins from Matto's side, or with it."""
    assert fact(GAME.view(act(GAME, before("KS 6C", "QS MA JS"), "play:KS"), 3), "matto_owed") is None
    lost = act(GAME, before("KS 6C", "QS JS MA"), "play:KS")
    assert fact(GAME.view(lost, None), "matto_owed") is None, "that side has no trick yet, and may lose Matto (6.2)"
    earlier = evolve(lost, tricks=(Taken(1, indices("AC 6C 7C 8C"), 1), *lost.tricks))
    assert fact(GAME.view(earlier, None), "matto_owed") == Note("matto_owed", 3)


@given(RANDOMS)
def test_6_1_what_is_given_is_what_one_finds_by_trying_every_card(rng: Random) -> None:
    over = at_random(rng)
    state = over.state
    won: tuple[set[str], set[str]] = (set(), set())
    for taken in state.tricks:
        won[taken.winner % 2].update(PACK.codes[card] for card in taken.cards)
    (trick,) = (taken for taken in state.tricks if PACK.index["MA"] in taken.cards)
    side = (trick.leader + trick.cards.index(PACK.index["MA"])) % 2
    aside = state.dealer % 2 if won[state.dealer % 2] else 1 - state.dealer % 2
    piles = [set(pile) for pile in won]
    piles[aside].update(PACK.names(state.discard))
    card = None
    if not won[side]:
        side = 1 - side
    elif trick.winner % 2 != side:
        piles[1 - side].remove("MA")
        piles[side].add("MA")
        card = by_hand.repaid(won[side], piles[side], piles[1 - side])
        piles[side].remove(card)
        piles[1 - side].add(card)
    assert over.matto == {"owner_side": side, "repaid_with": card}
    for number, pile in enumerate(piles):
        assert over.side(number)["card_points"] == by_hand.card_points(pile)
        assert over.side(number)["captured"] == by_hand.score(pile)


@pytest.mark.parametrize("seat", range(4))
def test_6_2_a_side_that_won_no_trick_loses_matto_without_repayment(seat: int) -> None:
    everything = " ".join(code for code in PACK.codes if code not in ("6S", "7S", "MA"))
    over = settled("" if seat % 2 == 0 else everything, matto=seat, kept=False)
    assert over.matto == {"owner_side": 1 - seat % 2, "repaid_with": None}
    assert over.side(seat % 2)["captured"] == 0
    (line,) = over.lines("count.matto_lost")
    assert (line.clause, line.note.seat) == ("6.2", seat)


def test_6_2_one_trick_is_enough_to_keep_it() -> None:
    assert settled("KS QS JS 10S", matto=0, kept=False).matto["owner_side"] == 0


def test_6_3_a_dealers_side_that_won_no_trick_loses_its_discards() -> None:
    over = settled("", aside="QS QB", dealer=2, matto=1)
    assert over.side(0) == {"card_points": 0, "last_trick": 0, "declarations": 0, "captured": 0, "total": 0}
    assert over.side(1)["card_points"] == 87
    assert over.side(1)["captured"] == 846
    (line,) = over.lines("count.discard_lost")
    assert (line.clause, line.note.seat, line.note.cards) == ("6.3", 2, ("QS", "QB"))


@pytest.mark.parametrize("dealer", range(4))
def test_6_3_whichever_side_that_is(dealer: int) -> None:
    everything = " ".join(code for code in PACK.codes if code not in ("QS", "QB", "MA"))
    over = settled(everything if dealer % 2 else "", aside="QS QB", dealer=dealer, matto=1 - dealer % 2)
    assert [line.note.cards for line in over.lines("count.discard_lost")] == [("QS", "QB")]
    assert over.side(1 - dealer % 2)["card_points"] == 87


def test_6_3_the_other_sides_discards_do_not_move() -> None:
    over = settled("", aside="QS QB", dealer=3, matto=1)
    assert [line.clause for line in over.lines("count.discard")] == ["2.2"]
    assert over.side(1)["total"] == 87 + 6 + 846


def test_6_3_a_swept_dealer_who_also_played_matto_loses_both() -> None:
    over = settled("", aside="QS QB", dealer=0, matto=0, kept=False)
    assert over.matto == {"owner_side": 1, "repaid_with": None}
    assert over.result.scores == (0, 939, 0, 939)


def test_6_4_a_total_is_card_points_last_trick_declarations_and_captured_combinations() -> None:
    """KS QS JS for 10; seat 0 declared three queens."""
    over = settled("KS QS JS", matto=0, last=0, declared="QS QB QC")
    assert over.side(0) == {
        "card_points": 4.5 + 3.5 + 1.5 + 4.5,
        "last_trick": 6,
        "declarations": 14,
        "captured": 15,
        "total": 14 + 6 + 14 + 15,
    }


@pytest.mark.parametrize("last", [0, 1])
def test_6_4_the_last_trick_is_worth_6(last: int) -> None:
    over = settled("8S 9S 10S", matto=0, last=last)
    assert [over.side(side)["last_trick"] for side in (0, 1)] == [6 * (last == 0), 6 * (last == 1)]


def test_6_4_matto_and_the_discards_count_in_captured_combinations() -> None:
    """KS and QS won, JS and AS aside, and Matto: a suit of five."""
    assert settled("KS QS 8S", aside="JS AS", dealer=0, matto=0).side(0)["captured"] == 20


def test_6_4_partners_cards_make_combinations_together() -> None:
    over = settled("KS KB KC KD QS QB QC QD NS NB NC", matto=2)
    assert over.side(0)["captured"] == 2 * (34 + 28 + 13) + 2 * (3 * 15 + 10)


def test_6_4_the_higher_total_wins_and_partners_score_alike() -> None:
    few = settled("8S 9S 10S", matto=0)
    ours, theirs = few.side(0)["total"], few.side(1)["total"]
    assert ours < theirs
    assert few.result.scores == (ours, theirs, ours, theirs)
    assert few.result.details["winner"] == 1
    most = settled(" ".join(set(PACK.codes) - {"6S", "7S", "8S", "9S", "10S", "6B", "MA"}), matto=0)
    assert most.result.details["winner"] == 0


def test_6_4_equal_totals_are_a_draw() -> None:
    over = settled("9S JS QS KS 6B 10B JB NB QB 10C 9C 7C 10D 9D 7D 6D KD BE M2 M3 T6 T8 T14 T15 T16 SO MO")
    assert [over.side(side)["total"] for side in (0, 1)] == [97, 97]
    assert over.result.details["winner"] is None


@given(RANDOMS)
def test_6_4_a_side_has_an_even_number_of_cards_so_that_no_half_is_left(rng: Random) -> None:
    over = at_random(rng)
    for side in (0, 1):
        assert type(over.side(side)["card_points"]) is int
        assert type(over.side(side)["total"]) is int


def test_6_5_plain_suits_in_turn_each_from_the_ace_up_then_the_trumps_from_begato_and_matto_last() -> None:
    assert " ".join(PACK.codes[card] for card in ORDER) == (
        "AS 6S 7S 8S 9S 10S JS NS QS KS AB 6B 7B 8B 9B 10B JB NB QB KB "
        "AC 6C 7C 8C 9C 10C JC NC QC KC AD 6D 7D 8D 9D 10D JD ND QD KD "
        "BE M1 M2 M3 M4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 LU SO MO AN MA"
    )


def test_6_5_in_cups_and_coins_too_a_6_comes_before_a_10() -> None:
    assert repaid("10C 9C 6C KS") == "6C"


@given(RANDOMS)
def test_6_4_all_card_points_are_given_out_and_every_total_is_the_sum_of_its_parts(rng: Random) -> None:
    over = at_random(rng)
    sides = [over.side(side) for side in (0, 1)]
    assert sum(side["card_points"] for side in sides) == 87
    assert sum(side["last_trick"] for side in sides) == 6
    for side in sides:
        assert side["total"] == side["card_points"] + side["last_trick"] + side["declarations"] + side["captured"]
