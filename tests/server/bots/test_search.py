"""The search keeps to its time, and is the same for the same seed; in every game whose bots have sense."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine import game_named
from engine.view import View
from server.bots import CRAFTS, craft_of
from server.bots.beliefs import behind, plain, weighed
from server.bots.bot import Bot
from server.bots.search import FEW, Trial


def in_play(game: str) -> View:
    """The view of the seat to act at a card in mid-deal, where there is something to choose."""
    rules, craft = game_named(game), craft_of(game)
    assert craft is not None
    for seed in range(20):
        state = rules.deal(Random(seed), 0)
        while state.to_act is not None:
            view = rules.view(state, state.to_act)
            if len(view.tricks) >= 2 and len(view.legal) > 1:
                return view
            state = rules.apply(state, craft.policy(state))
    raise AssertionError("In none of these deals is there anything to choose.")


def after(looks: int) -> Callable[[], bool]:
    """Late after so many looks at the clock."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


@pytest.mark.parametrize("game", CRAFTS)
def test_a_believer_who_is_late_stops_at_the_next_deal_whatever_he_is_doing(game: str) -> None:
    craft, view = craft_of(game), in_play(game)
    assert craft is not None
    whole = weighed(craft, view, Random(1), 8, after(10_000), begun=20)
    assert sum(world.weight for world in whole) == 8
    for looks in (0, 1, 10, 21):
        worlds = weighed(craft, view, Random(1), 8, after(looks), begun=20)
        assert worlds
        assert len(worlds) <= max(1, looks + 1)
    begun, kept = 20, 3
    assert len(weighed(craft, view, Random(1), 8, after(begun + kept), begun=begun)) <= kept + 2


def trial(game: str, deals: int) -> Trial:
    """Two candidates, to be tried in so many deals."""
    craft, view = craft_of(game), in_play(game)
    assert craft is not None
    return Trial(craft, behind(craft, view, Random(1)), view.legal[:2], plain(craft, view, Random(1), deals, after(99)))


@pytest.mark.parametrize("game", CRAFTS)
def test_a_deal_that_was_not_tried_with_all_candidates_does_not_count(game: str) -> None:
    for looks in range(5):
        cut = trial(game, 4)
        cut.run(after(looks))
        assert [len(values) for values in cut.values.values()] == [looks // 2] * 2


@pytest.mark.parametrize("game", CRAFTS)
def test_a_few_deals_are_no_reason_to_leave_the_policy(game: str) -> None:
    few = trial(game, FEW - 1)
    few.values = {few.usual: [-100.0] * (FEW - 1), "other": [100.0] * (FEW - 1)}
    assert few.decide().token == few.usual
    enough = trial(game, FEW)
    enough.values = {enough.usual: [-100.0] * FEW, "other": [100.0] * FEW}
    assert enough.decide().token == "other"


@pytest.mark.parametrize("game", CRAFTS)
def test_without_a_deadline_the_same_seed_gives_the_same_decision(game: str) -> None:
    view = in_play(game)
    first, second = (Bot("strong").decide(view, None, Random(5)) for _ in range(2))
    assert first == second
    assert first.token in view.legal


@pytest.mark.parametrize("game", CRAFTS)
def test_who_has_no_time_at_all_decides_all_the_same(game: str) -> None:
    view = in_play(game)
    assert Bot("strong", clock=lambda: 0.0).decide(view, 0.0, Random(5)).token in view.legal
