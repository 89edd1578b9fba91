"""A table watched by way of a broker."""

from __future__ import annotations

from typing import Literal

import pytest

from engine import game_named
from protocol import VERSION
from protocol.directory import Listed, Node, feed_topic, node_topic, table_topic
from protocol.from_server import FromServer, Table
from server.directory.known import Elsewhere
from server.directory.spectator import GONE, Spectator, welcome
from server.room import new_room
from server.terms import Terms
from tests.server.directory.test_directory import row

BOARD = new_room(game_named("tarot"), Terms(id="t1"), 0).shown()

LATER = BOARD.model_copy(update={"deals": 1})


def server(state: Literal["up", "down"] = "up", epoch: int = 1) -> Node:
    return Node(state=state, epoch=epoch, version=VERSION, name="The club", address="10.0.0.1:7878", tables=1)


class Watching:
    """What somebody is told."""

    def __init__(self) -> None:
        self.told: list[FromServer | None] = []
        self.spectator = Spectator(Elsewhere("a", server(), row("t1"), BOARD), self.told.append)
        self.spectator.connected()

    def node(self, node: Node) -> None:
        self.spectator.heard(node_topic("a"), node.model_dump_json().encode())

    def table(self, table: Table | None, epoch: int = 1) -> None:
        listed = Listed(epoch=epoch, row=row("t1"), table=table).model_dump_json().encode() if table else b""
        self.spectator.heard(table_topic("a", "t1"), listed)

    def feed(self, payload: bytes) -> None:
        self.spectator.heard(feed_topic("t1"), payload)


def test_how_it_stands_is_told_once_and_what_happens_at_once() -> None:
    watching = Watching()
    watching.node(server())
    for table in (BOARD, BOARD, LATER):
        watching.table(table)
    watching.feed(LATER.frame.encode())
    assert watching.told == [BOARD, LATER, LATER]


def test_what_cannot_be_read_is_passed_over() -> None:
    watching = Watching()
    for payload in (b"", b"{}", b"\xff", b'{"type":"accepted"}'):
        watching.feed(payload)
        watching.spectator.heard(table_topic("a", "t1"), payload)
    assert watching.told == []


@pytest.mark.parametrize("closed", [True, False])
def test_a_table_that_is_closed_or_whose_server_is_gone_is_gone(closed: bool) -> None:
    watching = Watching()
    watching.node(server())
    watching.table(BOARD)
    if closed:
        watching.table(None)
    else:
        watching.node(server("down"))
    assert watching.told == [BOARD, GONE]


def test_after_a_line_that_was_broken_how_it_stands_is_told_anew() -> None:
    watching = Watching()
    watching.node(server())
    watching.table(BOARD)
    watching.spectator.cut()
    watching.spectator.connected()
    watching.table(BOARD)
    watching.node(server())
    watching.table(LATER)
    assert watching.told == [BOARD, None, BOARD, LATER]


def test_one_is_welcomed_where_anybody_may_watch() -> None:
    first = welcome(Elsewhere("a", server(), row("t1", "Friday"), BOARD))
    assert first
    assert (first.server, first.name, first.seat, first.seat_token) == ("The club", "Friday", None, None)
    assert (first.about.title, first.table) == ("French Tarot", BOARD)
    assert welcome(Elsewhere("a", server(), row("t1"))) is None
