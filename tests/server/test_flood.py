"""Too many at once: messages of one client, connections of one address."""

from __future__ import annotations

import contextlib

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.from_client import Start
from protocol.from_server import Accepted, Failure, Farewell, Refused, Table
from server.limits import Limits
from server.listener import Settings, open_table
from tests.server.guest import Guest, guest

pytestmark = pytest.mark.usefixtures("highest_card")


async def test_a_message_too_many_is_refused_by_its_id_and_changes_nothing() -> None:
    async with open_table(with_limits(commands=20)) as host, guest(host.port) as anna:
        await anna.sit()
        await flood(anna, 30)
        heard = [await anna.answer() for _ in range(30)]
        answers = {answer.id: answer for answer in heard}
        assert isinstance(answers["flood-0"], Accepted)
        message = "Not more than 20 messages in 10 seconds; wait a moment."
        assert answers["flood-29"] == Refused(id="flood-29", code="too_fast", message=message)


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


async def flood(person: Guest, number: int) -> None:
    for count in range(number):
        await person.send(Start(id=f"flood-{count}"))


def with_limits(**limits: int) -> Settings:
    return Settings(game="highest", bind="127.0.0.1", port=0, pace=0, grace=0, seed=1, limits=Limits(**limits))
