"""Whether to take: what the trumps, the aces and the Belote of a hand promise."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from engine.belote.auction import PASS, TAKES, offered
from engine.belote.cards import PACK, RANKINGS
from engine.belote.state import Belote

TRUMP_WORTH = {"J": 26, "9": 18, "A": 13, "10": 11, "K": 8, "Q": 8, "8": 7, "7": 7}
ACE, BELOTE = 13, 12
"""What a card promises to a taker; an ace in a plain suit; king and queen of trumps together."""

ENOUGH = 46
"""How much a hand of six, the upcard among them, must promise."""

DOUBT = 6.0
"""How far off people are in this: the likelihood to take grows from a quarter to three over twice as much."""

NEVER = 0.02
"""How likely the least likely call is."""


def call(state: Belote) -> str:
    """The suit that promises most, if it promises enough."""
    promised, suit = best(state)
    return f"take:{suit}" if promised >= ENOUGH else PASS


def best(state: Belote) -> tuple[float, str]:
    """What the hand promises with the trumps with which that is most, and these."""
    return max((promise(state, suit), suit) for suit in offered(state))


def likelihood(state: Belote, token: str) -> float:
    """How likely the seat to act is to make this call."""
    suits = offered(state)
    taking = {suit: exp((promise(state, suit) - ENOUGH) / DOUBT) for suit in suits}
    total = 1 + sum(taking.values())
    share = (1.0 if token == PASS else taking[TAKES[token]]) / total
    return NEVER + (1 - (len(suits) + 1) * NEVER) * share


def promise(state: Belote, suit: str) -> float:
    """How good the hand of the seat to act and the upcard are for a taker with this suit as trumps."""
    return promised(state.hand | 1 << PACK.index[state.upcard], suit)


@lru_cache(65536)
def promised(cards: int, suit: str) -> float:
    """How good these cards are for a taker with this suit as trumps."""
    codes = PACK.names(cards)
    pair = RANKINGS[suit].pair
    return (
        sum(TRUMP_WORTH[code[:-1]] for code in codes if code[-1] == suit)
        + sum(ACE for code in codes if code[0] == "A" and code[-1] != suit)
        + (BELOTE if cards & pair == pair else 0)
    )
