"""The 62 cards: order, suits, what they are worth (1.1 to 1.4, 6.5)."""

from __future__ import annotations

from engine import half_points as halves
from engine.cards import Pack, Tokens
from engine.tricks import strengths

SUITS = {"S": "swords", "B": "batons", "C": "cups", "D": "coins"}
COURTS = ("J", "N", "Q", "K")
LONG = ("A", "6", "7", "8", "9", "10", *COURTS)
ROUND = ("10", "9", "8", "7", "6", "A", *COURTS)
RANKS = {"S": LONG, "B": LONG, "C": ROUND, "D": ROUND}
"""1.2 The ranks of each suit, lowest first."""

MOOR_CODES = ("M1", "M2", "M3", "M4")
NUMBER_CODES = tuple(f"T{number}" for number in range(5, 17))
TRUMP_CODES = ("BE", *MOOR_CODES, *NUMBER_CODES, "LU", "SO", "MO", "AN")
"""1.3 The trumps, lowest first; the Moors are equal."""

PACK = Pack([*(rank + suit for suit, ranks in RANKS.items() for rank in ranks), *TRUMP_CODES, "MA"])
PLAYS = Tokens("play", PACK)

PLAIN = {suit: PACK.mask(rank + suit for rank in ranks) for suit, ranks in RANKS.items()}
TRUMPS = PACK.mask(TRUMP_CODES)
MOORS = PACK.mask(MOOR_CODES)
ANGELO, BEGATO, MATTO = (PACK.mask([code]) for code in ("AN", "BE", "MA"))
GREAT = PACK.mask(["MO", "SO", "LU"])
NUMBERED = tuple(1 << PACK.index[code] for code in reversed(NUMBER_CODES))
"""5.8 The numbered trumps from 16 down to 5, each as a mask."""

CONTATORI = BEGATO | MATTO
TAROCCHI = PACK.mask(["AN", "MO", "BE", "MA"])
JACKS, KNIGHTS, QUEENS, KINGS = (PACK.mask(rank + suit for suit in SUITS) for rank in COURTS)
ACES = PACK.mask("A" + suit for suit in SUITS)
SMALL = PACK.mask(rank + suit for suit in SUITS for rank in ("6", "7", "8", "9", "10"))
"""6.1 The plain cards from 6 to 10."""

SUIT = tuple(next((suit for suit in (*PLAIN.values(), TRUMPS) if suit >> card & 1), 0) for card in range(len(PACK)))
"""The suit of each card as a mask; that of Matto is empty."""


def _strengths(suit: int) -> tuple[int, ...]:
    led, trumps = ([card for card in range(len(PACK)) if some >> card & 1] for some in (suit, TRUMPS))
    table = strengths(led, trumps, len(PACK))
    return tuple(table[PACK.index["M1"]] if MOORS >> card & 1 else strength for card, strength in enumerate(table))


STRENGTH = {suit: _strengths(suit) for suit in (*PLAIN.values(), TRUMPS)}
"""4.4 The strength of each card, by the suit led; 1.3 that of the Moors is equal."""

HALF_POINTS = ((TAROCCHI | KINGS, 9), (QUEENS, 7), (KNIGHTS, 5), (JACKS, 3))
"""1.4 What is worth more than the half-point of all others."""

WORTH_ONE = PACK.full & ~(TAROCCHI | KINGS | QUEENS | KNIGHTS | JACKS)
"""1.4 The cards of value 1."""

ORDER = tuple(PACK.index[code] for code in (*(rank + suit for suit in SUITS for rank in LONG), *TRUMP_CODES, "MA"))
"""6.5 The order that decides between equally good cards."""


def half_points(cards: int) -> int:
    """1.4 The worth of these cards in half-points; the pack holds 174."""
    return halves.half_points(cards, HALF_POINTS)


def in_order(cards: int) -> list[int]:
    """6.5 These cards as indices, in the order that decides between equally good ones."""
    return [card for card in ORDER if cards >> card & 1]
