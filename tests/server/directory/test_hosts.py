"""Whole servers and a real broker: their tables in one list, whatever becomes of server or broker."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random

import pytest

import tapis
from engine import game_named
from protocol import VERSION
from protocol.directory import Node
from protocol.from_server import Row
from server.directory.broker import Broker
from server.directory.commands import line, listed
from server.directory.known import Elsewhere
from server.directory.mqtt import Mqtt
from server.listener import open_table
from server.orders import Dealt, Publish
from server.room import new_room
from server.story import handle
from server.terms import Lock, Terms
from tests.server.directory.brokers import Mosquitto
from tests.server.guest import guest
from tests.server.hosts import HIGHEST

pytestmark = pytest.mark.usefixtures("highest_card")


def at(broker: Mosquitto) -> Broker:
    return Broker(host="127.0.0.1", port=broker.port)


async def until_listed(broker: Mosquitto, *names: str) -> None:
    async with asyncio.timeout(30):
        while sorted(each.row.name for each in await listed(Mqtt(at(broker))) or ()) != sorted(names):
            pass


async def test_three_hosts_are_in_one_list_and_one_that_goes_is_not(broker: Mosquitto) -> None:
    async with AsyncExitStack() as stack:
        for name in ("One", "Two"):
            await stack.enter_async_context(open_table(replace(HIGHEST, name=name, broker=at(broker))))
        async with open_table(replace(HIGHEST, name="Three", broker=at(broker))):
            await until_listed(broker, "One", "Two", "Three")
        await until_listed(broker, "One", "Two")


async def test_a_server_that_is_killed_is_gone_from_the_list(broker: Mosquitto) -> None:
    command = [sys.executable, "-m", "tapis", "host", "--bind", "127.0.0.1", "--port", "0", "--no-journal"]
    command += ["--name", "Killed", "--mqtt", f"mqtt://127.0.0.1:{broker.port}"]
    process = await asyncio.to_thread(subprocess.Popen, command, stdout=subprocess.DEVNULL)
    try:
        await until_listed(broker, "Killed")
    finally:
        process.kill()
        await asyncio.to_thread(process.wait)
    async with open_table(replace(HIGHEST, name="Other", broker=at(broker))):
        await until_listed(broker, "Other")


async def test_no_decision_is_lost_when_the_broker_is(broker: Mosquitto) -> None:
    async with open_table(replace(HIGHEST, name="Here", broker=at(broker))) as host, guest(host.port) as anna:
        await until_listed(broker, "Here")
        await anna.sit()
        broker.kill()
        await anna.start()
        assert (await anna.play()).view.result
        broker.start()
        await until_listed(broker, "Here")
        await anna.start()
        assert (await anna.play()).view.result


async def test_without_a_broker_one_plays_all_the_same(broker: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    broker.kill()
    secret = replace(at(broker), user="anna", password="hush-hush")
    with caplog.at_level(logging.DEBUG):
        async with open_table(replace(HIGHEST, broker=secret)) as host, guest(host.port) as anna:
            await anna.sit()
            await anna.start()
            assert (await anna.play()).view.result
    assert "hush-hush" not in caplog.text


async def test_the_list_as_it_is_typed(broker: Mosquitto, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}"
    async with open_table(replace(HIGHEST, name="Here", broker=at(broker))) as host:
        await until_listed(broker, "Here")
        assert await asyncio.to_thread(tapis.main, ["tables", "--mqtt", url]) == 0
        said = capsys.readouterr().out
        assert said.startswith(f"127.0.0.1:{host.port}  Here (")
        assert await asyncio.to_thread(tapis.main, ["tables", "--mqtt", url, "--json"]) == 0
        (row,) = map(json.loads, capsys.readouterr().out.splitlines())
        assert (row["address"], row["name"], row["tls"]) == (f"127.0.0.1:{host.port}", "Here", False)
    assert tapis.main(["tables", "--mqtt", "http://secret@here"]) == 2
    assert "secret" not in capsys.readouterr().err


def test_a_table_of_another_name_than_its_server_is_told_with_both() -> None:
    server = Node(state="up", epoch=1, version=VERSION, name="The club", address="club:443", tls=True)
    friday = Row(
        id="t1", game="tarot", title="French Tarot", name="Friday", state="playing", seats=4, people=("Anna", "Bruno"),
        free=0, private=True,
    )  # fmt: skip
    told = line(Elsewhere("a", server, friday))
    assert told == "club:443  Friday (t1): French Tarot, at The club, full, private, encrypted, Anna, Bruno"


def test_a_private_table_is_not_published() -> None:
    for terms in (Terms(id="t", lock=Lock("", "")), Terms(id="t", listed=False), Terms(id="t", spectators=False)):
        room = new_room(game_named("highest"), terms, 0)
        dealt = Dealt(0, room.game.deal(Random(1), 0).layout)
        assert not any(isinstance(effect, Publish) for effect in handle(room, dealt, 0.0)[1])
