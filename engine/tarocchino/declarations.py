"""Declaring one's combinations, all or none (section 3)."""

from __future__ import annotations

from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import put
from engine.tarocchino.cards import PLAYS
from engine.tarocchino.combinations import holding
from engine.tarocchino.state import Tarocchino

ALL, SKIP = "declare:all", "declare:skip"


def ask(state: Tarocchino) -> Tarocchino:
    """3.1 Just before his own first card, a player who holds a combination is asked."""
    return evolve(state, phase="declare" if holding(state.hand) else "play")


def legal(_state: Tarocchino) -> tuple[str, ...]:
    """3.1 All or nothing."""
    return (ALL, SKIP)


def apply(state: Tarocchino, token: str) -> Tarocchino | None:
    """3.2 The cards that count become public, and stay in hand."""
    if token == ALL:
        return evolve(state, phase="play", declared=put(state.declared, state.player, holding(state.hand).cards))
    if token == SKIP:
        return evolve(state, phase="play", skipped=put(state.skipped, state.player, True))
    return None


def why_not(_state: Tarocchino, token: str) -> IllegalAction:
    """3.1 Only all or nothing, and before the first card."""
    if PLAYS.card(token):
        return IllegalAction("3.1", "Before your first card, say if you declare your combinations.")
    return not_a_choice(token, "{token} is not a choice now: declare all your combinations, or skip.")
