"""Which card: what the trick should bring or cost, and what the card would still be good for."""

from __future__ import annotations

from enum import IntEnum
from functools import cache, partial

from engine.belote.cards import PACK, RANKINGS, SUIT, SUITS
from engine.belote.play import playable, winning
from engine.belote.state import SEATS, Belote
from engine.cards import indices
from server.bots.alike import worth_most
from server.bots.belote.denied import by_all
from server.bots.chance import holding

CARDS = len(PACK)


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


class Part(IntEnum):
    """In what part a card is played."""

    TAKER_LEADS = 0
    PARTNER_LEADS = 1
    DEFENCE_LEADS = 2
    TAKERS_FOLLOW = 3
    DEFENCE_FOLLOWS = 4


LEADS = (Part.TAKER_LEADS, Part.DEFENCE_LEADS, Part.PARTNER_LEADS, Part.DEFENCE_LEADS)
FOLLOWS = (Part.TAKERS_FOLLOW, Part.DEFENCE_FOLLOWS, Part.TAKERS_FOLLOW, Part.DEFENCE_FOLLOWS)
"""The part of each seat, counted from the taker on."""


class Kind(IntEnum):
    """What a card is in its suit: the best still out, one that a single card beats, or lower; bare: the last one that
    its player holds (and, where it is a low one, he has trumps).
    """

    BEST_TRUMP = 0
    TRUMP = 1
    BEST = 2
    SECOND = 3
    BARE_SECOND = 4
    LOW = 5
    BARE_LOW = 6


TRICK = ((1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.1, 6.5), (1.2, 3.5))
"""By part: what a point on the table counts, and each player still to come, to the side that will win the trick."""

_LEADING = ((-9, -1.4, 0, 0), (-10.5, -0.8, 0, 0), (-3, 0, 0, 0), (-2, -0.5, 0, 0), (-1, 0, 0, 0), (-1, 0, 0, 0))
_DEFENDING = ((-9, -1.4, -2, 0), (-10.5, -0.8, -2, 0), *_LEADING[2:])

AFTER = (
    (*_LEADING, (-3, 0, 0, 0)),
    (*_LEADING, (-3, 0, 0, 0)),
    (*_DEFENDING, (-3, 0, 0, 0)),
    (
        (-3.4, -1.4, -1.8, -1.2),
        (-1.4, -1.2, 2.3, -2.1),
        (0.9, -0.6, 1.0, -0.8),
        (0.6, -0.4, -0.3, 0.5),
        (-0.9, 0.6, 0.5, 0.9),
        (2.5, 0.1, -1.0, 0.8),
        (1.8, 1.5, -0.7, 1.9),
    ),
    (
        (-3.5, -1.4, -1.5, -2.1),
        (3.0, -0.9, 1.0, -2.2),
        (2.3, 0.0, 1.1, -1.4),
        (-0.4, 0.1, 0.1, 0.5),
        (-1.6, 0.8, -0.1, 1.2),
        (-0.3, 0.2, -0.1, 0.7),
        (0.7, -0.1, -0.5, 3.3),
    ),
)
"""By part and kind: what it counts to be without the card afterwards, in any case, for each of its points, for each
trump that is out, for each card in hand. The rows of those who follow are fitted to what thousands of decisions were
worth in imagined deals; in those of the leaders the fit told nothing that held.
"""

DRAW = 24.0
"""What it is worth to the taker to lead the best trump, while others have trumps and he himself as many as they."""


def choice(state: Belote) -> int:
    """The card that is worth most, as an index."""
    return worth_most(choices(state), partial(worths, state))


def choices(state: Belote) -> int:
    """The cards that may be played."""
    return playable(state.hand, state.trick, state.ranking)


def unseen(state: Belote) -> int:
    """The cards that the seat to act cannot see, wherever they lie."""
    return sum(state.hands) & ~state.hand


def worths(state: Belote, cards: int) -> list[tuple[float, int]]:
    """What each of these cards is worth, in points, and its index; higher is better.

    It looks at the hand of the seat to act, and at the cards that lie in the three others together: those that it has
    not seen.
    """
    assert state.taker is not None
    seat, hands, trick, ranking = state.player, state.hands, state.trick, state.ranking
    hand, points, trumps = hands[seat], ranking.points, ranking.trumps
    out = unseen(state)
    denied = by_all(state.tricks, state.leader, trick, state.trumps)
    to_come = SEATS - 1 - len(trick)
    seats = []
    for turn in range(1, to_come + 1):
        other = (seat + turn) % SEATS
        may = out & ~denied[other]
        seats.append((turn == 2, may, holding(may.bit_count(), hands[other].bit_count())))
    beats = STRONGER[state.trumps]
    led, best, partners = 0, -1, False
    if trick:
        led, place = SUIT[trick[0]], winning(trick, ranking)
        best, partners = trick[place], place == len(trick) - 2
    part = (FOLLOWS if trick else LEADS)[seat - state.taker]
    a_point, a_player = TRICK[part]
    on_table = a_player * to_come + a_point * sum([points[card] for card in trick])
    trumps_out, left = (out & trumps).bit_count(), hand.bit_count()
    found = []
    for card in indices(cards):
        mine, alone = SUIT[card], 1 << card
        asked = led or mine
        if best < 0 or beats[asked][best] & alone:
            top, ours = card, 1.0
        else:
            top, ours = best, float(partners)
        better = beats[asked][top]
        for partner, may, holds in seats:
            chance = holds[(better & may & asked).bit_count()]
            if asked != trumps:
                chance += (1 - holds[(may & asked).bit_count()]) * holds[(better & may & trumps).bit_count()]
            ours = ours + (1 - ours) * chance if partner else ours * (1 - chance)
        higher = beats[mine][card] & out & mine
        kind = kind_of(mine == trumps, higher, bare=not hand & mine & ~alone, ruffs=bool(hand & trumps))
        always, each_point, each_trump, each_card = AFTER[part][kind]
        worth = (2 * ours - 1) * (on_table + a_point * points[card])
        worth += always + each_point * points[card] + each_trump * trumps_out + each_card * left
        if part == Part.TAKER_LEADS and kind == Kind.BEST_TRUMP and 0 < trumps_out <= (hand & trumps).bit_count():
            worth += DRAW
        found.append((worth, card))
    return found


def alike(card: int, other: int, state: Belote) -> bool:
    """Whether two cards of the hand to act come to the same: of one suit and worth, beaten by the same cards."""
    suit, points = SUIT[card], state.ranking.points
    if SUIT[other] != suit or points[card] != points[other]:
        return False
    beats = STRONGER[state.trumps][suit]
    there = sum(1 << played for played in state.trick)
    for hand in state.hands:
        there |= hand
    return not (beats[card] ^ beats[other]) & there & ~state.hand


def kind_of(trump: bool, higher: int, *, bare: bool, ruffs: bool) -> Kind:
    """What a card is in its suit, in which these unseen ones are higher."""
    if trump:
        return Kind.TRUMP if higher else Kind.BEST_TRUMP
    if not higher:
        return Kind.BEST
    if higher & (higher - 1):
        return Kind.BARE_LOW if bare and ruffs else Kind.LOW
    return Kind.BARE_SECOND if bare else Kind.SECOND
