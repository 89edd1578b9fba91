"""The deals that may lie behind a view of Tarot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import indices
from engine.tarot.cards import EXCUSE, KINGS, ORDINARY, PACK, PETIT, TRUMPS
from engine.tarot.chien import SHOWN_IN, SIZE
from engine.tarot.game import petit_sec
from engine.tarot.poignee import BONUSES, TRIPLE, showable
from engine.tarot.state import SEATS
from protocol import Note, View
from server.bots.craft import Imagined
from server.bots.sampling import Place, Spread
from server.bots.shown import shown as tricks_shown
from server.bots.tarot import aside
from server.bots.tarot.seen import by_all

CARELESS = 5.0
"""By how much the worth of a card in the discard is uncertain."""


@dataclass(frozen=True)
class Table:
    """What one seat sees. `played` holds what has left each hand, `shown` the poignées, `public` discarded trumps.

    `chien` is empty while nobody knows it.
    """

    view: View
    seat: int
    taker: int | None
    contract: str
    hand: int
    played: tuple[int, ...]
    denied: tuple[int, ...]
    cards: tuple[int, ...]
    """Every card played, in the order in which it was."""
    chien: int
    shown: tuple[int, ...]
    public: int
    own_discard: int
    hidden: Note | None

    @staticmethod
    def of(view: View) -> Table:
        """Read from a view of a deal that goes on."""
        assert view.viewer is not None
        facts = {note.key: note for note in view.facts if note.key != "poignee"}
        contract = facts.get("contract")
        over, leader, on_table, plays, played = tricks_shown(view, PACK)
        shown = [0] * SEATS
        for note in view.facts:
            if note.key == "poignee" and note.seat is not None:
                shown[note.seat] = PACK.mask(note.cards)
        return Table(
            view,
            view.viewer,
            contract.seat if contract else None,
            str(contract.args["contract"]) if contract else "",
            PACK.mask(view.hand),
            played,
            by_all(over, leader, on_table),
            tuple(card for _, card in plays),
            _cards(facts, "chien"),
            tuple(shown),
            _cards(facts, "trumps_discarded"),
            _cards(facts, "own_discard"),
            facts.get("holding_back"),
        )

    @property
    def discarded(self) -> bool:
        """Whether there is a discard of which the viewer does not know all."""
        return self.contract in SHOWN_IN and self.view.phase != "discard" and self.seat != self.taker

    def deals(self, rng: Random) -> Iterator[Imagined]:
        """Deals without end: what is unseen lies where it may, and the taker has laid aside what takers lay aside."""
        gone = self.hand | sum(self.played) | self.public | self.own_discard
        if self.seat == self.taker:
            gone |= self.chien
        others = [seat for seat in range(SEATS) if seat != self.seat]
        spread = Spread(PACK.full & ~gone, [*map(self.place, others), *self.beside()])
        while True:
            drawn = spread.draw(rng)
            hands = list(self.played)
            hands[self.seat] |= self.hand
            for seat, cards in zip(others, drawn, strict=False):
                hands[seat] |= cards
            discard = self.own_discard | self.public
            chien = self.chien
            if self.discarded and self.taker is not None:
                hands[self.taker], discard = self.laid_aside(hands[self.taker], drawn[-1], rng)
            elif not chien:
                chien = drawn[-1]
            if deal := self.imagined(hands, chien, discard):
                yield deal

    def place(self, seat: int) -> Place:
        """What another seat may hold, and what it must: what it has shown, and what the taker took and kept."""
        denied, must = self.denied[seat], self.shown[seat] & ~self.played[seat] & ~self.public
        size = self.view.counts[seat]
        if self.shown[seat] & EXCUSE:
            denied |= TRUMPS & ~self.shown[seat]  # 4.2 it fills a gap where all trumps are shown
        if seat != self.taker:
            return Place(size, ~(denied | self.chien), must)
        must |= self.chien & ~self.played[seat] & ~(ORDINARY if self.discarded else 0) & ~self.public
        if self.public:
            denied |= ORDINARY  # 3.2 trumps were the last resort
        if self.shown[seat] & self.public:
            must |= KINGS & ~self.played[seat]  # 4.4
        return Place(size, ~denied, must)

    def beside(self) -> list[Place]:
        """What lies in no hand: the ordinary discards (3.2), or a chien that nobody has seen."""
        if self.discarded:
            return [Place(SIZE - self.public.bit_count(), ORDINARY)]
        return [] if self.contract in SHOWN_IN else [Place(SIZE, -1)]

    def laid_aside(self, hand: int, discard: int, rng: Random) -> tuple[int, int]:
        """The taker's cards and his discard, out of all these: what he cannot hold, then what is best laid aside."""
        assert self.taker is not None
        played = self.played[self.taker]
        free = (hand | discard) & ~played
        laid = discard & self.denied[self.taker]
        size = discard.bit_count()
        while laid.bit_count() < size:
            worths = aside.worths((free | played) & ~laid, laid | self.public)
            tried = [(worth + rng.gauss(0, CARELESS), card) for worth, card in worths if free >> card & 1]
            laid |= 1 << max(tried)[1]
        return (hand | discard) & ~laid, laid | self.public

    def imagined(self, hands: Sequence[int], chien: int, discard: int) -> Imagined | None:
        """The deal in which the hands, with all that has left them, are these; None where it would have been another.

        2.2 Nobody was dealt the Petit alone. 4.4 Who shows fifteen trumps without those discarded has not all kings.
        """
        dealt = list(hands)
        if self.taker is not None and self.contract in SHOWN_IN:
            dealt[self.taker] = (hands[self.taker] | discard) & ~chien
        if any(hand & PETIT and petit_sec(hand) for hand in dealt):
            return None
        if self.taker is not None and self.public:
            shown = self.shown[self.taker]
            if shown.bit_count() == TRIPLE and not shown & self.public and hands[self.taker] & KINGS == KINGS:
                return None
        layout = {"hands": [list(PACK.names(hand)) for hand in dealt], "chien": list(PACK.names(chien))}
        return Imagined(layout, (*self.view.calls, *self.said(hands, discard)))

    def said(self, hands: Sequence[int], discard: int) -> Iterator[str]:
        """Every token after the auction."""
        if self.contract:
            for card in indices(discard):
                yield f"discard:{PACK.codes[card]}"
        if self.view.phase != "play":
            return
        facts = {note.key for note in self.view.facts}
        yield "chelem:yes" if "chelem" in facts else "chelem:no"
        turn = self.first()
        for number, card in enumerate(self.cards):
            if number < SEATS:
                yield from self.declared((turn + number) % SEATS, hands, discard)
            yield f"play:{PACK.codes[card]}"
        if len(self.cards) < SEATS and self.view.to_act is not None and self.answered():
            yield from self.declared(self.view.to_act, hands, discard)

    def first(self) -> int:
        """5.1 Who leads the first trick."""
        for trick in (*self.view.tricks, self.view.trick):
            if trick is not None:
                return trick.leader
        assert self.view.to_act is not None
        return self.view.to_act

    def answered(self) -> bool:
        """Whether the seat to act has said as much as can be seen about its poignée, before its first card."""
        seat = self.view.to_act
        assert seat is not None
        if seat != self.seat:
            return bool(self.shown[seat])
        return not self.view.legal[0].startswith("poignee:")

    def declared(self, seat: int, hands: Sequence[int], discard: int) -> Iterator[str]:
        """4.2 What a seat said of its poignée, if it was asked; 4.3 and what it held back."""
        hand = hands[seat]
        if seat == self.seat and self.hidden is not None:
            yield f"poignee:{self.hidden.args['level']}"
            for code in self.hidden.cards:
                yield f"hide:{code}"
            return
        trumps = hand & TRUMPS
        shown = self.shown[seat]
        if shown:
            level = shown.bit_count()
            yield f"poignee:{level}"
            for card in indices(trumps & ~shown):
                yield f"hide:{PACK.codes[card]}"
            return
        laid_aside = discard & TRUMPS if seat == self.taker else 0
        if any(showable(hand, laid_aside, level) for level in BONUSES):
            yield "poignee:none"


def _cards(facts: dict[str, Note], key: str) -> int:
    return PACK.mask(facts[key].cards) if key in facts else 0
