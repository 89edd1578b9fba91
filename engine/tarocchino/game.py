"""Tarocchino bolognese, in the order in which it is played."""

from __future__ import annotations

from typing import ClassVar

from engine.game import Game
from engine.layout import Layout, Shape
from engine.seats import put, right_of
from engine.tarocchino import declarations, discard, play, view
from engine.tarocchino.cards import PACK, SUITS
from engine.tarocchino.labels import LABELS
from engine.tarocchino.state import SEATS, TRICKS, Tarocchino
from engine.view import About


class TarocchinoGame(Game[Tarocchino]):
    """Deal, the dealer's discard, declarations, play, settlement."""

    about = About(key="tarocchino", title="Tarocchino bolognese", seats=SEATS, suits=SUITS, labels=LABELS)
    pack = PACK
    phases: ClassVar = {
        "discard": discard,
        "declare": declarations,
        "play": play,
    }
    views: ClassVar = view

    def shape(self, dealer: int) -> Shape:
        """2.1 17 cards to the dealer, 15 to each other player."""
        return {"hands": put((TRICKS,) * SEATS, dealer, TRICKS + discard.SIZE)}

    def start(self, layout: Layout, dealer: int) -> Tarocchino:
        """2.2 The dealer discards; then dealer's right leads (4.1)."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        leader = right_of(dealer, SEATS)
        return Tarocchino(dealer=dealer, layout=layout, phase="discard", to_act=dealer, hands=hands, leader=leader)


GAME = TarocchinoGame()
