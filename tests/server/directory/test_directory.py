"""The directory: the same contract over a broker and in the process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

import tapis
from protocol import VERSION
from protocol.directory import Listed, Node, node_topic, table_topic
from protocol.from_server import Row
from server.directory.broker import BadBroker, Broker
from server.directory.bus import Bus, Exchange, Inside, Post
from server.directory.known import LASTS, Known
from server.directory.member import Member
from server.directory.mqtt import Mqtt
from tests.server.directory.brokers import Mosquitto

Lay = Callable[[str, Callable[[], Post]], Bus]


def row(table: str, name: str = "Table") -> Row:
    return Row(id=table, game="tarot", title="French Tarot", name=name, state="waiting", seats=4, free=4)


class Host:
    """A host in the directory, with tables as a test wishes."""

    def __init__(self, node: str, epoch: int = 1) -> None:
        self.rows: list[Row] = []
        self.epoch = epoch
        self._news = asyncio.Event()
        self.member = Member(node, self.server, lambda: self.rows, self._news.set)

    def server(self) -> Node:
        return Node(state="up", epoch=self.epoch, version=VERSION, address="10.0.0.1:7878", tables=len(self.rows))

    def show(self, *rows: Row) -> None:
        self.rows = list(rows)
        self.member.refresh()

    async def until(self, holds: Callable[[Member], bool]) -> None:
        async with asyncio.timeout(30):
            while not holds(self.member):
                await self._news.wait()
                self._news.clear()

    async def sees(self, *tables: str) -> None:
        await self.until(lambda member: {each.row.id for each in member.elsewhere} == set(tables))


@contextlib.asynccontextmanager
async def there(host: Host, lay: Lay) -> AsyncIterator[Host]:
    bus = lay(host.member.node, host.member.will)
    task = asyncio.create_task(host.member.run(bus))
    try:
        await host.until(lambda member: not member.stale)
        yield host
    finally:
        task.cancel()
        await asyncio.wait([task])


class Voice:
    """Anybody on the bus, who may say anything and hears everything."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.there = asyncio.Event()
        self.all: list[tuple[str, bytes]] = []
        self._news = asyncio.Event()

    def connected(self) -> None:
        self.there.set()

    def cut(self) -> None:
        self.there.clear()

    def heard(self, topic: str, payload: bytes) -> None:
        self.all.append((topic, payload))
        self._news.set()

    async def until(self, holds: Callable[[list[tuple[str, bytes]]], bool]) -> None:
        async with asyncio.timeout(30):
            while not holds(self.all):
                await self._news.wait()
                self._news.clear()

    async def until_heard(self, topic: str, payload: bytes) -> None:
        await self.until(lambda heard: (topic, payload) in heard)


@contextlib.asynccontextmanager
async def speaking(lay: Lay) -> AsyncIterator[Voice]:
    voice = Voice(lay("voice", lambda: Post("tapis/voice", b"")))
    task = asyncio.create_task(voice.bus.run(voice))
    try:
        await voice.there.wait()
        yield voice
    finally:
        task.cancel()
        await asyncio.wait([task])


def over(broker: Mosquitto) -> Lay:
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0.02)

    return lambda node, last: Mqtt(Broker(host="127.0.0.1", port=broker.port), last, sleep=at_once)


@pytest.fixture(params=["in the process", "over Mosquitto"])
def lay(request: pytest.FixtureRequest) -> Lay:
    if request.param == "in the process":
        exchange = Exchange()
        return lambda node, last: Inside(exchange, last)
    return over(request.getfixturevalue("broker"))


async def test_each_sees_the_tables_of_the_others(lay: Lay) -> None:
    async with there(Host("a"), lay) as a, there(Host("b"), lay) as b:
        a.show(row("t1"), row("t2"))
        b.show(row("t3"))
        await a.sees("t3")
        await b.sees("t1", "t2")


async def test_whoever_comes_later_is_told_what_there_is(lay: Lay) -> None:
    async with there(Host("a"), lay) as a:
        a.show(row("t1"))
        async with there(Host("b"), lay) as b:
            await b.sees("t1")


async def test_a_table_changes_and_closes(lay: Lay) -> None:
    async with there(Host("a"), lay) as a, there(Host("b"), lay) as b:
        a.show(row("t1", "Old"), row("t2"))
        await b.sees("t1", "t2")
        a.show(row("t1", "New"))
        await b.sees("t1")
        await b.until(lambda member: [each.row.name for each in member.elsewhere] == ["New"])


async def test_the_tables_of_a_host_that_is_gone_are_gone(lay: Lay) -> None:
    async with there(Host("b"), lay) as b:
        async with there(Host("a"), lay) as a:
            a.show(row("t1"))
            await b.sees("t1")
        await b.sees()


