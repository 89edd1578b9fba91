"""Which card: what the trick should bring or cost, less what the card is still good for."""

from __future__ import annotations

from functools import cache
from math import comb

from engine.belote.cards import PACK, RANKINGS, SUIT, SUITS, Ranking
from engine.belote.play import playable
from engine.belote.state import SEATS, TRICKS, Belote
from engine.cards import indices
from engine.seats import SIDES
from server.bots.belote.denied import by_all

TO_COME = 2.0
"""The points that each player who is still to play adds to a trick, on average."""

MASTER, SMALL_TRUMP, GUARDED_TEN = 9.0, 12.0, 6.0
"""What a card is still good for once this trick is over: if none of its suit beats it, as any trump, as a ten."""

DRAW = 0.0
"""What it is worth to the taker's side, for each trump still out, to lead trumps; the defence loses as much."""

CARDS = len(PACK)
TENS = PACK.mask(["10" + suit for suit in SUITS])

HOLDS = tuple(
    tuple(
        tuple(
            1 - comb(unseen - wanted, hand) / comb(unseen, hand) if wanted <= unseen else 1.0 for wanted in range(CARDS)
        )
        for hand in range(min(unseen, TRICKS) + 1)
    )
    for unseen in range(CARDS)
)
"""How likely a hand is to hold one of the cards wanted: by the cards unseen, those in the hand, those wanted."""


@cache
def stronger(trumps: str) -> dict[int, tuple[int, ...]]:
    """By the suit led: for each card of the pack those that beat it."""
    return {
        led: tuple(
            sum(1 << other for other in range(CARDS) if strength[other] > strength[card]) for card in range(CARDS)
        )
        for led, strength in RANKINGS[trumps].strength.items()
    }


STRONGER = {suit: stronger(suit) for suit in SUITS}


def choice(state: Belote) -> int:
    """The card that is worth most, as an index."""
    cards = playable(state.hand, state.trick, state.ranking)
    if not cards & (cards - 1):
        return cards.bit_length() - 1
    return max(worths(state, cards))[1]


def worths(state: Belote, cards: int) -> list[tuple[float, int]]:
    """What each of these cards is worth, in points, and its index; higher is better.

    It looks at the hand of the seat to act, and at the cards that lie in the three others together: those that it has
    not seen.
    """
    seat, hands, trick, ranking = state.player, state.hands, state.trick, state.ranking
    hand = hands[seat]
    points, trumps = ranking.points, ranking.trumps
    unseen = 0
    for other in range(SEATS):
        if other != seat:
            unseen |= hands[other]
    denied = by_all(state.tricks, state.leader, trick, state.trumps)
    to_come = SEATS - 1 - len(trick)
    seats = []
    for turn in range(1, to_come + 1):
        other = (seat + turn) % SEATS
        may = unseen & ~denied[other]
        seats.append((turn == 2, may, HOLDS[may.bit_count()][hands[other].bit_count()]))
    stakes = sum([points[card] for card in trick]) + TO_COME * to_come
    stronger = STRONGER[state.trumps]
    led = SUIT[trick[0]] if trick else 0
    best, ours_so_far = -1, False
    if trick:
        strength = ranking.strength[led]
        top = -1
        for place, card in enumerate(trick):
            if strength[card] >= top:
                top, best = strength[card], card
                ours_so_far = (len(trick) - place) == 2
    attack = SIDES[seat] == SIDES[state.taker or 0]
    out = (unseen & trumps).bit_count()
    found = []
    for card in indices(cards):
        suit = led or SUIT[card]
        beating = stronger[suit]
        if best < 0 or beating[best] >> card & 1:
            winning, ours = card, 1.0
        else:
            winning, ours = best, float(ours_so_far)
        better = beating[winning]
        for partner, may, holds in seats:
            beats = holds[(better & may & suit).bit_count()]
            if suit != trumps:
                beats += (1 - holds[(may & suit).bit_count()]) * holds[(better & may & trumps).bit_count()]
            ours = ours + (1 - ours) * beats if partner else ours * (1 - beats)
        worth = (2 * ours - 1) * (stakes + points[card]) - future(card, hand, unseen, ranking, stronger)
        if not trick and SUIT[card] == trumps:
            worth += DRAW * out if attack else -DRAW * out
        found.append((worth, card))
    return found


def future(card: int, hand: int, unseen: int, ranking: Ranking, stronger: dict[int, tuple[int, ...]]) -> float:
    """What a card is still good for after this trick."""
    suit = SUIT[card]
    higher = stronger[suit][card] & unseen & suit
    if suit == ranking.trumps:
        return SMALL_TRUMP if higher else SMALL_TRUMP + MASTER
    if not higher:
        return MASTER
    return GUARDED_TEN if TENS >> card & 1 and (hand & suit) & ~(1 << card) else 0.0
