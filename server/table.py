"""One table at work: a task with an inbox around a room, which does what the room wants done."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from random import Random
from typing import Protocol

from protocol import Result
from protocol.from_client import AtTable, Hello, InLobby
from protocol.from_server import Farewell
from protocol.from_server import Table as Shown
from protocol.message import Message
from server.bots.workers import Bots
from server.metrics import Metrics, TableMetrics
from server.orders import Arrive, Ask, Close, Command, Dealt, Decided, Lost, Report, Say, Send, Shuffle
from server.room import Room
from server.story import handle

INBOX = 16

Reporter = Callable[[Shown | Result], None]


class Wire(Protocol):
    """A connection, as a table sees it. Neither of these ever waits."""

    def send(self, message: Message) -> None:
        """Send a message some time soon."""

    def close(self) -> None:
        """Close, once everything sent before has gone out."""


class Table:
    """`run` it in a task; everything else tells it something."""

    def __init__(
        self,
        room: Room,
        bots: Bots,
        rng: Random,
        *,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        report: Reporter | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.room = room
        self._bots = bots
        self._rng = rng
        self._bots_seed = rng.getrandbits(64)
        self._pace = pace
        self._sleep = sleep
        self._report = report
        self._seen = TableMetrics(metrics or Metrics())
        self._inbox: asyncio.Queue[Command] = asyncio.Queue(INBOX)
        self._numbers = itertools.count(1)
        self._wires: dict[int, Wire] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._ended = False

    async def join(self, wire: Wire, hello: Hello) -> int:
        """Somebody says hello. The number of his line; what the table answers goes down the wire."""
        line = next(self._numbers)
        if self._ended:
            wire.close()
        self._wires[line] = wire
        await self._tell(Arrive(line, hello.name, hello.seat_token, secrets.token_urlsafe(24)))
        return line

    async def say(self, line: int, message: AtTable | InLobby) -> None:
        """Somebody who has said hello gives a command."""
        await self._tell(Say(line, message))

    async def lost(self, line: int) -> None:
        """A line has ended."""
        self._wires.pop(line, None)
        await self._tell(Lost(line))

    async def run(self) -> None:
        """Carry out what comes in, for ever."""
        try:
            async with asyncio.TaskGroup() as tasks:
                while True:
                    self._carry_out(await self._inbox.get(), tasks)
        finally:
            self._ended = True

    async def end(self, farewell: Farewell) -> None:
        """Dismiss all who are here. What still comes in is not heard any more."""
        self._ended = True
        for wire in self._wires.values():
            wire.send(farewell)
            wire.close()
        while not self._inbox.empty():  # each one taken out lets one in that has been waiting
            self._inbox.get_nowait()
            await asyncio.sleep(0)

    async def _tell(self, command: Command) -> None:
        if not self._ended:
            await self._inbox.put(command)

    def _carry_out(self, command: Command, tasks: asyncio.TaskGroup) -> None:
        commands = deque([command])
        while commands:
            before, command = self.room, commands.popleft()
            self.room, effects = handle(before, command)
            self._seen.handled(before, command, self.room)
            for effect in effects:
                match effect:
                    case Send(line, message):
                        if line in self._wires:
                            self._wires[line].send(message)
                    case Close(line):
                        if line in self._wires:
                            self._wires.pop(line).close()
                    case Shuffle(dealer):
                        commands.append(Dealt(dealer, self.room.game.deal(self._rng, dealer).layout))
                    case Ask():
                        if self._thinking:
                            self._thinking.cancel()
                        self._thinking = tasks.create_task(self._let_decide(effect))
                    case Report(what):
                        if self._report:
                            self._report(what)

    async def _let_decide(self, ask: Ask) -> None:
        await self._sleep(self._pace)
        begun = time.perf_counter()
        action = await self._bots.decide(ask.view, self._bots_seed + ask.turn)
        self._seen.thought(time.perf_counter() - begun)
        await self._tell(Decided(ask.turn, action))
