"""The dealer's discard (2.2)."""

from __future__ import annotations

from engine.cards import Tokens
from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import put, right_of
from engine.tarocchino import declarations
from engine.tarocchino.cards import KINGS, PACK, TAROCCHI
from engine.tarocchino.state import SEATS, Tarocchino

SIZE = 2
NEVER = KINGS | TAROCCHI
"""2.2 Kings, and the four Tarocchi: Angelo, Mondo, Bégato and Matto."""

DISCARDS = Tokens("discard", PACK)


def legal(state: Tarocchino) -> tuple[str, ...]:
    """2.2 What may be discarded."""
    return DISCARDS.of(state.hand & ~NEVER)


def apply(state: Tarocchino, token: str) -> Tarocchino | None:
    """2.2 One card aside; after the second, dealer's right leads (4.1)."""
    card = DISCARDS.card(token)
    if not card & state.hand & ~NEVER:
        return None
    discard = state.discard | card
    state = evolve(state, hands=put(state.hands, state.player, state.hand & ~card), discard=discard)
    if discard.bit_count() < SIZE:
        return state
    return declarations.ask(evolve(state, to_act=right_of(state.dealer, SEATS)))


def why_not(state: Tarocchino, token: str) -> IllegalAction:
    """2.2 What is never discarded."""
    card = DISCARDS.card(token)
    if not card & state.hand:
        return not_a_choice(token, "{token} is not a choice now: discard a card of your hand.")
    return IllegalAction("2.2", "A king, Angelo, Mondo, Bégato and Matto are never discarded.")
