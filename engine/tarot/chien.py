"""The chien and the discard (section 3)."""

from __future__ import annotations

from engine.cards import Tokens
from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import put
from engine.tarot.cards import BOUTS, KINGS, ORDINARY, PACK, TRUMPS
from engine.tarot.state import Tarot

SIZE = 6
SHOWN_IN = ("prise", "garde")
"""3.1, 3.4 The contracts in which the chien is shown and taken."""

DISCARDS = Tokens("discard", PACK)


def open_chien(state: Tarot) -> Tarot:
    """3.1 The taker takes the chien and discards; 3.4 without a word of it in garde sans and garde contre."""
    assert state.taker is not None
    if state.contract not in SHOWN_IN:
        return evolve(state, phase="chelem", to_act=state.taker)
    taken = put(state.hands, state.taker, state.hands[state.taker] | state.chien)
    return evolve(state, phase="discard", to_act=state.taker, hands=taken)


def discardable(hand: int) -> int:
    """3.2 Ordinary cards; when none is left, trumps other than the bouts."""
    return hand & ORDINARY or hand & TRUMPS & ~BOUTS


def legal(state: Tarot) -> tuple[str, ...]:
    """3.2 What may be discarded."""
    return DISCARDS.of(discardable(state.hand))


def apply(state: Tarot, token: str) -> Tarot | None:
    """3.1 One card aside; the sixth ends the discard."""
    card = DISCARDS.card(token)
    if not card & discardable(state.hand):
        return None
    discard = state.discard | card
    state = evolve(state, hands=put(state.hands, state.player, state.hand & ~card), discard=discard)
    return evolve(state, phase="chelem") if discard.bit_count() == SIZE else state


def why_not(state: Tarot, token: str) -> IllegalAction:
    """3.2 Kings and bouts never, trumps only to fill a shortfall."""
    card = DISCARDS.card(token)
    if not card & state.hand:
        return not_a_choice(token, "{token} is not a choice now: discard a card of your hand.")
    if card & (KINGS | BOUTS):
        return IllegalAction("3.2", "Kings and bouts are never discarded.")
    return IllegalAction("3.2", "Trumps are discarded only when no ordinary card is left.")
