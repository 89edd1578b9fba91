"""What holds in every registered game, over random deals. A new game is tested here without a line of its own, but for
the row of `INVARIANTS` that says what its scores add up to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, game_named, record
from engine.account import totals
from engine.errors import BadRecord, IllegalAction, UnknownGame
from engine.game import Game
from engine.notes import Note, say
from engine.view import View
from tests.engine.random_deals import Played, played, public_moments, redealt, seen_by
from tests.test_clauses import settled

every_game = pytest.mark.parametrize("game", [game_named(key) for key in GAMES], ids=list(GAMES))
seeds = given(seed=st.integers(0, 2**32 - 1))


def zero_sum(scores: tuple[float, ...]) -> bool:
    return sum(scores) == 0


def partners(scores: tuple[float, ...]) -> bool:
    return scores[0] == scores[2] and scores[1] == scores[3]


INVARIANTS: dict[str, Callable[[tuple[float, ...]], bool]] = {
    "tarot": zero_sum,
    "tarocchino": partners,
    "belote": partners,
    "paodekuai": zero_sum,
}


def viewers(game: Game[Any]) -> list[int | None]:
    return [None, *range(game.about.seats)]


@every_game
@seeds
def test_legal_is_never_empty_before_the_end_and_empty_after(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    for state in deal.states[:-1]:
        legal = game.legal(state)
        assert legal
        assert len(set(legal)) == len(legal)
    assert game.legal(deal.last) == ()
    assert game.to_act(deal.last) is None
    assert game.result(deal.last) is not None


@every_game
@seeds
def test_cards_are_conserved(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    for state in deal.states:
        views = [game.view(state, seat) for seat in range(game.about.seats)]
        hands = [code for view in views for code in view.hand]
        assert views[0].trick is None or views[0].trick.plays, "there is no trick before its first card"
        tricks = [*views[0].tricks, *([views[0].trick] if views[0].trick else [])]
        everywhere = [*hands, *(code for trick in tricks for play in trick.plays for code in play)]
        assert len(set(everywhere)) == len(everywhere)
        assert set(everywhere) <= set(game.pack.codes)
        for seat, view in enumerate(views):
            assert view.counts[seat] == len(view.hand)


@every_game
@seeds
def test_scores_keep_their_invariant_and_are_the_sums_of_the_account(game: Game[Any], seed: int) -> None:
    result = game.result(played(game, seed).last)
    assert result is not None
    assert INVARIANTS[game.about.key](result.scores)
    assert totals(result.account, game.about.seats) == result.scores
    assert {line.clause for line in result.account} <= {*settled(game.about.key), *settled("common")}


@every_game
@seeds
def test_a_record_replays_to_the_same_result(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    first = deal.states[0]
    line = json.dumps(
        {"game": game.about.key, "dealer": first.dealer, "deal": dict(first.layout), "actions": list(deal.tokens)}
    )
    replayed = record.replay(record.parse(line))
    assert replayed.result == game.result(deal.last)
    assert replayed.told() == deal.told
    assert replayed.refused is None
    json.dumps(record.answer(replayed), allow_nan=False)


@every_game
@seeds
def test_the_order_in_which_a_hand_was_given_changes_nothing(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    first = deal.states[0]
    hands = [Random(seed).sample(hand, len(hand)) for hand in first.layout["hands"]]
    again = record.play(game, game.restore({**first.layout, "hands": hands}, first.dealer), deal.tokens)
    assert again.refused is None
    assert game.result(deal.last) == again.result


@every_game
@seeds
def test_a_deal_is_the_same_from_the_same_seed(game: Game[Any], seed: int) -> None:
    assert played(game, seed).tokens == played(game, seed).tokens


@every_game
@seeds
def test_c_1_the_plays_of_a_trick_go_round_to_the_right(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    for before, token, after in deal.steps:
        if token.startswith("play:") and (trick := game.view(after, None).trick):
            seat = (trick.leader + len(trick.plays) - 1) % game.about.seats
            assert seat == before.to_act


@every_game
@seeds
def test_c_3_whose_each_trick_is_is_told_as_it_ends(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    told = [note.seat for events in deal.told for note in events if note.key == "trick"]
    assert told == [trick.winner for trick in game.view(deal.last, None).tricks]


@every_game
@seeds
def test_c_2_after_the_end_every_action_is_refused(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    with pytest.raises(IllegalAction) as refused:
        game.apply(deal.last, deal.tokens[-1] if deal.tokens else "play:KH")
    assert refused.value.clause == "C.2"


@every_game
@seeds
def test_c_2_an_annulled_deal_scores_nothing(game: Game[Any], seed: int) -> None:
    result = game.result(played(game, seed).last)
    assert result is not None
    assert result.status in ("played", "annulled")
    if result.status == "annulled":
        assert set(result.scores) == {0}
        assert not result.details
        assert result.reason


@every_game
@seeds
def test_c_3_cards_that_a_viewer_cannot_see_do_not_touch_his_view(game: Game[Any], seed: int) -> None:
    rng = Random(seed)
    deal = played(game, seed)
    cut = rng.randrange(len(deal.states))
    deal = Played(game, deal.states[: cut + 1], deal.tokens[:cut])
    if game.result(deal.last):
        return
    for viewer in viewers(game):
        hidden = sorted(set(game.pack.codes) - seen_by(deal, viewer))
        known = public_moments(deal, viewer)
        for _ in range(2):
            moved = rng.sample(hidden, min(len(hidden), rng.choice((2, 2, 3, 6))))
            again = redealt(deal, dict(zip(moved, moved[1:] + moved[:1], strict=True)))
            assert again is None or public_moments(again, viewer) == known


@every_game
def test_c_3_the_redeals_of_that_test_do_happen(game: Game[Any]) -> None:
    rng = Random(7)
    happened = 0
    for seed in range(30):
        deal = played(game, seed)
        deal = Played(game, deal.states[:9], deal.tokens[:8])
        hidden = sorted(set(game.pack.codes) - seen_by(deal, 0))
        one, other = rng.sample(hidden, 2)
        again = redealt(deal, {one: other, other: one})
        happened += again is not None and again.states[0] != deal.states[0]
    assert happened > 5


@every_game
@seeds
def test_c_3_a_spectator_has_no_hand_and_only_the_seat_to_act_has_choices(game: Game[Any], seed: int) -> None:
    for view in views(played(game, seed)):
        mine = view.viewer is not None and view.viewer == view.to_act
        assert not view.hand or view.viewer is not None
        assert bool(view.legal) == mine
        assert (view.ask is not None) == mine
        assert bool(view.offers) <= mine


@every_game
@seeds
def test_c_4_a_token_that_is_not_legal_is_refused_by_a_clause_and_changes_nothing(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    clauses = {*settled(game.about.key), *settled("common")}
    strange = ["", "pass", "play", "play:", "bid:", "play:XX", "take:Z", "discard:", "☃", "play:KH,KH", *deal.tokens]
    rng = Random(seed)
    for state in rng.sample(deal.states[:-1], min(10, len(deal.states) - 1)):
        kept = replace(state)
        legal = game.legal(state)
        for token in set(strange) - set(legal):
            with pytest.raises(IllegalAction) as refused:
                game.apply(state, token)
            assert refused.value.clause in clauses
            assert str(refused.value.reason).endswith(".")
        assert state == kept
        assert game.legal(state) == legal


@every_game
@seeds
def test_everything_said_has_words(game: Game[Any], seed: int) -> None:
    deal = played(game, seed)
    labels = game.about.labels
    for note in {(note.key, *note.args): note for note in notes(deal)}.values():
        assert note.key in labels
        gaps = {name for _, name, _, _ in Formatter().parse(labels[note.key]) if name}
        assert say(note, labels, player=str)
        assert gaps <= {"seat", "cards", *note.args}
        for value in note.args.values():
            assert not isinstance(value, str) or value in labels or value in game.about.suits
    for view in views(deal):
        assert f"phase.{view.phase}" in labels
        for token in (*view.legal, *view.calls):
            assert token in labels or token.partition(":")[2].split(",")[0] in ranks_and_cards(game)


def ranks_and_cards(game: Game[Any]) -> set[str]:
    return {*game.pack.codes, *(code[:-1] for code in game.pack.codes)}


def views(deal: Played) -> Iterator[View]:
    """Every seventh state and the last, as each viewer sees it."""
    for state in {*range(0, len(deal.states), 7), len(deal.states) - 1}:
        for viewer in viewers(deal.game):
            yield deal.game.view(deal.states[state], viewer)


def notes(deal: Played) -> Iterator[Note]:
    for events in deal.told:
        yield from events
    for view in views(deal):
        yield from view.facts
        yield from (offer.note for offer in view.offers)
        if view.ask:
            yield view.ask
        if view.result:
            yield from (line.note for line in view.result.account)


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(UnknownGame, match="tarot"):
        game_named("whist")


@every_game
@pytest.mark.parametrize("dealer", [-1, 4, True, "0", None, 1.0])
def test_a_dealer_that_is_no_seat(game: Game[Any], dealer: object) -> None:
    layout = dict(game.deal(Random(1), 0).layout)
    with pytest.raises(BadRecord, match="dealer"):
        game.restore(layout, dealer)


@every_game
def test_a_deal_that_is_not_the_exact_pack(game: Game[Any]) -> None:
    layout = dict(game.deal(Random(1), 0).layout)
    hands = [list(hand) for hand in layout["hands"]]
    broken: list[object] = [
        None,
        [],
        {},
        {**layout, "hands": hands[:-1]},
        {**layout, "hands": [hands[0][:-1], *hands[1:]]},
        {**layout, "hands": [[hands[0][1], *hands[0][1:]], *hands[1:]]},
        {**layout, "hands": [["ZZ", *hands[0][1:]], *hands[1:]]},
        {**layout, "hands": [[7, *hands[0][1:]], *hands[1:]]},
        {**layout, "hands": [[[], *hands[0][1:]], *hands[1:]]},
        {**layout, "hands": "AS KS"},
    ]
    for wrong in broken:
        with pytest.raises(BadRecord):
            game.restore(wrong, 0)
    assert game.restore({**layout, "note": "of no concern"}, 0).layout["hands"] == layout["hands"]


@every_game
def test_a_deal_is_the_same_whoever_is_said_to_have_the_first_seat(game: Game[Any]) -> None:
    deal = played(game, 5)
    first, scores = deal.states[0], deal.last.result.scores
    written = {"game": game.about.key, "dealer": first.dealer, "deal": first.layout, "actions": deal.tokens}
    for seat in range(game.about.seats):
        turned = record.replay({**record.turned(written, seat), "actions": deal.tokens})
        assert turned.refused is None
        assert turned.result is not None
        assert turned.result.scores == (*scores[seat:], *scores[:seat])
    for nobody in (-1, game.about.seats):
        with pytest.raises(BadRecord, match=f"0 to {game.about.seats - 1}; there is no seat {nobody}"):
            record.turned(written, nobody)
