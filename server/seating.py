"""Coming, coming back, being away, getting up."""

from __future__ import annotations

from dataclasses import replace

from protocol import VERSION
from protocol.from_client import Leave
from protocol.from_server import Accepted, Failure, Farewell, Welcome
from server import names
from server.chairs import (
    Chair,
    Person,
    bot_name,
    owned_by,
    place_for_newcomer,
    seat_at,
    taken_names,
    with_chair,
)
from server.orders import Arrive, Close, Effect, Lost, Send
from server.room import Outcome, Room, new_room


def arrive(room: Room, command: Arrive) -> Outcome:
    """Somebody says hello."""
    return newcomer(room, command) if command.token is None else come_back(room, command, command.token)


def newcomer(room: Room, command: Arrive) -> Outcome:
    """A person takes a seat, or a bot's from the next deal on."""
    try:
        name = names.clean(command.name)
    except names.BadName as error:
        return room, dismissed(command.line, Failure(code="name", message=str(error)))
    seat = place_for_newcomer(room.chairs, room.playing)
    if seat is None:
        return room, dismissed(command.line, Failure(code="full", message="All seats are taken."))
    name = names.distinct(name, taken_names(room.chairs))
    bot = room.chairs[seat].bot if room.playing else None
    chair = Chair(Person(name, command.new_token, command.line), bot)
    after = replace(room, chairs=with_chair(room.chairs, seat, chair))
    return after, welcomed(after, seat, command.line, catch_up=after.playing)


def come_back(room: Room, command: Arrive, token: str) -> Outcome:
    """The owner of a seat is back; if he is still on another line, the new one wins."""
    seat = owned_by(room.chairs, token)
    if seat is None:
        message = "No seat here belongs to this token. Say hello without one to take a new seat."
        return room, dismissed(command.line, Failure(code="token", message=message))
    owner = room.owner(seat)
    effects: list[Effect] = []
    if owner.line is not None:
        message = "Your seat was taken over from another connection."
        effects = dismissed(owner.line, Farewell(reason="replaced", message=message))
    after = room.with_owner(seat, replace(owner, line=command.line))
    return after, effects + welcomed(after, seat, command.line, catch_up=after.deal is not None)


def welcomed(room: Room, seat: int, line: int, catch_up: bool) -> list[Effect]:
    """All that the owner of a seat must know to begin, or to go on."""
    welcome = Welcome(
        version=VERSION,
        server=room.name,
        table_id="t1",
        seat=seat,
        seat_token=room.owner(seat).token,
        about=room.game.about,
        table=room.shown(),
    )
    now: list[Effect] = [Send(line, room.update(room.lines[line]))] if catch_up else []
    return [Send(line, welcome), *now]


def lost(room: Room, command: Lost) -> Outcome:
    """A connection has ended: its owner keeps his seat."""
    seat = seat_at(room.chairs, command.line)
    return (room, []) if seat is None else (room.with_owner(seat, replace(room.owner(seat), line=None)), [])


def leave(room: Room, seat: int, line: int, command: Leave) -> tuple[Accepted, Room, list[Effect]]:
    """His seat is open, or a bot's while a deal is being played. When the last person goes, the table is cleared."""
    bot = room.chairs[seat].bot or (bot_name(room.chairs) if room.playing else None)
    after = replace(room, chairs=with_chair(room.chairs, seat, Chair(bot=bot)))
    if not any(chair.owner for chair in after.chairs):
        fresh = new_room(room.game, room.name, room.bots, room.dealer)
        after = replace(fresh, seq=room.seq, turn=room.turn + 1)
    return Accepted(id=command.id), after, dismissed(line, Farewell(reason="left", message="You have left the table."))


def dismissed(line: int, message: Failure | Farewell) -> list[Effect]:
    """A last message, and the line is closed."""
    return [Send(line, message), Close(line)]
