"""An easy bot errs as people do: often, but in what looks fine, and seldom where players speak of a blunder."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import game_named
from protocol import View
from server.bots import craft_of
from server.bots.beliefs import behind
from server.bots.bot import FINE, LEVELS, Bot, slip
from tests.server.bots import (
    test_belote_blunders,
    test_paodekuai_blunders,
    test_tarocchino_blunders,
    test_tarot_blunders,
)

SUITES = {
    "belote": test_belote_blunders.POSITIONS,
    "paodekuai": test_paodekuai_blunders.POSITIONS,
    "tarocchino": test_tarocchino_blunders.POSITIONS,
    "tarot": test_tarot_blunders.POSITIONS,
}

SEEDS = 20


def positions(game: str) -> list[tuple[View, set[str]]]:
    """The views of a suite, each with the acceptable answers."""
    found = []
    for position in SUITES[game]:
        state: Any = position.values[0]
        view = state if isinstance(state, View) else game_named(game).view(state, state.to_act)
        found.append((view, set(str(position.values[1]).split())))
    return found


@pytest.mark.parametrize("game", SUITES)
def test_it_errs_now_and_then_but_is_not_silly(game: str) -> None:
    easy = Bot("easy")
    asked = [
        right.isdisjoint({token, token.partition(":")[2]})
        for view, right in positions(game)
        for token in [easy.decide(view, None, Random(seed)).token for seed in range(SEEDS)]
    ]
    assert 0 < sum(asked) < len(asked) / 4


@pytest.mark.parametrize("game", SUITES)
def test_at_a_glance_only_what_people_might_do_looks_fine(game: str) -> None:
    craft: Any = craft_of(game)
    for view, _ in positions(game):
        state = behind(craft, view, Random(1))
        chances = {token: craft.likelihood(state, token) for token in craft.candidates(state)}
        chosen = {slip(craft, view, Random(seed)).token for seed in range(SEEDS)}
        assert min(chances[token] for token in chosen) >= FINE * max(chances.values())


def test_the_other_levels_never_only_glance() -> None:
    assert [name for name, level in LEVELS.items() if level.slips] == ["easy"]
