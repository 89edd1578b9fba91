"""Random complete deals a second: ours through the public interface, and those of two libraries for game research.

Every player picks one of the legal actions at random, and asks for the list of them each time. OpenSpiel is C++
driven from Python; RLCard is Python. Their games are the closest they have, not the same ones, and their deals have
other lengths: the ratios compare decisions a second.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, NamedTuple

from engine import GAMES, game_named

SECONDS = 1.5

PEERS = {
    "tarot": ("tarok(players=4)", "hearts"),
    "tarocchino": ("hearts", "skat"),
    "belote": ("euchre", "skat"),
    "paodekuai": ("dou_dizhu",),
}
"""The closest games of OpenSpiel."""


class Pace(NamedTuple):
    """How fast whole deals went by, in CPU time."""

    deals: float
    decisions: float


def pace(deal: Callable[[Random], int]) -> Pace:
    """Deal after deal for a while; `deal` plays one and tells how many decisions it took."""
    rng = Random(1)
    deal(rng)
    deals = decisions = 0
    start = process_time()
    while (spent := process_time() - start) < SECONDS:
        decisions += deal(rng)
        deals += 1
    return Pace(deals / spent, decisions / spent)


def ours(key: str) -> Callable[[Random], int]:
    """A random deal of one of our games."""
    game = game_named(key)

    def deal(rng: Random) -> int:
        state = game.deal(rng, 0)
        decisions = 0
        while game.to_act(state) is not None:
            legal = game.legal(state)
            state = game.apply(state, legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return deal


def open_spiel(name: str) -> Callable[[Random], int]:
    """A random deal of a game of OpenSpiel."""
    import pyspiel

    game: Any = pyspiel.load_game(name)

    def deal(rng: Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return decisions

    return deal


def rlcard() -> Callable[[Random], int]:
    """A random deal of dou dizhu by RLCard."""
    from rlcard.games.doudizhu import Game

    def deal(rng: Random) -> int:
        game: Any = Game()
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            legal = state["actions"]
            state, _ = game.step(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return deal


def peers(key: str) -> dict[str, Callable[[], Callable[[Random], int]]]:
    """The references for a game, by name."""
    named: dict[str, Callable[[], Callable[[Random], int]]] = {
        f"OpenSpiel {name}": lambda name=name: open_spiel(name)  # type: ignore[misc]
        for name in PEERS.get(key, ())
    }
    return {**named, "RLCard doudizhu": rlcard}


def main() -> None:
    """Print one block a game."""
    print("Random complete deals, one core, CPU time")
    print(f"{'':28}{'deals/s':>10}{'decisions/s':>14}   ours in decisions/s")
    measured: dict[str, Pace] = {}
    for key in GAMES:
        mine = pace(ours(key))
        print(f"{key:28}{mine.deals:>10,.0f}{mine.decisions:>14,.0f}")
        for name, build in peers(key).items():
            if name not in measured:
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        measured[name] = pace(build())
                except ImportError:
                    print(f"  {name:26}  not installed: no ratio")
                    continue
            theirs = measured[name]
            ratio = mine.decisions / theirs.decisions
            print(f"  {name:26}{theirs.deals:>10,.0f}{theirs.decisions:>14,.0f}   × {ratio:.2f}")
