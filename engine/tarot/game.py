"""French Tarot, in the order in which it is played."""

from __future__ import annotations

from typing import ClassVar

from engine.account import annulled
from engine.game import Game, evolve
from engine.layout import Layout, Shape
from engine.seats import right_of
from engine.tarot import auction, chelem, chien, play, poignee, view
from engine.tarot.cards import EXCUSE, PACK, PETIT, SUITS, TRUMPS
from engine.tarot.labels import LABELS
from engine.tarot.state import SEATS, TRICKS, Tarot
from engine.view import About


class TarotGame(Game[Tarot]):
    """Deal, auction, discard, chelem, poignées, play, settlement."""

    about = About(key="tarot", title="French Tarot", seats=SEATS, suits=SUITS, labels=LABELS)
    pack = PACK
    phases: ClassVar = {
        "auction": auction,
        "discard": chien,
        "chelem": chelem,
        "poignee": poignee,
        "play": play,
    }
    views: ClassVar = view

    def shape(self, dealer: int) -> Shape:
        """2.1 18 cards to each player, 6 to the chien."""
        return {"hands": (TRICKS,) * SEATS, "chien": chien.SIZE}

    def start(self, layout: Layout, dealer: int) -> Tarot:
        """2.3 The auction starts at dealer's right, unless 2.2 annuls the deal."""
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        first = right_of(dealer, SEATS)
        chien_cards = PACK.mask(layout["chien"])
        state = Tarot(
            dealer=dealer, layout=layout, phase="auction", to_act=first, hands=hands, chien=chien_cards, leader=first
        )
        if not any(map(petit_sec, hands)):
            return state
        return evolve(state, phase="settled", to_act=None, result=annulled("petit_sec", SEATS, "2.2"))


def petit_sec(hand: int) -> bool:
    """2.2 The Petit as the only trump, and not the Excuse."""
    return hand & (TRUMPS | EXCUSE) == PETIT


GAME = TarotGame()
