"""Belote, in the order in which it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.belote import auction, play
from engine.belote import view as views
from engine.belote.cards import PACK, SUITS
from engine.belote.labels import LABELS
from engine.belote.state import SEATS, Belote
from engine.game import Game
from engine.layout import Layout, Shape
from engine.notes import Note
from engine.seats import right_of
from engine.view import About, View


class BeloteGame(Game[Belote]):
    """Deal, auction in two rounds, play, settlement."""

    about = About(key="belote", title="Belote", seats=SEATS, suits=SUITS, labels=LABELS)
    pack = PACK
    phases: ClassVar = {"auction": auction, "play": play}

    def shape(self, dealer: int) -> Shape:
        """2.1 Five cards to each player and one turned up; 2.3 the eleven left are dealt out after the take."""
        return {"hands": (5,) * SEATS, "upcard": "one", "stock": 11}

    def start(self, layout: Layout, dealer: int) -> Belote:
        """2.2 The auction starts at dealer's right."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        first = right_of(dealer, SEATS)
        return Belote(dealer=dealer, layout=layout, phase="auction", to_act=first, hands=hands, leader=first)

    def public(self, state: Belote) -> View:
        """C.3 What everybody knows, and a spectator has no more."""
        return views.public(state)

    def own(self, state: Belote, viewer: int, public: View, legal: tuple[str, ...]) -> View:
        """C.3 What a seat knows: all that is public, and what is his own."""
        return views.own(state, viewer, public, legal)

    def told(self, before: Belote, token: str, after: Belote) -> Iterator[Note]:
        """What a token made public, in the order in which it happened."""
        return views.told(before, token, after)


GAME = BeloteGame()
