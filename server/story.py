"""What happens at a table: one command after the other, each with what is to be done about it. Pure.

What a command brings about is said by its own function. What follows from any change (everybody learns of the new
table, a bot is asked when its turn has come) is found by comparing the room before with the room after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from engine.game import evolve
from engine.notes import Sentence
from protocol.from_client import Act, AtTable, Bots, Chat, Close, Entropy, Leave, Move, Pledge, Remove, Start
from protocol.from_server import Accepted, Farewell, Said
from server import deadlines, dealing, names, opener, seating, shuffling
from server.chairs import seat_at
from server.orders import Arrive, Command, Dealt, Decided, Dismiss, Effect, Lost, Report, Say, Sealed, Send, Tick
from server.refusal import Refusal
from server.room import TALK, Outcome, Room


def handle(room: Room, command: Command, now: float) -> Outcome:
    """The room after a command at this time, and what is to be done. What changes nothing gives the very same room."""
    if room.closed:
        return room, []
    before = evolve(room, now=now)
    after, effects = _STEPS[type(command)](before, command)
    after, shuffled = shuffling.advanced(after)
    after, asked = deadlines.asking(after)
    if after is before:
        return room, effects
    return after, [*effects, *shuffled, *_told(before, after), *asked]


def _say(room: Room, command: Say) -> Outcome:
    """A command: answered once, and without a second effect when it comes again."""
    line, message = command.line, command.message
    seat = seat_at(room.chairs, line)
    if seat is None and all(watcher.line != line for watcher in room.watchers):
        return room, []
    answer = Send((line,), Accepted(id=message.id))
    if seat is not None and message.id in room.owner(seat).done:
        return room, [answer]
    try:
        after, effects = _from_aside(room, line, message) if seat is None else _from_seat(room, seat, message)
    except Refusal as refusal:
        return room, [Send((line,), refusal.of(message.id))]
    seat = seat_at(after.chairs, line)
    if seat is not None:
        after = after.with_owner(seat, after.owner(seat).having_done(message.id))
    return after, [answer, *effects]


def _from_seat(room: Room, seat: int, message: AtTable) -> Outcome:
    match message:
        case Pledge() | Entropy() | Act() if room.chairs[seat].bot:
            raise Refusal("not_now", "You play from the next deal on.")
        case Start():
            return dealing.start(room)
        case Pledge():
            return shuffling.pledged(room, seat, message)
        case Entropy():
            return shuffling.contributed(room, seat, message)
        case Act():
            return dealing.act(room, seat, message)
        case Chat():
            return _chat(room, room.owner(seat).name, seat, message.text)
        case Move():
            return seating.move(room, seat, message)
        case Bots() | Remove() | Close():
            return opener.rule(room, seat, message)
        case Leave():
            return seating.leave(room, seat)


def _from_aside(room: Room, line: int, message: AtTable) -> Outcome:
    """Who watches can talk and go."""
    match message:
        case Chat():
            name = next(watcher.name for watcher in room.watchers if watcher.line == line)
            return _chat(room, name, None, message.text)
        case Leave():
            farewell = Farewell.saying(seating.LEFT, reason="left")
            return seating.without_watcher(room, line), [Dismiss(line, farewell)]
        case _:
            raise Refusal("not_now", "You are watching: this needs a seat.")


def _chat(room: Room, name: str, seat: int | None, text: str) -> Outcome:
    visible = names.visible(text)
    if not visible:
        raise Refusal("text", "Nothing of this can be seen.")
    said = Said(number=room.said + 1, name=name, seat=seat, text=visible)
    after = evolve(room, said=said.number, talk=(*room.talk, said)[-TALK:])
    return after, [Send(tuple(room.lines), said)]


def _tick(room: Room, command: Tick) -> Outcome:
    """A moment has come for which the room has waited."""
    if room.now >= deadlines.idle_at(room):
        return seating.closed(room, Sentence("The table has been left alone for too long."))
    return dealing.ripe(room)


_STEPS = cast(
    dict[type, Callable[[Room, Any], Outcome]],
    {
        Arrive: seating.arrive,
        Say: _say,
        Lost: seating.lost,
        Sealed: shuffling.begun,
        Dealt: dealing.dealt,
        Decided: dealing.decided,
        Tick: _tick,
    },
)


def _told(before: Room, after: Room) -> list[Effect]:
    """Who was here and still is learns how the table has changed, and so does the house, and how a deal ended.

    That there is one more or less who watches is told to those who play: a crowd that told it to itself would have to
    say it twenty thousand times when two hundred come.
    """
    effects: list[Effect] = []
    if after.deal is not before.deal and after.deal and after.deal.result:
        proof = shuffling.shown(after)
        effects += [Send(tuple(after.lines), message) for message in proof]
        effects += after.published(*proof)
        effects.append(Report(after.deal.result))
    changed, counted = _outline(after) != _outline(before), len(after.watchers) != len(before.watchers)
    if not changed and not counted and _owners(after) == _owners(before):
        return effects
    table, here = after.shown(), before.lines
    told = tuple(
        line for line, seat in after.lines.items() if line in here and (changed or (counted and seat is not None))
    )
    effects += [Send(told, table)] if told else []
    effects += after.published(table) if changed else []
    return [*effects, Report(table)]


def _outline(room: Room) -> tuple[object, ...]:
    """What can change of a table as everybody sees it, but for how many watch, without the trouble of drawing it."""
    chairs = [(chair.name, chair.bot, chair.here, chair.owner and chair.owner.wish) for chair in room.chairs]
    return chairs, room.playing, room.deal is None, room.ledger, room.opener, room.terms.level


def _owners(room: Room) -> list[str | None]:
    """Whose the seats are. That of a bot may have a new owner already, whom the lobby shows and the table does not."""
    return [chair.owner.name if chair.owner else None for chair in room.chairs]
