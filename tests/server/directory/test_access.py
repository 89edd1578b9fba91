"""A broker with exactly the access rules of examples/mosquitto, and encrypted: who may write what, and who may not."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from aiomqtt import MqttError
from aiomqtt.exceptions import MqttConnectError

from protocol.directory import feed_topic
from server.directory.broker import Broker
from server.directory.bus import Post
from server.directory.commands import listed
from server.directory.line import Line
from server.directory.mqtt import Mqtt
from server.limits import Limits
from server.listener import open_table
from tests.server.directory.brokers import Mosquitto
from tests.server.directory.test_directory import speaking
from tests.server.guest import guest
from tests.server.hosts import HIGHEST


def at(broker: Mosquitto, user: str, password: str | None = None) -> Broker:
    url = f"mqtts://{user}@localhost:{broker.port}"
    return Broker.read(url, broker.folder / "ca.pem", {"TAPIS_MQTT_PASSWORD": password or f"of {user}"})


async def refused(broker: Broker, *topics: str) -> list[str]:
    """Those to which the broker takes nothing from us."""
    heard: list[str] = []
    answered = asyncio.Event()
    async with Line(broker, None, None, answered.set, heard.append) as line:
        for topic in topics:
            line.say(Post(topic, b"x"))
        async with asyncio.timeout(30):
            while line.waiting:
                await answered.wait()
                answered.clear()
    return heard


PATIENT = Limits(commands=10**6)
"""Nobody is told that he plays too fast, however long it takes to get a line."""

OF_ANNA = ["tapis/v1/node/anna/status", "tapis/v1/dir/anna/t1"]

FEED = "tapis/v1/pub/t1/ev"

OTHERS = [
    "tapis/v1/pub/t1",
    "tapis/v1/node/annas/status",
    "tapis/v1/dir/watch/t1",
    "tapis/v2/node/anna/status",
    "other",
]


async def test_who_may_write_what(guarded: Mosquitto) -> None:
    assert await refused(at(guarded, "anna"), *OF_ANNA, FEED, *OTHERS) == OTHERS
    assert await refused(at(guarded, "bruno"), *OF_ANNA, FEED, *OTHERS) == [*OF_ANNA, *OTHERS]
    for onlooker in ("watch", "stranger"):
        assert await refused(at(guarded, onlooker), *OF_ANNA, FEED, *OTHERS) == [*OF_ANNA, FEED, *OTHERS]


async def test_who_is_not_let_in(guarded: Mosquitto) -> None:
    anna = at(guarded, "anna")
    for broker in (replace(anna, password="of bruno"), replace(anna, user="eve"), replace(anna, user=None)):
        with pytest.raises(MqttConnectError):
            await refused(broker)


async def test_nobody_has_the_last_word_for_another(guarded: Mosquitto) -> None:
    async with speaking(lambda node, last: Mqtt(at(guarded, "watch"))) as onlooker:
        for user in ("bruno", "anna"):
            last_word = Post(OF_ANNA[0], user.encode())
            first = Line(at(guarded, user), "a name", last_word, lambda: None, lambda topic: None)
            second = Line(at(guarded, user), "a name", None, lambda: None, lambda topic: None)
            async with first, second:  # which takes its place, so that its last word is said
                with pytest.raises(MqttError):
                    await anext(first.messages)
        await onlooker.until_heard(OF_ANNA[0], b"anna")
    assert (OF_ANNA[0], b"bruno") not in onlooker.all


@pytest.mark.usefixtures("highest_card")
async def test_a_server_under_the_name_of_its_user_is_seen_by_whoever_looks_on(guarded: Mosquitto) -> None:
    async with open_table(replace(HIGHEST, name="Here", broker=at(guarded, "anna"), node="anna")):
        async with asyncio.timeout(30):
            while [each.node for each in await listed(Mqtt(at(guarded, "watch"))) or ()] != ["anna"]:
                pass


@pytest.mark.usefixtures("highest_card")
async def test_a_server_under_another_name_says_once_that_it_is_refused(
    guarded: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        speaking(lambda node, last: Mqtt(at(guarded, "watch"), topics=("tapis/#",))) as onlooker,
        open_table(replace(HIGHEST, broker=at(guarded, "bruno"), node="anna", limits=PATIENT)) as host,
        guest(host.port) as anna,
    ):
        welcome = await anna.sit()
        while feed_topic(welcome.table_id) not in (topic for topic, _ in onlooker.all):
            await anna.start()
            assert (await anna.play()).view.result
    assert not any(topic == OF_ANNA[0] for topic, _ in onlooker.all)
    (said,) = (record for record in caplog.records if "refuses" in record.message)
    assert "/anna/" in vars(said)["topic"]
