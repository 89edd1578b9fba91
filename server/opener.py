"""What the one may do who opened the table."""

from __future__ import annotations

from dataclasses import replace

from engine.notes import Sentence
from engine.seats import put
from protocol.from_client import Bots, Close, Remove
from protocol.message import Level
from server.chairs import Chair, bot_name, owned_by
from server.refusal import Refusal
from server.room import Outcome, Room
from server.seating import ASKED, CLOSED, closed, got_up


def rule(room: Room, seat: int, command: Bots | Remove | Close) -> Outcome:
    """A command that is the opener's alone."""
    if room.opener is None or owned_by(room.chairs, room.opener) != seat:
        raise Refusal("not_yours", "Only the one who opened the table can do this.")
    match command:
        case Bots():
            return with_bots(room, command.number, command.level), []
        case Remove():
            return remove(room, seat, command.seat)
        case Close():
            return closed(room, CLOSED)


def with_bots(room: Room, number: int, level: Level | None) -> Room:
    """Between deals: so many bots sit here, of that level. They come to the last seats first, and leave them last."""
    if room.busy:
        raise Refusal("not_now", "Bots come and go between deals.")
    chairs = room.chairs
    free = [seat for seat, chair in enumerate(chairs) if not chair.owner]
    if number > len(free):
        raise Refusal("taken", Sentence("Seats free for bots: {count}.", count=len(free)))
    last = free[len(free) - number :]
    for seat in free:
        bot = (chairs[seat].bot or bot_name(chairs)) if seat in last else None
        chairs = put(chairs, seat, Chair(bot=bot))
    return replace(room, chairs=chairs, terms=replace(room.terms, level=level or room.terms.level))


def remove(room: Room, own: int, seat: int) -> Outcome:
    """Somebody must leave."""
    if seat >= len(room.chairs) or room.chairs[seat].owner is None:
        raise Refusal("taken", Sentence("Seat {seat} is nobody's.", seat=seat))
    if seat == own:
        raise Refusal("not_now", "You cannot remove yourself; leave the table.")
    return got_up(room, seat, ASKED, "removed")
