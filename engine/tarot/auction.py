"""The auction (2.3, 2.4)."""

from __future__ import annotations

from engine.account import annulled
from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import right_of
from engine.tarot import chien
from engine.tarot.state import SEATS, Tarot

MULTIPLIERS = {"prise": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
"""2.3 The contracts, lowest first, and by what each multiplies."""

PASS = "bid:pass"
BIDS = {f"bid:{contract}": contract for contract in MULTIPLIERS}


def legal(state: Tarot) -> tuple[str, ...]:
    """2.3 Pass, or bid above the bid so far."""
    return (PASS, *list(BIDS)[_rank(state.contract) :])


def apply(state: Tarot, token: str) -> Tarot | None:
    """2.3 One call; the fourth ends the auction."""
    if token not in legal(state):
        return None
    seat = state.player
    calls = (*state.calls, token)
    state = evolve(state, calls=calls, to_act=right_of(seat, SEATS))
    if token != PASS:
        state = evolve(state, contract=BIDS[token], taker=seat)
    if len(calls) < SEATS:
        return state
    if state.taker is None:
        return evolve(state, phase="settled", to_act=None, result=annulled("all_pass", SEATS, "2.4"))
    return chien.open_chien(state)


def why_not(state: Tarot, token: str) -> IllegalAction:
    """2.3 A bid that is not above the last."""
    if token in BIDS:
        return IllegalAction("2.3", "Your bid must be higher than the last one; otherwise pass.")
    return not_a_choice(token, "{token} is not a choice now: pass or bid.")


def _rank(contract: str) -> int:
    return list(MULTIPLIERS).index(contract) + 1 if contract else 0
