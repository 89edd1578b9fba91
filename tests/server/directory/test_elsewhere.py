"""Several hosts, one lobby: the tables of all, and the way to those of others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
import pytest_asyncio

from protocol import VERSION
from protocol.directory import Listed, Node, node_topic, table_topic
from protocol.from_client import Hello, Join, Open, Watch
from protocol.from_server import Accepted, Failure, House, Lobby, Redirect, Refused, Welcome
from server.addresses import Reached
from server.directory.broker import Broker
from server.directory.bus import Exchange, Inside
from server.directory.member import MOST, Member
from server.listener import Host, open_table
from server.presence import Presence
from tests.server.directory.brokers import Mosquitto
from tests.server.directory.test_directory import row
from tests.server.guest import Guest, guest
from tests.server.hosts import HIGHEST

pytestmark = pytest.mark.usefixtures("highest_card")

NAMES = ("One", "Two", "Three")


@pytest_asyncio.fixture
async def hosts(highest_card: None, broker: Mosquitto) -> AsyncIterator[tuple[Host, ...]]:
    async with AsyncExitStack() as stack:
        at = Broker(host="127.0.0.1", port=broker.port)
        settings = (replace(HIGHEST, name=name, broker=at) for name in NAMES)
        yield tuple([await stack.enter_async_context(open_table(each)) for each in settings])


async def enter(person: Guest, holds: Callable[[Lobby], bool]) -> Lobby:
    """The lobby as soon as this can be said of it."""
    await person.send(Hello(version=VERSION, name="Anna", lobby=True))
    return await until(person, holds)


async def until(person: Guest, holds: Callable[[Lobby], bool]) -> Lobby:
    async with asyncio.timeout(30):
        while not holds(lobby := await person.hear(Lobby)):
            pass
    return lobby


def all_three(lobby: Lobby) -> bool:
    return len(lobby.elsewhere) == 2


async def test_each_lobby_has_the_tables_of_all_hosts_its_own_apart(hosts: tuple[Host, ...]) -> None:
    for host in hosts:
        async with guest(host.port) as anna:
            lobby = await enter(anna, all_three)
            assert [table.name for table in lobby.tables] == [lobby.server]
            others = {house.name: (house.address, [table.name for table in house.tables]) for house in lobby.elsewhere}
            assert others == {
                other.settings.name: (f"127.0.0.1:{other.port}", [other.settings.name])
                for other in hosts
                if other is not host
            }
            assert not lobby.stale


async def test_whoever_chooses_a_table_of_another_host_is_told_the_way(hosts: tuple[Host, ...]) -> None:
    async with guest(hosts[0].port) as anna:
        two = next(house for house in (await enter(anna, all_three)).elsewhere if house.name == "Two")
        (table,) = two.tables
        await anna.send(Join(id="j", table=table.id))
        assert await anna.hear(Accepted) == Accepted(id="j")
        assert await anna.hear(Redirect) == Redirect(address=two.address, table=table.id)
        await anna.send(Watch(id="w", table=table.id))
        assert (await anna.hear(Redirect)).watch
        await anna.send(Join(id="own", table=next(iter(hosts[0].lobby.tables))))
        assert (await anna.hear(Welcome)).server == "One", "he was in the lobby still"
    async with guest(hosts[1].port) as anna:
        await anna.send(Hello(version=VERSION, name="Anna", table=table.id))
        assert (await anna.hear(Welcome)).server == "Two"


async def test_a_greeting_sends_nobody_on(hosts: tuple[Host, ...]) -> None:
    async with guest(hosts[0].port) as anna, guest(hosts[0].port) as bruno:
        lobby = await enter(anna, all_three)
        await bruno.send(Hello(version=VERSION, name="Bruno", table=lobby.elsewhere[0].tables[0].id))
        assert (await bruno.hear(Failure)).code == "no_table"


async def test_a_table_that_is_opened_or_closed_elsewhere_is_there_or_gone(hosts: tuple[Host, ...]) -> None:
    def opened(lobby: Lobby) -> list[str]:
        return [table.name for house in lobby.elsewhere for table in house.tables if table.name not in NAMES]

    async with guest(hosts[0].port) as anna:
        await enter(anna, all_three)
        async with guest(hosts[1].port) as bruno:
            await enter(bruno, all_three)
            await bruno.send(Open(id="o", game="highest", name="Friday", phrase="les copains"))
            lobby = await until(anna, lambda lobby: opened(lobby) == ["Friday"])
            (friday,) = (table for house in lobby.elsewhere for table in house.tables if table.name == "Friday")
            assert friday.private
            await bruno.leave()
        await until(anna, lambda lobby: not opened(lobby))
        await anna.send(Join(id="j", table=friday.id))
        assert (await anna.hear(Refused)).code == "no_table"


async def test_the_lobby_says_when_the_directory_is_stale(hosts: tuple[Host, ...], broker: Mosquitto) -> None:
    async with guest(hosts[0].port) as anna:
        await enter(anna, all_three)
        broker.kill()
        lobby = await until(anna, lambda lobby: lobby.stale)
        assert all_three(lobby), "what was known is still shown"
        broker.start()
        await until(anna, lambda lobby: not lobby.stale and all_three(lobby))


async def test_a_directory_that_has_never_answered_is_stale_and_without_one_nothing_is(broker: Mosquitto) -> None:
    broker.kill()
    async with (
        open_table(replace(HIGHEST, broker=Broker(host="127.0.0.1", port=broker.port))) as alone,
        open_table(HIGHEST) as single,
    ):
        for host, stale in ((alone, True), (single, False)):
            async with guest(host.port) as anna:
                assert (await enter(anna, lambda _: True)).stale == stale


async def test_others_are_told_where_a_host_is_reached(broker: Mosquitto) -> None:
    at = Broker(host="127.0.0.1", port=broker.port)
    public = Reached.read("wss://club.example")
    async with (
        open_table(replace(HIGHEST, name="Behind", broker=at, public=public)),
        open_table(replace(HIGHEST, broker=at)) as host,
        guest(host.port) as anna,
    ):
        (house,) = (await enter(anna, lambda lobby: bool(lobby.elsewhere))).elsewhere
        assert (house.name, house.address, house.tls) == ("Behind", "club.example:443", True)


@pytest.mark.parametrize(
    ("at", "public", "told"),
    [
        ("192.0.2.1", None, ""),
        ("192.0.2.1", Reached.read("ws://club.example:9"), "club.example:9"),
        ("127.0.0.1", None, "127.0.0.1:"),
    ],
)
async def test_on_other_machines_nobody_is_sent_to_his_own(
    at: str, public: Reached | None, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_table(replace(HIGHEST, broker=Broker(host=at, port=9), public=public)) as host:
        assert Presence(host).status().address == (f"{told}{host.port}" if told.endswith("1:") else told)
    assert ("told no address" in caplog.text) == (told == "")


def test_a_table_that_cannot_be_reached_is_not_shown_in_a_lobby() -> None:
    member = knowing(("a", VERSION, ["t1"]))
    nowhere = Node(state="up", epoch=1, version=VERSION, name="a", tables=1)
    member.heard(node_topic("a"), nowhere.model_dump_json().encode())
    assert not member.houses
    assert [each.row.id for each in member.elsewhere] == ["t1"]


async def test_a_server_that_is_carried_to_another_network_says_so() -> None:
    exchange, addresses = Exchange(), ["10.1.0.7:1"]
    member = Member("me", lambda: Node(state="up", epoch=1, version=VERSION, address=addresses[0]), list)
    task = asyncio.create_task(member.run(Inside(exchange, member.will)))
    for _ in range(3):
        await asyncio.sleep(0)
    addresses[0] = "10.2.0.7:1"
    member.refresh()
    assert Node.model_validate_json(exchange.kept[node_topic("me")]).address == "10.2.0.7:1"
    task.cancel()
    await asyncio.wait([task])


def knowing(*others: tuple[str, int, list[str]]) -> Member:
    """A host with the table `own`, which has heard of others: their nodes, versions and tables."""
    member = Member("me", lambda: Node(state="up", epoch=1, version=VERSION), lambda: [row("own")])
    for node, version, tables in others:
        up = Node(state="up", epoch=1, version=version, name=node, address=f"{node}:1", tables=len(tables))
        member.heard(node_topic(node), up.model_dump_json().encode())
        for table in tables:
            member.heard(table_topic(node, table), Listed(epoch=1, row=row(table)).model_dump_json().encode())
    return member


def test_a_table_is_shown_once_and_only_where_our_version_is_spoken() -> None:
    member = knowing(("b", VERSION, ["t1", "t2"]), ("a", VERSION, ["own", "t1", "t3"]), ("old", VERSION + 1, ["t4"]))
    assert member.houses == (
        House(name="a", address="a:1", tables=(row("t3"),)),
        House(name="b", address="b:1", tables=(row("t1"), row("t2"))),
    )
    assert member.way_to("t1", watch=False) == Redirect(address="b:1", table="t1")
    assert member.way_to("t4", watch=False) is None


def test_a_lobby_shows_no_more_tables_than_can_be_told() -> None:
    member = knowing(("a", VERSION, [f"t{number}" for number in range(MOST + 10)]))
    assert sum(len(house.tables) for house in member.houses) == MOST - 1


def test_what_is_no_news_is_told_to_nobody() -> None:
    told: list[str] = []
    member = Member("me", lambda: Node(state="up", epoch=1, version=VERSION), list, lambda: told.append("news"))
    up = Node(state="up", epoch=1, version=VERSION, tables=0).model_dump_json().encode()
    for node in ("a", "a", "me"):
        member.heard(node_topic(node), up)
    assert told == ["news"]
