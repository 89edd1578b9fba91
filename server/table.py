"""One table at work: a task with an inbox around a room, which does what the room wants done."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Protocol

from engine.shuffle import Shuffler, Stream
from protocol import About, Result
from protocol.from_client import AtTable
from protocol.from_server import Failure, Farewell, Refused
from protocol.from_server import Table as Shown
from protocol.message import Message
from server.bots.workers import Bots
from server.clock import Clock
from server.deadlines import wake_at
from server.journal import Entry, Journal
from server.metrics import Metrics, TableMetrics
from server.orders import (
    Arrive,
    Ask,
    Command,
    Deal,
    Dealt,
    Decided,
    Dismiss,
    Effect,
    Lost,
    Public,
    Publish,
    Report,
    Say,
    Sealed,
    Send,
    Shuffle,
    Tick,
)
from server.room import Room
from server.seating import CLOSED
from server.story import handle
from server.terms import Terms

INBOX = 16

HANDFUL = 4
"""More than so many who watch are a crowd: they are told by so many at a time, after all others."""

BREATH = 0.005
"""Seconds for all other tables in between."""

Reporter = Callable[[Terms, About, Shown | Result], None]
"""Is told what everybody may know of a table: how it is now, or how a deal ended."""

Feed = Callable[[str, Public], None]
"""Is told what whoever watches a table learns, where anybody may; the table is named by its id. Never waits."""


class Wire(Protocol):
    """Somebody at the other end of a line, as a table sees him. Neither of these ever waits."""

    def send(self, message: Message) -> None:
        """Send a message some time soon."""

    def dismiss(self, message: Failure | Refused | Farewell) -> None:
        """Send a last message: he is not at this table any more."""


class Table:
    """`run` it in a task; everything else tells it something. The `board` is what everybody was shown last.

    `secret` makes the server's part in each shuffle; without it all cards follow from `rng` alone. Where a deal is
    `laid`, no other is dealt.
    """

    def __init__(
        self,
        room: Room,
        bots: Bots,
        rng: Random,
        *,
        secret: Callable[[], str] | None = None,
        laid: Dealt | None = None,
        clock: Clock | None = None,
        report: Reporter | None = None,
        feed: Feed | None = None,
        metrics: Metrics | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.room = room
        self._bots = bots
        self._rng = rng
        self._secret = secret
        self._laid = laid
        self._bots_seed = rng.getrandbits(64)
        self._clock = clock or Clock(room.now)
        self._report = report
        self._feed = feed
        self._journal = journal
        self._seen = TableMetrics(metrics or Metrics())
        self._inbox: asyncio.Queue[Command] = asyncio.Queue(INBOX)
        self._numbers = itertools.count(1)
        self._wires: dict[int, Wire] = {}
        self._thinking: asyncio.Task[None] | None = None
        self.board = room.shown()
        self.ended = False

    async def join(
        self,
        wire: Wire,
        name: str,
        *,
        token: str | None = None,
        new_token: str | None = None,
        seat: int | None = None,
        watch: bool = False,
        command: str | None = None,
        client: str | None = None,
        again: bool = False,
    ) -> int:
        """Somebody comes, whose command this was if it was not a hello. The number of his line; what the table
        answers goes down the wire.
        """
        line = next(self._numbers)
        self._wires[line] = wire
        secret = new_token or secrets.token_urlsafe(24)
        await self._tell(Arrive(line, name, token, secret, seat, watch, command, client, again))
        return line

    async def say(self, line: int, message: AtTable) -> None:
        """Somebody who has come gives a command."""
        await self._tell(Say(line, message))

    async def lost(self, line: int) -> None:
        """A line has ended."""
        self._wires.pop(line, None)
        await self._tell(Lost(line))

    async def run(self) -> None:
        """Carry out what comes in, until the table is closed."""
        try:
            async with asyncio.TaskGroup() as tasks:
                while not self.room.closed:
                    await self._carry_out(await self._next(), tasks)
                if self._thinking:
                    self._thinking.cancel()
        finally:
            self.ended = True
        await self.end(Farewell.saying(CLOSED, reason="closed"))

    async def end(self, farewell: Farewell) -> None:
        """Dismiss all who are here. What still comes in is not heard any more."""
        self.ended = True
        wires, self._wires = self._wires, {}
        for wire in wires.values():
            wire.dismiss(farewell)
        await asyncio.sleep(0)  # whoever has just been let in is in
        while not self._inbox.empty():  # each one taken out lets one in that has been waiting
            self._inbox.get_nowait()
            await asyncio.sleep(0)

    async def _tell(self, command: Command) -> None:
        if not self.ended:
            await self._inbox.put(command)

    async def _next(self) -> Command:
        """What comes in next, or the moment at which the room wishes to be woken."""
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        try:
            async with self._clock.until(wake_at(self.room)):
                return await self._inbox.get()
        except TimeoutError:
            return Tick()

    async def _carry_out(self, command: Command, tasks: asyncio.TaskGroup) -> None:
        effects, later = self._heard(command), list[Send]()
        crowd = {watcher.line for watcher in self.room.watchers[HANDFUL:]}
        for effect in effects:
            match effect:
                case Send(lines, message):
                    for line in lines:
                        if line not in crowd:
                            self._send(line, message)
                    if not crowd.isdisjoint(lines):
                        later.append(effect)
                case Dismiss(line, message):
                    if line in self._wires:
                        self._wires.pop(line).dismiss(message)
                case Ask():
                    if self._thinking:
                        self._thinking.cancel()
                    self._thinking = tasks.create_task(self._let_decide(effect))
                case Publish(message):
                    if self._feed:
                        self._feed(self.room.terms.id, message)
                case Report(what):
                    if isinstance(what, Shown):
                        self.board = what
                    if self._report:
                        self._report(self.room.terms, self.room.game.about, what)
        aside = ((line, send.message) for send in later for line in send.lines if line in crowd)
        for told, (line, message) in enumerate(aside):
            await self._breathe(told)
            self._send(line, message)

    def _send(self, line: int, message: Message) -> None:
        if line in self._wires:
            self._wires[line].send(message)

    async def _breathe(self, told: int) -> None:
        """Let others in between, when so many of a crowd are told; longer where nobody at this table waits for it."""
        if not self._inbox.empty():
            await asyncio.sleep(0)
        elif told % HANDFUL == 0:
            await asyncio.sleep(BREATH)

    def _heard(self, command: Command) -> list[Effect]:
        """What is to be done about a command: once it is in the journal, with all that it brings about at once."""
        room, now = self.room, self._clock.now()
        commands, entries, effects = deque([command]), list[Entry](), list[Effect]()
        while commands:
            command = commands.popleft()
            before, (room, wanted) = room, handle(room, command, now)
            if room is not before:
                entries.append(Entry(command, before, room))
            for effect in wanted:
                match effect:
                    case Shuffle(dealer):
                        commands.append(self._shuffled(dealer))
                    case Deal(dealer, seed):
                        commands.append(self._dealt(dealer, Stream(seed)))
                    case _:
                        effects.append(effect)
        self._write(entries)
        self.room = room
        return effects

    def _write(self, entries: list[Entry]) -> None:
        if self._journal and entries:
            begun = time.perf_counter()
            self._journal.write(entries)
            self._seen.journalled(time.perf_counter() - begun)
        for entry in entries:
            self._seen.handled(entry.before, entry.command, entry.after)

    def _shuffled(self, dealer: int) -> Command:
        """What begins a deal: the server's part in a shuffle, or the cards at once."""
        if self._laid:
            return self._laid
        return Sealed(self._secret()) if self._secret else self._dealt(dealer, self._rng)

    def _dealt(self, dealer: int, shuffler: Shuffler) -> Dealt:
        return Dealt(dealer, self.room.game.deal(shuffler, dealer).layout)

    async def _let_decide(self, ask: Ask) -> None:
        begun = time.perf_counter()
        action = await self._bots.decide(ask.view, ask.level, self._bots_seed + ask.turn)
        self._seen.thought(time.perf_counter() - begun)
        await self._tell(Decided(ask.turn, action))
