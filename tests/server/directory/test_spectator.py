"""A table watched by way of a broker."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from engine import game_named
from protocol import VERSION, Note, View
from protocol.directory import Listed, Node, feed_topic, node_topic, table_topic
from protocol.from_server import Farewell, FromServer, Lobby, Refused, Table, Update, Welcome
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


GAME = game_named("tarot")
SEEN = GAME.view(GAME.deal(Random(1), 0), None)


def update(view: View) -> Update:
    return Update(seq=1, events=(Note("passed", 1),), view=view)


FORGED: dict[str, FromServer] = {
    "a farewell": Farewell(reason="closed", message="Go away."),
    "a refusal": Refused(id="1", code="not_now", message="No."),
    "a lobby": Lobby(version=VERSION, server="Here", games={}, tables=()),
    "a welcome": Welcome(version=VERSION, server="Here", table_id="t2", about=GAME.about, table=BOARD),
    "another game": update(replace(SEEN, game="belote")),
    "another table": update(replace(SEEN, counts=(18,), sides=(None,))),
    "nobody's turn": update(replace(SEEN, to_act=77)),
    "what a seat knows": update(replace(SEEN, viewer=0)),
    "a table of three": BOARD.model_copy(update={"seats": BOARD.seats[:3]}),
}


@pytest.mark.parametrize("message", FORGED.values(), ids=FORGED)
def test_what_this_table_says_to_nobody_is_passed_over(message: FromServer) -> None:
    watching = Watching()
    watching.feed(message.frame.encode())
    watching.node(server())
    if isinstance(message, Table):
        watching.table(message)
    watching.feed(update(SEEN).frame.encode())
    assert watching.told == [update(SEEN)]


def test_a_table_that_is_shown_with_other_seats_than_its_game_has_is_none() -> None:
    assert welcome(Elsewhere("a", server(), row("t1"), BOARD.model_copy(update={"seats": BOARD.seats[:3]}))) is None


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
