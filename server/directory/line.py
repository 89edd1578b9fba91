"""One connection to an MQTT broker, version 5."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Self

from aiomqtt import Client, ProtocolVersion, Will
from paho.mqtt.client import MQTTMessageInfo
from paho.mqtt.enums import MessageType
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties, VariableByteIntegers
from paho.mqtt.reasoncodes import ReasonCode

from server.directory.broker import Broker
from server.directory.bus import Post
from server.directory.member import AGAIN

KEEPALIVE = 3
PATIENCE = 3.0
"""Seconds for each answer of the broker. With the pause before the next try, all is said within five of its return."""

GOODBYE = 1.0
"""Seconds for the last word. A broker that does not take it is left without."""

log = logging.getLogger(__name__)
log.setLevel(logging.CRITICAL)  # what would be said here, with the broker's own words, is said by who has the line


def lasting(kind: int) -> Properties:
    """How long the broker keeps a message."""
    properties = Properties(kind)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = int(2 * AGAIN)
    return properties


KEPT = lasting(PacketTypes.PUBLISH)
WILL = lasting(PacketTypes.WILLMESSAGE)

SAY_THE_WILL = ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message")

NO_PROPERTIES = b"\0"

PASSING = 0
"""Stands for all that was said in passing: no message that is kept has this number."""


def secret_name() -> str:
    """What a client is called among those of the broker. Nobody else knows it, or he could push the client out."""
    return secrets.token_hex(10)


def packet(post: Post) -> bytes:
    """A message that is not kept, as it travels."""
    topic = post.topic.encode()
    body = b"".join((len(topic).to_bytes(2, "big"), topic, NO_PROPERTIES, post.payload))
    size: bytes = VariableByteIntegers.encode(len(body))  # type: ignore[no-untyped-call]
    return bytes((MessageType.PUBLISH,)) + size + body


def heeded(end: asyncio.Future[None]) -> None:
    """How a line has ended is no news to who has left it already."""
    if not end.cancelled():
        end.exception()


class Line(Client):
    """What aiomqtt offers, and to say things without waiting for each to arrive. `answered` is called whenever one has,
    and `refused`, with its topic, when the broker does not take it.
    """

    def __init__(
        self, broker: Broker, name: str | None, will: Post | None,
        answered: Callable[[], None], refused: Callable[[str], None],
    ) -> None:  # fmt: skip
        super().__init__(
            broker.host,
            broker.port,
            username=broker.user,
            password=broker.password,
            identifier=name,
            protocol=ProtocolVersion.V5,
            will=Will(will.topic, will.payload, 1, True, WILL) if will else None,
            keepalive=KEEPALIVE,
            timeout=PATIENCE,
            tls_context=broker.tls,
            logger=log,
        )
        self._client.connect_timeout = PATIENCE
        self._connected.add_done_callback(heeded)
        self._disconnected.add_done_callback(heeded)
        self._said: dict[int, str] = {}
        self._answered = answered
        self._refused = refused

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
        except BaseException:
            self._drop()
            raise
        self._disconnected.add_done_callback(heeded)  # it may be another one by now
        return self

    async def __aexit__(self, *failed: Any) -> None:
        """Go, and let the broker say the last will, even where it cannot be told any more that we do."""
        try:
            if not self._disconnected.done() and not self._client.disconnect(SAY_THE_WILL):
                await asyncio.wait([self._disconnected], timeout=GOODBYE)
        finally:
            if not self._disconnected.done():
                self._disconnected.set_result(None)
                self._drop()
        await super().__aexit__(*failed)

    @property
    def waiting(self) -> int:
        """So much was said and has not arrived."""
        return len(self._said)

    @property
    def passing(self) -> bool:
        """Whether what was said in passing is still to leave."""
        return PASSING in self._said

    def say(self, post: Post) -> None:
        """Send what is kept, as soon as can be; where the line is broken, nothing."""
        sent = self._client.publish(post.topic, post.payload, 1, True, KEPT)
        if not sent.rc:
            self._said[sent.mid] = post.topic

    def say_in_passing(self, posts: Iterable[Post]) -> None:
        """Send what nobody keeps, all in one write: paho's own, one for each, would take a tenth of a server's time."""
        packets = b"".join(map(packet, posts))
        self._said[PASSING] = ""
        self._client._packet_queue(MessageType.PUBLISH, packets, PASSING, 0, MQTTMessageInfo(PASSING))  # noqa: SLF001

    async def listen(self, topic: str) -> None:
        """Hear what is said on it, from now on."""
        if any(getattr(code, "is_failure", False) for code in await self.subscribe(topic, qos=1)):
            self._refused(topic)

    def _drop(self) -> None:
        """A broker that does not answer is left at once: aiomqtt would go on listening."""
        if (socket := self._client.socket()) is not None:
            self._on_socket_close(self._client, None, socket)
            self._on_socket_unregister_write(self._client, None, socket)
            socket.close()

    def _on_socket_register_write(self, client: Any, userdata: Any, sock: Any) -> None:
        """Not where it is closed by the time that the event loop comes to it."""

        def register() -> None:
            if sock.fileno() >= 0:
                self._loop.add_writer(sock.fileno(), self._write)

        self._loop.call_soon_threadsafe(register)

    def _write(self) -> None:
        try:
            self._client.loop_write()
        except Exception as error:  # whatever it is, the line is broken
            if not self._disconnected.done():
                self._disconnected.set_exception(error)

    def _on_publish(self, client: Any, userdata: Any, mid: int, reason_code: Any, properties: Any) -> None:
        super()._on_publish(client, userdata, mid, reason_code, properties)
        topic = self._said.pop(mid, None)
        if topic and reason_code.is_failure:
            self._refused(topic)
        self._answered()
