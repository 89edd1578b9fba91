"""One connection: a reader that never believes, and a bounded outbox that is never waited for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import AsyncIterator, Callable

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from engine.notes import Sentence, later
from protocol import VERSION
from protocol.codec import BadMessage, encode, read_from_client, version_of
from protocol.from_client import Chat, FromClient, Hello
from protocol.from_server import Failure, Farewell, Refused
from protocol.message import Message
from server.addresses import Network, passed_on, plain
from server.gate import Flood, Guarded
from server.limits import SPAN, Allowance, Limits
from server.lobby import Lobby
from server.metrics import Drop, Metrics
from server.refusal import Refusal
from server.visitor import Visitor

log = logging.getLogger(__name__)

PING = Frame(Opcode.PING, b"").serialize(mask=False)

BEAT = 0.1
"""Seconds between two moments at which clients are asked: many at once are less work than each at its own time."""

REST = 0.01
"""Seconds from a frame that was one too many to the next."""

WHY: dict[Flood, Sentence] = {
    "too_slow": Sentence("You did not read what the table sent you."),
    "too_fast": Sentence("You went on sending faster than the server can allow."),
}


def caller(socket: ServerConnection, proxy: Network | None) -> str:
    """The address of a client: where it connects from, or, where that is a proxy, what the proxy has added last."""
    if not socket.remote_address:  # gone before it was accepted
        return ""
    address = plain(socket.remote_address[0])
    if proxy is None or address not in proxy or socket.request is None:
        return str(address)
    added = ",".join(socket.request.headers.get_all("X-Forwarded-For"))
    return passed_on(added.rpartition(",")[2]) or str(address)


class Connection:
    """The line to one client."""

    def __init__(self, socket: Guarded, limits: Limits, metrics: Metrics, proxy: Network | None = None) -> None:
        self._socket = socket
        self._limits = limits
        self._metrics = metrics
        self._ending = asyncio.Event()
        self._flushing: asyncio.Handle | None = None
        self._looking: asyncio.TimerHandle
        self.address = caller(socket, proxy)
        self._commands = Allowance(limits.commands)
        self._chat = Allowance(limits.chat)
        socket.flooded = self._dismiss

    @property
    def waiting(self) -> int:
        """So many bytes wait to be sent."""
        return self._socket.transport.get_write_buffer_size()

    def send(self, message: Message) -> None:
        """Send a message, without waiting for anybody; a client that lets too much wait is dropped."""
        if self._ending.is_set():
            return
        if self.waiting > self._limits.outbox:
            self._dismiss("too_slow")
        else:
            self._write(message)

    def _dismiss(self, reason: Flood) -> None:
        """A last word to who does not keep to the limits. Once is enough."""
        if not self._ending.is_set():
            self.drop(reason)
            self._write(Farewell.saying(WHY[reason], reason=reason))
            self.close()

    def _write(self, message: Message) -> None:
        if self._socket.state is State.OPEN:
            self._socket.protocol.send_text(encode(message).encode())
            if not self._flushing:
                self._flushing = asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """All that was said to this client at one moment leaves together: each write costs more than what it holds."""
        self._flushing = None
        if self._socket.state is State.OPEN:  # otherwise it has left already
            self._socket.transport.write(b"".join(self._socket.protocol.data_to_send()))

    def drop(self, reason: Drop) -> None:
        """Note why the server ends this connection."""
        self._metrics.drop(reason)
        log.info("A client is dropped.", extra={"reason": reason, "address": self.address})

    def close(self) -> None:
        """Close, once everything sent before has gone out."""
        self._ending.set()

    async def serve(self, lobby: Lobby) -> None:
        """Read and write until the connection ends."""
        self._ask()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._end())
                with contextlib.suppress(ConnectionClosed):
                    await self._read(lobby)
                if self._socket.refused:
                    self.drop("unreadable")
                self.close()
        finally:
            self._looking.cancel()

    def _ask(self) -> None:
        """Whether the client is still there, once it has been silent for a while; whatever it says is an answer."""
        asked = now()
        silent = asked - self._socket.heard
        if silent < self._limits.ping:
            self._at_beat(self._limits.ping - silent, self._ask)
            return
        if self._socket.state is State.OPEN:
            self._socket.transport.write(PING)
        self._at_beat(self._limits.pong, self._look, asked)

    def _look(self, asked: float) -> None:
        """Nothing more is waited for of a client that has said nothing since it was asked."""
        if self._socket.heard < asked:
            if not self._ending.is_set():
                self.drop("silent")
            self._socket.transport.abort()
        else:
            self._ask()

    def _at_beat(self, seconds: float, call: Callable[..., None], *arguments: float) -> None:
        """Call at the first beat that is so far away."""
        self._looking = asyncio.get_running_loop().call_at(beat(now() + seconds), call, *arguments)

    async def _end(self) -> None:
        """Close when it is time to. A client that does not read cannot keep its connection open for ever."""
        await self._ending.wait()
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(self._limits.goodbye):
                await self._socket.ping()  # it is on its way when what was sent before is
                await self._socket.close()
        self._socket.transport.abort()

    async def _read(self, lobby: Lobby) -> None:
        frames = self._frames()
        try:
            async with asyncio.timeout(self._limits.hello):
                hello = await self._hello(frames)
        except TimeoutError:
            self.drop("no_hello")
            late = Sentence("Seconds for a hello: {seconds} at most, and none came.", seconds=self._limits.hello)
            self.send(Failure.saying(late, code="hello_expected"))
            return
        if hello is None:
            return
        visitor = Visitor(lobby, self)
        try:
            await visitor.greet(hello)
            async for frame in frames:
                await self._obey(visitor, frame)
        finally:
            await visitor.lost()

    async def _frames(self) -> AsyncIterator[str | bytes]:
        """One frame after the other, until this connection is to end. Even a flood lets others in between, and what is
        too much of it is read slowly.
        """
        async for frame in self._socket:
            if self._ending.is_set():
                return
            if self._admits(frame):
                yield frame
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(REST)

    async def _hello(self, frames: AsyncIterator[str | bytes]) -> Hello | None:
        """The first message, in this version; None where it is of another one."""
        async for frame in frames:
            version = version_of(frame)
            if version is not None and version != VERSION:
                why = Sentence(
                    "This table speaks version {ours} of the protocol, your client version {version}.",
                    ours=VERSION,
                    version=version,
                )
                self.send(Failure.saying(why, code="version", version=VERSION))
                return None
            message = self._understand(frame)
            if isinstance(message, Hello):
                return message
            if message:
                self.send(Failure.saying(Sentence("The first message must be hello."), code="hello_expected"))
        return None

    def _understand(self, frame: str | bytes) -> FromClient | None:
        """The message in a frame; where there is none that is said."""
        try:
            return read_from_client(frame)
        except BadMessage as error:
            self.send(Failure(code="bad_message", message=str(error)))
            return None

    def _admits(self, frame: str | bytes) -> bool:
        """Whether a frame is to be looked at; what comes too fast is refused, and who goes on with it dismissed."""
        verdict = self._commands.take(now())
        if verdict == "too_fast":
            self.send(too_fast(frame, self._limits.commands))
        elif verdict == "abuse":
            self._dismiss("too_fast")
        return verdict == "fine"

    async def _obey(self, visitor: Visitor, frame: str | bytes) -> None:
        message = self._understand(frame)
        if isinstance(message, Chat) and self._chat.take(now()) != "fine":
            what = later("Lines in {seconds} seconds: {limit} at most; wait a moment.")
            why = Sentence(what, limit=self._limits.chat, seconds=SPAN)
            self.send(Refusal("too_fast", why).of(message.id))
        elif message:
            await visitor.hear(message)


def now() -> float:
    """The time of the event loop."""
    return asyncio.get_running_loop().time()


def beat(moment: float) -> float:
    """The first one that is not before this moment."""
    return math.ceil(moment / BEAT) * BEAT


def too_fast(frame: str | bytes, limit: int) -> Refused | Failure:
    """The answer to a frame too many: to a command by its id."""
    why = Sentence("Messages in {seconds} seconds: {limit} at most; wait a moment.", limit=limit, seconds=SPAN)
    try:
        command = getattr(read_from_client(frame), "id", None)
    except BadMessage:
        command = None
    return Refusal("too_fast", why).of(command)
