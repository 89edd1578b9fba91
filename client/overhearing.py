"""A table that one only hears of: by way of a broker, which tells what those who watch there are told."""

from __future__ import annotations

import asyncio

from client.aid import Aid
from client.aside import at_table
from client.language import tr
from client.line import Command, Line
from client.link import Gone, Link, LinkError
from client.outages import Broken, Heard
from client.seats import Seats
from client.session import Session
from client.settings import Settings
from client.terminals import Terminal
from protocol import VERSION
from protocol.from_client import Hello, Leave
from protocol.from_server import Farewell, FromServer, Lobby, Refused, Table, Welcome

News = asyncio.Queue[FromServer | None]
"""What is heard, one after the other; None when nothing is heard any more, for now."""


class Overhearing(Line):
    """A line on which nobody hears us. Once it was broken, how the table stands is what tells that it is back."""

    heard = False

    def __init__(self, welcome: Welcome, news: News) -> None:
        super().__init__(_nobody, Hello(version=VERSION, name=""), Seats())
        self._welcome = welcome
        self._news = news
        self._up = True

    @property
    def up(self) -> bool:
        """Whether anything is heard."""
        return self._up

    async def receive(self) -> Heard:
        """What is heard next. Gone when the table is."""
        message = await self._news.get()
        match message:
            case None:
                self._up = False
                return Broken()
            case Farewell():
                raise Gone(message)
            case Table() if not self._up:
                self._up = True
                return self._welcome.model_copy(update={"table": message})
        return message

    async def say(self, command: Command) -> None:
        """It is answered here, and goes nowhere."""
        if not isinstance(command, Leave):
            nobody = tr("You hear of this table by way of a broker; nobody there hears you.")
            self._news.put_nowait(Refused(id=command.id, code="not_now", message=nobody))


async def overhear(welcome: Welcome, news: News, terminal: Terminal, own: Settings, aid: Aid) -> LinkError | None:
    """Watch until the person leaves (None), or there is nothing to watch any more (and why)."""
    ended = await at_table(Session(Overhearing(welcome, news), welcome, own=own, aid=aid), terminal)
    return None if isinstance(ended, Lobby) else ended


async def _nobody(_hello: Hello) -> Link:
    raise Gone
