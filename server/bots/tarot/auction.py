"""What to call, and what to declare: by what a hand counts, as people count it."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from engine.tarot.auction import BIDS, PASS, legal
from engine.tarot.cards import EXCUSE, KINGS, PACK, PETIT, PLAIN, QUEENS, TRUMPS
from engine.tarot.state import Tarot

NEEDED = {"bid:prise": 40, "bid:garde": 56, "bid:garde_sans": 71, "bid:garde_contre": 81}
"""What a hand must count for each contract."""

DOUBT = 4.0
"""How far off people are in this: the likelihood to bid grows from a quarter to three over twice as much."""

NEVER = 0.01
"""How likely the least likely call is."""

BIG_TRUMPS = PACK.mask(f"T{number}" for number in range(15, 22))
TOP = PACK.mask(["T21", "T20", "T19", "T18"])

PETIT_GUARDED = {5: 5, 6: 7}
"""What the Petit counts with so many trumps in hand: nothing below, 9 above."""

HONOURS = {"K": 6, "Q": 3, "N": 2, "J": 1}
LENGTHS = {5: 5, 6: 7}
"""What a long suit counts: 9 above."""

SHORTS = {0: 6, 1: 3}

CHELEM_TRUMPS = 12


@lru_cache(65536)
def count(hand: int) -> int:
    """The points that people give a hand: bouts, trumps, honours, long and short suits."""
    trumps = (hand & TRUMPS).bit_count()
    points = 2 * trumps + 2 * (hand & BIG_TRUMPS).bit_count()
    points += 10 * bool(hand & PACK.mask(["T21"])) + 8 * bool(hand & EXCUSE)
    if hand & PETIT and trumps >= min(PETIT_GUARDED):
        points += PETIT_GUARDED.get(trumps, 9)
    for suit in PLAIN:
        cards = hand & suit
        points += sum(HONOURS.get(code[0], 0) for code in PACK.names(cards))
        points += bool(cards & KINGS and cards & QUEENS)
        length = cards.bit_count()
        points += LENGTHS.get(length, 9) if length >= min(LENGTHS) else 0
        points += SHORTS.get(length, 0)
    return points


def call(state: Tarot) -> str:
    """The highest contract that the hand is good for, if nobody has bid as much."""
    points = count(state.hand)
    fit = next((token for token in reversed(BIDS) if points >= NEEDED[token]), PASS)
    return fit if fit in legal(state) else PASS


def likelihood(state: Tarot, token: str) -> float:
    """How likely the seat to act is to make this call."""
    points = count(state.hand)
    allowed = legal(state)
    at_least = [1.0, *[1 / (1 + exp((NEEDED[bid] - points) / DOUBT)) for bid in allowed[1:]], 0.0]
    place = allowed.index(token)
    return NEVER + (1 - NEVER * len(allowed)) * (at_least[place] - at_least[place + 1])


def sure_of_all(hand: int) -> bool:
    """4.1 Whether a taker's hand can hardly lose a trick."""
    if hand & TOP != TOP or (hand & TRUMPS).bit_count() < CHELEM_TRUMPS:
        return False
    return not any(losers(hand & suit, suit) for suit in PLAIN)


def losers(cards: int, suit: int) -> int:
    """The cards of a suit that stand below one that is not in hand."""
    missing = suit & ~cards
    return cards & ((1 << missing.bit_length()) - 1)
