"""What becomes due at a table when nobody says anything. Pure: the moments follow from the room."""

from __future__ import annotations

import math
from typing import cast

from engine.game import State, evolve
from server import shuffling
from server.orders import Ask
from server.room import Outcome, Room

IDLE = 1800.0
"""Seconds after which a table is closed that all its people have left alone."""


def wake_at(room: Room) -> float | None:
    """The next moment at which something becomes due without a word from anybody, in the time of the table."""
    moments = [idle_at(room), shuffling.due_at(room)]
    if room.decision is not None:
        moments.append(shown_at(room))
    elif room.asked is None:
        moments.append(bot_at(room))
    first = min(moments)
    return first if first < math.inf else None


def bot_at(room: Room) -> float:
    """From when on a bot decides for the seat whose turn it is: for its own seat at once, for who is away after the
    grace, for who is silent after the clock. Never while none of the people is here: then the deal waits.
    """
    seat = room.to_act
    if seat is None or not room.present:
        return math.inf
    owner = room.chairs[seat].owner
    if owner is None or room.chairs[seat].bot:
        return -math.inf
    grace = math.inf if owner.line is not None else owner.away_since + room.terms.grace
    clock = math.inf if room.terms.clock is None else room.since + room.terms.clock
    return min(grace, clock)


def shown_at(room: Room) -> float:
    """From when on a bot's decision may be seen. It counts from what was seen last, so that the pause tells nothing
    of what the bot may have decided in secret before.
    """
    return room.since + room.terms.pace


def idle_at(room: Room) -> float:
    """From when on the table is alone for too long."""
    if room.terms.lasting or room.closed or room.present:
        return math.inf
    left = (chair.owner.away_since for chair in room.chairs if chair.owner)
    return max(left, default=room.since) + IDLE


def asking(room: Room) -> Outcome:
    """The room with the right bot asked: a bot whose turn has come is, and one whose turn is over is forgotten."""
    turn = room.turn if bot_at(room) <= room.now else None
    if turn == room.asked:
        return room, []
    after = evolve(room, asked=turn, decision=None)
    if turn is None:
        return after, []
    return after, [Ask(turn, room.game.view(cast(State, room.deal), room.to_act), room.terms.level)]
