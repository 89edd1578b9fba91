"""A line without a network, for tests: messages are handed in, commands are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from client.link import Gone, Link
from protocol.from_client import Entropy, Pledge
from protocol.from_server import Accepted, Farewell, FromServer, Update, Welcome
from tests.client.tables import table, view, welcome


class FakeLink(Link):
    """`sent` holds what was said to the server, as `start`, `leave`, or the tokens of decisions; `parts` are ours in
    shuffles.
    """

    def __init__(self, said: Welcome | None = None) -> None:
        self.welcome = said or welcome()
        self.sent: list[str] = []
        self.parts: list[Pledge | Entropy] = []
        self.waiting: asyncio.Queue[FromServer | None] = asyncio.Queue()
        self.ids = 0
        self.on_sent: Callable[[], None] = lambda: None

    def tell(self, *messages: FromServer) -> None:
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

    async def __aiter__(self) -> AsyncIterator[FromServer]:
        farewell = None
        while message := await self.waiting.get():
            if isinstance(message, Farewell):
                farewell = message
            yield message
        raise Gone(farewell)

    def new_id(self) -> str:
        self.ids += 1
        return str(self.ids)

    async def start(self) -> None:
        self._keep("start")

    async def shuffle(self, part: Pledge | Entropy) -> None:
        self.parts.append(part)

    async def act(self, command: str, seq: int, action: str) -> None:
        self._keep(action)

    async def leave(self) -> None:
        self._keep("leave")

    def _keep(self, command: str) -> None:
        self.sent.append(command)
        self.on_sent()
