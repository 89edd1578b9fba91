"""The play: which cards are legal, and who wins a trick (section 4)."""

from __future__ import annotations

from engine.errors import IllegalAction, not_a_choice
from engine.tarocchino import declarations, scoring
from engine.tarocchino.cards import MATTO, PLAYS, STRENGTH, SUIT, TRUMPS
from engine.tarocchino.state import SEATS, TRICKS, Tarocchino
from engine.tricks import following, gathered, laid, strongest, suit_led


def playable(hand: int, trick: tuple[int, ...]) -> int:
    """4.2 The cards that may be played to this trick; 4.3 Matto is always one of them."""
    led = suit_led(trick, SUIT)
    if not led:
        return hand
    return following(hand, led, TRUMPS) | hand & MATTO


def winning(trick: tuple[int, ...]) -> int:
    """4.4 The place in the trick of the highest trump, or else of the highest card of the suit led."""
    return strongest(trick, STRENGTH[suit_led(trick, SUIT)])


def legal(state: Tarocchino) -> tuple[str, ...]:
    """The playable cards of the seat to act."""
    return PLAYS.of(playable(state.hand, state.trick))


def apply(state: Tarocchino, token: str) -> Tarocchino | None:
    """One card to the trick; the fourth ends it, and the winner leads the next (4.1)."""
    card = PLAYS.card(token)
    if not card & playable(state.hand, state.trick):
        return None
    after = laid(state, card)
    if not after.complete:
        return after if after.tricks else declarations.ask(after)
    after = gathered(after, (state.leader + winning(after.trick)) % SEATS)
    return scoring.settle(after) if len(after.tricks) == TRICKS else after


def why_not(state: Tarocchino, token: str) -> IllegalAction:
    """4.2 The duty that a card does not meet; 4.3 from which Matto is free."""
    card = PLAYS.card(token)
    if not card:
        return not_a_choice(token, "{token} is not a choice now: play a card.")
    if not card & state.hand:
        return IllegalAction("C.4", "You do not hold that card.")
    if state.hand & suit_led(state.trick, SUIT):
        return IllegalAction("4.2", "You hold the suit led, and must follow it or play Matto.")
    return IllegalAction("4.2", "You cannot follow the suit led, and must play a trump or Matto.")
