from __future__ import annotations

import pytest

from engine.account import totals
from engine.game import evolve
from engine.tarot import scoring
from engine.tarot.cards import PACK
from engine.tarot.state import Tarot
from engine.tricks import Taken
from tests.engine.tarot.finished import DEFENDER, EX, TAKER, finished, lines, settled

NO_POIGNEE = (0, 0, 0, 0)


def s(state: Tarot) -> float:
    """What each defender pays the taker."""
    assert state.result is not None
    taker, *defenders = state.result.scores
    assert taker == -3 * defenders[0]
    assert len(set(defenders)) == 1
    pay: float = state.result.details["S"]
    assert pay == -defenders[0]
    return pay


def sweep(by: int, *, chelem: bool = False) -> Tarot:
    """One side wins all 18 tricks; the other had the Excuse and played it before the last."""
    codes = [card for card in range(len(PACK)) if card != EX]
    tricks = [(EX, *codes[6:9]), *(tuple(codes[at : at + 4]) for at in range(9, 77, 4))]
    other = DEFENDER if by == TAKER else TAKER
    taken = tuple(
        Taken(other if number == 0 else by, cards, by) for number, cards in enumerate(reversed(tricks[1:]), start=1)
    )
    middle = Taken(other, tricks[0], by)
    state = evolve(
        settled("garde", "T21", 51),
        phase="play",
        chelem=chelem,
        discard=(1 << 6) - 1,
        tricks=(*taken[:9], middle, *taken[9:]),
    )
    return scoring.settle(state)


@pytest.mark.parametrize(
    ("contract", "multiplier"), [("prise", 1), ("garde", 2), ("garde_sans", 4), ("garde_contre", 6)]
)
def test_7_1_the_petit_in_the_last_trick_is_ten_times_the_multiplier(contract: str, multiplier: int) -> None:
    bonus = lines(settled(contract, "T1", 51, petit_last=True))
    assert bonus["petit_au_bout.taker"][0] == 30 * multiplier


def test_7_1_it_goes_to_the_side_that_wins_the_trick_whatever_became_of_the_contract() -> None:
    won_but_failed = settled("garde", "T1", 47, petit_last=True)
    assert s(won_but_failed) == -(25 + 4) * 2 + 20
    lost_but_made = settled("garde", "T21", 55, petit_last=True)
    assert s(lost_but_made) == (25 + 4) * 2 - 20


def test_7_1_not_in_the_last_trick_it_gives_nothing() -> None:
    state = settled("garde", "T1", 51)
    assert state.result is not None
    assert state.result.details["petit_au_bout"] is None


def test_7_1_where_the_excuse_completes_a_chelem_trick_17_is_looked_at_instead_and_only_there() -> None:
    codes = [card for card in range(len(PACK)) if card not in (EX, PACK.index["T1"])]
    full = [*codes[6:]]
    petit = PACK.index["T1"]
    start = evolve(settled("garde", "T21", 51), phase="play", chelem=True, discard=(1 << 6) - 1)

    def tricks(petit_in: int) -> tuple[Taken, ...]:
        cards = list(full)
        cards.insert(4 * (petit_in - 1) if petit_in < 18 else 68, petit)
        quads = [tuple(cards[at : at + 4]) for at in range(0, 68, 4)]
        return (*(Taken(TAKER, quad, TAKER) for quad in quads), Taken(TAKER, (EX, *cards[68:71]), TAKER))

    in_17 = scoring.settle(evolve(start, tricks=tricks(17)))
    in_18 = scoring.settle(evolve(start, tricks=tricks(18)))
    assert in_17.result is not None
    assert in_18.result is not None
    assert in_17.result.details["petit_au_bout"] == "taker"
    assert in_18.result.details["petit_au_bout"] is None


@pytest.mark.parametrize(("points", "sign"), [(58, 1), (47, -1)])
@pytest.mark.parametrize("levels", [(10, 0, 0, 0), (0, 0, 10, 0)])
def test_7_2_a_poignee_goes_to_the_winner_of_the_contract_whoever_showed_it(
    points: int, sign: int, levels: tuple[int, int, int, int]
) -> None:
    assert lines(settled("garde", "T21", points, levels=levels))["poignees"][0] == sign * 60


@pytest.mark.parametrize(("level", "worth"), [(10, 20), (13, 30), (15, 40)])
def test_7_2_each_level_has_its_worth(level: int, worth: int) -> None:
    assert lines(settled("garde", "T21", 51, levels=(0, level, 0, 0)))["poignees"][0] == 3 * worth


def test_7_2_all_poignees_shown_add_up_and_are_not_multiplied() -> None:
    for contract in ("prise", "garde_contre"):
        assert lines(settled(contract, "T21", 51, levels=(15, 0, 10, 0)))["poignees"][0] == 3 * (40 + 20)


