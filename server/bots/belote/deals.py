"""The deals that may lie behind a view of Belote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.belote.cards import PACK, RANKINGS
from engine.belote.state import SEATS
from engine.cards import indices
from protocol import View
from server.bots.belote.denied import by_all
from server.bots.craft import Imagined
from server.bots.sampling import Place, Spread
from server.bots.shown import shown

DEALT = 5
"""2.1 The cards that each player holds during the auction."""


def imagine(view: View, rng: Random) -> Iterator[Imagined]:
    """Deals without end, each as likely as any other, that give this view to its viewer."""
    return Table.of(view).deals(rng) if view.phase == "play" else before_play(view, rng)


def before_play(view: View, rng: Random) -> Iterator[Imagined]:
    """During the auction a card that is not seen may lie anywhere."""
    upcard = next(note.cards[0] for note in view.facts if note.key == "upcard")
    unseen = [code for code in PACK.codes if code not in view.hand and code != upcard]
    while True:
        rng.shuffle(unseen)
        cards = list(unseen)
        hands = [view.hand if seat == view.viewer else [cards.pop() for _ in range(DEALT)] for seat in range(SEATS)]
        yield Imagined({"hands": hands, "upcard": upcard, "stock": cards}, view.calls)


@dataclass(frozen=True)
class Table:
    """What one seat sees during the play. `played` holds what has left each hand."""

    view: View
    seat: int
    taker: int
    upcard: str
    trumps: str
    hand: int
    played: tuple[int, ...]
    denied: tuple[int, ...]
    cards: tuple[int, ...]
    """Every card played, in the order in which it was."""

    @staticmethod
    def of(view: View) -> Table:
        """Read from a view in the phase of play."""
        contract = next(note for note in view.facts if note.key == "contract")
        assert view.viewer is not None
        assert contract.seat is not None
        trumps = str(contract.args["trumps"])
        over, leader, on_table, plays, played = shown(view, PACK)
        return Table(
            view,
            view.viewer,
            contract.seat,
            contract.cards[0],
            trumps,
            PACK.mask(view.hand),
            played,
            by_all(over, leader, on_table, trumps),
            tuple(card for _, card in plays),
        )

    def deals(self, rng: Random) -> Iterator[Imagined]:
        """Deals without end: what is unseen lies where it may, and of each hand any five were dealt first."""
        spread = Spread(PACK.full & ~self.hand & ~sum(self.played), self.places())
        tokens = (*self.view.calls, *[f"play:{PACK.codes[card]}" for card in self.cards])
        others = [seat for seat in range(SEATS) if seat != self.seat]
        while True:
            hands = list(self.played)
            hands[self.seat] |= self.hand
            for seat, cards in zip(others, spread.draw(rng), strict=True):
                hands[seat] |= cards
            yield Imagined(self.dealt(hands, rng), tokens)

    def places(self) -> list[Place]:
        """What each other seat may hold, and what it must: the upcard (2.3), the other half of a Belote (3.8)."""
        upcard = 1 << PACK.index[self.upcard]
        pair = RANKINGS[self.trumps].pair
        belote = {note.seat for note in self.view.facts if note.key == "belote"}
        places = []
        for seat in range(SEATS):
            if seat == self.seat:
                continue
            played, denied = self.played[seat], self.denied[seat]
            must = upcard & ~played if seat == self.taker else 0
            if seat != self.taker:
                denied |= upcard
            if played & pair:
                if seat in belote:
                    must |= pair & ~played
                else:
                    denied |= pair
            places.append(Place(self.view.counts[seat], ~denied, must))
        return places

    def dealt(self, hands: list[int], rng: Random) -> dict[str, object]:
        """A layout that gives everybody these eight cards (2.3)."""
        first: list[list[str]] = [[] for _ in hands]
        stock: list[str] = []
        for turn in range(1, SEATS + 1):
            seat = (self.view.dealer + turn) % SEATS
            codes = [PACK.codes[card] for card in indices(hands[seat]) if PACK.codes[card] != self.upcard]
            rng.shuffle(codes)
            first[seat], later = codes[:DEALT], codes[DEALT:]
            stock += later
        return {"hands": first, "upcard": self.upcard, "stock": stock}
