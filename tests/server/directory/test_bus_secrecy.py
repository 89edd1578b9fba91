"""All that is said at a broker while whole deals are played, beside what somebody who watches was sent."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from engine import GAMES
from engine.shuffle import pledge
from protocol import VERSION
from protocol.codec import encode
from protocol.directory import Listed, Node, feed_topic, subject
from protocol.from_client import Chat, Entropy, Hello, Open, Pledge
from protocol.from_server import Commitment, Lobby, Pledges, Revealed, Table, Update, Welcome
from server.directory.broker import Broker
from server.directory.member import retold
from server.directory.mqtt import Mqtt
from server.listener import open_table
from server.settings import Settings
from tests.server.directory.brokers import Mosquitto
from tests.server.directory.test_hosts import until_listed
from tests.server.guest import Guest, guest

PUBLIC = (Table, Commitment, Pledges, Update, Revealed)
"""What one who watches is told, but for what people say."""

PHRASE = "les copains d'abord"


class Everything:
    """Whatever is said at the broker, by topic."""

    def __init__(self) -> None:
        self.said: defaultdict[str, list[str]] = defaultdict(list)
        self.ready = asyncio.Event()
        self._news = asyncio.Event()

    def connected(self) -> None:
        self.ready.set()

    def cut(self) -> None:
        pass

    def heard(self, topic: str, payload: bytes) -> None:
        self.said[topic].append(payload.decode())
        self._news.set()

    async def until(self, topic: str, payload: str) -> None:
        async with asyncio.timeout(30):
            while payload not in self.said[topic]:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def listening(at: Broker) -> AsyncIterator[Everything]:
    everything = Everything()
    task = asyncio.create_task(Mqtt(at, topics=("tapis/#",)).run(everything))
    await everything.ready.wait()
    try:
        yield everything
    finally:
        task.cancel()
        await asyncio.wait([task])


async def private(person: Guest, game: str) -> Welcome:
    """A table with a pass phrase, where a deal is begun."""
    await person.send(Hello(version=VERSION, name="Zoé", lobby=True))
    await person.hear(Lobby)
    await person.send(Open(id="o", game=game, name="Private", phrase=PHRASE, level="easy"))
    welcome = await person.hear(Welcome)
    await person.start()
    await person.hear(Update)
    return welcome


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_is_at_the_broker_that_one_who_watches_may_not_see(game: str, broker: Mosquitto) -> None:
    at = Broker(host="127.0.0.1", port=broker.port)
    settings = Settings(game=game, bind="127.0.0.1", port=0, pace=0, seed=3, level="easy", broker=at)
    async with listening(at) as everything, open_table(settings) as host, AsyncExitStack() as stack:
        anna, bruno, eve, zoe = [await stack.enter_async_context(guest(host.port)) for _ in range(4)]
        await until_listed(broker, "Tapis Vert")
        seats = [await anna.sit("Anna"), await bruno.sit("Bruno")]
        table = seats[0].table_id
        apart = await private(zoe, game)
        await eve.send(Hello(version=VERSION, name="Eve", table=table, watch=True))
        await eve.hear(Welcome)
        await anna.start()
        await anna.send(Chat(id="c", text="What is said is for those at the table."))
        playing = [asyncio.create_task(each.play()) for each in (anna, bruno)]
        while (await eve.hear(Table)).state != "over":
            pass
        await asyncio.gather(*playing)
        told = [message for message in eve.heard if isinstance(message, PUBLIC)]
        await everything.until(feed_topic(table), encode(told[-1]))
    said = dict(everything.said)
    again = {encode(retold(message)) for message in told if isinstance(message, Update)}
    fed, frames = (
        [frame for frame in each if frame not in again]
        for each in (said.pop(feed_topic(table)), [encode(message) for message in told])
    )
    assert fed[-len(frames) :] == frames
    seen = [message.view for message in told if isinstance(message, Update)]
    assert all((view.viewer, view.hand, view.legal) == (None, (), ()) for view in seen)
    assert seen[-1].result
    assert seen[-1].result.status == "played", "a deal that is passed out shows little"
    for topic, payloads in said.items():
        about = subject(topic)
        assert about, f"{topic} is none of a directory, and the private table has no other"
        for payload in filter(None, payloads):
            shown = (Listed if about[1] else Node).model_validate_json(payload)
            assert not (isinstance(shown, Listed) and shown.table and shown.row.id == apart.table_id)
    assert any(apart.table_id in topic for topic in said), "that it is there may be known"
    text = str(everything.said)
    for secret in (PHRASE, "for those at the table", *(str(each.seat_token) for each in (*seats, apart))):
        assert secret not in text


@pytest.mark.usefixtures("highest_card")
async def test_a_shuffle_can_be_checked_by_whoever_listens_at_the_broker(broker: Mosquitto) -> None:
    at = Broker(host="127.0.0.1", port=broker.port)
    settings = Settings(game="highest", bind="127.0.0.1", port=0, pace=0, broker=at)
    async with listening(at) as everything, open_table(settings) as host, guest(host.port) as anna:
        await until_listed(broker, "Tapis Vert")
        welcome = await anna.sit("Anna")
        topic = feed_topic(welcome.table_id)
        await anna.start()
        begun = await anna.hear(Commitment)
        bound = pledge(begun.hash, welcome.seat or 0, "a1" * 32)
        await anna.send(Pledge(id="p", deal=begun.deal, hash=bound))
        pledges = await anna.hear(Pledges)
        await anna.send(Entropy(id="e", deal=begun.deal, bytes="a1" * 32))
        await anna.play()
        revealed = await anna.hear(Revealed)
        await everything.until(topic, encode(revealed))
    said = [frame for frame in everything.said[topic] if frame in map(encode, (begun, pledges, revealed))]
    assert said == [encode(begun), encode(pledges), encode(revealed)]
