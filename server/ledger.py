"""The score of a match: an entry for each deal, and the sums."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.seats import put
from protocol import Result
from protocol.from_server import Entry
from server.chairs import relieved
from server.room import Room

KEPT = 100
"""So many entries are shown: a match has no more deals, and an evening without end need not show its beginning."""

T = TypeVar("T")


def settled(room: Room, dealer: int, result: Result) -> Room:
    """C.2 The scores are added up, the next deal is dealt one seat further on. Who waited for a bot's seat has it."""
    entry = Entry(dealer=dealer, status=result.status, scores=result.scores)
    return replace(
        room,
        scores=tuple(sum(pair) for pair in zip(room.scores, result.scores, strict=True)),
        deals=room.deals + (result.status == "played"),
        ledger=(*room.ledger, entry)[-KEPT:],
        dealer=(room.dealer + 1) % len(room.chairs),
        chairs=relieved(room.chairs),
    )


def begun_anew(room: Room) -> Room:
    """Another match, at the same table."""
    return replace(room, scores=(0,) * len(room.chairs), deals=0, ledger=())


def moved(room: Room, here: int, there: int) -> Room:
    """Two seats have changed places, and each takes along what it has won.

    The last deal is put away: its cards lay before other people than now sit there.
    """
    places = {here: there, there: here}
    entries = (
        entry.model_copy(
            update={"dealer": places.get(entry.dealer, entry.dealer), "scores": _swapped(entry.scores, here, there)}
        )
        for entry in room.ledger
    )
    return replace(
        room,
        chairs=_swapped(room.chairs, here, there),
        scores=_swapped(room.scores, here, there),
        ledger=tuple(entries),
        deal=None,
        actions=(),
    )


def _swapped(row: tuple[T, ...], here: int, there: int) -> tuple[T, ...]:
    return put(put(row, here, row[there]), there, row[here])
