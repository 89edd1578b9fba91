"""A table at work, with wires that are lists and a clock that stands still."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from itertools import pairwise
from random import Random

import pytest
import pytest_asyncio

from protocol import Note, View
from protocol.from_client import Act, Chat, Close, Leave, Start
from protocol.from_server import Accepted, Farewell, Refused, Update, Welcome
from protocol.from_server import Table as Shown
from protocol.message import Level, Message
from server.bots.anygame import decide
from server.bots.workers import Bots
from server.orders import Dealt
from server.room import new_room
from server.table import HANDFUL, Table
from server.terms import Terms
from tests.server.clocks import StandingClock
from tests.server.highest import GAME


class Paper:
    """A wire that writes down what is sent."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.dismissed = asyncio.Event()

    def send(self, message: Message) -> None:
        self.messages.put_nowait(message)

    def dismiss(self, message: Message) -> None:
        self.send(message)
        self.dismissed.set()

    async def next(self) -> Message:
        return await self.messages.get()


class Inline(Bots):
    """Bots that think where they stand."""

    def __init__(self) -> None:
        self.seeds: list[int] = []

    async def _think(self, view: View, level: Level, seed: int) -> str:
        self.seeds.append(seed)
        return decide(view, Random(seed))

    async def close(self) -> None:
        pass


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest_asyncio.fixture
async def table(clock: StandingClock) -> AsyncIterator[Table]:
    terms = Terms(id="t1", bots=2, pace=0.8, lasting=True)
    table = Table(new_room(GAME, terms, dealer=0), Inline(), Random(1), clock=clock)
    running = asyncio.create_task(table.run())
    yield table
    running.cancel()
    await asyncio.wait([running])


async def sit(table: Table, wire: Paper, name: str = "Anna") -> int:
    line = await table.join(wire, name)
    assert isinstance(await wire.next(), Welcome)
    return line


async def test_a_bot_pauses_once_before_others_see_what_it_does(table: Table, clock: StandingClock) -> None:
    """However much it decides in secret before: else the pause would tell."""
    anna = Paper()
    await table.say(await sit(table, anna), Start(id="a"))
    for _ in range(3):
        await anna.next()
    for moment in (0.8, 1.6):
        assert await clock.awaited.get() == moment
        assert anna.messages.empty(), "nothing is played before the pause is over"
        clock.put_to(moment)
        played = await anna.next()
        assert isinstance(played, Update)
        assert [note.key for note in played.events] == ["played"]


async def test_chance_is_another_at_every_turn_of_a_bot(clock: StandingClock) -> None:
    bots, anna = Inline(), Paper()
    table = Table(new_room(GAME, Terms(id="t1", bots=2, lasting=True), dealer=0), bots, Random(1), clock=clock)
    running = asyncio.create_task(table.run())
    await table.say(await sit(table, anna), Start(id="a"))
    while not isinstance(told := await anna.next(), Update) or not told.view.legal:
        pass
    assert len(set(bots.seeds)) == len(bots.seeds) == 4, "two bots have buried and played"
    running.cancel()
    await asyncio.wait([running])


async def test_a_laid_deal_is_dealt_again_and_again() -> None:
    laid = Dealt(2, GAME.deal(Random(7), 2).layout, again=True)
    table = Table(
        new_room(GAME, Terms(id="t1", lasting=True), 0), Inline(), Random(1), laid=laid, clock=StandingClock()
    )
    running = asyncio.create_task(table.run())
    anna, hands, ids = Paper(), [], map(str, itertools.count())
    line = await sit(table, anna)
    for _ in range(2):
        await table.say(line, Start(id=next(ids)))
        while not isinstance(told := await anna.next(), Update):
            pass
        assert told.events == (Note("dealt.again", 2),)
        hands.append(told.view.hand)
        while told.view.result is None:
            if told.view.legal:
                await table.say(line, Act(id=next(ids), seq=told.seq, action=told.view.legal[0]))
            while not isinstance(told := await anna.next(), Update):
                pass
    assert hands == [tuple(laid.layout["hands"][0])] * 2
    running.cancel()
    await asyncio.wait([running])


async def test_nobody_waits_for_a_bot_that_is_thinking(table: Table, clock: StandingClock) -> None:
    anna = Paper()
    line = await sit(table, anna)
    await table.say(line, Start(id="a"))
    await clock.awaited.get()
    await table.say(line, Act(id="b", seq=1, action="bury:1"))
    answers = [await anna.next() for _ in range(4)]
    assert isinstance(answers[-1], Refused)
    assert answers[-1].code == "not_your_turn"


