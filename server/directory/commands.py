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
from typing import Protocol

from engine.errors import UnknownGame
from protocol import VERSION
from protocol.from_server import FromServer, Welcome
from server.arguments import Arguments
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

NOBODY = 1.0
"""Seconds for the first news; a broker tells at once what it has kept."""

News = asyncio.Queue[FromServer | None]
"""What is heard of a table; None when nothing is heard any more, for now."""


class Show(Protocol):
    """Shows a table to somebody at this terminal until he leaves; an exit code."""

    def __call__(self, welcome: Welcome, news: News, *, text: bool) -> Awaitable[int]:
        """As lines where `text` is wished."""


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
    def patience(self) -> float | None:
        """The seconds without news after which there is nothing more to hear; None where something is still missing."""
        if not self.there:
            return None
        up = [node for node, server in self.known.nodes.items() if server.state == "up"]
        if not up:
            return NOBODY
        return QUIET if all(self.known.whole(node) for node in up) else None


async def listed(bus: Bus, patience: float = PATIENCE) -> tuple[Elsewhere, ...] | None:
    """All tables of all servers, as far as they arrive in time; None where the broker does not answer."""
    known = await heard(bus, patience)
    return None if known is None else tuple(known.tables())


async def heard(bus: Bus, patience: float) -> Known | None:
    """What can be heard of all servers in time; None where the broker does not answer."""
    listener = Listener()
    task = asyncio.create_task(bus.run(listener))
    try:
        async with asyncio.timeout(patience):
            with suppress(TimeoutError):  # a server that was heard of last may have tables too
                while True:
                    await asyncio.wait_for(listener.news.wait(), listener.patience)
                    listener.news.clear()
    except TimeoutError:
        if not listener.there:
            return None
    finally:
        task.cancel()
        await asyncio.wait([task])
    return listener.known


def tables(argv: Sequence[str]) -> int:
    """`tapis tables --mqtt URL [--json]`. 0: listed; 2: no such address; 3: the broker does not answer."""
    parser = Arguments(prog="tapis tables", description="List the tables of all servers at a broker.")
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
    bus = Mqtt(broker)
    say_that_we_listen(broker)
    with asyncio.Runner(loop_factory=for_brokers()) as runner:
        known = runner.run(heard(bus, PATIENCE))
    if known is None:
        print(f"tapis tables: the broker at {broker!r} {bus.trouble}", file=sys.stderr)
        return 3
    found = tuple(known.tables())
    for each in sorted(found, key=lambda each: (each.server.address, each.row.name)):
        print(as_json(each) if args.json else line(each))
    if missing := known.missing:
        print(f"tapis tables: not all tables have arrived; there are {missing} more.", file=sys.stderr)
    elif not known.nodes:
        print("No server is heard of at this broker, unless its rules keep us from reading.", file=sys.stderr)
    elif not found:
        print("No table is shown at this broker.", file=sys.stderr)
    return 0


def say_that_we_listen(broker: Broker) -> None:
    """Say to who sits at a terminal what he waits for."""
    if sys.stderr.isatty():
        print(f"Listening to the broker at {broker!r}…", file=sys.stderr)


def line(table: Elsewhere) -> str:
    """A table in a line."""
    row = table.row
    free = f"{row.free} of {row.seats} seats free" if row.free else "full"
    server = table.server
    at = [f"at {visible(server.name)}"] if server.name not in ("", row.name) else []
    version = [] if server.version == VERSION else [f"another version ({server.version})"]
    remarks = [*version, *(["private"] if row.private else []), *(["encrypted"] if server.tls else [])]
    told = ", ".join([visible(row.title), *at, free, *remarks, *map(visible, row.people)])
    return f"{visible(server.address) or 'not reached from here'}  {visible(row.name)} ({row.id}): {told}"


def as_json(table: Elsewhere) -> str:
    """A table as a program reads it."""
    server = table.server
    where = {"node": table.node, "server": server.name, "address": server.address, "tls": server.tls}
    return json.dumps({**where, **table.row.model_dump(mode="json")}, ensure_ascii=False)


def watch(
    argv: Sequence[str],
    show: Show,
    add_own: Callable[[argparse.ArgumentParser], None] = lambda _: None,
    settle: Callable[[argparse.Namespace], None] = lambda _: None,
) -> int:
    """`tapis watch --mqtt URL TABLE`: what happens at a table, as `show` shows it. 2: no such table; 3: no broker.

    How it is shown, of the arguments that `add_own` adds, is for `settle`.
    """
    parser = Arguments(prog="tapis watch", description="Watch a table by way of a broker, where anybody may watch.")
    add_to(parser, required=True)
    parser.add_argument("table", help="its id, or its name; NODE/ID where several have it")
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    add_own(parser)
    args = parser.parse_args(argv)
    settle(args)
    logging.getLogger("server").addHandler(logging.NullHandler())  # what is wrong is said below
    try:
        broker = Broker.read(args.mqtt, args.mqtt_ca)
        with asyncio.Runner(loop_factory=for_brokers()) as runner:
            return runner.run(_watch(broker, args.table, partial(show, text=args.text)))
    except (BadBroker, UnknownGame, NoTable) as error:
        print(f"tapis watch: {error}", file=sys.stderr)
        return 2


class NoTable(Exception):
    """A word that names no table to watch. The text says which there are."""


async def _watch(broker: Broker, wanted: str, show: Callable[[Welcome, News], Awaitable[int]]) -> int:
    from server.directory.mqtt import Mqtt  # loads slowly

    bus = Mqtt(broker)
    say_that_we_listen(broker)
    found = await listed(bus)
    if found is None:
        print(f"tapis watch: the broker at {broker!r} {bus.trouble}", file=sys.stderr)
        return 3
    there = named(wanted, found)
    first, news = welcome(there), News()
    if first is None:
        raise NoTable(f"nobody may watch “{visible(there.row.name)}” but who is let in there.")
    spectator = Spectator(there, news.put_nowait)
    listening = asyncio.create_task(Mqtt(broker, topics=spectator.topics).run(spectator))
    try:
        return await show(first, news)
    finally:
        listening.cancel()
        await asyncio.wait([listening])


def named(wanted: str, found: Sequence[Elsewhere]) -> Elsewhere:
    """The table of that id or name; where two servers show one of it, with the server's before: NODE/TABLE."""
    meant = [each for each in found if wanted in (each.row.id, each.row.name, f"{each.node}/{each.row.id}")]
    if len(meant) != 1:
        there = ", ".join(f"{visible(each.row.name)} ({each.node}/{each.row.id})" for each in meant or found) or "none"
        raise NoTable(f"name one table; there are {there}.")
    return meant[0]
