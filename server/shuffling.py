"""From a start to the cards: the server is bound, then the people are, then they tell their parts. Pure.

Nobody is waited for longer than PATIENCE, and whoever was waited for in vain once, no longer than GLANCE until he
adds something again: bots and people who are away add nothing.
"""

from __future__ import annotations

import math
from dataclasses import replace

from engine.notes import Sentence
from protocol.from_client import Entropy, Pledge
from protocol.from_server import Commitment, Pledges, Record, Revealed
from server.chairs import Chair
from server.deck import Deck, sealed
from server.orders import Deal, Sealed, Send
from server.records import record
from server.refusal import Refusal
from server.room import Outcome, Room

PATIENCE = 2.0
"""Seconds that clients have to be bound, and then to tell their parts; no person has to do anything for it."""

GLANCE = 0.3
"""Seconds for a client that has said nothing to a shuffle before: enough for one that was only slow that time."""


def begun(room: Room, command: Sealed) -> Outcome:
    """The server is bound to its secret."""
    if room.busy:
        return room, []
    number = room.deck.number + 1 if room.deck else 1
    deck = sealed(number, room.game.about.key, room.dealer, command.secret, len(room.chairs))
    return _told(replace(room, deck=deck, since=room.now))


def pledged(room: Room, seat: int, command: Pledge) -> Outcome:
    """A person is bound to his part."""
    deck = _deck(room, command, "pledges")
    if deck.pledges[seat]:
        raise Refusal("not_now", "You are bound already.")
    return replace(room, deck=deck.with_pledge(seat, command.hash)), []


def contributed(room: Room, seat: int, command: Entropy) -> Outcome:
    """A person tells his part."""
    deck = _deck(room, command, "contributions")
    if not deck.binds(seat, command.bytes):
        raise Refusal("illegal", "These are not the bytes that you are bound to.")
    heard = room.with_owner(seat, replace(room.owner(seat), silent=False))
    return replace(heard, deck=deck.with_contribution(seat, command.bytes)), []


def _deck(room: Room, command: Pledge | Entropy, step: str) -> Deck:
    """The deck that waits for just this."""
    deck = room.deck
    if deck is None or deck.step != step:
        raise Refusal("not_now", "No shuffle waits for this.")
    if command.deal != deck.number:
        raise Refusal("stale", Sentence("This is for another deal: now {deal} is shuffled.", deal=deck.number))
    return deck


def due_at(room: Room) -> float:
    """When nobody is waited for any more. While none of the people is here, the shuffle waits."""
    if not (room.deck and room.deck.waits and room.present):
        return math.inf
    patient = any(not room.owner(seat).silent for seat in _awaited(room, room.deck))
    return room.since + (PATIENCE if patient else GLANCE)


def _awaited(room: Room, deck: Deck) -> list[int]:
    """The seats that can still do something for this step."""
    if deck.step == "contributions":
        parts = zip(deck.pledges, deck.contributions, strict=True)
        return [seat for seat, (bound, told) in enumerate(parts) if bound and not told and room.chairs[seat].owner]
    bonds = zip(room.chairs, deck.pledges, strict=True)
    return [seat for seat, (chair, bound) in enumerate(bonds) if not bound and _plays(chair, room.now)]


def _plays(chair: Chair, now: float) -> bool:
    """Whether somebody plays here himself. Who was there just now is not away yet: his client calls again at once, and
    after a restart of the server nobody is to be left out because another is back before him.
    """
    owner = None if chair.bot else chair.owner
    return chair.here or (owner is not None and now - owner.away_since < PATIENCE)


def advanced(room: Room) -> Outcome:
    """The shuffle has gone on, if all whom it waited for have answered, or have had the time to."""
    deck = room.deck
    if deck is None or not deck.waits or not room.present:
        return room, []
    awaited = _awaited(room, deck)
    if awaited and room.now < due_at(room):
        return room, []
    for seat in awaited:
        room = room.with_owner(seat, replace(room.owner(seat), silent=True))
    if deck.step == "pledges":
        kept = tuple(bound if chair.owner else None for chair, bound in zip(room.chairs, deck.pledges, strict=True))
        if any(kept):
            return _told(replace(room, deck=replace(deck, pledges=kept, step="contributions"), since=room.now))
    return replace(room, deck=replace(deck, step="cut")), [Deal(room.dealer, deck.seed)]


def _told(room: Room) -> Outcome:
    """Everybody who is here learns by what the last step binds."""
    message = shown(room)[-1]
    return room, [Send(tuple(room.lines), message), *room.published(message)]


def shown(room: Room) -> tuple[Commitment | Pledges | Revealed, ...]:
    """What whoever is at the table has been told of the present shuffle, and of the last once its deal is over. A deal
    that nobody has shuffled is shown without a proof.
    """
    deck = room.deck
    if deck and room.shuffling:
        bound = Commitment(deal=deck.number, hash=deck.commitment)
        return (bound,) if deck.step == "pledges" else (bound, Pledges(deal=deck.number, hashes=deck.pledges))
    if not _open(room):
        return ()
    shown = record(room) | {"shuffle": deck and deck.proof}
    return (Revealed(deal=deck.number if deck else 0, record=Record(**shown)),)


def _open(room: Room) -> bool:
    """Whether the cards of the last deal may be seen by all.

    They stay covered where people have annulled the deal; but whether it was annulled by its cards can be checked.
    """
    result = room.deal.result if room.deal else None
    return result is not None and (result.status == "played" or not room.actions)
