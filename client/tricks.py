"""The tricks of a deal as they are shown: who has played what, and which play leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from client.language import tr
from client.text import Words
from protocol import Note, Trick, View

LEADS = "*"
"""Stands beside the play that leads the trick."""


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a trick: whose, counted from the viewer's seat, what, in a sentence and as it lies on the table,
    and whether it leads the trick so far.
    """

    away: int
    name: str
    cards: str
    face: str
    leads: bool


def tricks_shown(view: View, speech: Words, seat: int) -> tuple[tuple[Play, ...], str, tuple[Play, ...]]:
    """The trick on the table, what to call it, and the one before. A finished one lies there until the next is led."""
    *before, (heading, now) = [("", ()), *tricks_so_far(view, speech, seat)]
    if view.trick and view.trick.plays:
        return now, heading, before[-1][1]
    if view.tricks and view.tricks[-1].winner is not None:
        return now, heading, ()
    return (), "", ()


def tricks_so_far(view: View, speech: Words, seat: int) -> Iterator[tuple[str, tuple[Play, ...]]]:
    """All that was played in this deal, trick by trick, each under what it is called; the one on the table too."""
    for number, trick in enumerate(view.tricks, start=1):
        heading = speech.note(Note("trick.over", trick.winner, args={"number": number}))
        yield heading, plays(trick, len(view.counts), speech, seat)
    if view.trick and view.trick.plays:
        heading = speech.note(Note("trick.now", args={"number": len(view.tricks) + 1}))
        yield heading, plays(view.trick, len(view.counts), speech, seat)


def plays(trick: Trick, seats: int, speech: Words, viewer: int) -> tuple[Play, ...]:
    """The plays of a trick, in the order in which they were made."""
    by = [(trick.leader + turn) % seats for turn in range(len(trick.plays))]
    best = max((turn for turn, seat in enumerate(by) if seat == trick.winner), default=None)
    return tuple(
        Play(
            (seat - viewer) % seats,
            speech.player(seat),
            " ".join(map(speech.card, cards)) or tr("pass"),
            " ".join(map(speech.face, cards)) or tr("pass"),
            leads=turn == best,
        )
        for turn, (seat, cards) in enumerate(zip(by, trick.plays, strict=True))
    )


def in_order(trick: tuple[Play, ...]) -> str:
    """A trick as it was played."""
    return ", ".join(f"{play.name} {play.cards}{LEADS if play.leads else ''}" for play in trick)
