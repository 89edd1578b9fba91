"""Coming, coming back, being away, changing seats, getting up."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.notes import Sentence, later
from engine.seats import put
from protocol import VERSION
from protocol.from_client import Move
from protocol.from_server import Accepted, Farewell, Welcome
from server import ledger, names, shuffling
from server.chairs import Chair, Parted, Person, bot_name, content, owned_by, seat_at
from server.orders import Arrive, Dismiss, Effect, Lost, Send
from server.refusal import Refusal
from server.room import Outcome, Room, Watcher, cleared

CLOSED = Sentence("The table has been closed.")
LEFT = Sentence("You have left the table.")
NO_SEAT = Sentence("No seat here belongs to this token. Say hello without one to take a new seat.")
NO_SUCH = later("There is no seat {seat}.")
NOT_FREE = later("Seat {seat} is not free.")
ASKED = Sentence("You have been asked to leave the table.")
PARTED = {"left": Sentence("Your seat was given up from another connection."), "removed": ASKED}
REPLACED = Sentence("Your seat was taken over from another connection.")
CROWDED = later("People who watch this table: {limit} at most, and so many there are.")

REMEMBERED = 32
"""So many of those who got up are known by their tokens."""

FORGOTTEN = 600.0
"""Seconds after which a newcomer may have the seat of somebody who is away, even while a deal is being played."""


def arrive(room: Room, command: Arrive) -> Outcome:
    """Somebody comes to the table."""
    try:
        if command.token is not None:
            return come_back(room, command, command.token)
        if command.watch:
            return watch(room, command)
        known = owned_by(room.chairs, command.new_token) is not None
        return come_back(room, command, command.new_token) if known else newcomer(room, command)
    except Refusal as refusal:
        return room, [Dismiss(command.line, refusal.of(command.id))]


def newcomer(room: Room, command: Arrive) -> Outcome:
    """A person takes a seat, or a bot's from the next deal on."""
    seat = place_for_newcomer(room, command.seat)
    name = names.distinct(command.name, room.names)
    bot = room.chairs[seat].bot or bot_name(room.chairs) if room.busy else None
    chair = Chair(Person(name, command.new_token, command.line, client=command.client), bot)
    after = seated(room, seat, chair)
    return after, welcomed(after, seat, command, catch_up=after.playing)


def seated(room: Room, seat: int, chair: Chair) -> Room:
    """The room with another on a seat. If the opener has gone, the table belongs to the next person at it."""
    chairs = put(room.chairs, seat, chair)
    tokens = [chair.owner.token for chair in chairs if chair.owner]
    opener = room.opener if room.opener in tokens else next(iter(tokens), None)
    return replace(room, chairs=chairs, opener=opener)


def place_for_newcomer(room: Room, wanted: int | None) -> int:
    """An open seat, else a bot's, else that of somebody who has been away too long. Refusal where there is none."""
    patience = FORGOTTEN if room.busy else room.terms.grace
    forgotten = room.now - patience
    open_seats = [seat for seat, chair in enumerate(room.chairs) if not chair.name]
    bots = [seat for seat, chair in enumerate(room.chairs) if chair.bot and not chair.owner]
    away = [
        seat
        for seat, chair in enumerate(room.chairs)
        if chair.owner and chair.owner.line is None and chair.owner.away_since <= forgotten
    ]
    free = [*open_seats, *bots, *away]
    if wanted is not None and wanted not in free:
        raise Refusal("taken", Sentence(NOT_FREE, seat=wanted))
    if not free:
        raise Refusal("full", "All seats are taken.")
    return free[0] if wanted is None else wanted


def watch(room: Room, command: Arrive) -> Outcome:
    """A person watches, and sees what is public."""
    if not room.terms.spectators:
        raise Refusal("no_spectators", "Nobody may watch this table.")
    if len(room.watchers) >= room.terms.crowd:
        raise Refusal("too_many", Sentence(CROWDED, limit=room.terms.crowd))
    watcher = Watcher(command.line, names.distinct(command.name, room.names))
    after = replace(room, watchers=(*room.watchers, watcher))
    return after, welcomed(after, None, command, catch_up=after.deal is not None)


