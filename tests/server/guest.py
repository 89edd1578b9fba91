"""A person's end of a connection, for tests: says things, and waits for what it wants to hear."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from protocol import VERSION
from protocol.codec import encode, read_from_server
from protocol.from_client import Act, Hello, Leave, Start
from protocol.from_server import Accepted, FromServer, Refused, Update, Welcome
from protocol.message import Message

M = TypeVar("M", bound=Message)


class Guest:
    """Everything heard so far is kept, as messages and as frames."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[FromServer] = []
        self.frames: list[str] = []
        self._ids = (f"{id(self)}-{number}" for number in itertools.count())

    async def send(self, message: Message) -> None:
        await self.socket.send(encode(message))

    async def hear(self, kind: type[M]) -> M:
        """The next message of a kind; what comes before it is kept."""
        while True:
            frame = await self.socket.recv()
            assert isinstance(frame, str)
            self.frames.append(frame)
            message = read_from_server(frame)
            self.heard.append(message)
            if isinstance(message, kind):
                return message

    def last(self, kind: type[M]) -> M:
        """The last message of a kind that was heard."""
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def forget(self) -> None:
        """What was heard before the last update."""
        self.heard = [self.last(Update)]
        self.frames.clear()

    async def sit(self, name: str = "Anna", token: str | None = None) -> Welcome:
        await self.send(Hello(version=VERSION, name=name, seat_token=token))
        return await self.hear(Welcome)

    async def start(self) -> None:
        await self.send(Start(id=next(self._ids)))

    async def leave(self) -> None:
        await self.send(Leave(id=next(self._ids)))

    async def act(self, seq: int, action: str) -> Accepted | Refused:
        await self.send(Act(id=next(self._ids), seq=seq, action=action))
        return await self.answer()

    async def answer(self) -> Accepted | Refused:
        """The next answer to a command."""
        while True:
            message = await self.hear(Message)
            if isinstance(message, Accepted | Refused):
                return message

    async def play(self, update: Update | None = None) -> Update:
        """Choose the first legal token, always, from this update or the next one on, until the deal is over."""
        update = update or await self.hear(Update)
        while not update.view.result:
            if update.view.legal:
                await self.send(Act(id=next(self._ids), seq=update.seq, action=update.view.legal[0]))
            update = await self.hear(Update)
        return update

    async def until_closed(self) -> list[FromServer]:
        """Hear all that is still said."""
        try:
            while True:
                await self.hear(Message)
        except ConnectionClosed:
            return self.heard


@asynccontextmanager
async def guest(port: int, queue: int | None = 16) -> AsyncIterator[Guest]:
    """A connection; it stops to read when so many messages wait, never for None."""
    async with connect(f"ws://127.0.0.1:{port}/", proxy=None, max_queue=queue) as socket:
        yield Guest(socket)
