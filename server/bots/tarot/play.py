"""Which card: what the trick should bring or cost, less what the card is still good for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from engine.cards import indices
from engine.tarot.cards import EXCUSE, PACK, PETIT, PLAIN, RANKS, STRENGTH, SUIT, SUITS, TRUMPS, half_points
from engine.tarot.chien import SHOWN_IN
from engine.tarot.play import playable
from engine.tarot.state import SEATS, TRICKS, Tarot
from engine.tricks import suit_led
from server.bots.alike import Alike, worth_most
from server.bots.chance import holding
from server.bots.tarot.seen import by_all, known, unseen


class Side(NamedTuple):
    """What matters to a side, in card points."""

    to_come: float
    """What each player who is still to play adds to a trick."""
    petit: float
    """What the Petit is worth: itself, and ten points less to be reached."""
    petit_kept: float
    """What holding the Petit back is still good for."""
    excuse: float
    """What the Excuse is still good for with all tricks to come: it will save a dear card from a lost trick."""
    trump: float
    """What any trump is still good for."""
    rank: float
    """And in addition the highest, by how many it beats."""
    honour: float
    """The part of its points that an honour which is not the highest may still bring home."""
    master: float
    """And one that is."""
    guard: float
    """What the last small card beside an honour is worth."""
    shorter: float
    """What it is worth to have got rid of a suit while one holds trumps."""
    lead_trump: float
    """What it is worth to draw trumps."""
    more: float
    """And for each trump that one has more than the others on average."""
    lead_long: float
    """What each card of the suit led is worth to its leader."""
    force: float
    """What it is worth to make the taker trump."""


ATTACK = Side(0.6, 12.0, 6.0, 4.0, 2.3, 11.0, 0.4, 0.3, 1.5, 0.5, -1.0, 0.8, 0.2, 0.0)
DEFENCE = Side(1.1, 12.0, 8.0, 4.0, 2.0, 1.5, 0.7, 0.3, 1.2, -0.6, -3.0, 0.3, -0.3, 1.0)

OUT_OF_TIME = 50.0
"""What the Excuse loses in the last trick (6.3)."""

RETAKES = 0.75
"""How likely one who beats the card that is ahead beats as well what the other side has played over it meanwhile: he
sees what he has to beat.
"""

RETAKES_FROM_TAKER = 0.25
"""The same of a defender with a trump over the taker's, who has more trumps, and the 21 in two deals of three."""

POINTS = tuple(half_points(1 << card) / 2 for card in range(len(PACK)))
PETIT_CARD = PETIT.bit_length() - 1
EXCUSE_CARD = EXCUSE.bit_length() - 1

STRONGER = {
    suit: tuple(
        sum(1 << other for other, its in enumerate(STRENGTH[suit]) if its > STRENGTH[suit][card])
        for card in range(len(PACK))
    )
    for suit in (*PLAIN, TRUMPS)
}
"""By the suit led: for each card of the pack those that beat it."""

ALIKE = Alike(
    *[PACK.mask(rank + suit for rank in RANKS[:10]) for suit in SUITS],
    PACK.mask(f"T{number}" for number in range(2, 21)),
)


def choice(state: Tarot) -> int:
    """The card that is worth most, as an index."""
    return worth_most(choices(state), partial(worths, state))


def choices(state: Tarot) -> int:
    """The cards that may be played, one of each kind."""
    return ALIKE.different(playable(state.hand, state.trick))


