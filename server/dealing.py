"""A deal from the shuffle to the scores, whatever the game."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from engine.errors import IllegalAction
from engine.game import State
from protocol import Note, Result
from protocol.from_client import Act, Start
from protocol.from_server import Accepted, Refused
from server.chairs import filled, relieved
from server.orders import Dealt, Decided, Effect, Send, Shuffle
from server.room import Outcome, Room

Answer = tuple[Accepted | Refused, Room, list[Effect]]


def start(room: Room, command: Start) -> Answer:
    """Bots take the open seats, and cards are wanted."""
    if room.playing:
        return Refused(id=command.id, code="not_now", message="A deal is being played."), room, []
    return Accepted(id=command.id), replace(room, chairs=filled(room.chairs)), [Shuffle(room.dealer)]


def dealt(room: Room, command: Dealt) -> Outcome:
    """The cards are there. C.2 A deal may be annulled before anybody has played."""
    if room.playing:
        return room, []
    deal = room.game.restore(command.layout, command.dealer)
    events = [Note("dealt", deal.dealer)]
    if deal.result:
        events += [line.note for line in deal.result.account]
    return moved(replace(room, actions=()), deal, tuple(events))


def act(room: Room, seat: int, command: Act) -> Answer:
    """A person's decision, carried out or refused; a refusal changes nothing."""
    refusal = why_not_now(room, seat, command)
    if refusal:
        return refusal, room, []
    try:
        after, effects = played(room, command.action)
    except IllegalAction as illegal:
        message, clause = illegal.reason, illegal.clause
        return Refused(id=command.id, code="illegal", message=message, clause=clause), room, []
    return Accepted(id=command.id), after, effects


def why_not_now(room: Room, seat: int, command: Act) -> Refused | None:
    """What stands against a decision before the rules are asked."""
    if not room.playing:
        return Refused(id=command.id, code="not_now", message="No deal is being played.")
    if room.chairs[seat].bot:
        return Refused(id=command.id, code="not_now", message="You play from the next deal on.")
    if command.seq != room.seq:
        return Refused(id=command.id, code="stale", message=f"This answers another moment: now it is {room.seq}.")
    if room.to_act != seat:
        return Refused(id=command.id, code="not_your_turn", message="It is not your turn.")
    return None


def decided(room: Room, command: Decided) -> Outcome:
    """A bot has decided; too late, if the owner of its seat is back or everybody has gone."""
    return played(room, command.action) if room.bot_turn == command.turn else (room, [])


def played(room: Room, action: str) -> Outcome:
    """One action. A secret one is told to its player alone, the others get nothing. IllegalAction changes nothing."""
    before = cast(State, room.deal)
    after = room.game.apply(before, action)
    events = room.game.events(before, action, after)
    acted = replace(room, actions=(*room.actions, action))
    return moved(acted, after, events, secret_of=None if events else before.to_act)


def moved(room: Room, deal: State, events: tuple[Note, ...], secret_of: int | None = None) -> Outcome:
    """The deal has moved on, and everybody, or the one who has a secret, learns what he may."""
    after = replace(room, deal=deal, seq=room.seq + len(events), turn=room.turn + 1)
    updates: list[Effect] = [
        Send(line, after.update(seat, events))
        for line, seat in after.lines.items()
        if secret_of is None or seat == secret_of
    ]
    return (settled(after, deal.result) if deal.result else after), updates


def settled(room: Room, result: Result) -> Room:
    """C.2 The scores are added up, the next deal is dealt one seat further on. Who waited for a bot's seat has it."""
    return replace(
        room,
        scores=tuple(sum(pair) for pair in zip(room.scores, result.scores, strict=True)),
        deals=room.deals + (result.status == "played"),
        dealer=(room.dealer + 1) % len(room.chairs),
        chairs=relieved(room.chairs),
    )
