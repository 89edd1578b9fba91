"""Announcing a chelem (4.1)."""

from __future__ import annotations

from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import right_of
from engine.tarot import poignee
from engine.tarot.state import SEATS, Tarot

YES, NO = "chelem:yes", "chelem:no"


def legal(_state: Tarot) -> tuple[str, ...]:
    """4.1 The taker is asked in every contract."""
    return (NO, YES)


def apply(state: Tarot, token: str) -> Tarot | None:
    """5.1 Dealer's right leads the first trick; the taker does if he announced a chelem."""
    if token not in (YES, NO):
        return None
    leader = state.player if token == YES else right_of(state.dealer, SEATS)
    return poignee.ask(evolve(state, chelem=token == YES, leader=leader, to_act=leader))


def why_not(_state: Tarot, token: str) -> IllegalAction:
    """4.1 Only yes or no."""
    return not_a_choice(token, "{token} is not a choice now: announce a chelem, or do not.")
