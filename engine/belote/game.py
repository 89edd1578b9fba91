"""Belote, in the order in which it is played."""

from __future__ import annotations

from typing import ClassVar

from engine.belote import auction, play, view
from engine.belote.cards import PACK, SUITS
from engine.belote.labels import LABELS
from engine.belote.state import SEATS, Belote
from engine.game import Game
from engine.layout import Layout, Shape
from engine.seats import right_of
from engine.view import About


class BeloteGame(Game[Belote]):
    """Deal, auction in two rounds, play, settlement."""

    about = About(key="belote", title="Belote", seats=SEATS, suits=SUITS, labels=LABELS)
    pack = PACK
    phases: ClassVar = {"auction": auction, "play": play}
    views: ClassVar = view

    def shape(self, dealer: int) -> Shape:
        """2.1 Five cards to each player and one turned up; 2.3 the eleven left are dealt out after the take."""
        return {"hands": (5,) * SEATS, "upcard": "one", "stock": 11}

    def start(self, layout: Layout, dealer: int) -> Belote:
        """2.2 The auction starts at dealer's right."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        first = right_of(dealer, SEATS)
        return Belote(dealer=dealer, layout=layout, phase="auction", to_act=first, hands=hands, leader=first)


GAME = BeloteGame()
