"""Tables full of clients: whoever is asked answers, at once or when he is told to."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from random import Random
from time import perf_counter

from bench.lines import Line
from bench.servers import GAME, PEOPLE
from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Act, Hello, Open, Start

Reader = Callable[[bytes], str | None]
"""What a client makes of a message: the command that it sends now; "" for the answer to its last one; or None."""


class Table:
    """Clients of one table. `due` is the command that one of them would send now, and by which line; it is sent
    `at_once`, or when somebody says `go_on`. `waits` has the seconds until each was answered, and `sent` when each was
    sent, by a `clock`.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.clock = perf_counter
        self.sent: list[tuple[str, float]] = []
        self.due: tuple[Line, str] | None = None
        self.done = 0
        self.waits: list[float] = []
        self.at_once = False
        self._sent = 0.0
        self._changed = asyncio.Event()

    def seat(self, line: Line, read: Reader) -> None:
        """One of them plays on this line."""
        line.hear = lambda line, message: self._heard(line, read(message))

    def go_on(self) -> None:
        """Send what is due."""
        if self.due:
            (line, command), self.due = self.due, None
            self.sent.append((command, self.clock()))
            self._sent = perf_counter()
            line.say(command)

    async def gone_on(self) -> None:
        """Send what is due, and wait until that is answered."""
        while not self.due:
            await self._news()
        done = self.done
        self.go_on()
        while self.done == done:
            await self._news()

    async def _news(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _heard(self, line: Line, command: str | None) -> None:
        if command == "":
            self.waits.append(perf_counter() - self._sent)
            self.done += 1
            self._changed.set()
        elif command:
            self.due = line, command
            self._changed.set()
            if self.at_once:
                self.go_on()


NUMBERS = itertools.count()
"""The ids of all commands, so that no two have the same."""


def plays(seat: int, rng: Random) -> Reader:
    """A player of ours: any legal token when it is his turn, and the first one asks for every deal."""

    def read(message: bytes) -> str | None:
        if message.startswith(b'{"type":"accepted"'):
            return ""
        if b'"legal":[' in message:
            update = json.loads(message)
            legal = [token for token in update["view"]["legal"] if token != "bid:pass"] or ["bid:pass"]
            return encode(Act(id=f"{next(NUMBERS):08}", seq=update["seq"], action=rng.choice(legal)))
        if seat == 0 and message.startswith(b'{"type":"table"') and b'"state":"over"' in message:
            return encode(Start(id=f"{next(NUMBERS):08}"))
        return None

    return read


def echoes(message: bytes) -> str | None:
    """A client of the bare server."""
    return "" if message[:1] == b"a" else "x" * 60 if message[:1] == b"y" else None


def says_nothing(_message: bytes) -> None:
    """Somebody who watches."""


@asynccontextmanager
async def seated(port: int, tables: int, watchers: int = 0) -> AsyncIterator[list[Table]]:
    """So many tables of ours, with players and watchers, and a deal begun at each."""
    with ExitStack() as leaving:
        found = []
        for number in range(tables):
            first, key = await welcomed(port, leaving, Hello(version=VERSION, name="Guest", lobby=True), number)
            table = Table(key)
            lines = [first]
            for other in range(1, PEOPLE + watchers):
                hello = Hello(version=VERSION, name="Guest", table=key, watch=other >= PEOPLE)
                lines.append((await welcomed(port, leaving, hello))[0])
            for seat, line in enumerate(lines):
                table.seat(line, plays(seat, Random(number * 10 + seat)) if seat < PEOPLE else says_nothing)
            first.say(encode(Start(id="start")))
            found.append(table)
        await asyncio.sleep(1.0)
        yield found


async def welcomed(port: int, leaving: ExitStack, hello: Hello, opens: int | None = None) -> tuple[Line, str]:
    """Somebody who has said hello, and opened a table of his own or not; and the key of the table where he sits."""
    welcome: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def hear(_line: Line, message: bytes) -> None:
        if message.startswith(b'{"type":"welcome"'):
            welcome.set_result(message)

    line = await Line.come(port, hear)
    leaving.callback(line.leave)
    line.say(encode(hello))
    if opens is not None:
        line.say(encode(Open(id="open", game=GAME, name=f"Table {opens}")))
    return line, json.loads(await welcome)["table_id"]


@asynccontextmanager
async def grouped(port: int, tables: int, first: int, watchers: int = 0) -> AsyncIterator[list[Table]]:
    """The same at the bare server, where seat `first` begins."""
    with ExitStack() as leaving:
        found = []
        for number in range(tables):
            table = Table(f"{number}")
            for member in range(PEOPLE + watchers):
                line = await Line.come(port)
                leaving.callback(line.leave)
                line.say(f"{number} {member}")
                table.seat(line, echoes)
                if member == first:
                    table.due = line, "x"
            found.append(table)
        await asyncio.sleep(1.0)
        yield found
