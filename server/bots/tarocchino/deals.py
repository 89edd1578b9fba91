"""The deals that may lie behind a view of Tarocchino."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from engine.tarocchino import declarations, discard
from engine.tarocchino.cards import PACK, PLAYS
from engine.tarocchino.state import SEATS
from protocol import View
from server.bots.craft import Imagined
from server.bots.sampling import Place
from server.bots.shown import shown as tricks_shown
from server.bots.tarocchino.before import Before
from server.bots.tarocchino.laying import laid_out
from server.bots.tarocchino.seen import of_all


@dataclass(frozen=True)
class Table:
    """What one seat sees. `played` holds what has left each hand, `shown` the declarations (0: none was shown)."""

    view: View
    seat: int
    hand: int
    aside: int
    played: tuple[int, ...]
    denied: tuple[int, ...]
    shown: Mapping[int, int]
    plays: tuple[tuple[int, int], ...]
    """Each card played, with its seat, in the order in which it was."""

    @staticmethod
    def of(view: View) -> Table:
        """Read from the view of a seat, in a deal that is not over."""
        assert view.viewer is not None
        over, leader, trick, plays, played = tricks_shown(view, PACK)
        notes = [note for note in view.facts if note.key in ("declared", "skipped")]
        return Table(
            view,
            view.viewer,
            PACK.mask(view.hand),
            PACK.mask(card for note in view.facts if note.key == "own_discard" for card in note.cards),
            played,
            of_all(over, leader, trick).denied,
            {note.seat: PACK.mask(note.cards) for note in notes if note.seat is not None},
            plays,
        )

    def deals(self, rng: Random) -> Iterator[Imagined]:
        """Deals without end, each as likely as any other."""
        view = self.view
        others = [seat for seat in range(SEATS) if seat != self.seat]
        known = {seat: before for seat in others if (before := self.before(seat))}
        unseen = PACK.full & ~self.hand & ~self.aside & ~sum(self.played)
        places = [self.place(seat, unseen, known.get(seat)) for seat in others]
        laid_aside = self.seat != view.dealer and view.phase != "discard"
        if laid_aside:
            places.append(Place(discard.SIZE, unseen & ~discard.NEVER))
        after = tuple(self.tokens())
        for *laid, last in laid_out(unseen, places, [known.get(seat) for seat in others], rng):
            if not laid_aside:
                laid.append(last)
            hidden = dict(zip(others, laid, strict=True))
            hands = [self.played[seat] | hidden.get(seat, self.hand) for seat in range(SEATS)]
            aside = last if laid_aside else self.aside
            hands[view.dealer] |= aside
            layout = {"hands": [PACK.names(hand) for hand in hands]}
            yield Imagined(layout, discard.DISCARDS.of(aside) + after)

    def place(self, seat: int, unseen: int, known: Before | None) -> Place:
        """What another seat may hold, and what it must: what it declared and has not played."""
        may = unseen & ~self.denied[seat]
        if known:
            may = known.may(may)
        must = self.shown.get(seat, 0) & ~self.played[seat]
        return Place(self.view.counts[seat], may | must, must)

    def before(self, seat: int) -> Before | None:
        """What is known of the combinations of a hand: something, from the moment at which it could be asked (3.1)."""
        played, shown = self.played[seat], self.shown.get(seat)
        if seat == self.view.to_act and not played and shown is None and self.view.phase == "declare":
            return Before(seat, played, None)
        if not played and (seat != self.view.to_act or self.view.phase == "discard"):
            return None
        return Before(seat, played, None if shown == 0 else shown or 0)

    def tokens(self) -> Iterator[str]:
        """Every token since the discard."""
        begun = 0
        for seat, card in self.plays:
            if not begun >> seat & 1:
                yield from self.declaration(seat)
            begun |= 1 << seat
            yield from PLAYS.of(1 << card)
        if self.view.to_act is not None and not begun >> self.view.to_act & 1:
            yield from self.declaration(self.view.to_act)

    def declaration(self, seat: int) -> Iterator[str]:
        """What a seat said before its first card, if it was asked."""
        if seat in self.shown:
            yield declarations.ALL if self.shown[seat] else declarations.SKIP
