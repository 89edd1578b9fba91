"""Somebody who does to a server what no client would: bytes by hand, over a plain socket."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 2**63, 10**400, "", "x" * 3000, "\ud800", "\x00", "☃", [], [[]], {}, {"type": "act"},
)  # fmt: skip

NESTED = "[" * 4000, '{"a":' * 1500, '{"type":' * 1000 + "1", "[{" * 2000


def frame(payload: bytes, opcode: int = TEXT, *, last: bool = True, masked: bool = True, length: int = -1) -> bytes:
    """A frame as a client sends it; or without its mask, or with a length that is a lie."""
    size = len(payload) if length < 0 else length
    head = bytes([0x80 * last | opcode])
    bit = 0x80 * masked
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + size.to_bytes(8, "big")
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


class Rough:
    """One connection. Nothing that comes back is looked at."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def greet(self, port: int) -> None:
        """Become a websocket, as is right."""
        key = base64.b64encode(os.urandom(16)).decode()
        await self.send(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await self.reader.readuntil(b"\r\n\r\n")

    async def send(self, data: bytes) -> None:
        """Whatever it is, as long as the other side listens."""
        with contextlib.suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()


@asynccontextmanager
async def rough(port: int) -> AsyncIterator[Rough]:
    """A connection that in the end is cut off."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Rough(reader, writer)
    finally:
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def deaf(port: int) -> AsyncIterator[Rough]:
    """A websocket whose other end soon does not read any more."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=line, limit=1000)  # it stops to read then
        other = Rough(reader, writer)
        await other.greet(port)
        try:
            yield other
        finally:
            writer.transport.abort()


def misshapen(message: str, rng: Random) -> str:
    """A message with something wrong in it."""
    parsed = json.loads(message)
    field = rng.choice([*parsed, "unknown"])
    kinds: tuple[Callable[[], str], ...] = (
        lambda: json.dumps({**parsed, field: rng.choice(VALUES)}),
        lambda: json.dumps({name: value for name, value in parsed.items() if name != field}),
        lambda: message[: rng.randrange(len(message))],
        lambda: message[: (at := rng.randrange(len(message)))] + rng.choice('"{}[]:,\\é\x07') + message[at:],
        lambda: message + message,
        lambda: rng.choice(NESTED),
        lambda: "".join(chr(rng.randrange(1, 0xD800)) for _ in range(rng.randrange(40))),
    )
    return rng.choice(kinds)()


def spoiled(message: str, rng: Random) -> bytes:
    """Frames that hold a message in no way that is right; or in a right one, of a message that is wrong."""
    good = message.encode()
    bad = misshapen(message, rng).encode(errors="replace")
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: frame(bad),
        lambda: frame(bad),
        lambda: frame(good, BINARY),
        lambda: frame(b"\xff\xfe" + good),
        lambda: frame(good[:9], last=False) + frame(good[9:], 0),
        lambda: frame(good, last=False),
        lambda: frame(good, 0),
        lambda: frame(good, masked=False),
        lambda: frame(good, length=len(good) + rng.choice((1, 10**5, 2**62))),
        lambda: frame(good)[: rng.randrange(1, len(good))],
        lambda: frame(good, rng.choice((3, 7, 11, 15))),
        lambda: frame(rng.randbytes(rng.choice((5, 130))), PING) + frame(b"", PONG),
        lambda: frame(rng.randbytes(3), CLOSE),
        lambda: frame(b"x" * 9000),
        lambda: rng.randbytes(rng.randrange(1, 200)),
    )
    return rng.choice(kinds)()


def no_handshake(rng: Random) -> bytes:
    """What opens no websocket."""
    return rng.choice(
        (
            b"", b"\r\n\r\n", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\n\r\n", rng.randbytes(300),
            b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 300 + b"\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        )
    )  # fmt: skip
