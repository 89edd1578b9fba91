"""What each viewer is told, and in which words."""

from __future__ import annotations

import pytest

from engine.game import evolve
from engine.notes import Note, say
from engine.paodekuai.cards import PACK
from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from engine.record import play
from engine.story import tell
from engine.view import Trick
from tests.engine.deals import act, cards, deal, fact, laid_out
from tests.engine.paodekuai.positions import answering, leading

VIEWERS = (None, 0, 1, 2)


def said(note: Note) -> str:
    return say(note, GAME.about.labels, lambda seat: f"Seat {seat}")


def said_by(state: PaoDeKuai, token: str) -> list[str]:
    """The sentences of what this token makes public."""
    return [said(note) for note in GAME.events(state, token, GAME.apply(state, token))]


def asked(state: PaoDeKuai) -> str:
    """The question to the seat to act."""
    ask = GAME.view(state, state.to_act).ask
    assert ask is not None
    return said(ask)


def test_who_opens_is_said_until_he_has() -> None:
    state = deal(GAME, 0, ["", "3H 4S"])
    for viewer in VIEWERS:
        assert fact(GAME.view(state, viewer), "opening", 1) == Note("opening", 1, ("3H",))
    assert asked(state) == "You open the deal with 3H, in any shape"
    assert fact(GAME.view(act(GAME, state, "play:3"), None), "opening") is None


def test_what_must_be_beaten_is_said_to_all() -> None:
    state = act(GAME, leading("9S 9C 3S", "10S 10C", "JS JC 3D"), "play:9,9")
    for viewer in VIEWERS:
        assert fact(GAME.view(state, viewer), "to_beat", 0) == Note("to_beat", 0, ("9S", "9C"), {"shape": "pair"})
    assert asked(state) == "Beat a pair (9S 9C)"
    state = act(GAME, leading("9S 9C 3S", "10S", "JS JC 3D"), "play:9,9 pass")
    assert said(fact(GAME.view(state, None), "to_beat")) == "To beat: a pair of Seat 0 (9S 9C)"


def test_a_forced_pass_says_why() -> None:
    assert asked(answering("9S 9C", "KS 4S")) == "You hold nothing that beats a pair (9S 9C)"


def test_a_leader_is_told_that_he_leads() -> None:
    state = leading("9S 9C", "KS", "4S")
    assert asked(state) == "You lead, in any shape"
    assert GAME.view(state, None).facts == ()


def test_plays_are_real_cards_and_passes_are_empty() -> None:
    state = act(GAME, leading("9S 3S", "KS", "10D 4D"), "play:9")
    assert GAME.view(state, 2).trick == Trick(0, (("9S",),), 0)
    state = act(GAME, leading("9S AS 3S", "8S", "10D 4D"), "play:9 pass play:10")
    assert GAME.view(state, 1).trick == Trick(0, (("9S",), (), ("10D",)), 2)
    state = act(GAME, state, "play:A pass")
    state = act(GAME, state, "pass")
    view = GAME.view(state, 1)
    assert view.trick is None
    assert view.tricks[-1] == Trick(0, (("9S",), (), ("10D",), ("AS",), (), ()), 0)
    assert view.counts == (1, 1, 1)


def test_every_action_is_public() -> None:
    state = leading("9S 9C 3S 4S", "10S 10C 10D 10H 5S", "2S 6S")
    assert said_by(state, "play:9,9") == ["Seat 0 plays a pair: 9S 9C."]
    state = act(GAME, state, "play:9,9")
    assert said_by(state, "play:10,10,10,10") == ["Seat 1 plays a bomb: 10S 10C 10D 10H."]
    state = act(GAME, state, "play:10,10,10,10")
    assert said_by(state, "pass") == ["Seat 2 passes: nothing in hand beats that (2.3)."]
    state = act(GAME, state, "pass")
    assert said_by(state, "pass") == [
        "Seat 0 passes: nothing in hand beats that (2.3).",
        "Seat 1 wins the round.",
        "The bomb of Seat 1 stands, and each of the others pays 10: 10S 10C 10D 10H.",
    ]
    state = act(GAME, state, "pass")
    assert fact(GAME.view(state, 0), "bomb_stands", 1).cards == cards("10S 10C 10D 10H")
    assert said_by(state, "play:5") == [
        "Seat 1 plays a single card: 5S.",
        "Seat 1 wins the round.",
        "The deal is settled.",
    ]


