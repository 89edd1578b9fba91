"""Whatever a bot does, it says why in a sentence; in every game, through whole deals."""

from __future__ import annotations

from random import Random

import pytest

import tapis
from engine import GAMES, game_named
from engine.notes import say
from server.bots import labels_of
from server.bots.bot import Bot
from tests.lengths import length


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_a_sentence_without_gaps(game: str) -> None:
    rules, bot, labels = game_named(game), Bot("normal"), labels_of(game)
    for seed in range(length(5, 100)):
        state = rules.deal(Random(seed), 0)
        while state.to_act is not None:
            decision = bot.decide(rules.view(state, state.to_act), None, Random(seed))
            sentence = say(decision.reason, labels, lambda seat: f"Seat {seat + 1}")
            assert decision.reason.key in labels
            assert "{" not in sentence
            state = rules.apply(state, decision.token)


@pytest.mark.parametrize("game", GAMES)
def test_advice_brings_the_sentences_of_its_game(game: str) -> None:
    rules = game_named(game)
    state = rules.deal(Random(1), 0)
    advice = tapis.advise(rules.view(state, state.to_act))
    assert advice.labels == labels_of(game)
