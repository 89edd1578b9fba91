"""How messages get from one host to the others: what the directory needs of a broker, and one in the process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Post:
    """A message on a topic. One that is `kept` is told to whoever comes later, until an empty one takes its place, or
    it is not said again for so long as it lasts.
    """

    topic: str
    payload: bytes
    kept: bool = True


class Reader(Protocol):
    """Whoever is on a bus."""

    def connected(self) -> None:
        """It can be heard and spoken on from now on; all that is kept is told anew."""

    def heard(self, topic: str, payload: bytes) -> None:
        """Something was said, by us too."""

    def cut(self) -> None:
        """Nothing more is heard, for now."""


class Bus(Protocol):
    """A line to all the others."""

    def post(self, post: Post) -> None:
        """Say something, soon; it is lost where there is no line. Never waits."""

    async def run(self, reader: Reader) -> None:
        """Keep the line up, until this is cancelled. Then, or when it breaks, the others are told the last will."""


@dataclass
class Exchange:
    """A broker in the process."""

    kept: dict[str, bytes] = field(default_factory=dict)
    lines: list[Inside] = field(default_factory=list)

    def deliver(self, post: Post) -> None:
        """To everybody, at once."""
        if post.kept and post.payload:
            self.kept[post.topic] = post.payload
        elif post.kept:
            self.kept.pop(post.topic, None)
        for line in self.lines:
            if line.reader:
                line.reader.heard(post.topic, post.payload)


class Inside:
    """A line to an exchange."""

    def __init__(self, exchange: Exchange, will: Callable[[], Post]) -> None:
        self.reader: Reader | None = None
        self._exchange = exchange
        self._will = will

    def post(self, post: Post) -> None:
        """Say something."""
        if self.reader:
            self._exchange.deliver(post)

    async def run(self, reader: Reader) -> None:
        """Be there, until this is cancelled."""
        self.reader = reader
        self._exchange.lines.append(self)
        kept = tuple(self._exchange.kept.items())  # what stood before anything that is said now
        reader.connected()
        for topic, payload in kept:
            reader.heard(topic, payload)
        try:
            await asyncio.Event().wait()
        finally:
            self.reader = None
            self._exchange.lines.remove(self)
            self._exchange.deliver(self._will())
            reader.cut()