@pytest.mark.parametrize(
    ("hand", "token", "words"),
    [
        ("9S 9C 9D 4S", "play:9,9,9", "a triple: 9S 9C 9D"),
        ("5S 6S 7S 8S 9S 4S", "play:5,6,7,8,9", "a straight: 5S 6S 7S 8S 9S"),
        ("5S 5C 6S 6C 4S", "play:5,5,6,6", "a run of pairs: 5S 5C 6S 6C"),
        ("AS AC AD 4S", "play:A,A,A", "a bomb: AS AC AD"),
    ],
)
def test_shapes_are_called_what_they_are(hand: str, token: str, words: str) -> None:
    assert said_by(leading(hand, "4C", "4D"), token) == [f"Seat 0 plays {words}."]


def test_the_heavenly_bomb_is_called_so() -> None:
    state = deal(GAME, 0, ["3S 3C 3D 3H"])
    assert said_by(state, "play:3,3,3,3") == [
        "Seat 0 plays the heavenly bomb: 3S 3C 3D 3H.",
        "Nothing beats the heavenly bomb.",
    ]
    assert asked(act(GAME, state, "play:3,3,3,3")) == "You hold nothing that beats the heavenly bomb (3S 3C 3D 3H)"


def test_the_other_hands_do_not_show() -> None:
    state = act(GAME, leading("9S 3S", "KS QS 7D", "10D JD 4H"), "play:9")
    other = evolve(state, hands=(state.hands[0], PACK.mask(cards("AS 2S 4C")), PACK.mask(cards("5C 5D 5H"))))
    for viewer in (None, 0):
        assert GAME.view(state, viewer) == GAME.view(other, viewer)


def test_choices_are_told_to_who_acts_alone() -> None:
    state = answering("9S", "10S KS")
    assert set(GAME.view(state, 1).legal) == {"play:10", "play:K"}
    for viewer in (None, 0, 2):
        view = GAME.view(state, viewer)
        assert (view.legal, view.ask, view.offers) == ((), None, ())


def test_all_hands_are_uncovered_at_the_end() -> None:
    state = deal(GAME, 0, ["3S 3C 3D 3H"])
    assert fact(GAME.view(state, 0), "hand", 1) is None
    over = act(GAME, leading("8S", "9S", "4S"), "play:8")
    for number, hand in enumerate(over.layout["hands"]):
        assert set(fact(GAME.view(over, None), "hand", number).cards) == set(hand)


def test_everybody_plays_for_himself() -> None:
    assert GAME.view(deal(GAME, 0), None).sides == (0, 1, 2)


def test_the_account_in_words() -> None:
    state = act(GAME, leading("8S AS AC AD", "9S 9C 9D 9H 2S", "10S 4C"), "play:8 play:2 pass play:A,A,A")
    assert [(line.clause, said(line.note), line.amounts) for line in state.result.account] == [
        ("4.1", "Seat 0 is out", ()),
        ("4.2", "Cards left to Seat 1: 4", (4, -4, 0)),
        ("4.2", "Seat 1 still holds a bomb: 9S 9C 9D 9H", (10, -10, 0)),
        ("4.2", "Cards left to Seat 2: 2", (2, 0, -2)),
        ("4.3", "Seat 0 answered with a bomb that stood: AS AC AD", (20, -10, -10)),
    ]


def test_a_replay_tells_plays_passes_and_bombs() -> None:
    layout = laid_out(GAME, 0, ["3H 9S 9C 9D 9H", "2S", "5S 5C 6S 6C 7S 7C 8S 8C 10S 10C JS JC QS QC KS AS"])
    story = tell(play(GAME, GAME.restore(layout, 0), ["play:3", "play:2", "pass", "play:9,9,9,9", "pass", "pass"]))
    assert "  1  Seat 0 3H, Seat 1 2S, Seat 2 passes, Seat 0 9S 9C 9D 9H, Seat 1 passes, Seat 2 passes" in story
    assert "The bomb of Seat 0 stands" in story
