"""Clients whose lines are cut all the time: each decision is made once, and all see the same end."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

import pytest

from client.address import Address
from client.line import Line
from client.link import dial
from client.robot import Robot
from client.seats import Seats
from client.session import Session
from engine import GAMES, game_named
from protocol import VERSION, View
from protocol.from_client import Hello
from protocol.from_server import Welcome
from server.listener import open_table
from server.settings import Settings
from tests.lengths import length
from tests.server.cutting import Cutter
from tests.server.test_cuts import choice


class Seat:
    """A robot at a seat, on a line that waits for nothing before it is tried again."""

    def __init__(self, port: int, name: str) -> None:
        at = partial(dial, Address("127.0.0.1", port))
        self.line = Line(at, Hello(version=VERSION, name=name), Seats(), sleep=lambda _seconds: asyncio.sleep(0))
        self.over = asyncio.Event()

    async def sit_down(self) -> None:
        welcome = await self.line.receive()
        assert isinstance(welcome, Welcome)
        self.session = Session(self.line, welcome)

    async def play(self) -> None:
        robot = asyncio.create_task(Robot(self.session, self.decide, Random(1), self.write, start=False).run())
        await self.over.wait()
        robot.cancel()
        await asyncio.wait([robot])
        await self.line.close()

    def write(self, text: str) -> None:
        if text.startswith("This deal"):
            self.over.set()

    def decide(self, view: View, _rng: Random) -> str:
        return choice(view)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", GAMES)
async def test_deals_among_clients_whose_lines_are_cut(key: str) -> None:
    deals = length(5, 100)
    assert sum([await one_deal(key, seed) for seed in range(deals)]) > deals


async def one_deal(key: str, seed: int) -> int:
    """How often a line was cut in it."""
    game = game_named(key)
    settings = Settings(game=key, bind="127.0.0.1", port=0, grace=10_000, seed=seed)
    async with open_table(settings) as host:
        cutter = Cutter(host.port, Random(seed))
        async with cutter.open():
            seats = [Seat(cutter.port, f"Guest {seat}") for seat in range(game.about.seats)]
            for seat in seats:
                await seat.sit_down()
            cutter.sharpen()
            await seats[0].session.start()
            await asyncio.gather(*(seat.play() for seat in seats))
        (table,) = host.lobby.tables.values()
        room = table.room
    assert room.deal is not None
    state = game.restore(room.deal.layout, room.deal.dealer)
    for action in room.actions:
        assert state.to_act is not None
        assert action == choice(game.view(state, state.to_act)), "each decision is the one that its player made"
        state = game.apply(state, action)
    assert state.result
    for number, seat in enumerate(seats):
        assert seat.session.model.view == game.view(state, number)
    return cutter.cuts
