"""Positions of Pao De Kuai with all that led to them: what a bot believes rests on the plays and passes before."""

from __future__ import annotations

from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from tests.engine.deals import act, cards, deal


def position(*hands: str, played: str = "", left: str = "") -> PaoDeKuai:
    """Hands as they were dealt (the rest of the pack fills them) and what was played: ranks, or pass.

    `left` is what the seat to act has left by then, for the reader.
    """
    tokens = [token if token == "pass" else f"play:{token}" for token in played.split()]
    state: PaoDeKuai = act(GAME, deal(GAME, 0, hands), " ".join(tokens))
    assert not left or sorted(GAME.view(state, state.to_act).hand) == sorted(cards(left))
    return state


def opening(hand: str) -> PaoDeKuai:
    """Seat 0 opens with this hand."""
    return position(hand)


def answering(led: str, hand: str) -> PaoDeKuai:
    """Seat 1 answers from this hand what seat 0 has opened with."""
    threes = {"3": "3H", "3,3": "3S 3H", "3,3,3": "3S 3C 3H"}
    return position(threes[led], hand, played=led)
