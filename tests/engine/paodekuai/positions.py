"""Positions in the middle of a deal: the hands that matter, everything else already played."""

from __future__ import annotations

from engine.game import evolve
from engine.paodekuai.cards import PACK
from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai, Round
from tests.engine.deals import act, cards, deal


def leading(*hands: str) -> PaoDeKuai:
    """Seats 0, 1 and 2 have these cards left, and seat 0 leads; one round has been played, with all other cards."""
    start: PaoDeKuai = deal(GAME, 0)
    left = tuple(PACK.mask(cards(hand)) for hand in hands)
    gone = PACK.full & ~(left[0] | left[1] | left[2])
    return evolve(start, hands=left, to_act=0, leader=0, rounds=(Round(0, (gone, 0, 0), 0),))


def answering(led: str, hand: str) -> PaoDeKuai:
    """Seat 0 has led these cards, and seat 1 answers from this hand. Both others have threes left."""
    token = "play:" + ",".join(code[:-1] for code in cards(led))
    state: PaoDeKuai = act(GAME, leading(f"{led} 3C", hand, "3S 3D"), token)
    return state
