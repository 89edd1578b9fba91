"""A server that makes itself known, and who looks around. They meet on the loopback interface alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from ipaddress import ip_interface

import ifaddr
import pytest
from zeroconf import ServiceInfo
from zeroconf._dns import DNSPointer
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.asyncio import AsyncZeroconf

from client import nearby
from client.address import Address, BadAddress
from client.doorstep import Doorstep
from client.nearby import Around, Nearby, can_be_there, nearest, only
from client.start import Going, Start, opened, picked
from protocol import VERSION
from protocol.announcement import LABEL, SERVICE, Announcement, label
from server import discovery
from server.addresses import spoken_on
from server.discovery import Announcer
from server.whereabouts import LOOK, Place, Whereabouts

LOOPBACK = ["127.0.0.1"]

HERE = Place(("127.0.0.1",), ("127.0.0.1",))


class Enough(Exception):
    """A test has seen what it wanted."""


@contextlib.asynccontextmanager
async def announced(name: str, tables: list[int], version: int = VERSION) -> AsyncIterator[Announcer]:
    def now() -> Announcement:
        return Announcement("a1b2c3", version, tables[0])

    announcer = Announcer(name, 7878, lambda: HERE, now)
    task = asyncio.create_task(announcer.run())
    try:
        await announcer.known.wait()
        yield announcer
    finally:
        task.cancel()
        await asyncio.wait([task])


async def until(around: Around, wanted: str, tables: int | None = None) -> Nearby | None:
    """Who is there under that name, once he is (None: no more)."""
    changed = asyncio.Event()
    around.tell(changed.set)
    while True:
        server = next((each for each in around.servers if each.name == wanted), None)
        if (server is None) == (tables is None) and (server is None or server.about.tables == tables):
            return server
        await changed.wait()
        changed.clear()


async def test_a_server_is_found_followed_and_gone() -> None:
    around, tables = Around(), [1]
    async with around.listening(LOOPBACK):
        async with announced("Chez Léa ♠", tables) as announcer:
            found = await until(around, "Chez Léa ♠", 1)
            assert found
            assert found.address == Address("127.0.0.1", 7878)
            assert found.row["id"] == "a1b2c3"
            tables[0] = 2
            announcer.changed.set()
            assert await until(around, "Chez Léa ♠", 2)
        assert await until(around, "Chez Léa ♠") is None


async def test_two_servers_of_one_name_are_told_apart() -> None:
    around = Around()
    async with announced("Twin", [1]) as one, announced("Twin", [1]) as two, around.listening(LOOPBACK):
        assert one.called != two.called
        assert await until(around, one.called, 1)
        assert await until(around, two.called, 1)


async def test_one_of_another_version_is_listed_as_such() -> None:
    around = Around()
    async with around.listening(LOOPBACK), announced("Later", [1], version=9):
        found = await until(around, "Later", 1)
        assert found
        assert "another version (9; this client has 1)" in found.line


async def test_a_name_that_none_can_have_is_passed_over_and_no_sign_of_one_moves_a_cursor() -> None:
    around = Around()
    faults: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, fault: faults.append(fault))
    async with around.listening(LOOPBACK), forged("Evil\x1b[31mRED\x07", "Chez\u202eLéa"):
        found = await until(around, "Chez Léa", 1)
    assert found
    assert found.line.isprintable()
    assert found.row["name"] == "Chez Léa"
    assert faults == []


@contextlib.asynccontextmanager
async def forged(pointer: str, name: str) -> AsyncIterator[None]:
    """Somebody who says what no server of ours would: that there is one of some name, and that he is one."""
    network = AsyncZeroconf(interfaces=LOOPBACK)
    said = DNSOutgoing(0x8400)  # an answer, with authority
    said.add_answer_at_time(DNSPointer(SERVICE, 12, 1, 120, f"{pointer}.{SERVICE}"), 0)  # PTR, in the internet
    txt = Announcement("a1", VERSION, 1).txt()
    service = ServiceInfo(SERVICE, f"{name}.{SERVICE}", 7878, properties=txt, parsed_addresses=["127.0.0.1"])
    try:
        network.zeroconf.send(said)
        await network.async_register_service(service)
        yield
    finally:
        await network.async_unregister_all_services()
        await network.async_close()


def test_an_address_at_which_nobody_else_can_be_is_none() -> None:
    assert can_be_there("192.168.1.7", ())
    assert can_be_there("fe80::1%2", ())
    assert can_be_there("127.0.0.1", LOOPBACK)
    assert not any(can_be_there(host, ()) for host in ("127.0.0.1", "::1", "0.0.0.0", "::", "224.0.0.251"))


@pytest.mark.parametrize("fault", [OSError("no such device"), RuntimeError("No interfaces to listen on")])
async def test_without_a_network_nobody_is_found_and_nothing_stops(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(**_: object) -> None:
        raise fault

    monkeypatch.setattr(nearby, "AsyncZeroconf", broken)
    monkeypatch.setattr(discovery, "AsyncZeroconf", broken)
    around = Around()
    async with around.listening():
        assert around.servers == ()

    async def sleep(seconds: float) -> None:
        assert seconds == discovery.AGAIN
        raise Enough

    with pytest.raises(Enough):
        await Announcer("Nowhere", 1, lambda: HERE, lambda: Announcement("a", 1, 1)).run(sleep)


@pytest.mark.parametrize(
    ("name", "written"),
    [("St. Anna's", "St Anna's"), ("...", "Tapis Vert"), ("a\nb\x00c", "a b c"), ("♠" * 24, "♠" * 21)],
)
def test_a_name_becomes_one_label(name: str, written: str) -> None:
    assert label(name) == written
    assert len(label(name).encode()) <= LABEL


def test_what_is_said_is_read_and_what_is_no_table_is_not() -> None:
    told = Announcement("a1", 1, 3, tls=True)
    heard: dict[bytes, bytes | None] = {key.encode(): value.encode() for key, value in told.txt().items()}
    assert Announcement.read(heard | {b"later": None}) == told
    assert Announcement.read({}) is None
    assert Announcement.read({b"id": b"a", b"version": b"\xff"}) is None


def test_of_several_addresses_that_in_our_own_network_is_taken() -> None:
    own = [ip_interface("10.1.0.7/24")]
    assert nearest(["192.168.5.1", "10.1.0.1"], own) == "10.1.0.1"
    assert nearest(["fd00::1", "192.168.5.1"], own) == "192.168.5.1"


def test_a_server_for_this_machine_alone_is_not_announced() -> None:
    assert spoken_on("127.0.0.1") == ()
    assert spoken_on("::1") == ()


LO = ifaddr.Adapter("lo", "lo", [ifaddr.IP("127.0.0.1", 8, "lo"), ifaddr.IP(("::1", 0, 0), 128, "lo")])

CABLE = ifaddr.Adapter(
    "cable", "cable",
    [ifaddr.IP("10.1.0.7", 24, "cable"), *(ifaddr.IP((f"fe80::{n}", 0, 2), 64, "cable") for n in (7, 8))],
)  # fmt: skip


def test_a_server_is_announced_where_others_may_hear_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [LO, CABLE])
    for everywhere in (None, "0.0.0.0", "::"):
        assert spoken_on(everywhere) == ("10.1.0.7", "fe80::7")
    assert spoken_on("10.1.0.7") == ("10.1.0.7",)
    assert spoken_on("fe80::8%cable") == ("fe80::8",)
    assert spoken_on("10.9.9.9") == ()
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [LO])
    assert spoken_on(None) == ()


async def test_a_server_that_begins_before_there_is_a_network_and_is_carried_to_another_is_found() -> None:
    places = [Place(("127.0.0.1",), ())]
    around, heard = Around(), asyncio.Event()
    around.tell(heard.set)
    announcer = Announcer("Carried", 7878, lambda: places[0], lambda: Announcement("c1", VERSION, 1))
    async with around.listening(LOOPBACK):
        task = asyncio.create_task(announcer.run())
        try:
            for address in ("192.0.2.1", "192.0.2.2"):
                places[0] = Place((address,), ("127.0.0.1",))
                announcer.changed.set()
                while not any(each.name == "Carried" and each.address.host == address for each in around.servers):
                    await heard.wait()
                    heard.clear()
        finally:
            task.cancel()
            await asyncio.wait([task])


async def test_the_networks_of_this_machine_are_looked_at_again_and_again() -> None:
    looks: list[Place | None] = [HERE, HERE, None, Place(("10.1.0.7",), ("10.1.0.7",))]
    told: list[Place] = []

    def look(bind: str | None) -> Place:
        if (seen := looks.pop(0)) is None:
            raise OSError("no such device")
        return seen

    async def sleep(seconds: float) -> None:
        assert seconds == LOOK
        if not looks:
            raise Enough

    there = Whereabouts(None, look)
    there.tell(lambda: told.append(there.now))
    with pytest.raises(Enough):
        await there.watch(sleep)
    assert told == [Place(("10.1.0.7",), ("10.1.0.7",))]


ANNA, BRUNO = (
    Nearby(name, Address(f"10.1.0.{number}", 7878), Announcement(f"a{number}", VERSION, number))
    for number, name in enumerate(("Anna", "Bruno"), 1)
)


def test_a_pipe_goes_where_there_is_no_choice() -> None:
    assert only((ANNA,)) == ANNA
    assert only(()) is None
    with pytest.raises(BadAddress, match="name one: Anna: "):
        only((ANNA, BRUNO))


async def test_whoever_is_at_the_start_hears_of_a_server_and_goes_there(monkeypatch: pytest.MonkeyPatch) -> None:
    around = Around()
    monkeypatch.setattr(around, "listening", partial(around.listening, LOOPBACK))

    async def ears() -> Around:
        return around

    step, changed = Doorstep(opened(Start("Anna")), ears), asyncio.Event()
    task = asyncio.create_task(step.listen(changed.set))
    try:
        async with announced("Chez Léa", [2]):
            await until_found(step, changed, there=True)
            (at,) = (number for number, entry in enumerate(step.start.entries, 1) if entry.text.startswith(FOUND))
            assert picked(step.start, str(at))[1] == Going(Address("127.0.0.1", 7878))
        await until_found(step, changed, there=False)
    finally:
        task.cancel()
        await asyncio.wait([task])


FOUND = "Join Chez Léa: 127.0.0.1:7878, 2 tables"


async def until_found(step: Doorstep, changed: asyncio.Event, *, there: bool) -> None:
    """Whatever else this machine announces meanwhile."""
    while any(entry.text.startswith(FOUND) for entry in step.start.found) != there:
        await changed.wait()
        changed.clear()
