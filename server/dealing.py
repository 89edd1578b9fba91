"""A deal from the shuffle to the scores, whatever the game."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from engine.errors import IllegalAction
from engine.game import State, evolve
from engine.notes import Sentence
from protocol import Note
from protocol.from_client import Act
from server import deadlines, ledger
from server.chairs import content, filled
from server.orders import Dealt, Decided, Effect, Send, Shuffle
from server.refusal import Refusal
from server.room import Outcome, Room


def start(room: Room) -> Outcome:
    """Bots take the open seats, and cards are wanted; after the end of a match, for another."""
    if room.busy:
        raise Refusal("not_now", "A deal is being played.")
    after = ledger.begun_anew(room) if room.finished else room
    return replace(after, chairs=filled(content(after.chairs, *range(len(after.chairs))))), [Shuffle(room.dealer)]


def dealt(room: Room, command: Dealt) -> Outcome:
    """The cards are there, with the deck that proves them. C.2 A deal may be annulled before anybody has played."""
    if room.playing:
        return room, []
    deal = room.game.restore(command.layout, command.dealer)
    events = [Note("dealt.again" if command.again else "dealt", deal.dealer)]
    if deal.result:
        events += [line.note for line in deal.result.account]
    deck = replace(room.deck, step="dealt") if room.deck and room.deck.step == "cut" else None
    return moved(replace(room, actions=(), deck=deck), deal, tuple(events))


def act(room: Room, seat: int, command: Act) -> Outcome:
    """A person's decision."""
    if not room.playing:
        raise Refusal("not_now", "No deal is being played.")
    if command.seq != room.seq:
        raise Refusal("stale", Sentence("This answers another moment: now it is {seq}.", seq=room.seq))
    if room.to_act != seat:
        raise Refusal("not_your_turn", "It is not your turn.")
    try:
        return played(room, command.action)
    except IllegalAction as illegal:
        raise Refusal("illegal", illegal.reason, illegal.clause) from None


def decided(room: Room, command: Decided) -> Outcome:
    """A bot has decided; too late, if the owner of its seat is back or everybody has gone."""
    return ripe(replace(room, decision=command.action)) if room.asked == command.turn else (room, [])


def ripe(room: Room) -> Outcome:
    """A bot's decision is carried out: a secret one at once, one that others will see when the pace allows it."""
    if room.decision is None:
        return room, []
    after, effects = played(room, room.decision)
    public = after.seq > room.seq
    return (room, []) if public and room.now < deadlines.shown_at(room) else (after, effects)


def played(room: Room, action: str) -> Outcome:
    """One action. A secret one is told to its player alone, the others get nothing. IllegalAction changes nothing."""
    before = cast(State, room.deal)
    after = room.game.apply(before, action)
    events = room.game.events(before, action, after)
    acted = evolve(room, actions=(*room.actions, action))
    return moved(acted, after, events, secret_of=None if events else before.to_act)


def moved(room: Room, deal: State, events: tuple[Note, ...], secret_of: int | None = None) -> Outcome:
    """The deal has moved on, and everybody, or the one who has a secret, learns what he may."""
    since = room.now if events else room.since
    after = evolve(room, deal=deal, seq=room.seq + len(events), turn=room.turn + 1, since=since)
    if deal.result:
        return ledger.settled(after, deal.dealer, deal.result), told(after, events)
    return after, told(after, events, secret_of)


def told(room: Room, events: tuple[Note, ...], secret_of: int | None = None) -> list[Effect]:
    """Everybody's update, or only that of the one who has a secret; what anybody may watch is published as well."""
    lines = room.lines
    open_to_all = secret_of is None and room.terms.public
    wanted = {seat for seat in lines.values() if secret_of in (None, seat)} | ({None} if open_to_all else set())
    updates = room.updates(wanted, events)
    seeing: dict[int | None, list[int]] = {}
    for line, seat in lines.items():
        seeing.setdefault(seat, []).append(line)
    sent: list[Effect] = [Send(tuple(who), updates[seat]) for seat, who in seeing.items() if seat in updates]
    return [*sent, *room.published(updates[None])] if open_to_all else sent
