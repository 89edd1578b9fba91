from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notes import Note, say
from engine.tarot.game import GAME
from engine.tarot.labels import LABELS
from engine.tarot.state import Tarot
from tests.engine.deals import act, cards, deal, fact, legal

TEN = "T3 T4 T5 T6 T7 T8 T9 T10 T11 T12"
REST = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS NS QS KS"
ALL_PASS_BUT_FIRST = "bid:pass bid:pass bid:pass"


def hand(trumps: str) -> str:
    """These trumps, and spades up to 18 cards."""
    held = cards(trumps)
    return " ".join((*held, *cards(REST)[: 18 - len(held)]))


def leading(trumps: str, contract: str = "garde_sans") -> Tarot:
    """Seat 0 holds these trumps, takes without the chien, and is about to lead; the Petit is out of the way."""
    chien = "" if "T1" in cards(trumps) else "T1"
    state = deal(GAME, 3, [hand(trumps)], chien=chien)
    led: Tarot = act(GAME, state, f"bid:{contract} {ALL_PASS_BUT_FIRST} chelem:no")
    return led


def four_kings(trumps: str, discard: str) -> Tarot:
    """Seat 0 holds four kings and had to discard these trumps; it is about to lead."""
    aside = cards(discard)
    ordinary = cards("2D 3D 4D 5D 6D 7D")[: 6 - len(aside)]
    everything = [*cards(trumps), *aside, *cards("KS KH KC KD"), *ordinary]
    assert len(everything) == 24
    state = deal(GAME, 3, [" ".join(everything[:18])], chien=" ".join(everything[18:]))
    state = act(GAME, state, f"bid:garde {ALL_PASS_BUT_FIRST}")
    tokens = " ".join(f"discard:{code}" for code in (*ordinary, *aside))
    taken: Tarot = act(GAME, state, f"{tokens} chelem:no")
    return taken


FOURTEEN = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14"


@pytest.mark.parametrize("contract", ["prise", "garde", "garde_sans", "garde_contre"])
def test_4_1_the_taker_alone_is_asked_for_a_chelem_before_the_first_card(contract: str) -> None:
    state = act(GAME, deal(GAME, 3), f"bid:pass bid:{contract} bid:pass bid:pass")
    while state.phase == "discard":
        state = GAME.apply(state, GAME.legal(state)[0])
    assert GAME.to_act(state) == 1
    assert legal(GAME, state) == {"chelem:yes", "chelem:no"}


@pytest.mark.parametrize("token", ["chelem:maybe", "play:AS", "chelem:"])
def test_4_1_it_is_announced_or_not(token: str) -> None:
    state = act(GAME, deal(GAME, 3), f"bid:garde_sans {ALL_PASS_BUT_FIRST}")
    with pytest.raises(IllegalAction, match=r"announce a chelem, or do not\. \(C\.4\)"):
        GAME.apply(state, token)


@pytest.mark.parametrize(("token", "told"), [("chelem:yes", "chelem"), ("chelem:no", "no_chelem")])
def test_4_1_what_the_taker_says_is_public(token: str, told: str) -> None:
    state = act(GAME, deal(GAME, 3), f"bid:garde_sans {ALL_PASS_BUT_FIRST}")
    after = act(GAME, state, token)
    assert [(note.key, note.seat) for note in GAME.events(state, token, after)] == [(told, 0)]
    assert bool(fact(GAME.view(after, None), "chelem", 0)) == (token == "chelem:yes")


def test_4_2_too_few_trumps_and_nobody_asks() -> None:
    state = leading("T3 T4 T5 T6 T7 T8 T9 T10")
    assert state.phase == "play"


@pytest.mark.parametrize(
    ("trumps", "levels"),
    [
        (TEN, {10}),
        ("EX T3 T4 T5 T6 T7 T8 T9 T10 T11", {10}),
        (f"{TEN} T13 T14 EX", {10, 13}),
        (f"{TEN} T13 T14 T15", {10, 13}),
        (f"{TEN} T13 T14 T15 T16 T17", {10, 13, 15}),
        (f"{TEN} T13 T14 T15 T16 EX", {10, 13, 15}),
    ],
)
def test_4_2_the_levels_that_can_be_shown(trumps: str, levels: set[int]) -> None:
    state = leading(trumps)
    assert legal(GAME, state) == {"poignee:none", *(f"poignee:{level}" for level in levels)}


