from __future__ import annotations

import pytest

from engine.game import evolve
from engine.notes import Note
from engine.tarot import excuse, play, scoring
from engine.tarot.cards import PACK, half_points
from engine.tarot.game import GAME
from engine.tarot.state import Tarot
from engine.tricks import Taken
from tests.engine.deals import cards, fact
from tests.engine.tarot.finished import DEFENDER, EX, TAKER, finished

OTHER_DEFENDER = 2


def with_excuse(number: int, by: int, won_by: int, *, led: bool = False) -> Tarot:
    """A finished garde in which this seat plays the Excuse to trick `number`, which another seat (or it) wins.

    The rest of the tricks stays as it was: the taker's side had won T21 and 51 points of them.
    """
    state = finished("garde", "T21", 51)
    tricks = [trick for trick in state.tricks if EX not in trick.cards]
    (old,) = (trick for trick in state.tricks if EX in trick.cards)
    others = tuple(card for card in old.cards if card != EX)
    leader = by if led else (by + 1) % 4
    place = (by - leader) % 4
    new = Taken(leader, (*others[:place], EX, *others[place:]), won_by)
    tricks.insert(number - 1, new)
    return evolve(state, tricks=tuple(tricks))


def swept(by: int) -> Tarot:
    """One side wins the first 17 tricks, and leads the Excuse to the last."""
    codes = [card for card in range(len(PACK)) if card != EX][6:]
    tricks = [Taken(by, tuple(codes[at : at + 4]), by) for at in range(0, 68, 4)]
    last = Taken(by, (EX, *codes[68:71]), by)
    aside = (1 << 6) - 1
    return evolve(finished("garde", "T21", 51), discard=aside, tricks=(*tricks, last))


def test_6_1_the_excuse_never_wins_a_trick() -> None:
    state = evolve(finished("garde", "T21", 51), tricks=(), leader=0)
    trick = tuple(PACK.index[code] for code in cards("EX AS 2H 3H"))
    assert play.winner(state, trick) == 1


def test_6_2_it_stays_with_its_side_which_pays_half_a_point() -> None:
    taker_lost = excuse.settled(with_excuse(5, TAKER, DEFENDER))
    assert (taker_lost.attack, taker_lost.paid) == (True, -1)
    defender_lost = excuse.settled(with_excuse(5, DEFENDER, TAKER))
    assert (defender_lost.attack, defender_lost.paid) == (False, 1)


def test_6_2_four_points_to_the_owner_and_a_half_to_the_other() -> None:
    # The defence holds the Excuse and loses it to the taker: 3 cards of that trick and the half-point are his.
    state = with_excuse(5, DEFENDER, TAKER)
    (trick,) = (taken for taken in state.tricks if EX in taken.cards)
    ours = sum(1 << card for card in trick.cards if card != EX)
    assert scoring.count(state).halves == 2 * 51 + half_points(ours) + 1


def test_6_2_a_defenders_excuse_in_a_trick_that_another_defender_wins_costs_nothing() -> None:
    kept = excuse.settled(with_excuse(5, DEFENDER, OTHER_DEFENDER))
    assert (kept.attack, kept.paid) == (False, 0)


def test_6_2_it_is_kept_even_by_a_side_that_wins_no_trick() -> None:
    state = with_excuse(17, TAKER, DEFENDER)
    state = evolve(state, tricks=tuple(taken._replace(winner=DEFENDER) for taken in state.tricks))
    assert scoring.count(state).excuse == 8
    assert scoring.count(state).bouts == 1


def test_6_3_in_the_last_trick_it_goes_to_the_other_side_whoever_wins() -> None:
    for by, won_by, attack in [
        (TAKER, TAKER, False),
        (TAKER, DEFENDER, False),
        (DEFENDER, TAKER, True),
        (DEFENDER, OTHER_DEFENDER, True),
    ]:
        moved = excuse.settled(with_excuse(18, by, won_by))
        assert (moved.attack, moved.paid, moved.clause) == (attack, 0, "6.3")


def test_6_3_the_trick_itself_still_counts_for_its_winner() -> None:
    state = with_excuse(18, TAKER, TAKER)
    everything = evolve(state, tricks=tuple(taken._replace(winner=TAKER) for taken in state.tricks))
    # The taker did not win the first 17 with this trick led by the Excuse, so 6.4 has no say.
    assert scoring.chelem(everything) == "unannounced_taker"
    assert not excuse.settled(everything).attack


def test_6_4_led_to_the_last_trick_after_17_it_wins_and_stays() -> None:
    taker, defence = swept(TAKER), swept(DEFENDER)
    for state, side in ((taker, True), (defence, False)):
        last = state.tricks[-1]
        before = evolve(state, tricks=state.tricks[:-1], leader=last.leader)
        assert play.winner(before, last.cards) == last.leader
        assert excuse.settled(state) == (side, 0, "6.4")


@pytest.mark.parametrize("by", [TAKER, DEFENDER])
def test_6_4_it_is_winning_that_trick_from_its_first_card_on(by: int) -> None:
    state = swept(by)
    leading = evolve(
        state, phase="play", to_act=(by + 1) % 4, result=None, tricks=state.tricks[:-1], trick=(EX,), leader=by
    )
    trick = GAME.view(leading, None).trick
    assert trick is not None
    assert trick.winner == by


def test_6_4_one_trick_lost_before_and_it_does_not_win() -> None:
    state = swept(TAKER)
    lost = (state.tricks[0]._replace(winner=DEFENDER), *state.tricks[1:17])
    before = evolve(state, tricks=lost, leader=TAKER)
    assert play.winner(before, state.tricks[-1].cards) != TAKER


def test_6_4_not_led_it_does_not_win() -> None:
    state = swept(TAKER)
    led, *others = state.tricks[-1].cards
    assert not excuse.wins(state.tricks[:-1], TAKER, TAKER, (others[0], led, *others[1:]))


@pytest.mark.parametrize(("by", "target"), [(TAKER, 51), (DEFENDER, 56)])
def test_6_5_the_target_so_far_counts_it_for_its_side(by: int, target: int) -> None:
    """The first trick of a garde, won by the other side, with the Excuse and no other bout in it."""
    order = [by, *(seat for seat in range(4) if seat != by)]
    others = iter(cards("KS 2S 3S"))
    on_table = tuple(PACK.index["EX" if seat == by else next(others)] for seat in order)
    first = Taken(by, on_table, DEFENDER if by == TAKER else TAKER)
    state = evolve(finished("garde", "T21", 51), tricks=(first,), to_act=first.winner)
    assert fact(GAME.view(state, None), "target") == Note("target", args={"bouts": int(by == TAKER), "target": target})


def test_6_5_it_is_a_bout_of_the_side_that_holds_it_in_the_end() -> None:
    assert scoring.count(with_excuse(5, TAKER, DEFENDER)).bouts == 2
    assert scoring.count(with_excuse(18, TAKER, DEFENDER)).bouts == 1
    assert scoring.count(with_excuse(18, DEFENDER, DEFENDER)).bouts == 2
