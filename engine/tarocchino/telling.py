"""Combinations as people tell them: "Grande of 4: AN MO LU T16 – 15"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.account import Line
from engine.notes import Note
from engine.tarocchino.cards import BEGATO, CONTATORI, MATTO, PACK
from engine.tarocchino.combinations import Combination, Holding, counted

LAST = {some: PACK.names(some) for some in (0, BEGATO, MATTO, CONTATORI)}
"""What is laid out last: the contatori, if there are any."""


def told(held: Holding, seat: int, captured: bool = False) -> Iterator[Line]:
    """Every combination of a player, or of those that his side captured, and what is doubled; each with its clause."""
    prefix = "captured." if captured else ""
    for key, clause, combinations in (("set", "5.2", held.sets), ("sequence", "5.4", held.sequences)):
        for combination in combinations:
            yield Line(combination_note(prefix + key, seat, combination), combination.clause)
        once = sum(combination.points for combination in combinations)
        if more := counted(combinations) - once:
            args = {"number": len(combinations), "points": more}
            yield Line(Note(f"{prefix}doubled.{key}s", seat, args=args), clause)


def combination_note(key: str, seat: int, combination: Combination) -> Note:
    """One combination: what it is, of how many cards, which, and what it is worth."""
    kind, cards, worth, _ = combination
    return Note(key, seat, shown(cards), {"kind": kind, "number": cards.bit_count(), "points": worth})


def shown(cards: int) -> tuple[str, ...]:
    """Cards as they are laid out: the highest first, the contatori last."""
    return PACK.names(cards & ~CONTATORI)[::-1] + LAST[cards & CONTATORI]
