"""The play: which cards are legal, and who wins a trick (section 4)."""

from __future__ import annotations

from engine.cards import indices
from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import put, right_of
from engine.tarocchino import declarations, scoring
from engine.tarocchino.cards import MATTO, PACK, STRENGTH, SUIT, TRUMPS
from engine.tarocchino.state import SEATS, TRICKS, Tarocchino
from engine.tricks import Taken, following, strongest, suit_led

PLAYS = {f"play:{code}": card for code, card in PACK.index.items()}
TOKENS = tuple(PLAYS)


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
    return tuple([TOKENS[card] for card in indices(playable(state.hand, state.trick))])


def apply(state: Tarocchino, token: str) -> Tarocchino | None:
    """One card to the trick; the fourth ends it, and the winner leads the next (4.1)."""
    card = PLAYS.get(token, -1)
    seat = state.player
    hand = state.hands[seat]
    if card < 0 or not playable(hand, state.trick) >> card & 1:
        return None
    trick = (*state.trick, card)
    hands = put(state.hands, seat, hand & ~(1 << card))
    if len(trick) < SEATS:
        after = evolve(state, hands=hands, trick=trick, to_act=right_of(seat, SEATS))
        return after if state.tricks else declarations.ask(after)
    won = (state.leader + winning(trick)) % SEATS
    tricks = (*state.tricks, Taken(state.leader, trick, won))
    after = evolve(state, hands=hands, trick=(), tricks=tricks, leader=won, to_act=won)
    return scoring.settle(after) if len(tricks) == TRICKS else after


def why_not(state: Tarocchino, token: str) -> IllegalAction:
    """4.2 The duty that a card does not meet."""
    card = PLAYS.get(token, -1)
    if card < 0:
        return not_a_choice(token, "play a card")
    if not state.hand >> card & 1:
        return IllegalAction("C.4", "You do not hold that card.")
    if state.hand & suit_led(state.trick, SUIT):
        return IllegalAction("4.2", "You hold the suit led, and must follow it.")
    return IllegalAction("4.2", "You cannot follow the suit led, and must play a trump.")
