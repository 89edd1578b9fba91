"""What happens at a table: one command after the other, each with what is to be done about it. Pure.

What a command brings about is said by its own function. What follows from any change (everybody learns of the new
table, a bot is asked when its turn has come) is found by comparing the room before with the room after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from engine.game import State
from protocol.from_client import Act, Leave, Start
from protocol.from_server import Refused
from server import dealing, seating
from server.chairs import seat_at
from server.orders import Arrive, Ask, Command, Dealt, Decided, Effect, Lost, Report, Say, Send
from server.room import Outcome, Room


def handle(room: Room, command: Command) -> Outcome:
    """The room after a command, and what is to be done."""
    after, effects = _STEPS[type(command)](room, command)
    return after, [*effects, *_told(room, after), *_reported(room, after), *_asked(room, after)]


def _say(room: Room, command: Say) -> Outcome:
    """A person's command: answered once, and answered as before when it comes again."""
    seat = seat_at(room.chairs, command.line)
    if seat is None:
        return room, []
    message = command.message
    known = room.owner(seat).answer_to(message.id)
    if known:
        return room, [Send(command.line, known)]
    match message:
        case Start():
            answer, after, effects = dealing.start(room, message)
        case Act():
            answer, after, effects = dealing.act(room, seat, message)
        case Leave():
            answer, after, effects = seating.leave(room, seat, command.line, message)
        case _:
            answer, after, effects = Refused(id=message.id, code="not_now", message="Not at this table."), room, []
    if after.chairs[seat].owner:
        after = after.with_owner(seat, after.owner(seat).answered(answer))
    return after, [Send(command.line, answer), *effects]


_STEPS = cast(
    dict[type, Callable[[Room, Any], Outcome]],
    {Arrive: seating.arrive, Say: _say, Lost: seating.lost, Dealt: dealing.dealt, Decided: dealing.decided},
)


def _told(before: Room, after: Room) -> list[Effect]:
    """Who was here and still is learns how the table has changed."""
    table = after.shown()
    return [] if table == before.shown() else [Send(line, table) for line in after.lines if line in before.lines]


def _reported(before: Room, after: Room) -> list[Effect]:
    """The house learns how a deal ended, and how the table has changed."""
    reports: list[Effect] = []
    if after.deal is not before.deal and after.deal and after.deal.result:
        reports.append(Report(after.deal.result))
    table = after.shown()
    if table != before.shown():
        reports.append(Report(table))
    return reports


def _asked(before: Room, after: Room) -> list[Effect]:
    """A bot is asked when its turn has come."""
    turn = after.bot_turn
    if turn is None or turn == before.bot_turn:
        return []
    return [Ask(turn, after.game.view(cast(State, after.deal), after.to_act))]
