"""What can be seen of a server from outside: numbers for Prometheus, none of them about a person or a card.

A player does something in secret now and then, and whoever reads the metrics must not notice that he did. So a
decision is counted when everybody has seen it, and the time that secret ones took is told with the next public one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from server.orders import Command, Decided, Say, Tick
from server.room import Room

Drop = Literal["too_slow", "too_fast", "too_many", "no_hello", "silent", "unreadable", "failed"]
"""Why a server closed a connection."""

STEP = 16 * 1024
"""The outbox is shown in steps of so many bytes, so that a single secret message does not show."""

PROBE = 0.5
"""Seconds between two looks at how late the event loop is."""

BOUNDS = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""The bounds of the histograms, in seconds."""


class Metrics:
    """The numbers of one server. `connections`, `tables` and `outbox` (the fullest of all) are asked when read."""

    def __init__(
        self,
        connections: Callable[[], int] = int,
        tables: Callable[[], int] = int,
        outbox: Callable[[], int] = int,
    ) -> None:
        self._registry = registry = CollectorRegistry()

        def gauge(name: str, about: str, value: Callable[[], int]) -> None:
            Gauge(f"tapis_{name}", about, registry=registry).set_function(value)

        def seconds(name: str, about: str) -> Histogram:
            return Histogram(f"tapis_{name}_seconds", about, buckets=BOUNDS, registry=registry)

        gauge("connections", "Clients that are connected", connections)
        gauge("tables", "Tables that are open", tables)
        gauge("outbox_bytes", f"Bytes waiting for the slowest client, in steps of {STEP}", lambda: steps(outbox()))
        self.decisions = Counter("tapis_decisions", "Decisions that everybody has seen", registry=registry)
        self.dropped = Counter("tapis_dropped", "Connections that the server closed", ["reason"], registry=registry)
        self.lag = seconds("loop_lag", "How late the event loop is")
        self.journal = seconds("journal", "The longest write since a table's last public event")
        self.thinking = seconds("bot_thinking", "The longest thought of a bot before what it did in public")

    def drop(self, reason: Drop) -> None:
        """The server closes a connection."""
        self.dropped.labels(reason).inc()

    async def watch_lag(
        self,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Look at the event loop, for ever."""
        while True:
            begun = clock()
            await sleep(PROBE)
            self.lag.observe(max(0.0, clock() - begun - PROBE))

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self._registry)


class TableMetrics:
    """What one table tells, and when: nothing before everybody at it has seen something."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._written = 0.0
        self._thought = 0.0

    def journalled(self, seconds: float) -> None:
        """The journal was written."""
        self._written = max(self._written, seconds)

    def thought(self, seconds: float) -> None:
        """A bot has decided."""
        self._thought = max(self._thought, seconds)

    def handled(self, before: Room, command: Command, after: Room) -> None:
        """A command was carried out: it counts if everybody has seen something happen."""
        if after.seq == before.seq:
            return
        if isinstance(command, Say | Decided | Tick):
            self._metrics.decisions.inc()
        if isinstance(command, Decided | Tick):
            self._metrics.thinking.observe(self._thought)
        self._metrics.journal.observe(self._written)
        self._written = self._thought = 0.0


def steps(size: int) -> int:
    """So many bytes, rounded down to whole steps."""
    return size - size % STEP
