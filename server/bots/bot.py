"""A bot of some level: it is given a view, and decides."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from protocol import Note, View
from server.bots import anygame, craft_of
from server.bots.beliefs import behind
from server.bots.craft import Craft
from server.bots.decision import Decision
from server.bots.search import Thinking, search


class Level(NamedTuple):
    """How a bot thinks, and how often it only glances at what it might do, as people do."""

    thinking: Thinking
    slips: float = 0.0


LEVELS = {
    "easy": Level(Thinking(worlds=0), slips=0.85),
    "normal": Level(Thinking(worlds=0)),
    "strong": Level(Thinking(worlds=70, begun=200)),
}

NORMAL = "normal"

FINE = 0.1
"""What people do less often than this part of the likeliest does not even look fine at a glance."""

DULL = 0.5
"""The power to which likelihoods are taken at a glance: below 1, since differences are seen less clearly."""

DEADLINE = 0.3
"""The seconds that a bot may think at a table."""


class Bot:
    """A player of this level in any game. It remembers nothing: what it knows is in the view."""

    def __init__(self, level: str = NORMAL, clock: Callable[[], float] = time.monotonic) -> None:
        """KeyError for a level that there is not."""
        self.level = LEVELS[level]
        self._clock = clock

    def decide(self, view: View, deadline: float | None, rng: Random) -> Decision:
        """One of the legal tokens of a view, and why.

        After `deadline` seconds by the clock (None: whenever it is done) it is what seems best by then. Without a
        deadline the decision follows from the view and the state of `rng` alone. ValueError where the view belongs to
        nobody who is to act.
        """
        begin = self._clock()  # the first decision in a process finds nothing loaded, and that takes time too

        def late(part: float) -> bool:
            return deadline is not None and self._clock() - begin > part * deadline

        if view.viewer is None or not view.legal:
            raise ValueError("This view asks nothing of its viewer.")
        if len(view.legal) == 1:
            return Decision(view.legal[0], Note("bot.forced"))
        craft = craft_of(view.game)
        if craft is None:
            return Decision(anygame.decide(view, rng), Note("bot.first"))
        if rng.random() < self.level.slips:
            return slip(craft, view, rng)
        return search(craft, view, rng, self.level.thinking, late)


def slip(craft: Craft[Any], view: View, rng: Random) -> Decision:
    """What somebody does who only glances: one of the things that look fine, and what is better looks but a little so.

    He forgets what has been played, misses what his partner means, is a point or two off when he bids; but he does
    nothing that everybody sees to be silly.
    """
    state = behind(craft, view, rng)
    tokens = craft.candidates(state)
    chances = [craft.likelihood(state, token) for token in tokens]
    least = FINE * max(chances)
    return Decision(rng.choices(tokens, [chance**DULL * (chance >= least) for chance in chances])[0], Note("bot.slip"))
