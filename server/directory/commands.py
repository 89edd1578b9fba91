"""`tapis tables` and `tapis watch --mqtt`: what a broker tells of the tables of all servers."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NoReturn, Protocol

from engine.errors import UnknownGame
from protocol.from_server import FromServer, Welcome
from server.directory.broker import BadBroker, Broker, add_to
from server.directory.bus import Bus
from server.directory.known import Elsewhere, Known
from server.directory.spectator import Spectator, welcome
from server.loops import for_brokers
from server.names import visible

PATIENCE = 5.0
"""Seconds for a broker to answer, and for all tables to arrive."""

QUIET = 0.2
"""Seconds without news, after which all servers have been heard of."""


News = asyncio.Queue[FromServer | None]
"""What is heard of a table; None when nothing is heard any more, for now."""


class Show(Protocol):
    """Shows a table to somebody at this terminal until he leaves; an exit code."""

    def __call__(self, welcome: Welcome, news: News, *, text: bool) -> Awaitable[int]:
        """As lines where `text` is wished."""


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
            with suppress(TimeoutError):  # a server that was heard of last may have tables too
                while True:
                    await asyncio.wait_for(listener.news.wait(), QUIET if listener.whole else None)
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
        found = runner.run(listed(Mqtt(broker), PATIENCE))
    if found is None:
        print(f"tapis tables: the broker at {broker!r} does not answer, or does not let us in.", file=sys.stderr)
        return 3
    for each in sorted(found, key=lambda each: (each.server.address, each.row.name)):
        print(as_json(each) if args.json else line(each))
    missing = sum({each.node: each.server.tables for each in found}.values()) - len(found)
    if missing > 0:
        print(f"tapis tables: not all tables have arrived; there are {missing} more.", file=sys.stderr)
    if not found and not args.json:
        print("No table is shown at this broker.", file=sys.stderr)
    return 0


def line(table: Elsewhere) -> str:
    """A table in a line."""
    row = table.row
    free = f"{row.free} of {row.seats} seats free" if row.free else "full"
    server = table.server
    at = [f"at {visible(server.name)}"] if server.name not in ("", row.name) else []
    remarks = [*(["private"] if row.private else []), *(["encrypted"] if server.tls else [])]
    told = ", ".join([visible(row.title), *at, free, *remarks, *map(visible, row.people)])
    return f"{visible(server.address) or 'not reached from here'}  {visible(row.name)} ({row.id}): {told}"


def as_json(table: Elsewhere) -> str:
    """A table as a program reads it."""
    server = table.server
    where = {"node": table.node, "server": server.name, "address": server.address, "tls": server.tls}
    return json.dumps({**where, **table.row.model_dump(mode="json")}, ensure_ascii=False)


def watch(argv: Sequence[str], show: Show) -> int:
    """`tapis watch --mqtt URL TABLE`: what happens at a table, as `show` shows it. 2: no such table; 3: no broker."""
    parser = _Parser(prog="tapis watch", description="Watch a table by way of a broker, where anybody may watch.")
    add_to(parser, required=True)
    parser.add_argument("table", help="its id, or its name")
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    args = parser.parse_args(argv)
    logging.getLogger("server").addHandler(logging.NullHandler())  # what is wrong is said below
    try:
        broker = Broker.read(args.mqtt, args.mqtt_ca)
        with asyncio.Runner(loop_factory=for_brokers()) as runner:
            return runner.run(_watch(broker, args.table, partial(show, text=args.text)))
    except (BadBroker, UnknownGame, _NoTable) as error:
        print(f"tapis watch: {error}", file=sys.stderr)
        return 2


class _NoTable(Exception):
    """A word that names no table to watch. The text says which there are."""


async def _watch(broker: Broker, wanted: str, show: Callable[[Welcome, News], Awaitable[int]]) -> int:
    from server.directory.mqtt import Mqtt  # loads slowly

    found = await listed(Mqtt(broker))
    if found is None:
        print(f"tapis watch: the broker at {broker!r} does not answer, or does not let us in.", file=sys.stderr)
        return 3
    there = named(wanted, found)
    first, news = welcome(there), News()
    if first is None:
        raise _NoTable(f"nobody may watch “{visible(there.row.name)}” but who is let in there.")
    spectator = Spectator(there, news.put_nowait)
    listening = asyncio.create_task(Mqtt(broker, topics=spectator.topics).run(spectator))
    try:
        return await show(first, news)
    finally:
        listening.cancel()
        await asyncio.wait([listening])


def named(wanted: str, found: Sequence[Elsewhere]) -> Elsewhere:
    """The table of that id or name."""
    meant = [each for each in found if wanted in (each.row.id, each.row.name)]
    if len(meant) != 1:
        there = ", ".join(f"{visible(each.row.name)} ({each.row.id})" for each in found) or "none"
        raise _NoTable(f"name one table; there are {there}.")
    return meant[0]
