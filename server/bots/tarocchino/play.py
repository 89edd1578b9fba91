"""Which card: what the trick should bring or cost, less what the card is still good for."""

from __future__ import annotations

from math import comb

from engine.cards import indices
from engine.tarocchino.cards import MATTO, MOORS, PACK, PLAIN, SMALL, STRENGTH, SUIT, TRUMPS
from engine.tarocchino.play import playable
from engine.tarocchino.state import SEATS, TRICKS, Tarocchino
from server.bots.tarocchino.seen import of_all
from server.bots.tarocchino.worth import worths as worth_now

TO_COME = 4.0
"""What each player who is still to play adds to a trick, on average."""

LED_MATTO = 1 / 3
"""The chance that our side wins a trick to which Matto is led: one of the three others is our partner."""

MATTO_KEPT = 15.0
"""What Matto is still good for: it will save a dear card from a trick that is lost."""

TRUMP, TRUMP_RANK, MASTER_TRUMP = 25.0, 18.0, 19.0
"""What a trump is still good for: any; besides, one that beats all others but the highest; one that none beats, which
can wait, for no trick that it is in is lost.
"""

MASTER, GUARD = 10.0, 4.0
"""What a plain card is still good for: one that none of its suit beats; any other that is not alone in its suit."""

LEAD_TRUMP = -5.0
"""What it is worth to lead a trump, besides."""

CARDS = len(PACK)

HOLDS = tuple(
    tuple(
        tuple(
            1 - comb(unseen - wanted, hand) / comb(unseen, hand) if wanted <= unseen else 1.0 for wanted in range(CARDS)
        )
        for hand in range(min(unseen, TRICKS + 2) + 1)
    )
    for unseen in range(CARDS)
)
"""How likely a hand is to hold one of the cards wanted: by the cards unseen, those in the hand, those wanted."""


def _stronger(suit: int) -> tuple[int, ...]:
    strength = STRENGTH[suit]
    table = []
    for card in range(CARDS):
        better = sum(1 << other for other in range(CARDS) if strength[other] > strength[card])
        if MOORS >> card & 1:
            better |= MOORS & ~(1 << card)  # of several the last played is the highest (1.3)
        table.append(better)
    return tuple(table)


AS_THE_NEXT = sum(
    some & some >> 1
    for some in (
        *[SMALL & plain for plain in PLAIN.values()],
        MOORS,
        PACK.mask(f"T{number}" for number in range(5, 14)),
    )
)
"""The cards that come to the same as the one above them, if both are in one hand: worth the same, and next in rank."""

STRONGER = {suit: _stronger(suit) for suit in (*PLAIN.values(), TRUMPS)}
"""By the suit led: for each card of the pack those that beat it if they are played after it."""


def choice(state: Tarocchino) -> int:
    """The card that is worth most, as an index."""
    cards = different(playable(state.hand, state.trick))
    if not cards & (cards - 1):
        return cards.bit_length() - 1
    return max(worths(state, cards))[1]


def different(cards: int) -> int:
    """One of each kind of these cards: of several that come to the same the highest."""
    return cards & ~(cards >> 1 & AS_THE_NEXT)


def worths(state: Tarocchino, cards: int) -> list[tuple[float, int]]:
    """What each of these cards is worth, in points, and its index; higher is better.

    It looks at the hand of the seat to act, at what was declared, and at the other cards that it has not seen, wherever
    they lie.
    """
    seat, hands, trick, declared = state.player, state.hands, state.trick, state.declared
    hand = hands[seat]
    unseen = 0 if seat == state.dealer else state.discard
    known = 0
    for other in range(SEATS):
        if other != seat:
            unseen |= hands[other]
            known |= declared[other] & hands[other]
    hidden = unseen & ~known
    denied, (won, lost) = of_all(state.tricks, state.leader, trick)
    worth = worth_now(won, lost)
    to_come = SEATS - 1 - len(trick)
    seats = []
    for turn in range(1, to_come + 1):
        other = (seat + turn) % SEATS
        shown = declared[other] & hands[other]
        may = hidden & ~denied[other]
        seats.append((turn == 2, shown, may, HOLDS[may.bit_count()][hands[other].bit_count() - shown.bit_count()]))
    stakes = TO_COME * to_come
    led, best, ours_so_far = 0, -1, 0.0
    if trick:
        led = SUIT[trick[0]] or (SUIT[trick[1]] if len(trick) > 1 else 0)
        if led:
            beating = STRONGER[led]
            for place, card in enumerate(trick):
                stakes += worth[card] if SUIT[card] else 0.0
                if SUIT[card] and (best < 0 or beating[best] >> card & 1):
                    best, ours_so_far = card, float(len(trick) - place == 2)
    found = []
    for card in indices(cards):
        one = 1 << card
        suit = led or SUIT[card]
        if not suit:
            found.append(((2 * LED_MATTO - 1) * stakes - MATTO_KEPT, card))
            continue
        beating = STRONGER[suit]
        if SUIT[card] and (best < 0 or beating[best] & one):
            winning, ours = card, 1.0
        else:
            winning, ours = best, ours_so_far
        better = beating[winning]
        following, trumping = better & suit, better & TRUMPS
        for partner, shown, may, holds in seats:
            beats = 1.0 if following & shown else holds[(following & may).bit_count()]
            if suit != TRUMPS and not shown & suit:
                trumps = 1.0 if trumping & shown else holds[(trumping & may).bit_count()]
                beats += (1 - holds[(may & suit).bit_count()]) * trumps
            ours = ours + (1 - ours) * beats if partner else ours * (1 - beats)
        if one == MATTO:
            found.append(((2 * ours - 1) * stakes - MATTO_KEPT, card))
            continue
        value = (2 * ours - 1) * (stakes + worth[card])
        found.append(
            (value - future(card, hand, unseen, worth[card]) + LEAD_TRUMP * (best < 0 and one & TRUMPS != 0), card)
        )
    return found


def future(card: int, hand: int, unseen: int, worth: float) -> float:
    """What a card is still good for after this trick."""
    suit = SUIT[card]
    higher = STRONGER[suit][card] & unseen & suit
    if suit == TRUMPS:
        if not higher:
            return TRUMP + MASTER_TRUMP + worth
        return TRUMP + TRUMP_RANK * (1 - higher.bit_count() / (unseen & TRUMPS).bit_count())
    if not higher:
        return MASTER
    return GUARD if hand & suit & ~(1 << card) else 0.0