def test_7_3_announced_and_made() -> None:
    assert lines(sweep(TAKER, chelem=True))["chelem.announced_made"][0] == 3 * 400


def test_7_3_not_announced_and_made() -> None:
    assert lines(sweep(TAKER))["chelem.unannounced_taker"][0] == 3 * 200


def test_7_3_announced_and_failed_also_when_the_contract_is_made() -> None:
    assert lines(settled("garde_sans", "T21 EX", 61, chelem=True))["chelem.announced_failed"][0] == -600
    assert lines(settled("garde", "T21", 47, chelem=True))["chelem.announced_failed"][0] == -600


def test_7_3_the_defence_takes_all_18() -> None:
    assert lines(sweep(DEFENDER))["chelem.unannounced_defence"][0] == -600
    assert lines(sweep(DEFENDER, chelem=True))["chelem.announced_failed_defence_slam"][0] == -1200


def test_7_3_no_chelem_no_line() -> None:
    state = settled("garde", "T21", 51)
    assert state.result is not None
    assert state.result.details["chelem"] is None


def test_8_1_the_difference_is_exact_to_the_half_point() -> None:
    # A defender plays the Excuse to the last trick, which the taker's side wins: it changes sides, and with the
    # other 3 cards of the trick and no half-point paid the count ends on a half.
    state = settled("garde", "T21", 51)
    tricks = [taken for taken in state.tricks if EX not in taken.cards]
    (old,) = (taken for taken in state.tricks if EX in taken.cards)
    others = tuple(card for card in old.cards if card != EX)
    last = Taken(TAKER, (others[0], EX, *others[1:]), DEFENDER)
    state = scoring.settle(evolve(state, phase="play", tricks=(*tricks, last)))
    assert state.result is not None
    assert state.result.details["points"] == 51 + 4.5
    assert state.result.details["target"] == 41
    assert s(state) == (25 + 14.5) * 2


def test_8_1_with_exactly_the_target_the_base_is_a_plus() -> None:
    assert s(settled("garde", "T21", 51)) == 25 * 2


@pytest.mark.parametrize(
    ("contract", "key", "clause"),
    [
        ("garde", "count.discard", "3.3"),
        ("garde_sans", "count.chien", "3.4"),
        ("garde_contre", "count.chien_defence", "3.4"),
    ],
)
def test_8_2_the_account_tells_whose_the_cards_aside_are(contract: str, key: str, clause: str) -> None:
    state = finished(contract, "T21", 51)
    aside = evolve(state, discard=0, chien=state.discard) if contract == "garde_contre" else state
    result = scoring.settle(aside).result
    assert result is not None
    assert [(line.note.key, line.clause) for line in result.account if line.note.key.startswith("count.")][1] == (
        key,
        clause,
    )


@pytest.mark.parametrize(("bouts", "key"), [("T21 EX", "count.excuse"), ("T21", "count.excuse_defence")])
def test_8_2_the_account_tells_who_has_the_excuse(bouts: str, key: str) -> None:
    result = settled("garde", bouts, 51).result
    assert result is not None
    assert [line.note.key for line in result.account if "excuse" in line.note.key] == [key]


def test_8_2_the_taker_gets_three_times_what_each_defender_pays() -> None:
    state = settled("garde", "T21", 58)
    assert state.result is not None
    assert state.result.scores == (192, -64, -64, -64)


def test_8_2_the_scores_are_the_sums_of_the_account() -> None:
    state = settled("garde_contre", "T1", 47, petit_last=True, chelem=True, levels=(10, 13, 0, 0))
    assert state.result is not None
    assert totals(state.result.account, 4) == state.result.scores
    assert sum(state.result.scores) == 0


@pytest.mark.parametrize(
    ("state", "pays"),
    [
        (settled("garde", "T21 EX", 45), 58),
        (settled("prise", "", 62), 31),
        (settled("prise", "T21 EX", 38), -28),
        (settled("garde", "T1", 58, petit_last=True), 84),
        (settled("garde", "T21", 47, levels=(10, 0, 0, 0)), -78),
        (settled("garde", "T21", 47, levels=(0, 0, 10, 0)), -78),
        (settled("garde_sans", "T21 EX", 48, levels=(0, 15, 0, 0)), 168),
        (settled("garde_sans", "T21 EX", 61, chelem=True), -20),
        (sweep(TAKER), 342),
    ],
)
def test_8_2_worked_deals(state: Tarot, pays: float) -> None:
    assert s(state) == pays


def test_8_2_worked_deal_of_a_chelem_counts_87_points_with_two_bouts() -> None:
    result = sweep(TAKER).result
    assert result is not None
    assert (result.details["points"], result.details["bouts"]) == (87, 2)