async def test_the_last_word_of_an_earlier_run_is_put_right(lay: Lay) -> None:
    async with there(Host("a", epoch=2), lay) as a:
        async with there(Host("a", epoch=1), lay) as earlier:
            earlier.show(row("t0"))
        a.show(row("t1"))
        async with there(Host("b"), lay) as b:
            await b.sees("t1")


async def test_of_two_servers_of_one_name_the_later_is_shown(lay: Lay, caplog: pytest.LogCaptureFixture) -> None:
    async with there(Host("b"), lay) as b, there(Host("a", epoch=1), lay) as earlier:
        earlier.show(row("t0"), row("t1"))
        await b.sees("t0", "t1")
        async with there(Host("a", epoch=2), lay) as a:
            a.show(row("t1"), row("t2"))
            await b.sees("t1", "t2")
            earlier.show(row("t3"))
            a.show(row("t4"))
            await b.sees("t4")
    assert caplog.text.count("our name") == 1


async def test_a_server_that_was_started_again_after_its_clock_went_back_is_shown(lay: Lay) -> None:
    async with there(Host("b"), lay) as b:
        async with there(Host("a", epoch=9), lay) as a:
            a.show(row("t1"))
            await b.sees("t1")
        async with there(Host("a", epoch=2), lay) as a:
            a.show(row("t2"))
            await b.sees("t2")
        await b.sees()


async def test_when_the_later_of_two_servers_of_one_name_is_gone_the_earlier_is_shown(lay: Lay) -> None:
    async with there(Host("b"), lay) as b, there(Host("a", epoch=1), lay) as earlier:
        earlier.show(row("t0"))
        async with there(Host("a", epoch=2), lay) as a:
            a.show(row("t1"))
            await b.sees("t1")
        await b.sees("t0")


async def test_what_somebody_wipes_is_said_again(lay: Lay) -> None:
    async with there(Host("a"), lay) as a, speaking(lay) as other:
        a.show(row("t1"))
        shown = table_topic("a", "t1"), Listed(epoch=1, row=row("t1")).model_dump_json().encode()
        await other.until_heard(*shown)
        for wrong in (b"", b"nonsense"):
            other.all.clear()
            other.bus.post(Post(shown[0], wrong))
            await other.until_heard(*shown)


async def test_what_an_earlier_server_of_our_name_says_of_our_table_is_put_right(lay: Lay) -> None:
    async with there(Host("a", epoch=2), lay) as a, there(Host("b"), lay) as b, speaking(lay) as other:
        a.show(row("t1"))
        await b.sees("t1")
        earlier = Listed(epoch=1, row=row("t1", "Old")).model_dump_json().encode()
        other.all.clear()
        other.bus.post(Post(table_topic("a", "t1"), earlier))
        await other.until_heard(table_topic("a", "t1"), Listed(epoch=2, row=row("t1")).model_dump_json().encode())


def test_what_is_not_said_again_is_forgotten_and_with_it_that_there_was_a_later_run() -> None:
    known = Known()
    later, earlier = (Node(state="up", epoch=epoch, version=VERSION).model_dump_json().encode() for epoch in (9, 2))
    table = Listed(epoch=9, row=row("t1")).model_dump_json().encode()
    known.hear(node_topic("a"), later)
    for _ in range(LASTS + 2):
        known.hear(table_topic("a", "t1"), table)
        assert list(known.tables())
        assert not known.hear(node_topic("a"), earlier)
        known.hear(node_topic("a"), later)
        assert not known.grow_older()
    assert [known.grow_older() for _ in range(LASTS + 1)] == [False] * (LASTS - 1) + [True, False]
    assert known.hear(node_topic("a"), earlier)


def test_a_table_is_shown_on_no_topic_but_its_own() -> None:
    known = Known()
    known.hear(node_topic("a"), Node(state="up", epoch=1, version=VERSION).model_dump_json().encode())
    assert not known.hear(table_topic("a", "t2"), Listed(epoch=1, row=row("t1")).model_dump_json().encode())
    assert not list(known.tables())


@pytest.mark.parametrize("forged", [{"free": -3}, {"free": 5}, {"seats": -1}, {"bots": -1}, {"watching": -1}])
def test_what_cannot_be_of_a_table_is_not_shown(forged: dict[str, int]) -> None:
    known = Known()
    known.hear(node_topic("a"), Node(state="up", epoch=1, version=VERSION).model_dump_json().encode())
    listed = Listed(epoch=1, row=row("t1").model_copy(update=forged)).model_dump_json().encode()
    assert not known.hear(table_topic("a", "t1"), listed)


