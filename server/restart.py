"""After a restart: every table stands where it stood, and everybody who was there is away."""

from __future__ import annotations

from contextlib import suppress

from engine.errors import IllegalAction
from server.database import BadJournal
from server.journal import AFRESH, Journal, Saved
from server.orders import Lost
from server.room import Room
from server.story import handle


def restored(journal: Journal) -> tuple[Room, ...]:
    """The tables of a journal at which anybody has a seat, as they go on; the others are cleared out of it.

    BadJournal, before anything is changed, where one of them cannot be read.
    """
    rooms = [left_alone(as_it_stood(saved)) for saved in journal.tables()]
    for room in rooms:
        if not room.owned:
            journal.clear(room.terms.id)
    return tuple(room for room in rooms if room.owned)


def as_it_stood(saved: Saved) -> Room:
    """A table when its server ended: what it was told is told again, and nothing comes of it.

    BadJournal where that does not change it as it once did.
    """
    room = saved.room
    for now, command in saved.commands:
        before = room
        with suppress(IllegalAction):  # a bot's decision that its rules would not allow any more
            room, _ = handle(room, command, now)
        if room is before:
            raise BadJournal(
                f"The journal has a table {room.terms.id!r} that this version would play otherwise; {AFRESH}."
            )
    return room


def left_alone(room: Room) -> Room:
    """No connection has outlived the server. The time of the table has stood still since then."""
    for line in room.lines:
        room, _ = handle(room, Lost(line), room.now)
    return room
