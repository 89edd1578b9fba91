"""What everybody knows of the hands: who is out of what, what was shown, what lay in the chien."""

from __future__ import annotations

from functools import lru_cache

from engine.tarot.cards import HIGHER, ORDINARY, SUIT, TRUMPS
from engine.tarot.chien import SHOWN_IN
from engine.tarot.state import SEATS, Tarot
from engine.tricks import Taken, suit_led

Denied = tuple[int, int, int, int]
"""For each seat the cards that it cannot hold, because it would have had to play them."""

NOTHING: Denied = (0, 0, 0, 0)


@lru_cache(1 << 13)
def by_tricks(tricks: tuple[Taken, ...]) -> Denied:
    """What the tricks that are over deny."""
    if not tricks:
        return NOTHING
    leader, cards, _ = tricks[-1]
    return _and_by(by_tricks(tricks[:-1]), leader, cards)


def by_all(tricks: tuple[Taken, ...], leader: int, trick: tuple[int, ...]) -> Denied:
    """What they and the trick on the table deny."""
    before = by_tricks(tricks)
    return _and_by(before, leader, trick) if len(trick) > 1 else before


def _and_by(before: Denied, leader: int, cards: tuple[int, ...]) -> Denied:
    """5.2 Who does not follow has none of the suit led, and who does not trump either no trump. 5.3 Who trumps lower
    than the trick has none that is higher. 5.4 The Excuse tells nothing.
    """
    led = suit_led(cards, SUIT)
    after = list(before)
    higher = TRUMPS
    for place, card in enumerate(cards):
        suit, seat = SUIT[card], (leader + place) % SEATS
        if suit and suit != led:
            after[seat] |= led if suit == TRUMPS else led | TRUMPS
        if suit == TRUMPS:
            if not higher >> card & 1:
                after[seat] |= higher
            else:
                higher = HIGHER[card]
    return after[0], after[1], after[2], after[3]


def unseen(state: Tarot) -> int:
    """The cards that the seat to act cannot see, wherever they lie."""
    cards = sum(state.hands) & ~state.hand | (0 if state.contract in SHOWN_IN else state.chien)
    return cards if state.to_act == state.taker else cards | state.discard & ORDINARY


def known(state: Tarot, seat: int) -> int:
    """The cards that all know to be in this hand: shown in a poignée, or taken from the chien and not discarded."""
    cards = state.handfuls[seat]
    if seat == state.taker and state.contract in SHOWN_IN:
        cards |= state.chien & ~ORDINARY
    return cards & state.hands[seat]
