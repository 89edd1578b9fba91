"""The play: which cards are legal, and who wins a trick (section 5, and 6.4)."""

from __future__ import annotations

from engine.errors import IllegalAction, not_a_choice
from engine.tarot import excuse, poignee, scoring
from engine.tarot.cards import EXCUSE, HIGHER, PLAYS, STRENGTH, SUIT, TRUMPS
from engine.tarot.state import SEATS, TRICKS, Tarot
from engine.tricks import following, gathered, laid, overtrumping, strongest, suit_led


def playable(hand: int, trick: tuple[int, ...]) -> int:
    """The cards that may be played to this trick."""
    led = suit_led(trick, SUIT)  # 5.5
    if not led:
        return hand
    must = following(hand & ~EXCUSE, led, TRUMPS)  # 5.2, 5.4
    if must & TRUMPS:
        must = overtrumping(must, trick, HIGHER)  # 5.3
    return must | hand & EXCUSE  # 5.4


def winner(state: Tarot, trick: tuple[int, ...]) -> int:
    """5.6 The seat that wins a trick, or is winning it so far; 6.1 never the Excuse, but for 6.4."""
    if excuse.wins(state.tricks, state.leader, state.taker, trick):
        return state.leader
    return (state.leader + strongest(trick, STRENGTH[suit_led(trick, SUIT)])) % SEATS


def legal(state: Tarot) -> tuple[str, ...]:
    """The playable cards of the seat to act."""
    return PLAYS.of(playable(state.hand, state.trick))


def apply(state: Tarot, token: str) -> Tarot | None:
    """One card to the trick; the fourth ends it, and the winner leads the next (5.1)."""
    card = PLAYS.card(token)
    if not card & playable(state.hand, state.trick):
        return None
    after = laid(state, card)
    if not after.complete:
        return after if after.tricks else poignee.ask(after)
    after = gathered(after, winner(after, after.trick))
    return scoring.settle(after) if len(after.tricks) == TRICKS else after


def why_not(state: Tarot, token: str) -> IllegalAction:
    """5.2 and 5.3: the duty that a card does not meet; 5.4 from which the Excuse is free."""
    card = PLAYS.card(token)
    if not card:
        return not_a_choice(token, "{token} is not a choice now: play a card.")
    if not card & state.hand:
        return IllegalAction("C.4", "You do not hold that card.")
    led = suit_led(state.trick, SUIT)
    if state.hand & led and not card & led:
        return IllegalAction("5.2", "You hold the suit led, and must follow it or play the Excuse.")
    if not card & TRUMPS:
        return IllegalAction("5.2", "You cannot follow the suit led, and must play a trump or the Excuse.")
    return IllegalAction(
        "5.3", "You hold a higher trump than the highest in the trick, and must play one or the Excuse."
    )