def worths(state: Tarot, cards: int) -> list[tuple[float, int]]:
    """What each of these cards is worth, in card points, and its index; higher is better.

    It looks at the hand of the seat to act, at what was shown, and at the other cards that it has not seen, wherever
    they lie.
    """
    seat, hands, trick, taker = state.player, state.hands, state.trick, state.taker
    side = ATTACK if seat == taker else DEFENCE
    hand = hands[seat]
    out = unseen(state)
    shown = [known(state, other) for other in range(SEATS)]
    hidden = out & ~(shown[0] | shown[1] | shown[2] | shown[3])
    denied = by_all(state.tricks, state.leader, trick)
    chien = state.chien if state.contract in SHOWN_IN else 0
    seats = []
    for turn in range(1, SEATS - len(trick)):
        other = (seat + turn) % SEATS
        may = hidden & ~denied[other]
        if other != taker:
            may &= ~chien
        holds = holding(may.bit_count(), hands[other].bit_count() - shown[other].bit_count())
        seats.append(((other == taker) == (seat == taker), shown[other], may, holds))
    stakes = side.to_come * len(seats)
    led, best, ours_so_far = suit_led(trick, SUIT), -1, 0.0
    if trick:
        strength, top = STRENGTH[led or TRUMPS], -1
        for place, card in enumerate(trick):
            stakes += side.petit if card == PETIT_CARD else POINTS[card] if card != EXCUSE_CARD else 0.5
            if led and strength[card] > top:
                top, best = strength[card], card
                ours_so_far = float(((state.leader + place) % SEATS == taker) == (seat == taker))
    left = TRICKS - len(state.tricks)
    mine, theirs = (hand & TRUMPS).bit_count(), (out & TRUMPS).bit_count()
    found = []
    for card in indices(cards):
        own = SUIT[card]
        suit = led or own
        if not suit:
            found.append((-stakes / 2 - excuse_kept(side, left), card))
            continue
        beating = STRONGER[suit]
        if own and (best < 0 or beating[best] >> card & 1):
            winning, ours = card, 1.0
        else:
            winning, ours = best, ours_so_far
        if winning >= 0:
            better = beating[winning]
            following, trumping = better & suit, better & TRUMPS
            answers = []
            for partner, has, may, holds in seats:
                beats = 1.0 if following & has else holds[(following & may).bit_count()]
                if suit != TRUMPS and not has & suit:
                    trumps = 1.0 if trumping & has else holds[(trumping & may).bit_count()]
                    beats += (1 - holds[(may & suit).bit_count()]) * trumps
                answers.append((partner, beats))
            ours = in_the_end(ours, answers, RETAKES_FROM_TAKER if SUIT[winning] == TRUMPS else RETAKES)
        if not own:
            found.append(((2 * ours - 1) * stakes - excuse_kept(side, left), card))
            continue
        points = side.petit if card == PETIT_CARD else POINTS[card]
        value = (2 * ours - 1) * (stakes + points)
        higher = STRONGER[own][card] & out & own
        rest = hand & own & ~(1 << card)
        if own == TRUMPS:
            value -= side.trump
            if card == PETIT_CARD:
                value -= side.petit_kept * left / TRICKS
            elif theirs:
                value -= side.rank * (1 - higher.bit_count() / theirs)
            if not trick:
                value += side.lead_trump + side.more * (mine - theirs / 2)
        else:
            value -= points * (side.honour if higher else side.master)
            if not rest:
                value += side.shorter if mine else 0.0
            elif (
                not rest & (rest - 1)
                and POINTS[rest.bit_length() - 1] > 1
                and STRONGER[own][rest.bit_length() - 1] & out
            ):
                value -= side.guard
            if not trick:
                value += side.lead_long * rest.bit_count()
                if taker is not None and seat != taker and not shown[taker] & own:
                    value += side.force * bool(denied[taker] & own)
        found.append((value, card))
    return found


def in_the_end(ours: float, answers: Iterable[tuple[bool, float]], retakes: float) -> float:
    """How likely a trick is ours, where the card that is ahead is ours as likely as `ours`.

    Each who is still to play is a partner or not, and beats that card with some likelihood. After one of the other side
    has done so it is not enough: then he has to beat this one too, and a partner does as likely as `retakes`.
    """
    stands, gained, lost = 1.0, 0.0, 0.0
    for partner, beats in answers:
        if partner:
            back = lost * beats * retakes
            gained, lost = gained + stands * beats + back, lost - back
        else:
            back = gained * beats * RETAKES
            gained, lost = gained - back, lost + stands * beats + back
        stands *= 1 - beats
    return gained + stands * ours


def excuse_kept(side: Side, left: int) -> float:
    """What the Excuse is still good for: a little less in each trick, and in the one before the last it must go."""
    if left <= 2:
        return -OUT_OF_TIME if left == 2 else OUT_OF_TIME
    return side.excuse * left / TRICKS
