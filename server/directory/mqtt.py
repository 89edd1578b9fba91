"""The bus over an MQTT broker."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from ssl import SSLCertVerificationError

from aiomqtt import MqttError
from aiomqtt.exceptions import MqttConnectError

from protocol.directory import DIRECTORY
from server.directory.broker import Broker
from server.directory.bus import Post, Reader
from server.directory.line import Line, secret_name
from server.logs import failure

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds before the broker is tried again."""

REFUSED = 3.0
"""The same, where it does not let us in."""

STEADY = 10.0
"""A line that has held for so many seconds may break with a word; one that keeps breaking is told of once."""

GATHERING = 0.1
"""Seconds in which things to say are gathered; of two on one topic the later is enough."""

WINDOW = 200
"""So many messages that are kept are on their way at once."""

PASSING = 2000
"""So many wait that are not kept; beyond, the oldest are forgotten."""


UNTRUSTED = "has a certificate that nobody we know has signed; --mqtt-ca FILE trusts an authority of your own."


class Mqtt:
    """A line to a broker, laid again whenever it breaks, or the `will` is another one. Without one it only reads."""

    def __init__(
        self, broker: Broker, will: Callable[[], Post] | None = None, topics: tuple[str, ...] = DIRECTORY,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._broker = broker
        self._name = secret_name() if will else None
        self._will = will
        self._topics = topics
        self._sleep = sleep
        self._now = now
        self._line: Line | None = None
        self._kept: dict[str, Post] = {}
        self._passing: deque[Post] = deque(maxlen=PASSING)
        self._gathering = False
        self._told: str | None = None
        self._refusals = False
        self.trouble = "does not answer."
        """What is wrong with the broker, to be told of it."""

    def post(self, post: Post) -> None:
        """Say something soon."""
        if self._line is None:
            return
        if post.kept:
            self._kept.pop(post.topic, None)  # so that what is said last arrives last
            self._kept[post.topic] = post
        else:
            self._passing.append(post)
        self._soon()

    async def run(self, reader: Reader) -> None:
        """Keep the line up, until this is cancelled."""
        while True:
            pause = PAUSE
            try:
                await self._once(reader)
            except MqttConnectError as error:
                pause = REFUSED
                self.trouble = f"does not let us in ({error.rc})."
                self._tell("The broker does not let us in; play goes on.", {"reason": str(error.rc)})
            except (MqttError, OSError) as error:
                cause = error.__context__ or error
                why = type(cause).__name__
                self.trouble = UNTRUSTED if isinstance(cause, SSLCertVerificationError) else f"does not answer ({why})."
                self._tell("The broker cannot be reached; play goes on.", {"error": why})
            except Exception as error:  # a fault of ours stops nothing but the directory, and that not for long
                self._tell("The directory has failed; play goes on.", failure(error))
            await self._sleep(pause)

    async def _once(self, reader: Reader) -> None:
        will = self._will and self._will()
        async with Line(self._broker, self._name, will, self._soon, self._refused) as line:
            for topic in self._topics:
                await line.listen(topic)
            self._line = line
            since = self._now()
            log.info("The broker is reached.")
            try:
                reader.connected()
                async for message in line.messages:
                    reader.heard(str(message.topic), message.payload if isinstance(message.payload, bytes) else b"")
                    if self._will and self._will() != will:
                        return
            finally:
                self._line = None
                self._kept.clear()
                self._passing.clear()
                reader.cut()
                if self._now() - since >= STEADY:
                    self._told = None

    def _soon(self) -> None:
        if not self._gathering and (self._kept or self._passing):
            self._gathering = True
            asyncio.get_running_loop().call_later(GATHERING, self._send)

    def _send(self) -> None:
        self._gathering = False
        if self._line is None:
            return
        while self._kept and self._line.waiting < WINDOW:
            self._line.say(self._kept.pop(next(iter(self._kept))))
        if self._passing and not self._line.passing:
            self._line.say_in_passing(self._passing)
            self._passing.clear()

    def _tell(self, what: str, more: dict[str, str]) -> None:
        """Once, until there is something else to be told, or the line has held."""
        if what != self._told:
            log.warning(what, extra=more)
        self._told = what

    def _refused(self, topic: str) -> None:
        if not self._refusals:
            self._refusals = True
            log.warning(
                "The broker refuses a topic to us: its access rules may ask for another --node.", extra={"topic": topic}
            )
