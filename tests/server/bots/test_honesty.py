"""No bot knows more than its seat: shown for every game whose bots have sense, at every step of whole deals.

A bot imagines deals out of its view. Each of them gives back that very view, so nothing public is forgotten; and what
a bot does is the same whichever of them is the real one, so nothing hidden is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import game_named
from engine.game import State
from server.bots import CRAFTS, craft_of
from server.bots.beliefs import played
from server.bots.bot import LEVELS, Bot, Level
from server.bots.craft import Craft
from server.bots.search import Thinking
from tests.lengths import length

PLAYERS = ("policy", "random")


def craft(game: str) -> Craft[Any]:
    """What bots know of a game, which is something."""
    found = craft_of(game)
    assert found is not None
    return found


def told(game: str, by: str, rng: Random) -> Iterator[State]:
    """Every state of a deal but the last, played by such players."""
    rules, knows = game_named(game), craft(game)
    state: State = rules.deal(rng, rng.randrange(rules.about.seats))
    while state.to_act is not None:
        yield state
        state = rules.apply(state, knows.policy(state) if by == "policy" else rng.choice(rules.legal(state)))


@pytest.mark.parametrize("by", PLAYERS)
@pytest.mark.parametrize("game", CRAFTS)
def test_whatever_a_seat_imagines_looks_to_it_as_the_deal_does(game: str, by: str) -> None:
    rules, knows, rng = game_named(game), craft(game), Random(f"{game} {by}")
    for _ in range(length(2, 200)):
        for state in told(game, by, rng):
            for seat in range(rules.about.seats):
                view = rules.view(state, seat)
                for deal in islice(knows.imagine(view, rng), 2):
                    assert rules.view(played(knows, view, deal), seat) == view


@pytest.mark.parametrize("by", PLAYERS)
@pytest.mark.parametrize("game", CRAFTS)
def test_no_rule_of_thumb_looks_at_what_is_hidden(game: str, by: str) -> None:
    rules, knows, rng = game_named(game), craft(game), Random(f"{game} {by}")
    for _ in range(length(2, 200)):
        for state in told(game, by, rng):
            view = rules.view(state, state.to_act)
            token, candidates = knows.policy(state), knows.candidates(state)
            likely = [knows.likelihood(state, token) for token in rules.legal(state)]
            assert token in rules.legal(state)
            assert set(candidates) <= set(rules.legal(state))
            assert min(likely) > 0
            for deal in islice(knows.imagine(view, rng), 3):
                other = played(knows, view, deal)
                assert knows.policy(other) == token
                assert knows.candidates(other) == candidates
                assert [knows.likelihood(other, token) for token in rules.legal(other)] == pytest.approx(likely)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", CRAFTS)
def test_a_decision_is_the_same_whatever_is_hidden_behind_the_view(game: str, level: str) -> None:
    rules, knows, rng = game_named(game), craft(game), Random(f"{game} {level}")
    bot = Bot(level)
    bot.level = quick(bot.level)
    for number, state in enumerate(told(game, "policy", rng)):
        view = rules.view(state, state.to_act)
        decision = bot.decide(view, None, Random(number))
        assert decision.token in view.legal
        for deal in islice(knows.imagine(view, rng), 2):
            hidden = played(knows, view, deal)
            assert bot.decide(rules.view(hidden, state.to_act), None, Random(number)) == decision


def quick(level: Level) -> Level:
    """The same way of thinking, in fewer deals."""
    worlds, begun = level.thinking
    return level._replace(thinking=Thinking(min(worlds, 4), min(begun, 12)))
