"""Many who watch, and many who come and go."""

from __future__ import annotations

import asyncio
import tracemalloc
from random import Random

import pytest

from protocol import VERSION
from protocol.from_client import Hello
from protocol.from_server import Lobby, Table, Update, Welcome
from protocol.message import Message
from server.limits import Limits
from server.listener import open_table
from server.settings import Settings
from tests.lengths import length
from tests.server.guest import Guest, guest
from tests.server.test_fuzz import memory, standing

pytestmark = pytest.mark.usefixtures("highest_card")


async def test_two_hundred_watch_a_deal_and_break_nothing() -> None:
    async with open_table(settings(connections=300)) as host, guest(host.port, queue=None) as anna:
        await anna.sit()
        staying = [asyncio.create_task(watch(host.port)) for _ in range(100)]
        going = [asyncio.create_task(watch(host.port, leaving=200)) for _ in range(100)]
        while (await anna.hear(Table)).watching < 200:
            pass
        await anna.start()
        last = await anna.play()
        for seen in await asyncio.gather(*staying):
            assert seen[-1].view.result == last.view.result
            assert {update.view.hand for update in seen} == {()}
        await asyncio.gather(*going)


async def watch(port: int, leaving: int | None = None) -> list[Update]:
    """What somebody sees who watches until the end of a deal, or leaves when so many are watching."""
    async with guest(port, queue=None) as watcher:
        await watcher.send(Hello(version=VERSION, name="Eve", watch=True))
        while True:
            message = await watcher.hear(Message)
            if isinstance(message, Update) and message.view.result:
                return [update for update in watcher.heard if isinstance(update, Update)]
            if isinstance(message, Table | Welcome) and leaving is not None:
                table = message if isinstance(message, Table) else message.table
                if table.watching == leaving:
                    watcher.socket.transport.abort()
                    return []


async def test_whoever_comes_and_goes_leaves_nothing_behind() -> None:
    async with open_table(settings()) as host, guest(host.port) as anna:
        await anna.sit()
        await anna.start()
        await anna.hear(Update)
        async with guest(host.port) as bruno:
            token = (await bruno.sit("Bruno")).seat_token
            assert token
            await bruno.hear(Update)
        rng = Random(1)
        for _ in range(30):
            await come_and_go(host.port, token, rng)
            await heard(anna)
        tracemalloc.start()
        try:
            before = standing(host)
            grown = -memory()
            for _ in range(length(100, 10_000)):
                await come_and_go(host.port, token, rng)
                await heard(anna)
            while b"tapis_connections 1.0\n" not in host.metrics.text():
                await heard(anna)
            grown += memory()
        finally:
            tracemalloc.stop()
        assert [room.watchers for room in standing(host)] == [room.watchers for room in before]
        assert grown < length(200_000, 2_000_000)  # caches fill; a connection that is kept would be some 30 KB


async def come_and_go(port: int, token: str, rng: Random) -> None:
    """Into the lobby, to watch, to the own seat, or without a word; with a farewell or without."""
    async with guest(port) as person:
        match rng.randrange(4):
            case 0:
                await person.send(Hello(version=VERSION, name="Eve", lobby=True))
                await person.hear(Lobby)
            case 1:
                await person.send(Hello(version=VERSION, name="Eve", watch=True))
                await person.hear(Update)
            case 2:
                await person.sit("Bruno", token)
                await person.hear(Update)
        if rng.random() < 0.5:
            person.socket.transport.abort()


async def heard(person: Guest) -> None:
    """All that was said so far, to somebody who remembers nothing."""
    await person.start()
    await person.answer()
    person.forget()


def settings(**limits: int) -> Settings:
    limit = Limits(commands=10**6, **limits)
    return Settings(game="highest", bind="127.0.0.1", port=0, pace=0, seed=1, limits=limit)
