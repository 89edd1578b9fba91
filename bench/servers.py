"""The two servers that are compared: ours, and a bare one that knows nothing and sends frames of the same sizes."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from bench.processes import CLOCK, TOLD, Ready
from engine import game_named
from protocol.codec import encode
from protocol.from_client import Act, Start
from protocol.from_server import Accepted
from protocol.message import Message
from server.connection import Connection
from server.directory.broker import Broker
from server.limits import Limits
from server.listener import open_table
from server.orders import Arrive, Command, Dealt, Effect, Say, Send
from server.room import new_room
from server.settings import Settings
from server.story import handle
from server.terms import Terms

GAME = "tarot"
PEOPLE = 4

ENDLESS = Limits(**dict.fromkeys(("connections", "commands", "tables", "spectators"), 10**6))
"""Where speed is measured, nobody is stopped for it."""

Step = tuple[int, int, tuple[tuple[int, int], ...]]
"""Whose turn it is, the size of his command, and what follows: the size of each frame, and to whom it goes."""


async def ours(ready: Ready, journal: str, limits: Limits, broker: Broker | None = None) -> None:
    """All that a player gets: validation, rules, views, a journal on the disk; with a broker, all is told there too."""
    settings = Settings(
        game=GAME, bind="127.0.0.1", port=0, seed=1, grace=1e6, journal=Path(journal), limits=limits, broker=broker
    )  # fmt: skip
    async with open_table(settings) as host:
        ready(host.port)
        await asyncio.Event().wait()


async def noting(ready: Ready, journal: str, limits: Limits) -> None:
    """The same; it notes when the answer to each command has left."""
    answered: dict[str, float] = {}
    send = Connection.send

    def sent(line: Connection, message: Message) -> None:
        send(line, message)
        if isinstance(message, Accepted):
            asyncio.get_running_loop().call_soon(lambda: answered.setdefault(message.id, CLOCK()))

    def told() -> dict[str, float]:
        noted = answered.copy()
        answered.clear()
        return noted

    TOLD["answered"] = told
    Connection.send = sent  # type: ignore[method-assign, assignment]
    await ours(ready, journal, limits)


@dataclass
class Group:
    """The clients of one would-be table, and how far they have come."""

    members: dict[int, ServerConnection] = field(default_factory=dict)
    done: int = 0


async def bare(ready: Ready, steps: tuple[Step, ...]) -> None:
    """Frames and nothing else. A frame begins with `a` for an answer, with `y` for whose turn is next."""
    groups: dict[str, Group] = {}
    text = "x" * max(size for _, _, frames in steps for _, size in frames)

    async def answer(socket: ServerConnection) -> None:
        name, member = str(await socket.recv()).split()
        group = groups.setdefault(name, Group())
        group.members[int(member)] = socket
        with contextlib.suppress(ConnectionClosed):
            async for _ in socket:
                await pass_on(group)

    async def pass_on(group: Group) -> None:
        _, _, frames = steps[group.done % len(steps)]
        group.done += 1
        following = steps[group.done % len(steps)][0]
        for index, (other, size) in enumerate(frames):
            mark = "a" if index == 0 else "y" if other == following else "n"
            await group.members[other].send(mark + text[: size - 1])
        if len(frames) > PEOPLE:  # everybody has seen it
            for watcher in range(PEOPLE, len(group.members)):
                await group.members[watcher].send("n" + text[: frames[-1][1] - 1])

    async with serve(answer, "127.0.0.1", 0, compression=None) as server:
        ready(next(iter(server.sockets)).getsockname()[1])
        await asyncio.Event().wait()


def recorded() -> tuple[Step, ...]:
    """A deal among four people, told at a table of ours, as the sizes of its frames."""
    game, rng = game_named(GAME), Random(5)
    room = new_room(game, Terms(id="t1"), 0)

    def tell(command: Command) -> list[Effect]:
        nonlocal room
        room, effects = handle(room, command, 0.0)
        return effects

    for person in range(PEOPLE):
        tell(Arrive(person, f"Guest {person}", None, f"token-of-person-{person:02}"))
    tell(Say(0, Start(id="start")))
    tell(Dealt(0, game.deal(rng, 0).layout))
    steps: list[Step] = []
    while room.deal and room.to_act is not None:
        actor = room.to_act
        legal = [token for token in game.legal(room.deal) if token != "bid:pass"] or ["bid:pass"]
        act = Act(id=f"{len(steps):08}", seq=room.seq, action=rng.choice(legal))
        effects = tell(Say(actor, act))
        if room.playing:
            frames = tuple(
                (line, len(encode(each.message))) for each in effects if isinstance(each, Send) for line in each.lines
            )
            steps.append((actor, len(encode(act)), frames))
    return tuple(steps)
