"""Positions in the middle of a deal: the hands that matter, everything else already played."""

from __future__ import annotations

from engine.game import evolve
from engine.paodekuai.cards import OPENING, PACK
from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai, Round
from tests.engine.deals import act, cards, deal


def leading(*hands: str) -> PaoDeKuai:
    """Seats 0, 1 and 2 have these cards left, and seat 0 leads; a round has been played."""
    start: PaoDeKuai = deal(GAME, 0)
    return evolve(
        start,
        hands=tuple(PACK.mask(cards(hand)) for hand in hands),
        to_act=0,
        leader=0,
        rounds=(Round(0, (OPENING, 0, 0), 0),),
    )


def answering(led: str, hand: str) -> PaoDeKuai:
    """Seat 0 has led these cards, and seat 1 answers from this hand. Both others have threes left."""
    token = "play:" + ",".join(code[:-1] for code in cards(led))
    state: PaoDeKuai = act(GAME, leading(f"{led} 3C", hand, "3S 3D"), token)
    return state
