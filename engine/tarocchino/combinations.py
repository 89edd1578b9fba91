"""The combinations in a hand, or in the cards of a side (section 5).

Every contatore in a hand counts in each of its sequences, as the filling of a gap or as one card more (5.5). So the
length of a sequence is the number of cards counted in it, and a contatore's place decides only how far a Grande goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.tarocchino.cards import (
    ACES,
    ANGELO,
    CONTATORI,
    GREAT,
    JACKS,
    KINGS,
    KNIGHTS,
    MOORS,
    NUMBERED,
    PLAIN,
    QUEENS,
    SUITS,
    TAROCCHI,
)

SETS = {
    "tarocchi": (TAROCCHI, 18, 36),
    "kings": (KINGS, 17, 34),
    "queens": (QUEENS, 14, 28),
    "knights": (KNIGHTS, 13, 26),
    "jacks": (JACKS, 12, 24),
}
"""5.1 Each set, with what three and four of it are worth."""

SUIT_PARTS = {
    name: (KINGS & PLAIN[suit], (QUEENS | KNIGHTS | JACKS) & PLAIN[suit], ACES & PLAIN[suit])
    for suit, name in SUITS.items()
}
"""5.6 The king, the other courts and the ace of each suit."""

EQUALS = {"aces": ACES, "moors": MOORS}
"""5.7 The two sequences of equal cards."""

DOUBLED = 3
"""5.2, 5.4 So many different sets, or sequences, count double."""


class Combination(NamedTuple):
    """One set or sequence: its kind, the cards counted in it as a mask, what it is worth before any doubling, and
    the clause that makes it one.
    """

    kind: str
    cards: int
    points: int
    clause: str


class Holding(NamedTuple):
    """All the combinations of one hand, or of one side's cards; empty, and false, where there is none."""

    sets: tuple[Combination, ...]
    sequences: tuple[Combination, ...]

    def __bool__(self) -> bool:
        return bool(self.sets or self.sequences)

    @property
    def cards(self) -> int:
        """3.2 The cards that count in at least one of them, as a mask."""
        cards = 0
        for combination in (*self.sets, *self.sequences):
            cards |= combination.cards
        return cards

    @property
    def points(self) -> int:
        """5.2, 5.4 Sets and sequences are doubled independently."""
        return counted(self.sets) + counted(self.sequences)


@lru_cache(maxsize=1 << 10)  # a hand is asked for its combinations before it declares, as it does, and in the account
def holding(cards: int) -> Holding:
    """All the combinations in these cards."""
    return Holding(tuple(sets(cards)), tuple(sequences(cards)))


def counted(combinations: tuple[Combination, ...]) -> int:
    """5.2, 5.4 The sum of the sets, or of the sequences: doubled where at least three are different."""
    points = 0
    for combination in combinations:
        points += combination.points
    return 2 * points if len(combinations) >= DOUBLED else points


def sets(cards: int) -> Iterator[Combination]:
    """5.1 Three or four cards of one kind, all natural."""
    for kind, (natural, three, four) in SETS.items():
        held = cards & natural
        number = held.bit_count()
        if number >= 3:
            yield Combination(kind, held, four if number == 4 else three, "5.1")


def sequences(cards: int) -> Iterator[Combination]:
    """5.3 Every sequence there is, of seven kinds."""
    contatori = cards & CONTATORI
    for kind, (king, courts, ace) in SUIT_PARTS.items():
        if cards & king and makes_two(cards & courts, contatori):
            yield sequence(kind, cards & (king | courts | ace) | contatori, "5.6")
    for kind, equals in EQUALS.items():
        run = cards & equals | contatori
        if (cards & equals).bit_count() >= 2 and run.bit_count() >= 3:
            yield sequence(kind, run, "5.7")
    if cards & ANGELO and makes_two(cards & GREAT, contatori):
        yield sequence("grande", cards & (ANGELO | GREAT) | contatori | walked(cards), "5.8")


def sequence(kind: str, cards: int, clause: str) -> Combination:
    """5.3 Three cards for 10 points, and 5 for each one more."""
    return Combination(kind, cards, 10 + 5 * (cards.bit_count() - 3), clause)


def makes_two(real: int, contatori: int) -> bool:
    """5.6, 5.8 Two of three cards: at least one of them real, the other real or one contatore."""
    return real.bit_count() + bool(contatori) >= 2


def walked(cards: int) -> int:
    """5.8 The numbered trumps, real ones, that a Grande reaches, and the Moors beyond them.

    A contatore that fills in for Mondo, Sole or Luna is spent; but the 16 below it may be filled too.
    """
    spare = (cards & CONTATORI).bit_count() - ((cards & GREAT).bit_count() == 1)
    reached, filled = 0, False
    for trump in NUMBERED:
        if cards & trump:
            reached |= trump
            filled = False
        elif spare and not filled:
            spare -= 1
            filled = True
        else:
            return reached
    return reached | cards & MOORS
