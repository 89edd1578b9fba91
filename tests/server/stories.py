"""Tables with a past: people who come, play, vanish, come back and leave, at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from engine import GAMES, game_named
from engine.shuffle import Stream, pledge
from protocol.from_client import Act, Bots, Chat, Close, Entropy, Leave, Move, Pledge, Remove, Start
from server.deadlines import wake_at
from server.deck import Deck
from server.journal import Entry
from server.orders import Arrive, Ask, Command, Deal, Dealt, Decided, Lost, Say, Sealed, Shuffle, Tick
from server.room import Room, new_room
from server.story import handle
from server.terms import Terms


def story(seed: int, length: int, table: str = "t1") -> Iterator[Entry]:
    """A table's first commands, those that changed nothing among them."""
    rng = Random(seed)
    game = game_named(rng.choice(list(GAMES)))
    terms = Terms(id=table, name="Tapis", bots=rng.randrange(game.about.seats), grace=3.0, pace=0.7, lasting=True)
    room = new_room(game, terms, rng.randrange(game.about.seats))
    wanted: list[Command] = []
    for number in range(length):
        due = wake_at(room)
        if due is not None and due <= number / 2:
            wanted.append(Tick())
        command = wanted.pop(0) if wanted else somebody(room, number, rng)
        before = room
        room, effects = handle(before, command, number / 2)
        yield Entry(command, before, room)
        for effect in effects:
            if isinstance(effect, Shuffle):
                known = Dealt(effect.dealer, game.deal(rng, effect.dealer).layout)
                wanted.append(rng.choice((known, Sealed(f"{number:064x}"))))
            elif isinstance(effect, Deal):
                wanted.append(Dealt(effect.dealer, game.deal(Stream(effect.seed), effect.dealer).layout))
            elif isinstance(effect, Ask):
                wanted.append(Decided(effect.turn, rng.choice(effect.view.legal)))


def somebody(room: Room, number: int, rng: Random) -> Command:
    """Most often it is a decision of whoever is to decide; now and then it is anything."""
    legal = room.deal and room.game.legal(room.deal)
    to_act = [line for line, seat in room.lines.items() if seat is not None and seat == room.to_act]
    if legal and to_act and rng.random() < 0.85:
        return Say(to_act[0], Act(id=f"c{number}", seq=room.seq, action=rng.choice(legal)))
    line = rng.choice([*room.lines, number])
    if room.deck and room.deck.waits and rng.random() < 0.85:
        return Say(line, part(room.deck, room.lines.get(line) or 0, f"c{number}"))
    owners = [chair.owner for chair in room.chairs if chair.owner]
    tokens = [None, "no-such-seat-at-all", *(owner.token for owner in owners)]
    commands: list[Command] = [
        Arrive(number, f"Guest {number}", rng.choice(tokens), f"token-of-line-{number:04}", client="laptop"),
        Arrive(number, "", rng.choice(tokens), f"token-of-line-{number:04}", client="phone", again=rng.random() < 0.5),
        Arrive(number, f"Guest {number}", None, f"token-of-line-{number:04}", watch=True),
        Say(line, Start(id=f"c{number}")),
        Say(line, Act(id=f"c{number}", seq=room.seq, action="play:nothing")),
        Lost(line),
        Say(line, Leave(id=f"c{number}")),
        Say(line, Chat(id=f"c{number}", text="Hello!")),
        Say(line, Move(id=f"c{number}", seat=rng.randrange(4))),
        Say(line, Bots(id=f"c{number}", number=rng.randrange(4))),
        Say(line, Remove(id=f"c{number}", seat=rng.randrange(4))),
        Say(line, Close(id=f"c{number}")),
        Decided(room.turn, "play:nothing"),
    ]
    return rng.choices(commands, weights=[4, 2, 2, 8, 1, 2, 1, 1, 1, 1, 1, 0.2, 0])[0]


def part(deck: Deck, seat: int, command: str) -> Pledge | Entropy:
    """What a seat has to say to the shuffle, which has begun."""
    own = f"{seat:064x}"
    if deck.step == "pledges":
        return Pledge(id=command, deal=deck.number, hash=pledge(deck.commitment, seat, own))
    return Entropy(id=command, deal=deck.number, bytes=own)


@st.composite
def stories(draw: st.DrawFn) -> list[Entry]:
    return list(story(draw(st.integers(0, 2**32)), draw(st.integers(1, 250))))


@st.composite
def rooms(draw: st.DrawFn) -> Room:
    return draw(stories())[-1].after
