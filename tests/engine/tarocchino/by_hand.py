"""Combinations and Matto once more, with codes and by trying everything: what the tests hold the engine against."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product

from tests.engine.deals import cards

LONG = cards("A 6 7 8 9 10 J N Q K")
NUMBERS = [f"T{number}" for number in range(16, 4, -1)]
ORDER = [
    *(rank + suit for suit in "SBCD" for rank in LONG),
    *cards("BE M1 M2 M3 M4"),
    *reversed(NUMBERS),
    *cards("LU SO MO AN MA"),
]
"""6.5, copied from the book."""

SETS = {"K": (17, 34), "Q": (14, 28), "N": (13, 26), "J": (12, 24)}


def value(code: str) -> int:
    """1.4 The value of a card, before the half is taken off."""
    if code in ("AN", "MO", "BE", "MA"):
        return 5
    if code[0] in "KQNJ" and code[1:] in ("S", "B", "C", "D"):
        return {"K": 5, "Q": 4, "N": 3, "J": 2}[code[0]]
    return 1


def card_points(hand: Iterable[str]) -> float:
    """1.4 The worth of these cards."""
    return sum(value(code) - 0.5 for code in hand)


def longest_grande(hand: Collection[str]) -> int:
    """5.8 The length of the best Grande: every use of each contatore is tried, as one great trump, as one numbered
    trump, or as one card more. 0 where there is none.
    """
    if "AN" not in hand:
        return 0
    contatori = [code for code in ("BE", "MA") if code in hand]
    gaps = [code for code in ("MO", "SO", "LU", *NUMBERS) if code not in hand]
    return max((grande(hand, uses) for uses in product((*gaps, "more"), repeat=len(contatori))), default=0)


def grande(hand: Collection[str], uses: tuple[str, ...]) -> int:
    """5.8 The length of the Grande in which the contatori are used so; 0 where that is not allowed."""
    filled = [use for use in uses if use != "more"]
    if len(set(filled)) < len(filled):
        return 0
    real = [code for code in ("MO", "SO", "LU") if code in hand]
    great = len(real) + sum(code in ("MO", "SO", "LU") for code in filled)
    if not real or great < 2:
        return 0
    run: list[str] = []
    for code in NUMBERS:
        if code not in hand and code not in filled:
            break
        if code in filled and run and run[-1] in filled:
            break
        run.append(code)
    if any(code in NUMBERS and code not in run for code in filled):
        return 0
    moors = sum(code in hand for code in ("M1", "M2", "M3", "M4")) if len(run) == len(NUMBERS) else 0
    return 1 + great + len(run) + moors + uses.count("more")


def sequences(hand: Collection[str]) -> list[int]:
    """5.6 to 5.8 The lengths of all sequences."""
    contatori = sum(code in hand for code in ("BE", "MA"))
    lengths = []
    for suit in "SBCD":
        courts = sum(rank + suit in hand for rank in "QNJ")
        if "K" + suit in hand and (courts >= 2 or (courts == 1 and contatori)):
            lengths.append(1 + courts + ("A" + suit in hand) + contatori)
    for equals in (["AS", "AB", "AC", "AD"], ["M1", "M2", "M3", "M4"]):
        real = sum(code in hand for code in equals)
        if real >= 2 and real + contatori >= 3:
            lengths.append(real + contatori)
    if length := longest_grande(hand):
        lengths.append(length)
    return lengths


def sets(hand: Collection[str]) -> list[int]:
    """5.1 What each set is worth."""
    found = [sum(rank + suit in hand for suit in "SBCD") for rank in SETS]
    worths = [SETS[rank][number - 3] for rank, number in zip(SETS, found, strict=True) if number >= 3]
    tarocchi = sum(code in hand for code in ("AN", "MO", "BE", "MA"))
    return worths + ([18 * (tarocchi - 2)] if tarocchi >= 3 else [])


def score(hand: Collection[str]) -> int:
    """5.2 to 5.4 All combinations together."""
    runs = [10 + 5 * (length - 3) for length in sequences(hand)]
    return sum(sum(worths) * (2 if len(worths) >= 3 else 1) for worths in (sets(hand), runs))


def repaid(captured: Collection[str], own: Collection[str], others: Collection[str]) -> str:
    """6.1 The card that is given for Matto: what its side captured in tricks, all that it has, all that the other
    side has.
    """
    for suit in "SBCD":
        for rank in ("6", "7", "8", "9", "10"):
            if rank + suit in captured:
                return rank + suit

    def margin(card: str) -> float:
        less, more = [code for code in own if code != card], [*others, card]
        return card_points(less) + score(less) - card_points(more) - score(more)

    ones = sorted((code for code in captured if value(code) == 1), key=ORDER.index)
    if ones:
        best = max(map(margin, ones))
        return next(code for code in ones if margin(code) == best)
    cheapest = min(map(value, captured))
    return min((code for code in captured if value(code) == cheapest), key=ORDER.index)
