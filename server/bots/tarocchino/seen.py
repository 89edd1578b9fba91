"""What the tricks have told everybody: who is out of which suits, and what each side has."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.seats import SIDES
from engine.tarocchino.cards import SUIT, TRUMPS
from engine.tarocchino.state import SEATS, Tarocchino
from engine.tricks import Taken, suit_led

Four = tuple[int, int, int, int]
Two = tuple[int, int]


class Seen(NamedTuple):
    """`denied` has for each seat the cards that it cannot hold; `won` what each side has won, and Matto where it
    belongs (6.1).
    """

    denied: Four
    won: Two


NOTHING = Seen((0, 0, 0, 0), (0, 0))


@lru_cache(1 << 13)
def of_tricks(tricks: tuple[Taken, ...]) -> Seen:
    """What the tricks that are over tell."""
    if not tricks:
        return NOTHING
    before = of_tricks(tricks[:-1])
    leader, cards, winner = tricks[-1]
    won = list(before.won)
    for place, card in enumerate(cards):
        won[SIDES[winner if SUIT[card] else (leader + place) % SEATS]] |= 1 << card
    return Seen(_denied(before.denied, leader, cards), (won[0], won[1]))


def of_all(tricks: tuple[Taken, ...], leader: int, trick: tuple[int, ...]) -> Seen:
    """What they and the trick on the table tell."""
    before = of_tricks(tricks)
    return Seen(_denied(before.denied, leader, trick), before.won) if len(trick) > 1 else before


def unseen(state: Tarocchino) -> int:
    """The cards that the seat to act cannot see, wherever they lie."""
    cards = sum(state.hands) & ~state.hand
    return cards if state.to_act == state.dealer else cards | state.discard


def _denied(before: Four, leader: int, cards: tuple[int, ...]) -> Four:
    """4.2 Who does not follow has none of the suit led, and who does not trump either has no trump. 4.3 Matto tells
    nothing.
    """
    led = suit_led(cards, SUIT)
    after: list[int] | None = None
    for place in range(1, len(cards)):
        suit = SUIT[cards[place]]
        if suit and suit != led:
            after = after or list(before)
            after[(leader + place) % SEATS] |= led if suit == TRUMPS else led | TRUMPS
    return (after[0], after[1], after[2], after[3]) if after else before
