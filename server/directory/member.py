"""One host in the directory: shows its own tables to the others, and knows theirs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from pydantic import ValidationError

from protocol import VERSION
from protocol.directory import Listed, Node, feed_topic, node_topic, subject, table_topic
from protocol.from_server import House, Redirect, Row, Table, Update
from protocol.message import Message
from server.directory.bus import Bus, Post
from server.directory.known import Elsewhere, Known

log = logging.getLogger(__name__)

AGAIN = 60.0
"""Seconds after which everything is said again. What is not said for twice as long is forgotten by the broker."""

WHILE = 5.0
"""Seconds after which how a deal stands is said again where nothing happens, for those who have come meanwhile."""

MOST = 1000
"""So many tables a lobby shows at most, those of others counted with our own."""


class Member:
    """`server` says where this host is reached, `rows` which tables it lists; `changed` is called when the others'
    are not as they were. `stale` tells that what is known may be old, since the line is down.
    """

    def __init__(
        self, node: str, server: Callable[[], Node], rows: Callable[[], Sequence[Row]],
        changed: Callable[[], None] = lambda: None, board: Callable[[str], Table | None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.node = node
        self.stale = True
        self.known = Known()
        self._server = server
        self._epoch = server().epoch
        self._rows = rows
        self._changed = changed
        self._board = board
        self._shown: dict[str, Listed] = {}
        self._bus: Bus | None = None
        self._said: Node | None = None
        self._seen: dict[str, Update] = {}
        self._busy: set[str] = set()
        self._outdone = False

    @property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """The tables of all other hosts."""
        return tuple(each for each in self.known.tables() if each.node != self.node)

    @property
    def houses(self) -> tuple[House, ...]:
        """The other hosts as a lobby shows them: those of our version that can be reached, and no table that has the id
        of another one.
        """
        taken = {row.id for row in self._rows()}
        houses: dict[str, tuple[Node, list[Row]]] = {}
        for each in self.elsewhere:
            here = each.server.version == VERSION and each.server.address
            if here and each.row.id not in taken and len(taken) < MOST:
                taken.add(each.row.id)
                houses.setdefault(each.node, (each.server, []))[1].append(each.row)
        shown = (House(name=at.name, address=at.address, tls=at.tls, tables=tuple(t)) for at, t in houses.values())
        return tuple(sorted(shown, key=lambda house: (house.name, house.address)))

    def way_to(self, table: str, *, watch: bool) -> Redirect | None:
        """How to get to a table of another host; None where there is no such table."""
        for house in self.houses:
            if any(row.id == table for row in house.tables):
                return Redirect(address=house.address, tls=house.tls, table=table, watch=watch)
        return None

    async def run(self, bus: Bus, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Take part until this is cancelled."""
        self._bus = bus
        tasks = [asyncio.create_task(bus.run(self)), asyncio.create_task(self._remind(sleep))]
        try:
            while True:
                await sleep(AGAIN)
                self._show_all()
                if not self.stale and self.known.grow_older():
                    self._changed()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def refresh(self) -> None:
        """Our tables have changed, or where they are: show what is new of that. Never waits."""
        if self.stale or self._bus is None:
            return
        now = {row.id: Listed(epoch=self._epoch, row=row, table=self._board(row.id)) for row in self._rows()}
        before, self._shown = self._shown, now
        for table in before.keys() - now.keys():
            self._show(table)
        for table, listed in now.items():
            if listed != before.get(table):
                self._show(table)
        if self._here() != self._said:
            self._say_how_we_are()

    def will(self) -> Post:
        """What the others are to be told when this host is gone without a word."""
        down = Node(state="down", epoch=self._epoch, version=VERSION)
        return Post(node_topic(self.node), down.model_dump_json().encode())

    def feed(self, table: str, message: Message) -> None:
        """What happens at a table, for whoever watches over the bus. Never waits."""
        if isinstance(message, Update):
            self._seen[table] = message
            self._busy.add(table)
        if not self.stale and self._bus:
            self._bus.post(Post(feed_topic(table), message.frame.encode(), kept=False))

    def connected(self) -> None:
        """The line is up, for the first time or again: what we know is told anew, and so is what we show."""
        self.stale = False
        self.known = Known()
        self._show_all()
        self._changed()

    def heard(self, topic: str, payload: bytes) -> None:
        """Something was said, by us too, which is no news."""
        about = subject(topic)
        if about and about[0] == self.node:
            self._put_right(about[1], payload)
        elif self.known.hear(topic, payload):
            self._changed()

    def cut(self) -> None:
        """The line is down: what we know stays, and is old."""
        self.stale = True
        self._changed()

    async def _remind(self, sleep: Callable[[float], Awaitable[None]]) -> None:
        """Who begins to watch while somebody thinks is to see the cards that lie there."""
        while True:
            await sleep(WHILE)
            self._seen = {table: seen for table, seen in self._seen.items() if self._deals(table)}
            for table in self._seen.keys() - self._busy:
                if not self.stale and self._bus:
                    self._bus.post(Post(feed_topic(table), retold(self._seen[table]).frame.encode(), kept=False))
            self._busy.clear()

    def _deals(self, table: str) -> bool:
        board = self._board(table)
        return board is not None and board.state != "waiting"

    def _here(self) -> Node:
        return self._server().model_copy(update={"epoch": self._epoch})

    def _show_all(self) -> None:
        self._shown, self._said = {}, None
        self.refresh()

    def _show(self, table: str) -> None:
        """A table as it is now, or that it is no more."""
        listed = self._shown.get(table)
        if self._bus:
            self._bus.post(Post(table_topic(self.node, table), listed.model_dump_json().encode() if listed else b""))

    def _say_how_we_are(self) -> None:
        self._said = self._here()
        if self._bus:
            self._bus.post(Post(node_topic(self.node), self._said.model_dump_json().encode()))

    def _put_right(self, table: str | None, payload: bytes) -> None:
        """Under our name there may still stand what an earlier run has shown, or the last word of an earlier line; or
        somebody has wiped what we show.
        """
        said: Node | Listed | None = None
        with suppress(ValidationError):
            said = (Node if table is None else Listed).model_validate_json(payload)
        if said and said.epoch > self._epoch:
            self._give_way(said)
        elif table is None:
            if not isinstance(said, Node) or said.epoch < self._epoch or said.state == "down":
                self._say_how_we_are()
        elif table not in self._shown:
            if payload:
                self._show(table)
        elif not self._outdone and (said is None or said.epoch < self._epoch):
            self._show(table)

    def _give_way(self, later: Node | Listed) -> None:
        """To a later server of our name, as long as it is up; we are the later one again when it has gone, and so is
        one that was started again after its clock went back.
        """
        if isinstance(later, Node) and later.state == "down":
            self._epoch, self._outdone = later.epoch + 1, False
            self._show_all()
        elif not self._outdone:
            self._outdone = True
            log.warning("A later server has our name at the broker; give each a --node of its own.")


def retold(update: Update) -> Update:
    """What one who comes to watch is told of a moment, long after it."""
    return Update(seq=update.seq, events=(), view=update.view)
