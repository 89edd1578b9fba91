"""The 48 cards, their ranks, and how many of each a hand holds (1.1, 1.2).

A set of ranks is a mask too: each rank is stood for by the bit of its first card.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Pack

SUITS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
"""2.5 In the order in which the cards of a rank leave a hand; otherwise suits are equal."""

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""1.2 Lowest first."""

LEFT_OUT = ("AH", "2H", "2C", "2D")

PACK = Pack([rank + suit for rank in RANKS for suit in SUITS if rank + suit not in LEFT_OUT])

OF_RANK = {rank: PACK.mask(code for code in PACK.codes if code[:-1] == rank) for rank in RANKS}
"""All cards of a rank."""

FIRST = {rank: cards & -cards for rank, cards in OF_RANK.items()}
"""The bit that stands for a rank in a set of ranks."""

OPENING = PACK.mask(["3H"])
THREES = OF_RANK["3"]
TWO = OF_RANK["2"]

_GROUPS = sum(FIRST.values()) & ~TWO
"""The first bit of each group of four: the ranks from 3 to A. The 2 sits in the place of the ace of hearts."""

_LOW, _MIDDLE, _SEVEN, _SIX, _FIVE, _FOUR = (number * _GROUPS for number in (0b0101, 0b0011, 7, 6, 5, 4))
"""The same small number in every group."""


@lru_cache(maxsize=1 << 14)  # a hand is asked again when it acts, and again after each pass
def holdings(hand: int) -> tuple[int, int, int, int, int]:
    """The sets of ranks of which a hand has at least 0, 1, 2, 3 and 4 cards; all groups are counted side by side."""
    rest = hand & ~TWO
    pairs = rest - (rest >> 1 & _LOW)
    counts = (pairs & _MIDDLE) + (pairs >> 2 & _MIDDLE)
    # A count is 4 at most: with 8 - n added, the highest bit of its group tells whether it is n or more.
    return (
        _GROUPS | TWO,
        counts + _SEVEN >> 3 & _GROUPS | hand & TWO,
        counts + _SIX >> 3 & _GROUPS,
        counts + _FIVE >> 3 & _GROUPS,
        counts + _FOUR >> 3 & _GROUPS,
    )