def test_4_2_nine_trumps_without_the_excuse_show_nothing() -> None:
    assert leading("T3 T4 T5 T6 T7 T8 T9 T10 T11").phase == "play"


def test_4_2_the_excuse_is_shown_only_where_it_fills_the_gap() -> None:
    with_gap = act(GAME, leading("EX T3 T4 T5 T6 T7 T8 T9 T10 T11"), "poignee:10")
    assert "EX" in fact(GAME.view(with_gap, 2), "poignee", 0).cards
    without = act(GAME, leading(f"EX {TEN}"), "poignee:10")
    assert fact(GAME.view(without, 2), "poignee", 0).cards == cards(TEN)


def test_4_2_each_player_is_asked_once_just_before_his_own_first_card() -> None:
    state = deal(GAME, 3, ["", f"{TEN} AS 2S 3S 4S 5S 6S 7S 8S"])
    state = act(GAME, state, "bid:prise bid:pass bid:pass bid:pass")
    while state.phase != "play":
        state = GAME.apply(state, "chelem:no" if state.phase == "chelem" else GAME.legal(state)[0])
    assert GAME.to_act(state) == 0
    state = GAME.apply(state, GAME.legal(state)[0])
    assert GAME.to_act(state) == 1
    assert legal(GAME, state) == {"poignee:none", "poignee:10"}
    state = act(GAME, state, "poignee:none")
    assert GAME.to_act(state) == 1
    assert state.phase == "play"


def test_4_2_that_a_player_was_asked_is_not_public() -> None:
    asked, unasked = leading(TEN), leading("T3 T4 T5 T6 T7 T8 T9 T10 T11")
    assert asked.phase != unasked.phase
    for viewer in (None, 2, 3):
        one, other = GAME.view(asked, viewer), GAME.view(unasked, viewer)
        assert (one.phase, one.to_act, one.ask, one.facts) == (other.phase, other.to_act, other.ask, other.facts)
    assert GAME.events(asked, "poignee:none", act(GAME, asked, "poignee:none")) == ()


def test_4_2_a_level_that_cannot_be_shown_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(leading(TEN), "poignee:13")
    assert refused.value.clause == "4.2"


def test_4_2_poignees_of_several_players_add_up() -> None:
    state = deal(GAME, 3, [f"{TEN} AS 2S 3S 4S 5S 6S 7S 8S", "T1 T2 T13 T14 T15 T16 T17 T18 T19 T20"])
    state = act(GAME, state, "bid:garde_sans bid:pass bid:pass bid:pass chelem:no poignee:10 play:AS poignee:10")
    assert state.levels == (10, 10, 0, 0)
    while state.result is None:
        token = next((token for token in GAME.legal(state) if token == "poignee:none"), GAME.legal(state)[0])
        state = GAME.apply(state, token)
    assert state.result.details["poignee_points"] == 40


def test_4_3_the_trumps_held_back_are_named_before_anything_is_public() -> None:
    state = leading(f"{TEN} T13 T14")
    state = act(GAME, state, "poignee:10")
    assert legal(GAME, state) == {f"hide:{code}" for code in cards(f"{TEN} T13 T14")}
    state = act(GAME, state, "hide:T14")
    assert fact(GAME.view(state, 2), "poignee") is None
    assert "hide:T14" not in legal(GAME, state)
    state = act(GAME, state, "hide:T3")
    assert fact(GAME.view(state, 2), "poignee", 0).cards == cards("T4 T5 T6 T7 T8 T9 T10 T11 T12 T13")


def test_4_3_the_excuse_is_no_trump_to_hold_back() -> None:
    state = act(GAME, leading(f"{TEN} T13 EX"), "poignee:10")
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, "hide:EX")
    assert refused.value.clause == "4.3"


