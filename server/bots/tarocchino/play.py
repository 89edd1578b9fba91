"""Which card: what the trick should bring or cost, less what the card is still good for."""

from __future__ import annotations

from functools import partial

from engine.cards import indices
from engine.tarocchino.cards import MATTO, MOORS, PACK, PLAIN, SMALL, STRENGTH, SUIT, TRUMPS
from engine.tarocchino.play import playable
from engine.tarocchino.state import SEATS, Tarocchino
from engine.tricks import suit_led
from server.bots.alike import Alike, worth_most
from server.bots.chance import holding
from server.bots.tarocchino.seen import of_all, unseen
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


def _stronger(suit: int) -> tuple[int, ...]:
    strength = STRENGTH[suit]
    table = []
    for card in range(CARDS):
        better = sum(1 << other for other in range(CARDS) if strength[other] > strength[card])
        if MOORS >> card & 1:
            better |= MOORS & ~(1 << card)  # of several the last played is the highest (1.3)
        table.append(better)
    return tuple(table)


ALIKE = Alike(*[SMALL & plain for plain in PLAIN.values()], MOORS, PACK.mask(f"T{number}" for number in range(5, 14)))

STRONGER = {suit: _stronger(suit) for suit in (*PLAIN.values(), TRUMPS)}
"""By the suit led: for each card of the pack those that beat it if they are played after it."""


def choice(state: Tarocchino) -> int:
    """The card that is worth most, as an index."""
    return worth_most(choices(state), partial(worths, state))


def choices(state: Tarocchino) -> int:
    """The cards that may be played, one of each kind."""
    return ALIKE.different(playable(state.hand, state.trick))


def worths(state: Tarocchino, cards: int) -> list[tuple[float, int]]:
    """What each of these cards is worth, in points, and its index; higher is better.

    It looks at the hand of the seat to act, at what was declared, and at the other cards that it has not seen, wherever
    they lie.
    """
    seat, hands, trick, declared = state.player, state.hands, state.trick, state.declared
    hand = hands[seat]
    out, known = unseen(state), 0
    for other in range(SEATS):
        if other != seat:
            known |= declared[other] & hands[other]
    hidden = out & ~known
    denied, (won, lost) = of_all(state.tricks, state.leader, trick)
    worth = worth_now(won, lost)
    to_come = SEATS - 1 - len(trick)
    seats = []
    for turn in range(1, to_come + 1):
        other = (seat + turn) % SEATS
        shown = declared[other] & hands[other]
        may = hidden & ~denied[other]
        seats.append((turn == 2, shown, may, holding(may.bit_count(), hands[other].bit_count() - shown.bit_count())))
    stakes = TO_COME * to_come
    led, best, ours_so_far = suit_led(trick, SUIT), -1, 0.0
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
            (value - future(card, hand, out, worth[card]) + LEAD_TRUMP * (best < 0 and one & TRUMPS != 0), card)
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
