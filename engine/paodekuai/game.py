"""Pao De Kuai, in the order in which it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.game import Game
from engine.layout import Layout, Shape
from engine.notes import Note
from engine.paodekuai import play
from engine.paodekuai import view as views
from engine.paodekuai.cards import OPENING, PACK, SUITS
from engine.paodekuai.labels import LABELS
from engine.paodekuai.state import HAND, SEATS, PaoDeKuai
from engine.view import About, View


class PaoDeKuaiGame(Game[PaoDeKuai]):
    """Deal, play, settlement."""

    about = About(key="paodekuai", title="Pao De Kuai", seats=SEATS, suits=SUITS, labels=LABELS, by_rank=True)
    pack = PACK
    phases: ClassVar = {"play": play}

    def shape(self, dealer: int) -> Shape:
        """1.1 16 cards to each player."""
        return {"hands": (HAND,) * SEATS}

    def start(self, layout: Layout, dealer: int) -> PaoDeKuai:
        """2.1 Who holds 3H leads."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        first = next(seat for seat, hand in enumerate(hands) if hand & OPENING)
        return PaoDeKuai(dealer=dealer, layout=layout, phase="play", to_act=first, hands=hands, leader=first)

    def public(self, state: PaoDeKuai) -> View:
        """C.3 What everybody knows, and a spectator has no more."""
        return views.public(state)

    def own(self, state: PaoDeKuai, viewer: int, public: View, legal: tuple[str, ...]) -> View:
        """C.3 What a seat knows: all that is public, and what is his own."""
        return views.own(state, viewer, public, legal)

    def told(self, before: PaoDeKuai, token: str, after: PaoDeKuai) -> Iterator[Note]:
        """What a token made public, in the order in which it happened."""
        return views.told(before, token, after)


GAME = PaoDeKuaiGame()
