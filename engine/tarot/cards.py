"""The 78 cards: order, suits, what they are worth (1.1, 1.2)."""

from __future__ import annotations

from engine import half_points as halves
from engine.cards import Pack, Tokens, above
from engine.tricks import strengths

SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
TRUMP_CODES = tuple(f"T{number}" for number in range(1, 22))

PACK = Pack([rank + suit for suit in SUITS for rank in RANKS] + [*TRUMP_CODES, "EX"])
PLAYS = Tokens("play", PACK)

TRUMPS = PACK.mask(TRUMP_CODES)
EXCUSE = PACK.mask(["EX"])
PETIT = PACK.mask(["T1"])
BOUTS = PACK.mask(["T1", "T21", "EX"])
KINGS, QUEENS, KNIGHTS, JACKS = (PACK.mask(rank + suit for suit in SUITS) for rank in "KQNJ")
PLAIN = tuple(PACK.mask(rank + suit for rank in RANKS) for suit in SUITS)
ORDINARY = PACK.full & ~(TRUMPS | EXCUSE | KINGS)

SUIT = tuple(next((suit for suit in (*PLAIN, TRUMPS) if suit >> card & 1), 0) for card in range(len(PACK)))
"""The suit of each card as a mask; that of the Excuse is empty."""

STRENGTH = {
    suit: strengths(
        [card for card in range(len(PACK)) if suit >> card & 1],
        [card for card in range(len(PACK)) if TRUMPS >> card & 1],
        len(PACK),
    )
    for suit in (*PLAIN, TRUMPS)
}
"""5.6 The strength of each card, by the suit led."""

HIGHER = tuple(TRUMPS & (above(card) if TRUMPS >> card & 1 else -1) for card in range(len(PACK)))
"""5.3 The trumps that beat each card: the higher ones, or all where it is no trump."""

HALF_POINTS = ((BOUTS | KINGS, 9), (QUEENS, 7), (KNIGHTS, 5), (JACKS, 3))
"""1.2 What counts more than the half-point of an ordinary card."""

TARGETS = (56, 51, 41, 36)
"""1.1 The card points needed with none, one, two or three bouts."""


def half_points(cards: int) -> int:
    """1.2 The worth of these cards in half-points; the pack holds 182."""
    return halves.half_points(cards, HALF_POINTS)
