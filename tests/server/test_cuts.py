"""Connections are cut before, inside and after messages: no decision is lost, none is made twice."""

from __future__ import annotations

import asyncio
import itertools
import zlib
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from engine import GAMES, game_named
from protocol import VERSION, View
from protocol.codec import encode, read_from_server
from protocol.from_client import Act, Hello, Start
from protocol.from_server import Accepted, Table, Update, Welcome
from server.listener import open_table
from server.settings import Settings
from tests.lengths import length
from tests.server.cutting import Cutter


async def test_after_random_cuts_every_decision_was_made_once_and_all_see_the_same_end() -> None:
    cuts = 0
    for deal, key in zip(itertools.count(), itertools.cycle(GAMES)):
        cuts += await one_deal(key, Random(deal))
        if cuts >= length(60, 1000):
            break


async def one_deal(key: str, rng: Random) -> int:
    """A deal among people whose lines break all the time; how often they broke."""
    game = game_named(key)
    settings = Settings(game=key, bind="127.0.0.1", port=0, grace=10_000, seed=rng.randrange(1000))
    async with open_table(settings) as host:
        cutter = Cutter(host.port, rng)
        async with cutter.open():
            people = [Stubborn(cutter.port, f"Guest {seat}") for seat in range(game.about.seats)]
            people[0].command = Start(id="start")
            playing = [asyncio.create_task(person.play(cutter)) for person in people]
            views = await asyncio.gather(*playing)
        (table,) = host.lobby.tables.values()
        room = table.room
    assert room.deal is not None
    state = game.restore(room.deal.layout, room.deal.dealer)
    for action in room.actions:
        assert state.to_act is not None
        assert action == choice(game.view(state, state.to_act)), "each decision is the one that its player made"
        state = game.apply(state, action)
    assert state.result
    assert views == [game.view(state, seat) for seat in range(game.about.seats)]
    return cutter.cuts


def choice(view: View) -> str:
    """What is chosen by whoever has this view: one of the legal tokens, never another one."""
    return view.legal[zlib.crc32(repr(view).encode()) % len(view.legal)]


class Stubborn:
    """Plays a deal to its end, on as many lines as it takes.

    `command` is what has not been answered yet: it is sent again on each new line, under its id. `seen` is the view
    that was answered last: what comes back unchanged needs no other answer.
    """

    def __init__(self, port: int, name: str) -> None:
        self.command: Start | Act | None = None
        self._port = port
        self._hello = Hello(version=VERSION, name=name)
        self._update: Update | None = None
        self._seen: View | None = None
        self._ids = itertools.count()

    async def play(self, cutter: Cutter) -> View:
        """The last view."""
        while True:
            try:
                async with connect(f"ws://127.0.0.1:{self._port}/", proxy=None) as line:
                    return await self._listen(line, cutter)
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                pass

    async def _listen(self, line: ClientConnection, cutter: Cutter) -> View:
        await line.send(encode(self._hello))
        async for frame in line:
            match read_from_server(frame):
                case Welcome(seat_token=str(token), table=table):
                    if self._hello.seat_token and self.command:
                        await line.send(encode(self.command))
                    self._hello = self._hello.model_copy(update={"seat_token": token})
                    await self._begin(line, table, cutter)
                case Table() as table:
                    await self._begin(line, table, cutter)
                case Update() as update:
                    self._update = update
                case Accepted(id=command) if self.command and command == self.command.id:
                    self.command = None
            if self._update and self._update.view.result:
                return self._update.view
            await self._decide(line)
        raise EOFError

    async def _begin(self, line: ClientConnection, table: Table, cutter: Cutter) -> None:
        """When all are there, the lines begin to break, and the first one asks for the deal."""
        if all(seat.name for seat in table.seats):
            cutter.sharpen()
            if isinstance(self.command, Start) and table.state == "waiting":
                await line.send(encode(self.command))

    async def _decide(self, line: ClientConnection) -> None:
        update = self._update
        if self.command is None and update and update.view.legal and update.view != self._seen:
            self._seen = update.view
            self.command = Act(id=f"c{next(self._ids)}", seq=update.seq, action=choice(update.view))
            await line.send(encode(self.command))
