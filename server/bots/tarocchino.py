"""A bot for Tarocchino. It declares all it can, and plays the card from which it expects most: what the trick should
bring or cost in card points and combinations, less what the card is still good for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import comb
from random import Random

from engine.cards import indices
from engine.seats import SIDES
from engine.tarocchino.cards import ACES, JACKS, KINGS, KNIGHTS, MATTO, MOORS, PACK, QUEENS, STRENGTH, SUIT, TRUMPS
from engine.tarocchino.combinations import holding
from engine.tarocchino.play import playable, winning
from engine.tarocchino.state import SEATS
from engine.tricks import suit_led
from protocol import View

CAPTURED = ((KINGS, 50), (QUEENS, 25), (KNIGHTS, 23), (JACKS, 22), (ACES, 18), (MOORS, 14))
GREAT = {"BE": 70, "AN": 60, "MO": 30, "SO": 11, "LU": 11, "T16": 8, "T15": 7, "T14": 6, "T13": 4, "T12": 3, "T11": 2}
WORTH = tuple(
    GREAT.get(code, next((worth for cards, worth in CAPTURED if cards >> card & 1), 0 if code == "MA" else 1))
    for card, code in enumerate(PACK.codes)
)
"""What each captured card adds to a side's score, by itself and in combinations, if about half of the others are its
own too. Matto is won in no trick (6.1).
"""

TO_COME = 5
"""What each player who is still to play adds to a trick, on average."""

LED_MATTO = 1 / 3
"""The chance that our side wins a trick to which Matto is led: one of the three others is our partner."""

MATTO_KEPT = 15
"""What Matto is still good for: it will save a dear card from a trick that is lost."""

TRUMP, MASTER, GUARD = 25, 15, 2
"""What a card is still good for: any trump, a card that none of its suit beats, one that is not alone in its suit."""

VOID = 10
"""What it is worth to a dealer to come nearer to a suit that he can trump."""


def decide(view: View, rng: Random) -> str:
    """One of the legal tokens of a view."""
    verb = view.legal[0].partition(":")[0]
    if verb == "declare":
        return "declare:all"
    worth = partial(aside, PACK.mask(view.hand)) if verb == "discard" else Table.of(view).worth
    return max(view.legal, key=lambda token: (worth(PACK.index[token.partition(":")[2]]), rng.random()))


def aside(hand: int, card: int) -> int:
    """What a dealer gains by discarding a card: it is safe there, but declares nothing, and a trump wins no trick."""
    one = 1 << card
    safe = WORTH[card] - holding(hand).points + holding(hand & ~one).points
    if one & TRUMPS:
        return safe - TRUMP - MASTER
    return safe + VOID * ((hand & SUIT[card]).bit_count() <= 2)


@dataclass(frozen=True)
class Table:
    """What the seat to act knows: its hand, the trick, how many cards each seat has, which of them are known, and
    which others it may hold.
    """

    seat: int
    leader: int
    hand: int
    trick: tuple[int, ...]
    counts: tuple[int, ...]
    known: tuple[int, ...]
    may_hold: tuple[int, ...]

    @staticmethod
    def of(view: View) -> Table:
        """Read from a view in the phase of play."""
        assert view.viewer is not None
        hand = PACK.mask(view.hand)
        shown = [(trick.leader, indices_of(trick.plays)) for trick in view.tricks]
        if view.trick:
            shown.append((view.trick.leader, indices_of(view.trick.plays)))
        gone = hand | sum(1 << card for _, cards in shown for card in cards)
        for note in view.facts:
            gone |= PACK.mask(note.cards) if note.key == "own_discard" else 0
        known = [0] * SEATS
        for note in view.facts:
            if note.key == "declared" and note.seat is not None and note.seat != view.viewer:
                known[note.seat] = PACK.mask(note.cards) & ~gone
        unseen = PACK.full & ~gone & ~sum(known)
        may_hold = [unseen] * SEATS
        for leader, cards in shown:
            for place, card in enumerate(cards):
                may_hold[(leader + place) % SEATS] &= ~denied(card, cards[:place])
        leader, trick = shown[-1] if view.trick else (view.viewer, ())
        return Table(view.viewer, leader, hand, trick, view.counts, tuple(known), tuple(may_hold))

    def worth(self, card: int) -> float:
        """What the trick should bring our side with this card, less what the card is still good for."""
        stakes = sum(WORTH[played] for played in (*self.trick, card)) + TO_COME * (SEATS - 1 - len(self.trick))
        return (2 * self.chance(card) - 1) * stakes - self.future(card)

    def chance(self, card: int) -> float:
        """The likelihood that our side wins the trick if this card is played."""
        trick = (*self.trick, card)
        led = suit_led(trick, SUIT)
        if not led:
            return LED_MATTO
        place = winning(trick)
        ours = float(self.with_us(self.leader + place))
        for turn in range(len(trick), SEATS):
            seat = (self.leader + turn) % SEATS
            beats = self.beats(seat, trick[place], led)
            ours = ours + (1 - ours) * beats if self.with_us(seat) else ours * (1 - beats)
        return ours

    def beats(self, seat: int, best: int, led: int) -> float:
        """The likelihood that a seat still to play holds a card that beats the best one, and may play it."""
        strength = STRENGTH[led]
        may_hold = self.may_hold[seat] | self.known[seat]
        equal = MOORS if MOORS >> best & 1 else 0  # of several Moors the last played wins (1.3)
        better = equal | sum(1 << card for card in indices(may_hold) if strength[card] > strength[best])
        following = self.holds(seat, better & led)
        if led == TRUMPS:
            return following
        return following + (1 - self.holds(seat, led)) * self.holds(seat, better & TRUMPS)

    def holds(self, seat: int, cards: int) -> float:
        """The likelihood that a seat holds one of these cards."""
        if cards & self.known[seat]:
            return 1
        may_hold = self.may_hold[seat]
        unseen, hidden = may_hold.bit_count(), self.counts[seat] - self.known[seat].bit_count()
        return 1 - comb(unseen - (cards & may_hold).bit_count(), hidden) / comb(unseen, hidden)

    def future(self, card: int) -> int:
        """What a card is still good for after this trick; nothing, if it is the last."""
        if self.hand == 1 << card:
            return 0
        if MATTO >> card & 1:
            return MATTO_KEPT
        suit = SUIT[card]
        strength = STRENGTH[suit]
        beaten = any(strength[other] > strength[card] for other in indices(self.unseen & suit))
        if suit == TRUMPS:
            return TRUMP if beaten else TRUMP + MASTER + WORTH[card]  # it can wait: no trick that it is in is lost
        if not beaten:
            return MASTER
        return GUARD if self.hand & suit & ~(1 << card) else 0

    @property
    def unseen(self) -> int:
        """The cards that lie in the other hands, or may lie there."""
        cards = 0
        for seat in range(SEATS):
            cards |= self.may_hold[seat] | self.known[seat] if seat != self.seat else 0
        return cards

    def with_us(self, seat: int) -> bool:
        """Whether a seat, counted round the table, is on our side."""
        return SIDES[seat % SEATS] == SIDES[self.seat]


def denied(card: int, trick: tuple[int, ...]) -> int:
    """The cards that the player of this card cannot hold: with any of them it would have been illegal."""
    cards = 0
    for other in indices(PACK.full):
        if not playable(1 << card | 1 << other, trick) >> card & 1:
            cards |= 1 << other
    return cards


def indices_of(plays: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    """The cards of a trick in the order played."""
    return tuple(PACK.index[code] for play in plays for code in play)
