"""A bot for Belote. It takes on trumps and aces enough, and plays the card from which it expects most: what the trick
should bring or cost, less what the card is still good for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from random import Random

from engine.belote.cards import PACK, RANKINGS, SUIT, Ranking
from engine.belote.play import playable, winning
from engine.belote.state import SEATS
from engine.cards import indices
from engine.seats import SIDES
from protocol import View

TRUMP_WORTH = {"J": 26, "9": 18, "A": 13, "10": 11, "K": 8, "Q": 8, "8": 7, "7": 7}
ACE, BELOTE = 13, 12
"""What a card promises to a taker; an ace in a plain suit; king and queen of trumps together."""

ENOUGH = 46
"""How much a hand of six, the upcard among them, must promise."""

TO_COME = 2
"""The points that each player who is still to play adds to a trick, on average."""

MASTER, SMALL_TRUMP, GUARDED_TEN = 9, 12, 6
"""What a card is still good for once this trick is over: if none of its suit beats it, as any trump, as a ten."""


def decide(view: View, rng: Random) -> str:
    """One of the legal tokens of a view."""
    if view.phase == "auction":
        return call(view)
    table = Table.of(view)
    return max(view.legal, key=lambda token: (table.worth(PACK.index[token.removeprefix("play:")]), rng.random()))


def call(view: View) -> str:
    """The suit that promises most, if it promises enough."""
    upcard = next(note.cards for note in view.facts if note.key == "upcard")
    cards = PACK.mask([*view.hand, *upcard])
    promised = {token: promise(cards, token.removeprefix("take:")) for token in view.legal if token != "pass"}
    best = max(promised, key=promised.__getitem__)
    return best if promised[best] >= ENOUGH else "pass"


def promise(cards: int, suit: str) -> int:
    """How good these cards are for a taker with this suit as trumps."""
    codes = PACK.names(cards)
    pair = RANKINGS[suit].pair
    return (
        sum(TRUMP_WORTH[code[:-1]] for code in codes if code[-1] == suit)
        + sum(ACE for code in codes if code[0] == "A" and code[-1] != suit)
        + (BELOTE if cards & pair == pair else 0)
    )


@dataclass(frozen=True)
class Table:
    """What the seat to act knows: its hand, the trick, and for each other seat the cards that it may still hold."""

    seat: int
    ranking: Ranking
    leader: int
    hand: int
    trick: tuple[int, ...]
    counts: tuple[int, ...]
    may_hold: tuple[int, ...]

    @staticmethod
    def of(view: View) -> Table:
        """Read from a view in the phase of play."""
        contract = next(note for note in view.facts if note.key == "contract")
        assert view.viewer is not None
        ranking = RANKINGS[str(contract.args["trumps"])]
        hand = PACK.mask(view.hand)
        shown = [(trick.leader, indices_of(trick.plays)) for trick in view.tricks]
        if view.trick:
            shown.append((view.trick.leader, indices_of(view.trick.plays)))
        unseen = PACK.full & ~hand & ~sum(1 << card for _, cards in shown for card in cards)
        upcard = PACK.mask(contract.cards)
        may_hold = [unseen if seat == contract.seat else unseen & ~upcard for seat in range(SEATS)]
        for leader, cards in shown:
            for place, card in enumerate(cards):
                seat = (leader + place) % SEATS
                may_hold[seat] &= ~denied(card, cards[:place], may_hold[seat], ranking)
        leader, trick = shown[-1] if view.trick else (view.viewer, ())
        return Table(view.viewer, ranking, leader, hand, trick, view.counts, tuple(may_hold))

    def worth(self, card: int) -> float:
        """The points that the trick should bring our side with this card, less what the card is still good for."""
        points = self.ranking.points
        on_table = sum(points[played] for played in self.trick) + points[card]
        to_come = SEATS - 1 - len(self.trick)
        stakes = on_table + TO_COME * to_come
        return (2 * self.chance(card) - 1) * stakes - self.future(card)

    def chance(self, card: int) -> float:
        """The likelihood that our side wins the trick if this card is played."""
        trick = (*self.trick, card)
        place = winning(trick, self.ranking)
        ours = float(self.with_us(self.leader + place))
        for turn in range(len(trick), SEATS):
            seat = (self.leader + turn) % SEATS
            beats = self.beats(seat, trick[place], trick[0])
            ours = ours + (1 - ours) * beats if self.with_us(seat) else ours * (1 - beats)
        return ours

    def beats(self, seat: int, best: int, led: int) -> float:
        """The likelihood that a seat still to play holds a card that beats the best one, and may play it."""
        suit, trumps = SUIT[led], self.ranking.trumps
        strength = self.ranking.strength[suit]
        may_hold = self.may_hold[seat]
        better = sum(1 << card for card in indices(may_hold) if strength[card] > strength[best])
        following = self.holds(seat, better & suit)
        if suit == trumps:
            return following
        return following + (1 - self.holds(seat, may_hold & suit)) * self.holds(seat, better & trumps)

    def holds(self, seat: int, cards: int) -> float:
        """The likelihood that a seat holds one of these cards, which it may hold."""
        unseen, hand = self.may_hold[seat].bit_count(), self.counts[seat]
        return 1 - comb(unseen - cards.bit_count(), hand) / comb(unseen, hand)

    def future(self, card: int) -> int:
        """What a card is still good for after this trick."""
        suit = SUIT[card]
        strength = self.ranking.strength[suit]
        higher = any(strength[other] > strength[card] for other in indices(self.unseen & suit))
        if suit == self.ranking.trumps:
            return SMALL_TRUMP if higher else SMALL_TRUMP + MASTER
        if not higher:
            return MASTER
        return GUARDED_TEN if PACK.codes[card].startswith("10") and (self.hand & suit).bit_count() > 1 else 0

    @property
    def unseen(self) -> int:
        """The cards that lie in the other hands."""
        cards = 0
        for seat in range(SEATS):
            cards |= self.may_hold[seat] if seat != self.seat else 0
        return cards

    def with_us(self, seat: int) -> bool:
        """Whether a seat, counted round the table, is on our side."""
        return SIDES[seat % SEATS] == SIDES[self.seat]


def denied(card: int, trick: tuple[int, ...], unseen: int, ranking: Ranking) -> int:
    """The unseen cards that the player of this card cannot hold: with any of them it would have been illegal."""
    cards = 0
    for other in indices(unseen):
        if not playable(1 << card | 1 << other, trick, ranking) >> card & 1:
            cards |= 1 << other
    return cards


def indices_of(plays: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    """The cards of a trick in the order played."""
    return tuple(PACK.index[code] for play in plays for code in play)
