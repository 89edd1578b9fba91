"""`tapis tables`: what a broker tells of the tables of all servers."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from typing import NoReturn

from server.directory.broker import BadBroker, Broker
from server.directory.bus import Bus
from server.directory.known import Elsewhere, Known
from server.names import visible

PATIENCE = 5.0
"""Seconds for a broker to answer, and for all tables to arrive."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line says what is wrong."""
        self.exit(2, f"{self.prog}: {message}\n")


class Listener:
    """Hears a directory until it is whole."""

    def __init__(self) -> None:
        self.known = Known()
        self.there = False
        self.news = asyncio.Event()

    def connected(self) -> None:
        """The broker answers."""
        self.there = True
        self.known = Known()
        self.news.set()

    def heard(self, topic: str, payload: bytes) -> None:
        """Something was said."""
        self.known.hear(topic, payload)
        self.news.set()

    def cut(self) -> None:
        """The line has broken; it is laid again."""

    @property
    def whole(self) -> bool:
        """Whether all tables of all servers that are up are known, as far as any was heard of."""
        up = [node for node, server in self.known.nodes.items() if server.state == "up"]
        return bool(up) and all(self.known.whole(node) for node in up)


async def listed(bus: Bus, patience: float = PATIENCE) -> tuple[Elsewhere, ...] | None:
    """All tables of all servers, as far as they arrive in time; None where the broker does not answer."""
    listener = Listener()
    task = asyncio.create_task(bus.run(listener))
    try:
        async with asyncio.timeout(patience):
            while not listener.whole:
                await listener.news.wait()
                listener.news.clear()
    except TimeoutError:
        if not listener.there:
            return None
    finally:
        task.cancel()
        await asyncio.wait([task])
    return tuple(listener.known.tables())


def tables(argv: Sequence[str]) -> int:
    """`tapis tables --mqtt URL [--json]`. 0: listed; 2: no such address; 3: the broker does not answer."""
    parser = _Parser(prog="tapis tables", description="List the tables of all servers at a broker.")
    parser.add_argument("--mqtt", required=True, metavar="URL", help="mqtt://USER:PASSWORD@HOST:1883, or mqtts://")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    args = parser.parse_args(argv)
    from server.directory.mqtt import Mqtt  # loads slowly

    try:
        broker = Broker.read(args.mqtt)
    except BadBroker as error:
        print(f"tapis tables: {error}", file=sys.stderr)
        return 2
    found = asyncio.run(listed(Mqtt(broker)))
    if found is None:
        print(f"tapis tables: the broker at {broker!r} does not answer, or does not let us in.", file=sys.stderr)
        return 3
    for each in sorted(found, key=lambda each: (each.server.address, each.row.name)):
        print(as_json(each) if args.json else line(each))
    return 0


def line(table: Elsewhere) -> str:
    """A table in a line."""
    row = table.row
    free = f"{row.free} of {row.seats} seats free" if row.free else "full"
    remarks = [visible(row.title), free, *(["private"] if row.private else []), *map(visible, row.people)]
    return f"{visible(table.server.address)}  {visible(row.name)} ({row.id}): {', '.join(remarks)}"


def as_json(table: Elsewhere) -> str:
    """A table as a program reads it."""
    where = {"node": table.node, "address": table.server.address, "tls": table.server.tls}
    return json.dumps({**where, **table.row.model_dump(mode="json")}, ensure_ascii=False)
