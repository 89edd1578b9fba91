"""Secrecy as noninterference: change the cards that somebody cannot see, and every byte that he is sent is the same.

So no message to him, no error, nothing that he finds when he comes back, no number for Prometheus and no line for the
house can depend on them, by whatever path.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import GAMES, game_named
from engine.game import Game
from tests.engine.random_deals import Clumsy, Played, played_by, redealt, seen_by
from tests.lengths import length
from tests.server.told_deals import BYSTANDER, Teller, segments

every_game = pytest.mark.parametrize("game", [game_named(key) for key in GAMES], ids=list(GAMES))


@every_game
@settings(max_examples=length(60, 5000))
@given(seed=st.integers(0, 2**32 - 1))
def test_whoever_is_at_the_table_is_sent_the_same_bytes_whatever_he_cannot_see(game: Game[Any], seed: int) -> None:
    rng = Random(seed)
    deal = begun(game, seed)
    bots = rng.choice((0, 0, 1, 2))
    people = game.about.seats - bots
    person = rng.choice([*range(people), BYSTANDER])
    other = most_different(deal, others(deal, None if person == BYSTANDER else person, rng))
    assume(other)
    assert other
    one, two = (Teller(each, bots, bold=person, seed=seed).tell() for each in (deal, other))
    assert one.frames[person] == two.frames[person]
    assert one.reports == two.reports
    assert one.numbers == two.numbers


@every_game
def test_the_deals_of_that_test_do_differ_in_their_cards(game: Game[Any]) -> None:
    """A test that compares a deal with itself would prove nothing."""
    deals = [begun(game, seed) for seed in range(60)]
    assert sum(next(others(deal, 0, Random(1)), None) is not None for deal in deals) > 20


def test_and_in_how_often_something_secret_was_done_in_tarot_where_a_poignée_may_be_kept_secret() -> None:
    deals = [begun(game_named("tarot"), seed) for seed in range(100)]
    redeals = [most_different(deal, others(deal, 0, Random(1))) for deal in deals]
    pairs = [(deal, other) for deal, other in zip(deals, redeals, strict=True) if other]
    assert sum(rhythm(other) != rhythm(deal) for deal, other in pairs) > 3


def begun(game: Game[Any], seed: int) -> Played:
    """The beginning of a deal, often of hands that are long in a suit, where there is more to keep secret."""
    rng = Random(seed)
    deal = played_by(game, Clumsy(seed) if rng.random() < 0.8 else rng)
    end = int(len(deal.tokens) * rng.random() ** 2)  # with its end nothing may be hidden any more
    return Played(game, deal.states[: end + 1], deal.tokens[:end])


def others(deal: Played, viewer: int | None, rng: Random) -> Iterator[Played]:
    """Deals that are the same to a viewer, with some of the cards that he cannot see in each other's place."""
    hidden = sorted(set(deal.game.pack.codes) - seen_by(deal, viewer))
    for _ in range(8 if len(hidden) > 1 and not deal.last.result else 0):
        moved = rng.sample(hidden, min(len(hidden), rng.choice((2, 2, 3, 6))))
        other = redealt(deal, dict(zip(moved, moved[1:] + moved[:1], strict=True)))
        if other and other.states[0].layout != deal.states[0].layout:
            yield other


def most_different(deal: Played, others: Iterator[Played]) -> Played | None:
    """One of them, if there is one in which something secret was done more or less often."""
    found = list(others)
    return next((other for other in found if rhythm(other) != rhythm(deal)), found[0] if found else None)


def rhythm(deal: Played) -> list[int]:
    """How many secret decisions were made before each public one."""
    return [len(secret) for secret, _ in segments(deal)]