async def test_a_table_that_closed_while_the_line_was_down_is_taken_back(lay: Lay) -> None:
    left = Post(table_topic("a", "t0"), Listed(epoch=1, row=row("t0")).model_dump_json().encode())
    async with speaking(lay) as other:
        other.bus.post(left)
        await other.until_heard(left.topic, left.payload)
        async with there(Host("a"), lay):
            await other.until_heard(left.topic, b"")


async def test_a_thousand_tables_arrive_complete(lay: Lay) -> None:
    async with there(Host("a"), lay) as a, there(Host("b"), lay) as b:
        a.show(*(row(f"t{number}") for number in range(1000)))
        await b.until(lambda member: len(member.elsewhere) == 1000 and member.known.whole("a"))
        async with there(Host("c"), lay) as late:
            await late.until(lambda member: len(member.elsewhere) == 1000 and member.known.whole("a"))


async def test_a_broker_that_is_killed_and_comes_back_has_everything_again(broker: Mosquitto) -> None:
    lay = over(broker)
    async with there(Host("a"), lay) as a, there(Host("b"), lay) as b:
        a.show(row("t1"))
        await b.sees("t1")
        broker.kill()
        await b.until(lambda member: member.stale)
        assert [each.row.id for each in b.member.elsewhere] == ["t1"], "what was known is still shown"
        a.show(row("t1"), row("t2"))
        broker.start()
        await b.until(lambda member: not member.stale)
        await b.sees("t1", "t2")


def test_an_earlier_run_of_a_server_is_not_heard_any_more() -> None:
    known = Known()
    for epoch in (2, 1):
        server = Node(state="up" if epoch == 2 else "down", epoch=epoch, version=1)
        known.hear(node_topic("a"), server.model_dump_json().encode())
        listed = Listed(epoch=epoch, row=row("t1", f"Run {epoch}"))
        known.hear(table_topic("a", "t1"), listed.model_dump_json().encode())
    assert [each.row.name for each in known.tables()] == ["Run 2"]


@pytest.mark.parametrize("payload", [b"{}", b"\xff", b"[" * 9999, b'{"state":"up"}'])
def test_what_cannot_be_read_changes_nothing(payload: bytes) -> None:
    known = Known()
    assert not known.hear(node_topic("a"), payload)
    assert not known.hear(table_topic("a", "t1"), payload)
    assert not known.hear("tapis/v2/node/a/status", payload)
    assert not list(known.tables())


def test_what_is_longer_than_it_can_be_is_not_shown() -> None:
    known = Known()
    for name in ("a" * 24, "a" * 2000):
        up = Node(state="up", epoch=1, version=VERSION, name=name)
        known.hear(node_topic("a"), up.model_dump_json().encode())
        known.hear(table_topic("a", "t1"), Listed(epoch=1, row=row("t1", name)).model_dump_json().encode())
    (shown,) = known.tables()
    assert len(shown.row.name) == len(shown.server.name) == 24


def test_the_address_of_a_broker() -> None:
    assert Broker.read("mqtt://anna:p%40ss@broker") == Broker(host="broker", port=1883, user="anna", password="p@ss")
    assert Broker.read("mqtts://broker:9/").tls
    assert "secret" not in repr(Broker.read("mqtt://anna:secret@broker"))
    for wrong in (
        "broker",
        "http://secret@broker",
        "mqtt://",
        "mqtt://b:port",
        "mqtt://b/topic",
        "mqtt://b:0",
        "mqtt://b#x",
    ):
        with pytest.raises(BadBroker) as error:
            Broker.read(wrong)
        assert "secret" not in str(error.value)


def test_the_password_may_be_in_the_environment() -> None:
    environ = {"TAPIS_MQTT_PASSWORD": "hush"}
    assert Broker.read("mqtt://anna@broker", environ=environ).password == "hush"
    assert Broker.read("mqtt://anna:own@broker", environ=environ).password == "own"
    assert Broker.read("mqtt://broker", environ=environ).password is None


def test_certificates_that_cannot_be_trusted(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    for url, ca, why in (
        ("mqtt://broker", nothing, "write mqtts://"),
        ("mqtts://broker", nothing, "holds no certificate"),
        ("mqtts://broker", tmp_path / "gone.pem", "no such file"),
    ):
        with pytest.raises(BadBroker, match=why):
            Broker.read(url, ca)


@pytest.mark.parametrize(
    "words", [["--node", "a/b"], ["--node", ""], ["--mqtt-ca", "ca.pem"], ["--mqtt", "broker"], ["--node", "a"]]
)
def test_what_cannot_be_is_said_at_the_start(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["host", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
