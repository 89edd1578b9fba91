"""Tables full of clients that do as little as they can: what is measured is the server."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect

from bench.servers import GAME, PEOPLE
from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Act, Hello, Open, Start

Reader = Callable[[str], str | None]
"""What a client makes of a frame: the command that it sends now; "" for the answer to its last one; or None."""


class Table:
    """Clients of one table. `due` is the command that one of them would send now, and by which line; it is sent
    `at_once`, or when somebody says `go_on`.
    """

    def __init__(self, key: str, at_once: bool) -> None:
        self.key = key
        self.due: tuple[ClientConnection, str] | None = None
        self.done = 0
        self.waits: list[float] = []
        self.at_once = at_once
        self._sent = 0.0

    async def listen(self, line: ClientConnection, read: Reader) -> None:
        """Play for one of them, until the line ends."""
        async for frame in line:
            command = read(str(frame))
            if command == "":
                self.waits.append(perf_counter() - self._sent)
                self.done += 1
            elif command:
                self.due = line, command
                if self.at_once:
                    await self.go_on()

    async def go_on(self) -> None:
        """Send what is due."""
        if self.due:
            (line, command), self.due = self.due, None
            self._sent = perf_counter()
            await line.send(command)


def plays(seat: int, rng: Random) -> Reader:
    """A player of ours: any legal token when it is his turn, and the first one asks for every deal."""
    numbers = itertools.count()

    def read(frame: str) -> str | None:
        if frame.startswith('{"type":"accepted"'):
            return ""
        if '"legal":[' in frame:
            update = json.loads(frame)
            legal = [token for token in update["view"]["legal"] if token != "bid:pass"] or ["bid:pass"]
            return encode(Act(id=f"{next(numbers):08}", seq=update["seq"], action=rng.choice(legal)))
        if seat == 0 and frame.startswith('{"type":"table"') and '"state":"over"' in frame:
            return encode(Start(id=f"{next(numbers):08}"))
        return None

    return read


def echoes(frame: str) -> str | None:
    """A client of the bare server."""
    return "" if frame[0] == "a" else "x" * 60 if frame[0] == "y" else None


def says_nothing(_frame: str) -> None:
    """Somebody who watches."""


@asynccontextmanager
async def seated(port: int, tables: int, watchers: int = 0, *, at_once: bool = True) -> AsyncIterator[list[Table]]:
    """So many tables of ours, with players and watchers, and a deal begun at each."""
    async with crowd() as crowded:
        found = []
        for number in range(tables):
            first = await crowded.come(port)
            await first.send(encode(Hello(version=VERSION, name="Guest", lobby=True)))
            await first.send(encode(Open(id="open", game=GAME, name=f"Table {number}")))
            key = json.loads(await welcome(first))["table_id"]
            table = Table(key, at_once)
            lines = [first]
            for other in range(1, PEOPLE + watchers):
                line = await crowded.come(port)
                await line.send(encode(Hello(version=VERSION, name="Guest", table=key, watch=other >= PEOPLE)))
                await welcome(line)
                lines.append(line)
            for seat, line in enumerate(lines):
                reader: Reader = plays(seat, Random(number * 10 + seat)) if seat < PEOPLE else says_nothing
                crowded.run(table.listen(line, reader))
            await first.send(encode(Start(id="start")))
            found.append(table)
        yield found


@asynccontextmanager
async def grouped(
    port: int, tables: int, first: int, watchers: int = 0, *, at_once: bool = True
) -> AsyncIterator[list[Table]]:
    """The same at the bare server, where seat `first` begins."""
    async with crowd() as crowded:
        found = []
        for number in range(tables):
            table = Table(f"{number}", at_once)
            for member in range(PEOPLE + watchers):
                line = await crowded.come(port)
                await line.send(f"{number} {member}")
                crowded.run(table.listen(line, echoes))
                if member == first:
                    table.due = line, "x"
            found.append(table)
        await asyncio.sleep(0.1)
        if at_once:
            for table in found:
                await table.go_on()
        yield found


async def welcome(line: ClientConnection) -> str:
    """What says where one sits; what else is said before is of no interest."""
    while not (frame := str(await line.recv())).startswith('{"type":"welcome"'):
        pass
    return frame


class Crowd:
    """Lines that are open, and what is done on them."""

    def __init__(self, stack: AsyncExitStack, tasks: list[asyncio.Task[None]]) -> None:
        self._stack = stack
        self._tasks = tasks

    async def come(self, port: int) -> ClientConnection:
        """One more line."""
        line = await connect(
            f"ws://127.0.0.1:{port}/", proxy=None, compression=None, max_queue=None, ping_interval=None
        )
        self._stack.callback(line.transport.abort)
        return line

    def run(self, work: object) -> None:
        """Something to be done as long as the crowd is there."""
        self._tasks.append(asyncio.create_task(work))  # type: ignore[arg-type]


@asynccontextmanager
async def crowd() -> AsyncIterator[Crowd]:
    """Nobody at first; in the end all are cut off."""
    tasks: list[asyncio.Task[None]] = []
    async with AsyncExitStack() as stack:
        try:
            yield Crowd(stack, tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
