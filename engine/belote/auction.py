"""The auction, and the second half of the deal (2.2, 2.3)."""

from __future__ import annotations

from engine.account import annulled
from engine.belote.cards import PACK, RANKINGS, SUITS
from engine.belote.state import SEATS, Belote
from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.layout import Layout
from engine.seats import right_of

PASS = "pass"
TAKES = {f"take:{suit}": suit for suit in SUITS}


def second_round(state: Belote) -> bool:
    """2.2 Whether all have passed once."""
    return state.calls[:SEATS] == (PASS,) * SEATS


def offered(state: Belote) -> tuple[str, ...]:
    """2.2 The suits that can be trumps: the upcard's in the first round, in the second the other three."""
    turned = state.upcard[-1]
    return tuple([suit for suit in SUITS if suit != turned]) if second_round(state) else (turned,)


def legal(state: Belote) -> tuple[str, ...]:
    """2.2 Pass, or take."""
    return (PASS, *[f"take:{suit}" for suit in offered(state)])


def apply(state: Belote, token: str) -> Belote | None:
    """2.2 One call; the first take ends the auction, and so does the eighth pass."""
    if token not in legal(state):
        return None
    seat = state.player
    calls = (*state.calls, token)
    if token != PASS:
        return take(evolve(state, calls=calls), seat, TAKES[token])
    if len(calls) < 2 * SEATS:
        return evolve(state, calls=calls, to_act=right_of(seat, SEATS))
    return evolve(state, calls=calls, phase="settled", to_act=None, result=annulled("all_pass", SEATS, "2.2"))


def take(state: Belote, taker: int, suit: str) -> Belote:
    """2.3 Eight cards each; 3.8 who holds the king and queen of trumps among them; 3.1 dealer's right leads."""
    hands = eight_each(state.layout, state.dealer, taker)
    pair = RANKINGS[suit].pair
    holder = next((seat for seat, hand in enumerate(hands) if hand & pair == pair), None)
    leader = right_of(state.dealer, SEATS)
    return evolve(
        state, phase="play", to_act=leader, hands=hands, leader=leader, trumps=suit, taker=taker, belote=holder
    )


def eight_each(layout: Layout, dealer: int, taker: int) -> tuple[int, ...]:
    """2.3 The upcard and two more to the taker, three to the others, from dealer's right round to the dealer."""
    hands = [PACK.mask(hand) for hand in layout["hands"]]
    hands[taker] |= PACK.mask([layout["upcard"]])
    dealt = 0
    for turn in range(1, SEATS + 1):
        seat = (dealer + turn) % SEATS
        packet = 2 if seat == taker else 3
        hands[seat] |= PACK.mask(layout["stock"][dealt : dealt + packet])
        dealt += packet
    return tuple(hands)


def why_not(state: Belote, token: str) -> IllegalAction:
    """2.2 The wrong suit for this round."""
    if token not in TAKES:
        return not_a_choice(token, "{token} is not a choice now: take or pass.")
    if second_round(state):
        return IllegalAction("2.2", "In the second round only the other three suits can be trumps.")
    return IllegalAction("2.2", "In the first round only the suit of the upcard can be trumps.")
