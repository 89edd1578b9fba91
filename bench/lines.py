"""A websocket by hand that does next to nothing: what is measured is the server, and it must be the busier end."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Self

Hear = Callable[["Line", bytes], None]
"""Is told each message as it comes."""

TEXT, PING, PONG = 1, 9, 10


class Line(asyncio.Protocol):
    """One client. What it hears goes to `hear`; without anybody who hears it, it is not even looked at."""

    def __init__(self, hear: Hear | None) -> None:
        self.hear = hear
        self._rest = b""
        self._upgraded = False
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def come(cls, port: int, hear: Hear | None = None) -> Self:
        """Become a websocket of a server on this machine. What is said at once is heard after the handshake."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(hear), "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        line.transport.write(
            f"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        return line

    @property
    def transport(self) -> asyncio.Transport:
        """The bytes below."""
        assert self._transport
        return self._transport

    def say(self, text: str) -> None:
        """Send a message."""
        self._send(TEXT, text.encode())

    def leave(self) -> None:
        """Be gone at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line is open."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Some frames, and often not the whole of the last."""
        if not self.hear:
            return
        data = self._rest + data
        start = 0
        if not self._upgraded:
            start = data.find(b"\r\n\r\n") + 4
            self._upgraded = start > 3
        while self._upgraded and (body := _body(data, start)) is not None and body.stop <= len(data):
            self._heard(data[start] & 15, data[body])
            start = body.stop
        self._rest = data[start:] if self._upgraded else data

    def _heard(self, kind: int, body: bytes) -> None:
        if kind == PING:
            self._send(PONG, body)
        elif kind == TEXT and self.hear:
            self.hear(self, body)

    def _send(self, kind: int, body: bytes) -> None:
        """A frame whose mask changes nothing, as it is made of zeros."""
        size = len(body)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + body)


def _body(data: bytes, start: int) -> slice | None:
    """Where the body of the frame lies that starts here; None before that can be known."""
    if len(data) < start + 2:
        return None
    size, begin = data[start + 1], start + 2
    if size < 126:
        return slice(begin, begin + size)
    end = begin + (2 if size == 126 else 8)
    return slice(end, end + int.from_bytes(data[begin:end], "big")) if len(data) >= end else None
