from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notes import Note, say
from engine.tarocchino.game import GAME
from tests.engine.deals import act, deal, fact, legal
from tests.engine.tarocchino.positions import opened, settled

NOTHING = "AS 6S 7S 8S 9S 10S 6B 7B 8B 9B 10B T5 T6 T7 T8"
GRANDE = "AN MO LU T16 6C 7C 8C 9C 10C 6D 7D 8D 9D 10D T9"
KINGS = "KS KB KC QD QB JC NC M1 T10 T11 T12 T13 T14 T15 SO"
REST = "JS NS QS JB NB QC JD ND KD AB AC AD M2 M3 M4 BE MA"


def test_3_1_a_player_with_a_combination_is_asked_just_before_his_first_card() -> None:
    state = opened([GRANDE, NOTHING, KINGS, REST])
    assert (state.to_act, state.phase, legal(GAME, state)) == (0, "declare", {"declare:all", "declare:skip"})
    state = act(GAME, state, "declare:skip")
    assert (state.to_act, state.phase) == (0, "play")


def test_3_1_a_player_without_one_is_not_asked() -> None:
    state = act(GAME, opened([GRANDE, NOTHING, KINGS, REST]), "declare:skip play:6C")
    assert (state.to_act, state.phase) == (1, "play")


def test_3_1_nobody_is_asked_after_the_first_trick() -> None:
    state = opened([GRANDE, NOTHING, KINGS, REST])
    asked = []
    while state.result is None:
        if state.phase == "declare":
            asked.append((len(state.tricks), state.to_act))
        state = GAME.apply(state, GAME.legal(state)[-1])
    assert asked == [(0, 0), (0, 2), (0, 3)]


