"""A line without a network, for tests: messages are handed in, commands are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from io import StringIO

from client.address import Address
from client.line import Command, Line
from client.link import Gone, Link, dial
from client.outages import Broken, Heard
from client.seats import Seats
from client.session import Session
from protocol import VERSION
from protocol.from_client import Act, Entropy, Hello, Pledge
from protocol.from_server import Accepted, Farewell, Update, Welcome
from tests.client.tables import table, view, welcome


async def nobody(_hello: Hello) -> Link:
    """There is no network."""
    raise Gone


class FakeLine(Line):
    """`said` holds what was said to the server, `sent` the same in brief: decisions by their tokens, the rest by what
    they are called; `parts` are ours in shuffles. So many `rests` were taken, which last no time.
    """

    def __init__(self, said: Welcome | None = None, *, lasting: bool = False) -> None:
        seats = Seats(file=StringIO()) if lasting else Seats()
        super().__init__(nobody, Hello(version=VERSION, name="Anna"), seats)
        self.rests = 0
        self.welcome = said or welcome()
        self.said: list[Command] = []
        self.sent: list[str] = []
        self.parts: list[Pledge | Entropy] = []
        self.waiting: asyncio.Queue[Heard | None] = asyncio.Queue()
        self.ids = 0
        self.broken = False
        self.on_sent: Callable[[], None] = lambda: None

    def tell(self, *messages: Heard) -> None:
        """Messages that arrive, in this order."""
        for message in messages:
            self.waiting.put_nowait(message)

    def deal(self) -> None:
        """A deal is being played, and it is Anna's turn."""
        self.tell(table(), Update(seq=1, events=(), view=view()))

    def accept(self) -> None:
        """The last command is accepted."""
        self.tell(Accepted(id=str(self.ids)))

    def hang_up(self, farewell: Farewell | None = None) -> None:
        """The server closes the line."""
        self.tell(*([farewell] if farewell else []))
        self.waiting.put_nowait(None)

    @property
    def up(self) -> bool:
        return not self.broken

    async def receive(self) -> Heard:
        message = await self.waiting.get()
        if message is None:
            raise Gone(self.farewell)
        if isinstance(message, Farewell):
            self.farewell = message
        self.broken = isinstance(message, Broken)
        return message

    async def rest(self) -> None:
        self.rests += 1

    def new_id(self) -> str:
        self.ids += 1
        return str(self.ids)

    async def say(self, command: Command) -> None:
        if isinstance(command, Pledge | Entropy):
            self.parts.append(command)
            return
        self.said.append(command)
        self.sent.append(command.action if isinstance(command, Act) else command.type)
        self.on_sent()


@asynccontextmanager
async def seated_at(port: int, name: str) -> AsyncIterator[Session]:
    """A seat at the only table of a real server on this machine."""
    line = Line(partial(dial, Address("127.0.0.1", port)), Hello(version=VERSION, name=name), Seats())
    try:
        place = await line.receive()
        assert isinstance(place, Welcome)
        yield Session(line, place)
    finally:
        await line.close()
