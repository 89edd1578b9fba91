"""Every game of the registry at a table that knows none of them."""

from __future__ import annotations

from random import Random

import pytest

from engine import GAMES, game_named
from protocol.from_client import Act, Start
from protocol.from_server import Accepted, Update
from server.bots import decide
from server.orders import Arrive, Ask, Command, Dealt, Decided, Effect, Say, Send
from server.room import new_room
from server.story import handle
from server.terms import Terms


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("key", GAMES)
def test_a_person_and_bots_play_a_deal(key: str, seed: int) -> None:
    game, rng = game_named(key), Random(seed)
    room = new_room(game, Terms(id="t1"), dealer=seed % game.about.seats)
    effects: list[Effect] = []
    turn = 0

    def tell(command: Command) -> None:
        nonlocal room
        room, wanted = handle(room, command, float(turn))
        effects.extend(wanted)

    tell(Arrive(1, "Anna", None, "token-of-line-0001"))
    tell(Say(1, Start(id="start")))
    tell(Dealt(room.dealer, game.deal(rng, room.dealer).layout))
    while room.playing:
        turn += 1
        if room.to_act == 0:
            action = decide(room.update(0).view, rng)
            tell(Say(1, Act(id=f"{turn}", seq=room.seq, action=action)))
            assert Send((1,), Accepted(id=f"{turn}")) in effects
        else:
            ask = [effect for effect in effects if isinstance(effect, Ask)][-1]
            tell(Decided(ask.turn, decide(ask.view, rng)))
    last = [effect.message for effect in effects if isinstance(effect, Send) and isinstance(effect.message, Update)][-1]
    assert last.view.result is not None
    assert room.scores == last.view.result.scores


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("key", GAMES)
def test_a_secret_changes_nothing_that_another_may_know(key: str, seed: int) -> None:
    """Who is told nothing has missed nothing: that is what lets the server keep a secret by its silence."""
    game, rng = game_named(key), Random(seed)
    state = game.deal(rng, seed % game.about.seats)
    while state.to_act is not None:
        seat, before, token = state.to_act, state, rng.choice(game.legal(state))
        state = game.apply(state, token)
        if not game.events(before, token, state):
            others = [None, *(other for other in range(game.about.seats) if other != seat)]
            assert [game.view(state, other) for other in others] == [game.view(before, other) for other in others]
