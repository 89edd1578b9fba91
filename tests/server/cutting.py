"""A line between clients and a server that breaks: after so many bytes, in the middle of whatever is on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

SHORT, LONG = 1500, 40_000
"""So many bytes at most go by before a cut: from a client a greeting and some commands, to it a welcome and some
updates.
"""


class Cutter:
    """Sits between the two, and counts how often it has cut. It begins when it is told to `sharpen`."""

    def __init__(self, server: int, rng: Random) -> None:
        self.cuts = 0
        self.port = 0
        self._server = server
        self._rng = rng
        self._sharp = asyncio.Event()

    def sharpen(self) -> None:
        """From now on every line is cut, those that are open too."""
        self._sharp.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Take connections, and pass them on."""
        async with await asyncio.start_server(self._pass_on, "127.0.0.1", 0) as listening:
            self.port = listening.sockets[0].getsockname()[1]
            yield

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_server, from_client = await asyncio.open_connection("127.0.0.1", self._server)
        short, long = self._rng.randrange(SHORT), self._rng.randrange(LONG)
        pumps = [
            asyncio.create_task(self._pump(reader, from_client, short)),
            asyncio.create_task(self._pump(to_server, writer, long)),
        ]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        for end in (writer, from_client):
            end.transport.abort()
            with contextlib.suppress(ConnectionError):
                await end.wait_closed()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int) -> None:
        """Pass bytes on, until an end is closed or so many have gone by."""
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                if self._sharp.is_set():
                    if len(data) > left:
                        self.cuts += 1
                        writer.write(data[:left])
                        await writer.drain()
                        return
                    left -= len(data)
                writer.write(data)
                await writer.drain()
