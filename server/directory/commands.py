"""`tapis tables` and `tapis watch --mqtt`: what a broker tells of the tables of all servers."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from pydantic import ValidationError

from engine import game_named
from protocol import say
from protocol.directory import feed_topic
from protocol.from_server import Row, Update
from server.directory.broker import BadBroker, Broker, add_to
from server.directory.bus import Bus
from server.directory.known import Elsewhere, Known
from server.loops import for_brokers
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
    add_to(parser, required=True)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    args = parser.parse_args(argv)
    logging.getLogger("server").addHandler(logging.NullHandler())  # what is wrong is said below
    from server.directory.mqtt import Mqtt  # loads slowly

    try:
        broker = Broker.read(args.mqtt, args.mqtt_ca)
    except BadBroker as error:
        print(f"tapis tables: {error}", file=sys.stderr)
        return 2
    with asyncio.Runner(loop_factory=for_brokers()) as runner:
        found = runner.run(listed(Mqtt(broker)))
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


def watch(argv: Sequence[str]) -> int:
    """`tapis watch --mqtt URL TABLE`: what happens at a table, as lines. 2: no such table; 3: no broker."""
    parser = _Parser(prog="tapis watch", description="Tell what happens at a table that anybody may watch.")
    add_to(parser, required=True)
    parser.add_argument("table", help="its id, or its name")
    args = parser.parse_args(argv)
    logging.getLogger("server").addHandler(logging.NullHandler())  # what is wrong is said below
    from server.directory.mqtt import Mqtt  # loads slowly

    try:
        broker = Broker.read(args.mqtt, args.mqtt_ca)
    except BadBroker as error:
        print(f"tapis watch: {error}", file=sys.stderr)
        return 2

    async def follow() -> int:
        found = await listed(Mqtt(broker))
        if found is None:
            print(f"tapis watch: the broker at {broker!r} does not answer, or does not let us in.", file=sys.stderr)
            return 3
        meant = [each.row for each in found if args.table in (each.row.id, each.row.name)]
        if len(meant) != 1:
            there = ", ".join(f"{visible(each.row.name)} ({each.row.id})" for each in found) or "none"
            print(f"tapis watch: name one table; there are {there}.", file=sys.stderr)
            return 2
        feed = Follower(meant[0], lambda line: print(line, flush=True))
        await Mqtt(broker, topics=(feed_topic(meant[0].id),)).run(feed)
        return 0

    with asyncio.Runner(loop_factory=for_brokers()) as runner:
        return runner.run(follow())


class Follower:
    """Tells, line after line, what is heard of a table."""

    def __init__(self, row: Row, tell: Callable[[str], None]) -> None:
        self._about = game_named(row.game).about
        self._tell = tell
        tell(f"{self._about.title} at “{visible(row.name)}”.")

    def connected(self) -> None:
        """What comes next is told."""

    def cut(self) -> None:
        """What happens until the line is laid again is not told; the next view shows it."""

    def heard(self, topic: str, payload: bytes) -> None:
        """An update; what is none is passed over."""
        try:
            update = Update.model_validate_json(payload)
        except ValidationError:
            return
        for note in update.events:
            self._tell(say(note, self._about.labels, lambda seat: f"Seat {seat + 1}"))
