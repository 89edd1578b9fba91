"""Too many at once: messages of one client, connections of one address."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from engine.notes import Sentence
from protocol import VERSION
from protocol.from_client import Chat, Hello, Open, Start
from protocol.from_server import Accepted, Failure, Farewell, Lobby, Refused, Said, Table, Welcome
from server import connection
from server.listener import open_table
from tests.server.guest import Guest, guest
from tests.server.hosts import with_limits

pytestmark = pytest.mark.usefixtures("highest_card")


async def test_a_message_too_many_is_refused_by_its_id_and_changes_nothing() -> None:
    async with open_table(with_limits(commands=20)) as host, guest(host.port) as anna:
        await anna.sit()
        await flood(anna, 30)
        heard = [await anna.answer() for _ in range(30)]
        answers = {answer.id: answer for answer in heard}
        assert isinstance(answers["flood-0"], Accepted)
        why = Sentence("Messages in {seconds} seconds: {limit} at most; wait a moment.", limit=20, seconds=10.0)
        assert str(why) == "Messages in 10 seconds: 20 at most; wait a moment."
        assert answers["flood-29"] == Refused.saying(why, id="flood-29", code="too_fast")


async def test_who_floods_in_spite_of_refusals_is_dismissed_and_has_his_seat_when_he_comes_back() -> None:
    async with open_table(with_limits(commands=20)) as host, guest(host.port) as bruno:
        await bruno.sit("Bruno")
        async with guest(host.port) as anna:
            token = (await anna.sit("Anna")).seat_token
            await flood(anna, 45)
            assert isinstance(farewell := (await anna.until_closed())[-1], Farewell)
            assert farewell.reason == "too_fast"
        while (await bruno.hear(Table)).seats[1].present:
            pass
        async with guest(host.port) as again:
            assert (await again.sit("Anna", token)).seat == 1


async def test_rubbish_counts_too_also_before_hello() -> None:
    async with open_table(with_limits(commands=20)) as host, guest(host.port) as stranger:
        for _ in range(45):
            await stranger.socket.send("rubbish")
        *failures, farewell = await stranger.until_closed()
        assert {failure.code for failure in failures if isinstance(failure, Failure)} == {"bad_message", "too_fast"}
        assert isinstance(farewell, Farewell)
        assert farewell.reason == "too_fast"


async def test_what_is_too_much_is_read_slowly(ahead: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "REST", 100.0)
    patient = with_limits(commands=20, hello=3600.0, ping=3600.0)
    async with open_table(patient) as host, guest(host.port) as anna, guest(host.port) as stranger:
        await anna.sit()
        for _ in range(25):
            await stranger.socket.send("rubbish")
        assert [(await stranger.hear(Failure)).code for _ in range(21)] == ["bad_message"] * 20 + ["too_fast"]
        following = asyncio.create_task(stranger.hear(Failure))
        for line in "ab":
            await anna.send(Chat(id=line, text="Hello!"))
            await anna.hear(Said)
        assert not following.done()
        monkeypatch.setattr(connection, "REST", 0.0)
        ahead[0] = 101.0
        await anna.send(Chat(id="c", text="Hello!"))
        await following


async def test_an_address_has_so_many_connections_and_a_new_one_when_another_is_closed() -> None:
    async with open_table(with_limits(connections=2)) as host, guest(host.port) as anna:
        await anna.sit()
        async with guest(host.port) as bruno:
            await bruno.sit()
            async with guest(host.port) as third:
                (failure,) = await third.until_closed()
                assert isinstance(failure, Failure)
                assert failure.code == "too_many"
            await bruno.leave()
            await bruno.until_closed()
        while True:
            async with guest(host.port) as chloe:
                with contextlib.suppress(ConnectionClosed):
                    await chloe.sit()
                    break
        await anna.start()
        await anna.play()


async def test_a_chat_line_too_many_is_refused_and_the_game_goes_on() -> None:
    async with open_table(with_limits(chat=3)) as host, guest(host.port) as anna, guest(host.port) as bruno:
        await anna.sit()
        await bruno.sit("Bruno")
        for line in range(5):
            await anna.send(Chat(id=f"{line}", text=f"line {line}"))
        heard = [await anna.answer() for _ in range(5)]
        assert {answer.id for answer in heard if isinstance(answer, Accepted)} == {"0", "1", "2"}
        assert {answer.code for answer in heard if isinstance(answer, Refused)} == {"too_fast"}
        await anna.start()
        await asyncio.gather(anna.play(), bruno.play())
        assert [said.text for said in bruno.heard if isinstance(said, Said)] == ["line 0", "line 1", "line 2"]


async def test_so_many_watch_a_table_and_the_next_when_one_has_gone() -> None:
    async with open_table(with_limits(spectators=2)) as host, guest(host.port) as anna:
        await anna.sit()
        async with guest(host.port) as one, guest(host.port) as two, guest(host.port) as three:
            for person in (one, two):
                await person.send(watching())
                await person.hear(Welcome)
            await three.send(watching())
            (failure,) = await three.until_closed()
            assert isinstance(failure, Failure)
            assert failure.code == "too_many"
        while (await anna.hear(Table)).watching:
            pass
        async with guest(host.port) as four:
            await four.send(watching())
            await four.hear(Welcome)


async def test_so_many_tables_are_opened_from_an_address_and_another_when_one_is_closed() -> None:
    async with open_table(with_limits(tables=2)) as host, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(host.port)) for _ in range(3)]
        for person in people:
            await person.send(Hello(version=VERSION, name="Anna", lobby=True))
            await person.hear(Lobby)
        answers = [await opened(person) for person in people]
        assert [type(answer) for answer in answers] == [Accepted, Accepted, Refused]
        assert isinstance(answers[-1], Refused)
        assert answers[-1].code == "too_many"
        await people[0].leave()
        while len((await people[2].hear(Lobby)).tables) > 2:
            pass
        assert isinstance(await opened(people[2]), Accepted)


def watching() -> Hello:
    return Hello(version=VERSION, name="Eve", watch=True)


async def opened(person: Guest) -> Accepted | Refused:
    await person.send(Open(id=f"open-{len(person.heard)}", game="highest", name="Friday"))
    return await person.answer()


async def flood(person: Guest, number: int) -> None:
    for count in range(number):
        await person.send(Start(id=f"flood-{count}"))
