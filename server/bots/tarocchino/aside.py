"""What a dealer lays aside."""

from __future__ import annotations

from engine.cards import indices
from engine.tarocchino.cards import SUIT, TRUMPS
from engine.tarocchino.combinations import holding
from engine.tarocchino.discard import NEVER
from engine.tarocchino.state import Tarocchino
from server.bots.tarocchino.play import ALIKE
from server.bots.tarocchino.worth import worths as worth_now

TRUMP = 40.0
"""What a trump is good for in the hand."""

VOID = 10.0
"""What it is worth to come nearer to a suit that can be trumped."""


def worths(state: Tarocchino) -> list[tuple[float, int]]:
    """What the dealer gains by laying each card aside, and its index: it is safe there, but declares nothing, and a
    trump wins no trick.
    """
    hand = state.hand
    declared, counting = holding(hand).points, holding(hand).cards
    worth = worth_now(0, 0)
    found = []
    for card in indices(ALIKE.different(hand & ~NEVER)):
        one = 1 << card
        gain = worth[card]
        if counting & one:
            gain -= declared - holding(hand & ~one).points
        if one & TRUMPS:
            gain -= TRUMP
        elif (hand & SUIT[card]).bit_count() <= 2:
            gain += VOID
        found.append((gain, card))
    return found
