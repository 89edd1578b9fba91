"""What the taker lays aside: suits that he can be rid of, and honours that would be caught."""

from __future__ import annotations

from engine.cards import indices
from engine.tarot.cards import KINGS, ORDINARY, PACK, SUIT, half_points
from engine.tarot.chien import SIZE, discardable

SINGLE = tuple(half_points(1 << card) / 2 for card in range(len(PACK)))

EMPTIED = 6.0
"""What it is worth to be out of a suit; the more cards that takes, the less each of them brings."""

SAVED = 1.6
"""What each point is worth that an honour brings home at once."""

WITH_KING = 5.0
"""What the cards beside a king are worth in hand."""

TOGETHER = 2.0
"""What a queen beside her king is worth in hand, for she will win a trick by herself."""


def worths(hand: int, aside: int) -> list[tuple[float, int]]:
    """What it is worth to lay aside each of these cards, and its index; `aside` has what lies there already."""
    left = SIZE - aside.bit_count()
    return [(_worth(hand, card, left), card) for card in indices(discardable(hand))]


def choice(hand: int, aside: int) -> int:
    """The card that it is best to lay aside, as an index."""
    return max(worths(hand, aside))[1]


def plan(hand: int, aside: int) -> list[int]:
    """All that is still to be laid aside, as indices, in the order in which the policy does so."""
    cards = []
    while aside.bit_count() < SIZE:
        card = choice(hand, aside)
        cards.append(card)
        hand, aside = hand & ~(1 << card), aside | 1 << card
    return cards


def _worth(hand: int, card: int, left: int) -> float:
    suit = SUIT[card]
    if not ORDINARY >> card & 1:
        return -float(card)
    mine = hand & suit
    length = mine.bit_count()
    worth = SAVED * SINGLE[card]
    if mine & KINGS:
        return worth - WITH_KING - TOGETHER * (SINGLE[card] > 3) + (0.3 * length)
    if length <= left:
        return worth + EMPTIED * (1 + left - length) / length
    return worth - 0.5 * length