@pytest.mark.parametrize("token", ["declare:some", "declare:", "pass", "declare:kings"])
def test_3_1_all_or_nothing(token: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(opened([KINGS]), token)
    assert refused.value.clause == "C.4"


def test_3_1_no_card_before_the_answer() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(opened([KINGS]), "play:KS")
    assert refused.value.clause == "3.1"


def test_3_1_that_somebody_was_asked_is_public() -> None:
    state = opened([GRANDE, NOTHING, KINGS, REST])
    assert {GAME.view(state, viewer).phase for viewer in (0, 1, 2, 3, None)} == {"declare"}
    after = act(GAME, state, "declare:skip")
    assert GAME.events(state, "declare:skip", after) == (Note("skipped", 0),)
    led, followed = act(GAME, after, "play:6C"), act(GAME, after, "play:6C play:T5")
    assert GAME.events(after, "play:6C", led) == (Note("played", 0, ("6C",)),)
    assert GAME.events(led, "play:T5", followed) == (Note("played", 1, ("T5",)), Note("asked", 2))
    assert all(fact(GAME.view(after, viewer), "skipped", 0) for viewer in (0, 1, 2, 3, None))


def test_3_1_who_is_asked_sees_what_he_would_declare_and_nobody_else_does() -> None:
    state = opened([GRANDE, NOTHING, KINGS, REST])
    assert GAME.view(state, 0).ask == Note("ask.declare", args={"points": 15})
    assert fact(GAME.view(state, 0), "sequence", 0).cards == ("AN", "MO", "LU", "T16")
    for viewer in (1, 2, 3, None):
        assert {note.key for note in GAME.view(state, viewer).facts} <= {"own_discard"}
        assert GAME.view(state, viewer).ask is None


def test_3_2_the_cards_that_count_become_public_and_the_others_stay_secret() -> None:
    """KS QS NS 8S with BE: the 8 is in no combination. BE lengthens the suit; alone it makes nothing with one Moor."""
    hand = "KS QS NS 8S BE M1 6B 7B 8B 9B 10B 6C 7C 8C 9C"
    state = opened([hand])
    after = act(GAME, state, "declare:all")
    shown = {"KS", "QS", "NS", "BE"}
    events = GAME.events(state, "declare:all", after)
    assert {code for note in events for code in note.cards} == shown
    for viewer in (1, 2, 3, None):
        assert set(fact(GAME.view(after, viewer), "declared", 0).cards) == shown


def test_3_2_declared_cards_stay_in_hand() -> None:
    state = act(GAME, opened([KINGS]), "declare:all")
    assert GAME.view(state, 0).counts == (15, 15, 15, 15)
    assert {"play:KS", "play:KB", "play:KC"} <= legal(GAME, state)


def test_3_2_a_card_that_serves_two_combinations_is_shown_once() -> None:
    state = act(GAME, opened(["KS QS JS KB KC AS T5 T6 T7 T8 6B 7B 6C 7C 6D"]), "declare:all")
    shown = fact(GAME.view(state, 1), "declared", 0)
    assert sorted(shown.cards) == sorted(["KS", "QS", "JS", "AS", "KB", "KC"])
    assert shown.args == {"points": 17 + 15}


def test_3_2_the_dealer_declares_from_what_is_left_after_the_discard() -> None:
    """The dealer had three queens, and discards one."""
    hands = ["", "", "", "QS QB QC 6S 7S 8S 6B 7B 8B 6C 7C 8C 6D 7D 8D T5 T6"]
    for aside, asked in (("QS", False), ("6S", True)):
        state = act(GAME, deal(GAME, 3, hands), f"discard:{aside} discard:7S")
        while state.to_act != 3:
            state = GAME.apply(state, GAME.legal(state)[-1])
        assert (state.phase == "declare") == asked


def test_3_2_a_declaration_is_told_as_what_it_is() -> None:
    """Each sequence by its length and kind, and what is doubled."""
    hand = "AN MA LU T16 T15 BE T13 T12 KS QS AS AB 6B 7B 8B"
    state = opened([hand])
    after = act(GAME, state, "declare:all")
    said = [say(note, GAME.about.labels, str) for note in GAME.events(state, "declare:all", after)]
    assert said == [
        "0 declares AN LU T16 T15 T13 T12 AB KS QS AS BE MA – 158",
        "0, 3 Tarocchi: AN BE MA – 18",
        "0, sequence of 5 (swords): KS QS AS BE MA – 20",
        "0, sequence of 4 (aces): AB AS BE MA – 15",
        "0, sequence of 8 (Grande): AN LU T16 T15 T13 T12 BE MA – 35",
        "0, doubled: 3 sequences – 70 more",
    ]


def test_3_3_partners_declarations_are_scored_each_by_itself() -> None:
    """Two sequences here and one there are not three; two kings here and one there are no set."""
    hands = [
        "KS QS JS KB QB JB T5 T6 T7 6C 7C 8C 6D 7D 8D",
        "",
        "KC QC JC T8 T9 T10 6S 7S 8S 6B 7B 8B 9B 10B 9S",
    ]
    state = act(GAME, opened(hands), "declare:all")
    assert fact(GAME.view(state, 1), "declared", 0).args == {"points": 20}
    while state.to_act != 2:
        state = GAME.apply(state, GAME.legal(state)[-1])
    state = act(GAME, state, "declare:all")
    assert fact(GAME.view(state, 1), "declared", 2).args == {"points": 10}


def test_3_3_a_declaration_counts_for_its_side_whatever_becomes_of_the_cards() -> None:
    """Seat 0 declared four kings, and the other side won every trick."""
    swept = settled("", matto=1, declared="KS KB KC KD")
    assert swept.side(0) == {"card_points": 0, "last_trick": 0, "declarations": 34, "captured": 0, "total": 34}
    (line,) = swept.lines("declarations")
    assert (line.clause, line.amounts) == ("3.3", (34, 0, 34, 0))


def test_3_3_what_is_skipped_is_not_scored() -> None:
    state = opened([KINGS])
    state = act(GAME, state, "declare:skip")
    while state.result is None:
        skip = [token for token in GAME.legal(state) if token == "declare:skip"]
        state = GAME.apply(state, skip[0] if skip else GAME.legal(state)[0])
    assert [side["declarations"] for side in state.result.details["sides"]] == [0, 0]
