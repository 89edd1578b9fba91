"""At the gate: who connects is counted from the first moment on, and so is every frame, message or not."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import InvalidMessage
from websockets.frames import DATA_OPCODES, CloseCode, Frame
from websockets.protocol import Event

from server.addresses import Network, plain
from server.limits import Allowance, Limits
from server.metrics import Metrics

if sys.platform != "win32":
    import resource

OWN = 256
"""So many open files are left to the server itself: its journal, its bots, and those whom it is turning away."""

MOST = 65536
"""No more connections, however many files the system would open."""

PIECE = 512
"""Bytes that are taken apart at a time, so that a flood is noticed before all that has come of it is answered."""

UNREAD = {CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG}
"""The codes with which a websocket is closed for what came."""

UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

Flood = Literal["too_slow", "too_fast"]
"""Why a connection has to end: it does not read what it asks for, or asks for too much."""


def room_for() -> int:
    """So many connections the system has room for, once it has been asked for all that it gives."""
    if sys.platform == "win32":
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + OWN if hard == resource.RLIM_INFINITY else min(hard, MOST + OWN)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS gives less than it says
            wanted = soft
    return max(wanted - OWN, wanted // 2)


class Headcount(Counter[str]):
    """How many are there from each address."""

    def leave(self, address: str) -> None:
        """One is gone; an address from which nobody is there is not kept."""
        self[address] -= 1
        if not self[address]:
            del self[address]


class Gate:
    """Who is connected, as a websocket or not yet. There is `room` for so many in all.

    From one address come twice as many as may sit down: those of the second half are there to be told that they are
    too many. The addresses behind a `proxy` are known only later, so its own does not count.
    """

    def __init__(self, limits: Limits, metrics: Metrics, room: int, proxy: Network | None = None) -> None:
        self.limits = limits
        self._metrics = metrics
        self._room = room
        self._proxy = proxy
        self._from = Headcount()

    def admits(self, peer: str) -> bool:
        """Whether one more comes in from this address; he is to `leave` again."""
        full = self._from.total() >= self._room
        if full or (self._from[peer] >= 2 * self.limits.connections and not self._passes_on(peer)):
            self._metrics.drop("too_many")
            return False
        self._from[peer] += 1
        return True

    def leave(self, peer: str) -> None:
        """One who came from this address is gone."""
        self._from.leave(peer)

    def _passes_on(self, peer: str) -> bool:
        return self._proxy is not None and plain(peer) in self._proxy


class Guarded(ServerConnection):
    """A connection that has come through a gate. `flooded` is told why it has to end, when it does not keep to the
    limits with what is no message: pings, and pieces of messages that do not end. `heard` is when bytes came last.
    """

    def __init__(self, gate: Gate, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._gate = gate
        self._frames = Allowance(gate.limits.commands)
        self._peer: str | None = None
        self.heard = 0.0
        self._answered = False
        self._ended = False
        self.flooded: Callable[[Flood], None] = lambda _: self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        """Somebody is at the gate."""
        address = transport.get_extra_info("peername")
        peer = address[0] if address else ""
        if not self._gate.admits(peer):
            transport.abort()
            return
        self._peer = peer
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        if self._peer is not None:
            self._gate.leave(self._peer)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes have come. Who has to end is not heard any more."""
        self.heard = self.loop.time()
        for start in range(0, len(data), PIECE):
            if not self._ended:
                super().data_received(data[start : start + PIECE])

    def process_event(self, event: Event) -> None:
        """A frame has come; a message is counted when it is read."""
        super().process_event(event)
        if isinstance(event, Frame) and not (event.fin and event.opcode in DATA_OPCODES):
            self._count()

    @property
    def refused(self) -> bool:
        """Whether what came was no websocket frame, no text, or too long for a message."""
        sent, echoed = self.protocol.close_sent, self.protocol.close_rcvd_then_sent
        return sent is not None and not echoed and sent.code in UNREAD

    def send_data(self) -> None:
        """What is no request at all is told so too."""
        if isinstance(self.protocol.handshake_exc, InvalidMessage) and not self._answered:
            self._answered = True
            self.transport.write(UNREADABLE)
        super().send_data()

    def _count(self) -> None:
        if self.transport.get_write_buffer_size() > self._gate.limits.outbox:
            self._end("too_slow")
        elif self._frames.take(self.loop.time()) == "abuse":
            self._end("too_fast")

    def _end(self, reason: Flood) -> None:
        if not self._ended and not self.transport.is_closing():
            self._ended = True
            self.transport.pause_reading()
            self.flooded(reason)
