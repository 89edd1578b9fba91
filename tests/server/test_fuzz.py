"""Rough handling: whatever comes over the wire, tables are as before, and so is the memory."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import VERSION, from_client
from protocol.codec import BadMessage, encode, read_from_client
from protocol.from_client import (
    Act,
    Bots,
    Chat,
    Entropy,
    Hello,
    Join,
    Leave,
    Move,
    Open,
    Pledge,
    Remove,
    Start,
    Watch,
)
from protocol.from_server import Failure, Refused, Update
from server.limits import Limits
from server.listener import Host, open_table
from server.room import Room
from server.settings import Settings
from tests.lengths import length
from tests.server.guest import Guest, guest
from tests.server.rough import CLOSE, Rough, frame, misshapen, no_handshake, rough, spoiled

NOT_NOW = [
    encode(message)
    for message in (
        Start(id="f"), Act(id="f", seq=0, action="play:9"), Act(id="f", seq=1, action="play:9"), Move(id="f", seat=1),
        Bots(id="f", number=2), Remove(id="f", seat=0), from_client.Close(id="f"), Join(id="f", table="00000000"),
        Pledge(id="f", deal=1, hash="ab" * 32), Entropy(id="f", deal=1, bytes="cd" * 32),
        Watch(id="f", table="00000000"), Open(id="f", game="highest", name="Mallory"),
    )
]  # fmt: skip
"""Messages that are right at another time: not from somebody who is seated while others play."""

ANYTIME = [encode(Chat(id="f", text="hi")), encode(Leave(id="f")), encode(Hello(version=VERSION, name="Mallory"))]


@given(st.text() | st.binary())
def test_any_text_is_a_message_or_a_bad_one(text: str | bytes) -> None:
    assert len(complaint(text)) < 400


@given(st.integers(0, 2**32), st.sampled_from([*NOT_NOW, *ANYTIME]))
def test_a_message_with_something_wrong_in_it_is_a_message_or_a_bad_one(seed: int, message: str) -> None:
    assert len(complaint(misshapen(message, Random(seed)))) < 400


def complaint(text: str | bytes) -> str:
    """What is wrong with it, if anything is."""
    try:
        read_from_client(text)
    except BadMessage as error:
        return str(error)
    return ""


@pytest.mark.usefixtures("highest_card")
async def test_after_rough_handling_tables_and_memory_are_as_before() -> None:
    settings = Settings(game="highest", bind="127.0.0.1", port=0, pace=0, seed=1, limits=Limits(commands=10**6))
    async with open_table(settings) as host, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(host.port)) for _ in range(3)]
        for person in people:
            await person.sit()
        await people[0].start()
        for person in people:
            await person.hear(Update)
        before = standing(host)
        rng = Random(1)
        for _ in range(30):
            await mistreat(host, people, rng)
        tracemalloc.start()
        try:
            grown = -memory()
            for _ in range(length(60, 5000)):
                await mistreat(host, people, rng)
            grown += memory()
        finally:
            tracemalloc.stop()
        assert standing(host) == before
        assert grown < length(200_000, 2_000_000)  # caches fill; a connection that is kept would be some 30 KB
        await asyncio.gather(*(person.play(person.last(Update)) for person in people))


async def mistreat(host: Host, people: list[Guest], rng: Random) -> None:
    """One stranger who handles the server roughly, and one at the table who says the wrong thing."""
    async with rough(host.port) as stranger:
        if rng.random() < 0.2:
            await stranger.send(no_handshake(rng))
        else:
            await stranger.greet(host.port)
            await insult(stranger, rng)
    await people[2].socket.send(rng.choice(NOT_NOW))
    for person in people[:2]:
        await person.start()
    for person in people:
        assert isinstance(await person.answer(), Refused)
        await person.socket.send(misshapen('{"type":"start","id":"m","x":1}', rng) + "x")
        await person.hear(Failure)
        person.forget()
    while f"tapis_connections {len(people)}.0\n".encode() not in host.metrics.text():
        await (await people[0].socket.ping())


async def insult(stranger: Rough, rng: Random) -> None:
    """Frames of every kind, and an end of any kind."""
    if rng.random() < 0.5:
        hello = Hello(version=VERSION, name="Mallory", lobby=rng.random() < 0.5, watch=rng.random() < 0.5)
        await stranger.send(frame(encode(hello).encode()))
    for _ in range(rng.randrange(12)):
        message = rng.choice(NOT_NOW[:-1])
        await stranger.send(spoiled(message, rng) if rng.random() < 0.8 else frame(message.encode()))
    if rng.random() < 0.3:
        await stranger.send(frame(b"", CLOSE))


def standing(host: Host) -> list[Room]:
    """The tables, but for the time."""
    return [replace(table.room, now=0.0) for table in host.lobby.tables.values()]


def memory() -> int:
    """Bytes in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
