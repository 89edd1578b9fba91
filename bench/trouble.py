"""Those who make life hard for a server, in a process of their own: many who watch, one who stalls, one who floods."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.lines import Line
from bench.processes import Ready
from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Chat, Hello, Leave, Watch

SPECTATORS = 200

VISITS = 44
"""So often somebody comes and goes until he has almost let too much wait."""


async def nothing(ready: Ready, port: int, _table: str) -> None:
    """No trouble at all."""
    ready(port)
    await asyncio.Event().wait()


async def spectators(ready: Ready, port: int, table: str) -> None:
    """Many who watch one table."""
    for _ in range(SPECTATORS):
        line = await Line.come(port)
        line.say(watching(table))
    ready(port)
    await asyncio.Event().wait()


async def stalled(ready: Ready, port: int, table: str) -> None:
    """One who asks for more than the system holds for him, watches, and does not read any of it."""
    with socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        own.connect(("127.0.0.1", port))
        line = await connect(f"ws://127.0.0.1:{port}/", sock=own, ping_interval=None)
        line.transport.pause_reading()
        await line.send(encode(Hello(version=VERSION, name="Eve", lobby=True)))
        for number in range(VISITS):
            await line.send(encode(Watch(id=f"watch {number}", table=table)))
            await line.send(encode(Leave(id=f"leave {number}")))
        await line.send(encode(Watch(id="watch", table=table)))
        ready(port)
        await asyncio.Event().wait()


async def flooding(ready: Ready, port: int, _table: str) -> None:
    """One who sends as fast as he can, and comes back whenever he is cut off."""
    if hasattr(os, "nice"):  # it is the server's time that he may take, not that of those who measure
        os.nice(19)
    ready(port)
    while True:
        await flood(port)


def watching(table: str) -> str:
    """How one says that one wishes to watch."""
    return encode(Hello(version=VERSION, name="Eve", table=table, watch=True))


async def flood(port: int) -> None:
    """As fast as can be, until it is cut off."""
    message = encode(Chat(id="flood", text="flood"))
    with contextlib.suppress(ConnectionClosed):
        async with connect(f"ws://127.0.0.1:{port}/", proxy=None, close_timeout=0) as line:
            await line.send(encode(Hello(version=VERSION, name="Mallory", lobby=True)))
            while True:
                await line.send(message)
