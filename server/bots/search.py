"""The one search of all bots: try each candidate in the same imagined deals, play them out by the policy, compare.

The policy's own choice stands unless another is clearly better in the paired samples, so that chance among few deals
never makes a bot play oddly. Candidates that are clearly worse are dropped on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from protocol import Note, View
from server.bots.beliefs import World, behind, plain, weighed
from server.bots.craft import Craft
from server.bots.decision import Decision

CLEARLY_WORSE = 2.5
"""By how many standard errors a candidate must lag behind the best to be dropped."""

ROUND = 8
"""After so many deals the candidates are looked over."""

UNHEARD_OF = 0.06
"""What people do less often than this part of the policy's choice is not tried: anything may look good in few deals."""

FEW = 4
"""Fewer deals than these are no reason to leave the policy's choice."""

IMAGINING = 0.4
"""The part of the time that may go by before the first candidate is tried."""

Late = Callable[[float], bool]
"""Whether this part of the time has gone by."""


class Thinking(NamedTuple):
    """How long to think: `worlds` deals are played out, drawn by likelihood from `begun` (0: without beliefs)."""

    worlds: int
    begun: int = 0


def search(craft: Craft[Any], view: View, rng: Random, thinking: Thinking, late: Late) -> Decision:
    """The choice that is worth most on average. A lack of time only cuts the number of deals."""
    state = behind(craft, view, rng)
    usual = craft.policy(state)
    others = heard_of(craft, state, usual) if thinking.worlds > 1 else []
    if not others:
        return Decision(usual, craft.why(state, usual))
    count, begun = max(2, round(craft.effort * thinking.worlds)), round(craft.effort * thinking.begun)
    imagine = partial(weighed, begun=begun) if begun else plain
    worlds = imagine(craft, view, rng, count, late=lambda: late(IMAGINING))
    trial = Trial(craft, state, [usual, *others], worlds)
    trial.run(lambda: late(1))
    return trial.decide()


def heard_of(craft: Craft[Any], state: Any, usual: str) -> list[str]:
    """What is worth comparing with the policy's choice."""
    tokens = [token for token in craft.candidates(state) if token != usual]
    least = UNHEARD_OF * craft.likelihood(state, usual) if tokens else 0.0
    return [token for token in tokens if craft.likelihood(state, token) > least]


class Trial:
    """Candidates in the same deals, the policy's choice first.

    `values` has for each candidate, until it is dropped, what it was worth in each deal tried so far.
    """

    def __init__(self, craft: Craft[Any], state: Any, candidates: Sequence[str], worlds: Sequence[World]) -> None:
        """`state` is any state behind the view: only what is public in it matters, and the hand of the seat to act."""
        self.craft = craft
        self.state = state
        self.usual = candidates[0]
        self.worlds = worlds
        self.values: dict[str, list[float]] = {token: [] for token in candidates}

    def run(self, late: Callable[[], bool]) -> None:
        """Try the candidates in one deal after the other; one that was not tried with all of them does not count."""
        for tried, world in enumerate(self.worlds):
            if len(self.values) == 1:
                break
            found = []
            for token in self.values:
                if late():
                    return
                found.append(self.play_out(world.state, token))
            for values, value in zip(self.values.values(), found, strict=True):
                values.append(value)
            if tried % ROUND == ROUND - 1:
                self.drop()

    def play_out(self, state: Any, token: str) -> float:
        """What the deal is worth in the end, if this choice is made and all go on by the policy."""
        apply, policy = self.craft.game.apply, self.craft.policy
        state = apply(state, token)
        while state.to_act is not None:
            state = apply(state, policy(state))
        return self.craft.value(state, self.state.to_act)

    def drop(self) -> None:
        """Leave out the candidates that lag clearly behind the best; the policy's own stays, to be compared with."""
        best = self.best()
        for token in [token for token in self.values if token not in (best, self.usual)]:
            gain, error = self.lead(best, token)
            if gain > CLEARLY_WORSE * error:
                del self.values[token]

    def best(self) -> str:
        """The candidate that is worth most so far; among equals the policy's own."""
        return max(self.values, key=lambda token: self.weigh(self.values[token]))

    def lead(self, token: str, other: str) -> tuple[float, float]:
        """By how much a candidate is better than another on average, and the standard error of that."""
        gains = [mine - its for mine, its in zip(self.values[token], self.values[other], strict=True)]
        mean = self.weigh(gains)
        weights = [world.weight for world in self.worlds[: len(gains)]]
        spread = sum([(weight * (gain - mean)) ** 2 for weight, gain in zip(weights, gains, strict=True)])
        return mean, spread**0.5 / sum(weights)

    def weigh(self, values: Sequence[float]) -> float:
        """The mean over the deals, each as much as it counts."""
        weights = [world.weight for world in self.worlds[: len(values)]]
        return sum([weight * value for weight, value in zip(weights, values, strict=True)]) / sum(weights)

    def decide(self) -> Decision:
        """The best, if it is clearly better than what the policy says, else that."""
        best = self.best() if len(self.values[self.usual]) >= FEW else self.usual
        if best != self.usual:
            gain, error = self.lead(best, self.usual)
            if gain > self.craft.clearly * error:
                return Decision(best, better(gain, self.usual, len(self.values[best])))
        return Decision(self.usual, self.craft.why(self.state, self.usual))


def better(gain: float, other: str, worlds: int) -> Note:
    """Why it is not the other token: so many points on average, in so many deals."""
    args = {"gain": round(gain, 1), "worlds": worlds}
    verb, _, what = other.partition(":")
    if verb == "play":
        return Note("bot.better_card", cards=tuple(what.split(",")), args=args)
    return Note("bot.better", args={**args, "other": other})