def test_4_3_sorted_choices_are_offered() -> None:
    asked = leading(f"{TEN} T13 T14")
    assert (GAME.view(asked, 0).ask, GAME.view(asked, 0).offers) == (Note("ask.poignee"), ())
    state = act(GAME, asked, "poignee:10")
    assert GAME.view(state, 0).ask == Note("ask.hide", args={"left": 2})
    offers = {offer.note.key: offer.tokens for offer in GAME.view(state, 0).offers}
    assert offers["offer.highest"] == ("hide:T13", "hide:T14")
    assert offers["offer.lowest"] == ("hide:T3", "hide:T4")
    for tokens in offers.values():
        assert act(GAME, state, " ".join(tokens)).phase == "play"


def test_4_3_sorted_choices_are_offered_too_where_one_is_to_be_held_back() -> None:
    state = act(GAME, leading(f"{TEN} T13 T14"), "poignee:10 hide:T14")
    assert [offer.tokens for offer in GAME.view(state, 0).offers] == [("hide:T13",), ("hide:T3",), ("hide:T8",)]


def test_4_4_four_kings_count_the_discarded_trumps_for_the_triple_poignee() -> None:
    state = four_kings(FOURTEEN, "T15")
    assert legal(GAME, state) == {"poignee:none", "poignee:10", "poignee:13", "poignee:15"}
    shown = act(GAME, state, "poignee:15")
    assert fact(GAME.view(shown, 2), "poignee", 0).cards == cards(f"{FOURTEEN} T15")


def test_4_4_the_public_discards_are_always_among_the_cards_shown() -> None:
    state = act(GAME, four_kings(FOURTEEN, "T15 T16"), "poignee:15")
    assert legal(GAME, state) == {f"hide:{code}" for code in cards(FOURTEEN)}
    shown = act(GAME, state, "hide:T1")
    assert fact(GAME.view(shown, 2), "poignee", 0).cards == cards(f"{FOURTEEN[3:]} T15 T16")


def test_4_4_fourteen_with_the_excuse_are_all_shown() -> None:
    thirteen = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13"
    state = act(GAME, four_kings(f"{thirteen} EX", "T14"), "poignee:15")
    assert set(fact(GAME.view(state, 2), "poignee", 0).cards) == set(cards(f"{thirteen} T14 EX"))


def test_4_4_without_a_discarded_trump_the_exception_does_not_help() -> None:
    assert "poignee:15" not in legal(GAME, leading(f"{FOURTEEN} KS KH KC KD"))


def test_4_4_the_lower_levels_stay_with_the_hand_alone() -> None:
    thirteen = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13"
    state = act(GAME, four_kings(f"{thirteen} EX", "T14"), "poignee:13")
    assert fact(GAME.view(state, 2), "poignee", 0).cards == cards(thirteen)


def test_4_5_shown_cards_are_told_and_stay_in_hand() -> None:
    asked = leading(TEN)
    state = act(GAME, asked, "poignee:10")
    assert GAME.events(asked, "poignee:10", state) == (Note("poignee", 0, cards(TEN), {"level": 10}),)
    assert set(cards(TEN)) <= set(GAME.view(state, 0).hand)
    assert "play:T3" in legal(GAME, state)


def test_4_3_who_comes_back_while_hiding_sees_what_he_has_chosen_and_nobody_else_does() -> None:
    state = act(GAME, leading(f"{TEN} T13 T14"), "poignee:10 hide:T14")
    note = fact(GAME.view(state, 0), "holding_back")
    assert (note.cards, note.args) == (("T14",), {"level": 10})
    for viewer in (None, 1, 2, 3):
        assert fact(GAME.view(state, viewer), "holding_back") is None
    before = fact(GAME.view(act(GAME, leading(f"{TEN} T13 T14"), "poignee:10"), 0), "holding_back")
    assert say(before, LABELS, str) == "Your poignée of 10, held back so far: –"


@pytest.mark.parametrize(("token", "clause"), [("play:T3", "4.2"), ("hide:T3", "C.4"), ("play:ZZ", "C.4")])
def test_4_2_what_is_refused_while_a_poignee_is_asked(token: str, clause: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(leading(TEN), token)
    assert refused.value.clause == clause


@pytest.mark.parametrize(("token", "clause"), [("hide:KS", "4.3"), ("hide:ZZ", "C.4"), ("hide:", "C.4")])
def test_4_3_what_is_refused_while_trumps_are_held_back(token: str, clause: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(act(GAME, leading(f"{TEN} T13"), "poignee:10"), token)
    assert refused.value.clause == clause
