from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.record import play
from engine.story import tell
from engine.tarocchino.cards import PACK
from engine.tarocchino.game import GAME
from engine.view import Trick
from tests.engine.deals import act, fact
from tests.engine.random_deals import played
from tests.engine.tarocchino.positions import before, opened

VIEWERS = (0, 1, 2, 3, None)
SEEDS = st.integers(0, 2**32 - 1)


def test_a_view_tells_the_trick_and_who_is_winning_it() -> None:
    view = GAME.view(before("KS 6C", "6S MA T5"), None)
    assert view.trick == Trick(1, (("6S",), ("MA",), ("T5",)), winner=3)


def test_nobody_is_winning_a_trick_in_which_only_matto_lies() -> None:
    alone = GAME.view(before("KS 6C", "MA"), None).trick
    followed = GAME.view(before("KS 6C", "MA 10S"), None).trick
    assert alone
    assert followed
    assert (alone.winner, followed.winner) == (None, 3)


def test_partners_sit_opposite_each_other() -> None:
    assert GAME.view(opened([]), 2).sides == (0, 1, 0, 1)


def test_a_hand_is_sorted_by_suit_and_rank() -> None:
    """In cups the 10 is the lowest, in swords the ace."""
    state = before("AC 10C KC 6C AS 10S KS T5 BE AN MA", "")
    assert " ".join(GAME.view(state, 0).hand) == "AS 10S KS 10C 6C AC KC BE T5 AN MA"


def test_all_cards_dealt_and_the_discards_are_uncovered_once_the_deal_is_settled() -> None:
    deal = played(GAME, 5)
    for state in deal.states[:-1]:
        assert all(note.key not in ("hand", "discard") for note in GAME.view(state, None).facts)
    view = GAME.view(deal.last, None)
    for seat, hand in enumerate(deal.last.layout["hands"]):
        assert sorted(fact(view, "hand", seat).cards) == sorted(hand)
    assert fact(view, "discard", deal.last.dealer).cards == PACK.names(deal.last.discard)
    assert fact(view, "own_discard") is None


def test_declarations_stand_in_every_view_to_the_end() -> None:
    state = act(GAME, opened(["KS QS JS AS KB QB JB M1 M2 M3"]), "declare:all")
    shown = fact(GAME.view(state, None), "declared", 0)
    assert shown.args == {"points": 70}
    while state.result is None:
        assert all(fact(GAME.view(state, viewer), "declared", 0) == shown for viewer in VIEWERS)
        state = GAME.apply(state, GAME.legal(state)[-1])
    assert fact(GAME.view(state, 1), "declared", 0) == shown


def test_a_told_deal_names_the_combinations_in_the_declaration_and_in_the_settlement() -> None:
    state = opened(["AN MO LU T16 6C 7C 8C 9C 10C 6D 7D 8D 9D 10D T9"])
    start = GAME.restore(state.layout, 3)
    tokens = [f"discard:{code}" for code in PACK.names(state.discard)] + ["declare:all"]
    tail = state = act(GAME, state, "declare:all")
    while tail.result is None:
        tokens.append(GAME.legal(tail)[-1])
        tail = GAME.apply(tail, tokens[-1])
    told = tell(play(GAME, start, tokens)).splitlines()
    assert "Seat 0 declares AN MO LU T16 – 15" in told
    assert "Seat 0, sequence of 4 (Grande): AN MO LU T16 – 15" in told
    assert "5.8  Seat 0, sequence of 4 (Grande): AN MO LU T16 – 15" in told
    assert any(line.startswith("3.3  Declared by Seat 0 ") for line in told)


@given(SEEDS)
def test_only_the_cards_of_a_declaration_become_public_before_they_are_played(seed: int) -> None:
    deal = played(GAME, seed)
    for state in deal.states[:-1]:
        view = GAME.view(state, None)
        lying = {code for trick in (*view.tricks, view.trick) if trick for (code,) in trick.plays}
        shown = {code for note in view.facts for code in note.cards}
        declared = {code for seat in range(4) for code in PACK.names(state.declared[seat])}
        assert shown <= lying | declared


@given(SEEDS)
def test_turning_the_whole_table_by_one_seat_turns_the_scores(seed: int) -> None:
    deal = played(GAME, seed)
    first, result = deal.states[0], deal.last.result
    hands = first.layout["hands"]
    turned = GAME.restore({"hands": [hands[-1], *hands[:-1]]}, (first.dealer + 1) % 4)
    again = play(GAME, turned, deal.tokens)
    assert again.result is not None
    assert again.result.scores == (result.scores[-1], *result.scores[:-1])
    assert again.result.details["sides"] == result.details["sides"][::-1]


@given(SEEDS)
def test_who_could_follow_suit_did_and_who_could_trump_did(seed: int) -> None:
    """Read off the finished tricks and the hands uncovered at the end."""
    deal = played(GAME, seed)
    view = GAME.view(deal.last, None)
    hands = [set(fact(view, "hand", seat).cards) for seat in range(4)]
    hands[view.dealer] -= set(fact(view, "discard").cards)
    for trick in view.tricks:
        led = ""
        for turn, (code,) in enumerate(trick.plays):
            hand = hands[(trick.leader + turn) % 4]
            if led and code != "MA" and suit(code) != led:
                assert not any(suit(other) == led for other in hand)
                if suit(code) != "trump":
                    assert not any(suit(other) == "trump" for other in hand)
            led = led or suit(code)
            hand.remove(code)


def suit(code: str) -> str:
    """The letter of a suit, or `trump`; nothing for Matto."""
    if code == "MA":
        return ""
    return code[-1] if code[-1] in GAME.about.suits else "trump"
