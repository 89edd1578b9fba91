"""What a bot believes of the cards it cannot see: many imagined deals, and how much each of them counts.

A deal counts as much as its players are likely to have done in it what they did: everybody but the bot itself, call
by call and card by card. Most imagined deals hardly fit, so many are begun and few are kept; those that fail at the
auction are left out before their tricks are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any

from protocol import View
from server.bots.craft import Craft, Imagined

PLAY = "play"
"""The phase of every game in which cards are played; what comes before is the auction."""

AFTER_AUCTION = 2
"""For each deal that is kept, so many are weighed by their play."""

FLAT = 0.25
"""Weights are evened out until the deals together count at least as much as this part of their number would, if all
counted the same: a single surprising play never leaves but one deal standing."""

Late = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class World:
    """The state that an imagined deal has come to, and how much it counts."""

    state: Any
    weight: int


@dataclass(slots=True)
class Begun:
    """An imagined deal that is being played through, so far up to its token number `step`."""

    imagined: Imagined
    state: Any
    step: int = 0
    fit: float = 0.0
    """The logarithm of how likely everybody is to have done what he did."""


def behind(craft: Craft[Any], view: View, rng: Random) -> Any:
    """Some state that gives this view."""
    return played(craft, view, next(craft.imagine(view, rng)))


def plain(craft: Craft[Any], view: View, rng: Random, count: int, late: Late) -> list[World]:
    """So many deals that are possible, all counting the same; at least one."""
    worlds: list[World] = []
    for deal in craft.imagine(view, rng):
        worlds.append(World(played(craft, view, deal), 1))
        if len(worlds) == count or late():
            break
    return worlds


def weighed(craft: Craft[Any], view: View, rng: Random, count: int, late: Late, begun: int) -> list[World]:
    """Deals as likely as they are kept: `begun` are imagined, and out of them `count` drawn by how well they fit."""
    some: list[Begun] = []
    for imagined in craft.imagine(view, rng):
        deal = Begun(imagined, craft.game.start(imagined.layout, view.dealer))
        follow(craft, deal, view.viewer, until_play=True)
        some.append(deal)
        if len(some) == begun or late():
            break
        if len(some) == AFTER_AUCTION * count and not any(deal.fit for deal in some):
            break  # there is no auction that would tell more about others
    if any(deal.step < len(deal.imagined.tokens) for deal in some):
        kept, some = drawn(some, AFTER_AUCTION * count, rng), []
        for deal, _ in kept:
            follow(craft, deal, view.viewer, until_play=False)
            some.append(deal)
            if late():
                break
    return [World(deal.state, times) for deal, times in drawn(some, count, rng)]


def follow(craft: Craft[Any], deal: Begun, viewer: int | None, until_play: bool) -> None:
    """Play a deal on, to the play or to its end, and add up how well it fits."""
    state, fit = deal.state, deal.fit
    tokens, step = deal.imagined.tokens, deal.step
    while step < len(tokens) and not (until_play and state.phase == PLAY):
        token = tokens[step]
        if state.to_act != viewer:
            fit += log(craft.likelihood(state, token))
        state = craft.game.apply(state, token)
        step += 1
    deal.state, deal.fit, deal.step = state, fit, step


def played(craft: Craft[Any], view: View, imagined: Imagined) -> Any:
    """The state that an imagined deal has come to."""
    state = craft.game.start(imagined.layout, view.dealer)
    for token in imagined.tokens:
        state = craft.game.apply(state, token)
    return state


def drawn(some: Sequence[Begun], count: int, rng: Random) -> list[tuple[Begun, int]]:
    """So many draws by weight, at equal steps along all the weights laid end to end; each deal with how often it came.

    The deals come in no order. Its fit so far has served; what is left of it is how often the deal was drawn.
    """
    weights = evened([deal.fit for deal in some])
    step = sum(weights) / count
    reached, mark = 0.0, rng.random() * step
    kept = []
    for deal, weight in zip(some, weights, strict=True):
        reached += weight
        times = 0
        while mark < reached:
            mark += step
            times += 1
        if times:
            kept.append((deal, times))
            deal.fit = log(times)
    rng.shuffle(kept)
    return kept


def evened(fits: Sequence[float]) -> list[float]:
    """Weights out of logarithms, with a root taken that leaves enough of them counting (see FLAT)."""
    top = max(fits)
    root = 1.0
    while True:
        weights = [exp((fit - top) * root) for fit in fits]
        counting = sum(weights) ** 2 / sum([weight * weight for weight in weights])
        if counting >= FLAT * len(fits) or root < 0.1:
            return weights
        root *= 0.8
