"""Blunders: choices that a long search finds clearly worse than its own."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from protocol import View
from server.bots import craft_of
from server.bots.beliefs import behind, weighed
from server.bots.search import CLEARLY_WORSE, Trial

WORLDS = 100
"""In so many imagined deals the choices are compared, drawn from BEGUN."""

BEGUN = 600


class Blunder(NamedTuple):
    """Who chose what, what would have been better, and by how many points on average."""

    level: str
    token: str
    better: str
    loss: float


def judged(view: View, token: str, rng: Random, level: str) -> Blunder | None:
    """The blunder that a choice was, or None. It judges by what the seat could know, not by how the cards lay."""
    craft = craft_of(view.game)
    if craft is None:
        return None
    state = behind(craft, view, rng)
    others = [other for other in craft.candidates(state) if other != token]
    if not others:
        return None
    trial = Trial(craft, state, [token, *others], weighed(craft, view, rng, WORLDS, late=lambda: False, begun=BEGUN))
    trial.run(lambda: False)
    best = trial.best()
    loss, error = trial.lead(best, token)
    return Blunder(level, token, best, loss) if best != token and loss > CLEARLY_WORSE * error else None
