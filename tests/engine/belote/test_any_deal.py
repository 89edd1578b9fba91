"""What holds in every deal of Belote, however it is dealt and played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine import record
from engine.belote.cards import PACK, SUIT
from engine.belote.game import GAME
from tests.engine.random_deals import played

SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS)
def test_all_card_points_are_given_out_and_belote_with_them(seed: int) -> None:
    result = GAME.result(played(GAME, seed).last)
    assert result is not None
    if result.status == "annulled":
        return
    details = result.details
    total = 252 if details["capot"] else 162
    assert sum(details["card_points"]) == total
    assert sum(result.scores[:2]) == total + (20 if details["belote"] else 0)
    assert details["made"] == (result.scores[details["taker"]] > 0)


@given(SEEDS)
def test_belote_is_announced_once_by_the_one_who_was_dealt_both_cards(seed: int) -> None:
    deal = played(GAME, seed)
    pair = {f"play:K{deal.last.trumps}", f"play:Q{deal.last.trumps}"}
    heard = []
    for before, token, after in deal.steps:
        for note in GAME.events(before, token, after):
            if note.key in ("belote", "rebelote"):
                assert token in pair
                heard.append((note.key, note.seat))
    holder = deal.last.belote
    assert heard == ([] if holder is None else [("belote", holder), ("rebelote", holder)])


@given(SEEDS)
def test_cards_of_another_suit_than_the_one_led_are_offered_only_to_those_who_have_none_of_it(seed: int) -> None:
    for state in played(GAME, seed).states:
        if state.trick:
            led = SUIT[state.trick[0]]
            suits = {SUIT[PACK.index[token.removeprefix("play:")]] for token in GAME.legal(state)}
            assert suits == {led} or not state.hand & led


@given(SEEDS)
def test_turning_the_table_by_one_seat_turns_the_scores(seed: int) -> None:
    deal = played(GAME, seed)
    first, result = deal.states[0], GAME.result(deal.last)
    hands = first.layout["hands"]
    turned = GAME.restore({**first.layout, "hands": [hands[-1], *hands[:-1]]}, (first.dealer + 1) % 4)
    other = record.play(GAME, turned, deal.tokens).result
    assert result is not None
    assert other is not None
    assert other.scores == (result.scores[-1], *result.scores[:-1])
    if result.status == "played":
        assert other.details == {**result.details, "taker": (result.details["taker"] + 1) % 4}