async def test_an_ended_table_dismisses_everybody_and_hears_nothing_more(table: Table) -> None:
    anna = Paper()
    line = await sit(table, anna)
    farewell = Farewell(reason="stopping", message="The host has closed the table.")
    await table.end(farewell)
    assert await anna.next() == farewell
    assert anna.dismissed.is_set()
    for number in range(100):
        await table.say(line, Start(id=f"{number}"))
    assert table.ended
    assert anna.messages.empty()


async def test_the_inbox_is_bounded_and_whoever_fills_it_waits() -> None:
    table = Table(new_room(GAME, Terms(id="t1"), dealer=0), Inline(), Random(1))
    flood = asyncio.create_task(flooded(table))
    for _ in range(1000):
        await asyncio.sleep(0)
    assert not flood.done()
    await table.end(Farewell(reason="stopping", message=""))
    await flood


@pytest.mark.parametrize("moment", range(8))
async def test_nobody_waits_at_an_inbox_whose_table_ends_whatever_the_moment(moment: int) -> None:
    table = Table(new_room(GAME, Terms(id="t1"), dealer=0), Inline(), Random(1))
    running = asyncio.create_task(table.run())
    many = [asyncio.create_task(table.lost(line)) for line in range(40)]
    for _ in range(moment):
        await asyncio.sleep(0)
    running.cancel()
    await table.end(Farewell(reason="stopping", message=""))
    await asyncio.gather(*many)


async def flooded(table: Table) -> None:
    for number in range(1000):
        await table.say(1, Start(id=f"{number}"))


async def test_a_table_that_is_closed_works_no_more(clock: StandingClock) -> None:
    table = Table(new_room(GAME, Terms(id="t1"), dealer=0), Inline(), Random(1), clock=clock)
    running = asyncio.create_task(table.run())
    anna, bruno, late = Paper(), Paper(), Paper()
    line = await sit(table, anna)
    await sit(table, bruno, "Bruno")
    await table.say(line, Close(id="a"))
    await table.join(late, "Chloé")
    await running
    assert table.ended
    for person in (anna, bruno, late):
        assert person.dismissed.is_set()
    assert await late.next() == Farewell(reason="closed", message="The table has been closed.")
    for number in range(100):
        await table.lost(number)


async def test_the_last_to_leave_a_table_closes_it(clock: StandingClock) -> None:
    table = Table(new_room(GAME, Terms(id="t1"), dealer=0), Inline(), Random(1), clock=clock)
    running = asyncio.create_task(table.run())
    anna = Paper()
    await table.say(await sit(table, anna), Leave(id="a"))
    await running
    assert anna.dismissed.is_set()


async def test_a_table_that_is_left_alone_is_closed_in_the_end(clock: StandingClock) -> None:
    table = Table(new_room(GAME, Terms(id="t1"), dealer=0), Inline(), Random(1), clock=clock)
    running = asyncio.create_task(table.run())
    assert await clock.awaited.get() == 1800, "nobody has come yet"
    clock.put_to(60)
    await table.lost(await sit(table, Paper()))
    assert await clock.awaited.get() == 60 + 1800
    clock.put_to(60 + 1800)
    await running
    assert table.ended


async def test_a_crowd_is_told_bit_by_bit_and_others_come_in_between(table: Table) -> None:
    line, crowd = await sit(table, Paper()), await watching(table)
    await table.say(line, Chat(id="a", text="Who are you all?"))
    heard = [at async for at in turns(crowd)]
    steps = [after - before for before, after in pairwise(heard)]
    assert max(steps) <= HANDFUL


async def test_who_plays_is_told_all_of_a_step_before_a_crowd_is_told_any(table: Table) -> None:
    anna = Paper()
    line, crowd = await sit(table, anna), await watching(table)
    while not anna.messages.empty():  # how many have come to watch
        await anna.next()
    await table.say(line, Start(id="a"))
    told = [type(await anna.next()) for _ in range(3)]
    assert told == [Accepted, Update, Shown]
    assert sum(not eve.messages.empty() for eve in crowd) <= HANDFUL


async def test_a_crowd_is_told_faster_where_somebody_at_the_table_waits_for_it(table: Table) -> None:
    line, crowd = await sit(table, Paper()), await watching(table)
    for word in ("Who", "are"):
        await table.say(line, Chat(id=word, text=word))
    assert len([at async for at in turns(crowd)]) < 2 * len(crowd), "no pause that takes time"


async def watching(table: Table) -> list[Paper]:
    """A crowd of people who have come to watch."""
    crowd = [Paper() for _ in range(60)]
    for eve in crowd:
        await table.join(eve, "Eve", watch=True)
    for eve in crowd:
        assert isinstance(await eve.next(), Welcome)
    return crowd


async def turns(crowd: list[Paper]) -> AsyncIterator[int]:
    """At each turn of the event loop, how many have heard something, until all have."""
    while (heard := sum(not eve.messages.empty() for eve in crowd)) < len(crowd):
        yield heard
        await asyncio.sleep(0)
    yield heard
