"""The bus over an MQTT broker, version 5."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress

from aiomqtt import Client, MqttError, ProtocolVersion, Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from protocol.directory import DIRECTORY
from server.directory.broker import Broker
from server.directory.bus import Post, Reader
from server.directory.member import AGAIN
from server.logs import failure

log = logging.getLogger(__name__)
quiet = logging.getLogger(f"{__name__}.client")
quiet.setLevel(logging.CRITICAL)  # what it would say, with the broker's own words, is said here

KEEPALIVE = 5
PATIENCE = 5.0
PAUSE = 1.0
"""Seconds before the broker is tried again."""

LASTS = int(2 * AGAIN)
WAITING = 5000
"""So many posts wait to be sent at most; beyond, the line is laid anew, and all is said from the beginning."""


class Mqtt:
    """A line to a broker, laid again whenever it breaks. Without a `will` it only reads."""

    def __init__(
        self, broker: Broker, name: str | None = None, will: Post | None = None, topics: tuple[str, ...] = DIRECTORY,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:  # fmt: skip
        self._broker = broker
        self._name = name
        self._will = will
        self._topics = topics
        self._sleep = sleep
        self._posts: asyncio.Queue[Post] | None = None

    def post(self, post: Post) -> None:
        """Say something soon."""
        if self._posts:
            try:
                self._posts.put_nowait(post)
            except asyncio.QueueFull:
                self._posts = None  # the line that has lost something is laid anew

    async def run(self, reader: Reader) -> None:
        """Keep the line up, until this is cancelled."""
        said = False
        while True:
            try:
                await self._once(reader)
            except* (MqttError, OSError, TimeoutError) as errors:
                if not said:
                    log.warning("The broker cannot be reached; play goes on.", extra=failure(errors.exceptions[0]))
                said = not self._posts
            finally:
                if self._posts:
                    self._posts = None
                    said = False
                    reader.cut()
            await self._sleep(PAUSE)

    async def _once(self, reader: Reader) -> None:
        async with asyncio.TaskGroup() as tasks, self._client() as client:
            for topic in self._topics:
                await client.subscribe(topic, qos=1)
            posts = self._posts = asyncio.Queue(WAITING)
            log.info("The broker is reached.")
            reader.connected()
            sending = tasks.create_task(self._send(client, posts))
            try:
                async for message in client.messages:
                    payload = message.payload if isinstance(message.payload, bytes) else b""
                    reader.heard(str(message.topic), payload)
            finally:
                sending.cancel()
                if self._will:
                    with suppress(MqttError):  # or else it would take the place of whatever ends the line
                        await asyncio.shield(client.publish(self._will.topic, self._will.payload, qos=1, retain=True))

    async def _send(self, client: Client, posts: asyncio.Queue[Post]) -> None:
        while True:
            post = await posts.get()
            if self._posts is not posts:
                raise MqttError("more was to be said than the broker could take")
            await client.publish(
                post.topic, post.payload, qos=int(post.kept), retain=post.kept, properties=lasting(PacketTypes.PUBLISH)
            )

    def _client(self) -> Client:
        broker, will = self._broker, self._will
        last = Will(will.topic, will.payload, 1, True, lasting(PacketTypes.WILLMESSAGE)) if will else None
        return Client(
            broker.host,
            broker.port,
            username=broker.user,
            password=broker.password,
            identifier=self._name,
            protocol=ProtocolVersion.V5,
            will=last,
            keepalive=KEEPALIVE,
            timeout=PATIENCE,
            tls_context=ssl.create_default_context() if broker.tls else None,
            logger=quiet,
        )


def lasting(kind: int) -> Properties:
    """How long the broker keeps a message."""
    properties = Properties(kind)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = LASTS
    return properties
