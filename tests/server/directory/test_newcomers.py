"""Whoever begins to watch at a broker in the middle of a deal."""

from __future__ import annotations

import asyncio

from protocol import VERSION
from protocol.directory import Node, feed_topic
from protocol.from_server import Table, Update
from server.directory.bus import Exchange, Inside, Post
from server.directory.member import WHILE, Member, retold
from tests.server.directory.test_spectator import BOARD, SEEN, Watching, update

HAPPENED = update(SEEN).model_copy(update={"seconds": 3.0})

PLAYING = BOARD.model_copy(update={"state": "playing"})


class Fed:
    """A host whose feed is read; `later` lets a while pass."""

    def __init__(self) -> None:
        self.board: Table | None = PLAYING
        self.exchange = Exchange()
        self.member = Member("a", lambda: Node(state="up", epoch=1, version=VERSION), list, board=lambda _: self.board)
        self.heard: list[bytes] = []
        self._passes = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        if seconds != WHILE:
            await asyncio.Event().wait()
        await self._passes.wait()
        self._passes.clear()

    async def later(self) -> list[bytes]:
        self.heard.clear()
        self._passes.set()
        for _ in range(5):
            await asyncio.sleep(0)
        return list(self.heard)


class Ear:
    """Hears one topic."""

    def __init__(self, fed: Fed) -> None:
        self._fed = fed

    def connected(self) -> None: ...

    def cut(self) -> None: ...

    def heard(self, topic: str, payload: bytes) -> None:
        if topic == feed_topic("t1"):
            self._fed.heard.append(payload)


async def test_how_the_deal_stands_is_said_again_while_nothing_happens() -> None:
    fed = Fed()
    tasks = [
        asyncio.create_task(fed.member.run(Inside(fed.exchange, fed.member.will), fed.sleep)),
        asyncio.create_task(Inside(fed.exchange, lambda: Post("tapis/ear", b"")).run(Ear(fed))),
    ]
    await fed.later()
    fed.member.feed("t1", HAPPENED)
    again = Update(seq=1, events=(), view=SEEN).frame.encode()
    assert await fed.later() == [], "it has just been said"
    assert await fed.later() == [again]
    assert await fed.later() == [again]
    fed.board = BOARD
    assert await fed.later() == [], "the table is cleared"
    fed.board = PLAYING
    assert await fed.later() == []
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def test_who_comes_is_told_how_it_stands_and_who_was_there_is_not_told_twice() -> None:
    there, new = Watching(), Watching()
    there.feed(HAPPENED.frame.encode())
    for watching in (there, new):
        for _ in range(3):
            watching.feed(retold(HAPPENED).frame.encode())
    assert there.told == [HAPPENED]
    assert new.told == [retold(HAPPENED)]
    there.spectator.connected()
    there.feed(retold(HAPPENED).frame.encode())
    assert there.told == [HAPPENED, retold(HAPPENED)], "something may have been missed while the line was down"
