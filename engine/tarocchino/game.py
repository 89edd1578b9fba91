"""Tarocchino bolognese, in the order in which it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.game import Game
from engine.layout import Layout, Shape
from engine.notes import Note
from engine.seats import put, right_of
from engine.tarocchino import declarations, discard, play
from engine.tarocchino import view as views
from engine.tarocchino.cards import PACK, SUITS
from engine.tarocchino.labels import LABELS
from engine.tarocchino.state import SEATS, TRICKS, Tarocchino
from engine.view import About, View


class TarocchinoGame(Game[Tarocchino]):
    """Deal, the dealer's discard, declarations, play, settlement."""

    about = About(key="tarocchino", title="Tarocchino bolognese", seats=SEATS, suits=SUITS, labels=LABELS)
    pack = PACK
    phases: ClassVar = {
        "discard": discard,
        "declare": declarations,
        "play": play,
    }

    def shape(self, dealer: int) -> Shape:
        """2.1 17 cards to the dealer, 15 to each other player."""
        return {"hands": put((TRICKS,) * SEATS, dealer, TRICKS + discard.SIZE)}

    def start(self, layout: Layout, dealer: int) -> Tarocchino:
        """2.2 The dealer discards; then dealer's right leads (4.1)."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        leader = right_of(dealer, SEATS)
        return Tarocchino(dealer=dealer, layout=layout, phase="discard", to_act=dealer, hands=hands, leader=leader)

    def public(self, state: Tarocchino) -> View:
        """C.3 What everybody knows, and a spectator has no more."""
        return views.public(state)

    def own(self, state: Tarocchino, viewer: int, public: View, legal: tuple[str, ...]) -> View:
        """C.3 What a seat knows: all that is public, and what is his own."""
        return views.own(state, viewer, public, legal)

    def told(self, before: Tarocchino, token: str, after: Tarocchino) -> Iterator[Note]:
        """What a token made public, in the order in which it happened."""
        return views.told(before, token, after)


GAME = TarocchinoGame()
