"""A table at work, with wires that are lists and a clock that stands still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from protocol import VERSION, View
from protocol.from_client import Act, Hello, Start
from protocol.from_server import Accepted, Farewell, Refused, Update, Welcome
from protocol.message import Message
from server.bots.anygame import decide
from server.room import new_room
from server.table import Table
from tests.server.highest import GAME


class Paper:
    """A wire that writes down what is sent."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.closed = asyncio.Event()

    def send(self, message: Message) -> None:
        self.messages.put_nowait(message)

    def close(self) -> None:
        self.closed.set()

    async def next(self) -> Message:
        return await self.messages.get()


class Inline:
    """Bots that think where they stand."""

    async def decide(self, view: View, seed: int) -> str:
        return decide(view, Random(seed))


class Pauses:
    """A clock that notes every pause, and lets it end when it is told to."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[float] = asyncio.Queue()
        self._over = asyncio.Semaphore(0)

    async def sleep(self, seconds: float) -> None:
        self.asked.put_nowait(seconds)
        await self._over.acquire()

    def end_one(self) -> None:
        self._over.release()


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@pytest_asyncio.fixture
async def table(pauses: Pauses) -> AsyncIterator[Table]:
    table = Table(new_room(GAME, "Tapis", 2, dealer=0), Inline(), Random(1), pace=0.8, sleep=pauses.sleep)
    running = asyncio.create_task(table.run())
    yield table
    running.cancel()
    await asyncio.wait([running])


async def sit(table: Table, wire: Paper, name: str = "Anna") -> int:
    line = await table.join(wire, Hello(version=VERSION, name=name))
    assert isinstance(await wire.next(), Welcome)
    return line


async def test_a_bot_pauses_before_each_decision_so_that_people_can_follow(table: Table, pauses: Pauses) -> None:
    anna = Paper()
    await table.say(await sit(table, anna), Start(id="a"))
    assert isinstance(await anna.next(), Accepted)
    await anna.next()
    await anna.next()
    for _ in range(2):
        assert await pauses.asked.get() == 0.8
        assert anna.messages.empty(), "nothing is played before the pause is over"
        pauses.end_one()
    played = await anna.next()
    assert isinstance(played, Update)
    assert [note.key for note in played.events] == ["played"]


async def test_nobody_waits_for_a_bot_that_is_thinking(table: Table, pauses: Pauses) -> None:
    anna = Paper()
    line = await sit(table, anna)
    await table.say(line, Start(id="a"))
    await pauses.asked.get()
    await table.say(line, Act(id="b", seq=1, action="bury:1"))
    answers = [await anna.next() for _ in range(4)]
    assert isinstance(answers[-1], Refused)
    assert answers[-1].code == "not_your_turn"


async def test_an_ended_table_dismisses_everybody_and_hears_nothing_more(table: Table) -> None:
    anna, late = Paper(), Paper()
    line = await sit(table, anna)
    farewell = Farewell(reason="stopping", message="The host has closed the table.")
    await table.end(farewell)
    assert await anna.next() == farewell
    assert anna.closed.is_set()
    for number in range(100):
        await table.say(line, Start(id=f"{number}"))
    await table.join(late, Hello(version=VERSION, name="Bruno"))
    assert late.closed.is_set()
    assert anna.messages.empty()


async def test_the_inbox_is_bounded_and_whoever_fills_it_waits() -> None:
    table = Table(new_room(GAME, "Tapis", 0, dealer=0), Inline(), Random(1))
    flood = asyncio.create_task(flooded(table))
    for _ in range(1000):
        await asyncio.sleep(0)
    assert not flood.done()
    await table.end(Farewell(reason="stopping", message=""))
    await flood


async def flooded(table: Table) -> None:
    for number in range(1000):
        await table.say(1, Start(id=f"{number}"))