def come_back(room: Room, command: Arrive, token: str) -> Outcome:
    """The owner of a seat is back; if he is still on another line, the new one wins. A client that comes `again`, by
    itself, is older than the one to which he has gone since, and is told what has become of its seat meanwhile.

    A table that was left alone has waited: the clock begins anew.
    """
    seat = owned_by(room.chairs, token)
    if seat is None and command.again and (reason := room.parted_by(token)):
        return room, [Dismiss(command.line, Farewell.saying(PARTED[reason], reason=reason))]
    if seat is None:
        raise Refusal("token", NO_SEAT)
    owner = room.owner(seat)
    replaced = Farewell.saying(REPLACED, reason="replaced")
    if command.again and command.client != owner.client:
        return room, [Dismiss(command.line, replaced)]
    effects: list[Effect] = [] if owner.line is None else [Dismiss(owner.line, replaced)]
    since = room.since if room.present else room.now
    back = replace(owner, line=command.line, silent=False, client=command.client)
    after = replace(room.with_owner(seat, back), since=since)
    return after, effects + welcomed(after, seat, command, catch_up=after.deal is not None)


def welcomed(room: Room, seat: int | None, command: Arrive, catch_up: bool) -> list[Effect]:
    """All that somebody at the table must know to begin, or to go on."""
    answer: list[Effect] = [] if command.id is None else [Send((command.line,), Accepted(id=command.id))]
    now = [room.update(room.lines[command.line])] if catch_up else []
    shuffle = shuffling.shown(room) if catch_up or room.shuffling else ()
    return [*answer, *(Send((command.line,), message) for message in (welcome(room, seat), *room.talk, *now, *shuffle))]


def welcome(room: Room, seat: int | None) -> Welcome:
    """Where somebody is: on a seat, or watching."""
    return Welcome(
        version=VERSION,
        server=room.terms.server,
        table_id=room.terms.id,
        name=room.terms.name,
        seat=seat,
        seat_token=None if seat is None else room.owner(seat).token,
        about=room.game.about,
        table=room.shown(),
    )


def lost(room: Room, command: Lost) -> Outcome:
    """A connection has ended: its owner keeps his seat; who only watched is gone."""
    seat = seat_at(room.chairs, command.line)
    if seat is not None:
        return room.with_owner(seat, replace(room.owner(seat), line=None, away_since=room.now)), []
    return without_watcher(room, command.line), []


def without_watcher(room: Room, line: int) -> Room:
    """The room without whoever watches from this line."""
    left = tuple(watcher for watcher in room.watchers if watcher.line != line)
    return room if len(left) == len(room.watchers) else replace(room, watchers=left)


def move(room: Room, seat: int, command: Move) -> Outcome:
    """Between deals: another seat, a free one or a bot's; that of another person as soon as both wish to change places.
    Who names his own seat wishes to stay there.
    """
    if room.busy:
        raise Refusal("not_now", "Seats are changed between deals.")
    if command.seat >= len(room.chairs):
        raise Refusal("taken", Sentence(NO_SUCH, seat=command.seat))
    mover, other = room.owner(seat), room.chairs[command.seat].owner
    if other is mover:
        return room.with_owner(seat, replace(mover, wish=None)), []
    if other and other.wish != mover.token:
        return room.with_owner(seat, replace(mover, wish=other.token)), []
    after = ledger.moved(replace(room, chairs=content(room.chairs, seat, command.seat)), seat, command.seat)
    moved = [(seat, other), (command.seat, mover)]
    return after, [Send((who.line,), welcome(after, at)) for at, who in moved if who and who.line is not None]


def leave(room: Room, seat: int) -> Outcome:
    """Somebody gets up for good."""
    return got_up(room, seat, LEFT, "left")


def got_up(room: Room, seat: int, why: Sentence, reason: Literal["left", "removed"]) -> Outcome:
    """A seat is open, or a bot's while a deal is being played. When the last person goes, so does the table."""
    line, parted = room.owner(seat).line, Parted(room.owner(seat).token, reason)
    effects: list[Effect] = [] if line is None else [Dismiss(line, Farewell.saying(why, reason=reason))]
    bot = room.chairs[seat].bot or (bot_name(room.chairs) if room.busy else None)
    after = seated(replace(room, parted=(*room.parted, parted)[-REMEMBERED:]), seat, Chair(bot=bot))
    if any(chair.owner for chair in after.chairs):
        return after, effects
    if room.terms.lasting:
        return replace(cleared(after), watchers=room.watchers), effects
    gone, dismissals = closed(after, Sentence("Everybody has left the table."))
    return gone, effects + dismissals


def closed(room: Room, why: Sentence) -> Outcome:
    """Everybody is dismissed, and the table stands no more, or as new where it is to last."""
    farewell = Farewell.saying(why, reason="closed")
    return replace(cleared(room), closed=not room.terms.lasting), [Dismiss(line, farewell) for line in room.lines]
