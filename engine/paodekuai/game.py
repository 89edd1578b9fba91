"""Pao De Kuai, in the order in which it is played."""

from __future__ import annotations

from typing import ClassVar

from engine.game import Game
from engine.layout import Layout, Shape
from engine.paodekuai import play, view
from engine.paodekuai.cards import OPENING, PACK, SUITS
from engine.paodekuai.labels import LABELS
from engine.paodekuai.state import HAND, SEATS, PaoDeKuai
from engine.view import About


class PaoDeKuaiGame(Game[PaoDeKuai]):
    """Deal, play, settlement."""

    about = About(key="paodekuai", title="Pao De Kuai", seats=SEATS, suits=SUITS, labels=LABELS, by_rank=True)
    pack = PACK
    phases: ClassVar = {"play": play}
    views: ClassVar = view

    def shape(self, dealer: int) -> Shape:
        """1.1 16 cards to each player."""
        return {"hands": (HAND,) * SEATS}

    def start(self, layout: Layout, dealer: int) -> PaoDeKuai:
        """2.1 Who holds 3H leads."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        first = next(seat for seat, hand in enumerate(hands) if hand & OPENING)
        return PaoDeKuai(dealer=dealer, layout=layout, phase="play", to_act=first, hands=hands, leader=first)


GAME = PaoDeKuaiGame()
