"""Those who connect and never say hello, and frames that are no message: both are counted."""

from __future__ import annotations

import contextlib
import ipaddress
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server.gate import Gate, Headcount, room_for
from server.limits import Limits
from server.listener import Host, open_table
from server.metrics import Metrics
from tests.server.guest import Guest, guest
from tests.server.hosts import with_limits
from tests.server.rough import PING, PONG, Rough, deaf, frame, rough

pytestmark = pytest.mark.usefixtures("highest_card")


def test_from_an_address_come_twice_as_many_as_may_sit_down_and_another_when_one_is_gone() -> None:
    entry = Gate(Limits(connections=2), Metrics(), room=100)
    assert [entry.admits("192.0.2.1") for _ in range(5)] == [True] * 4 + [False]
    assert entry.admits("192.0.2.2")
    entry.leave("192.0.2.1")
    assert [entry.admits("192.0.2.1") for _ in range(2)] == [True, False]


def test_no_address_is_kept_from_which_nobody_is_there() -> None:
    there = Headcount()
    for _ in range(2):
        there["192.0.2.1"] += 1
    there.leave("192.0.2.1")
    assert dict(there) == {"192.0.2.1": 1}
    there.leave("192.0.2.1")
    assert dict(there) == {}


def test_in_all_there_are_no_more_than_the_system_has_room_for() -> None:
    entry = Gate(Limits(), Metrics(), room=2)
    assert [entry.admits(f"192.0.2.{number}") for number in range(3)] == [True, True, False]
    entry.leave("192.0.2.0")
    assert entry.admits("192.0.2.3")


def test_the_address_of_a_proxy_is_that_of_many() -> None:
    entry = Gate(Limits(connections=1), Metrics(), room=4, proxy=ipaddress.ip_network("192.0.2.1"))
    assert [entry.admits("::ffff:192.0.2.1") for _ in range(5)] == [True] * 4 + [False]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("limits", "asked", "room"),
    [((1024, 4096), 4096, 4096 - 256), ((4096, 4096), None, 4096 - 256), ((256, -1), 65536 + 256, 65536),
     ((256, 10**9), 65536 + 256, 65536), ((64, 64), None, 32)],
)  # fmt: skip
def test_the_system_is_asked_for_all_files_that_it_gives(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], asked: int | None, room: int
) -> None:
    wanted: list[int] = []
    monkeypatch.setattr("resource.RLIM_INFINITY", -1)
    monkeypatch.setattr("resource.getrlimit", lambda _: limits)
    monkeypatch.setattr("resource.setrlimit", lambda _, both: wanted.append(both[0]))
    assert room_for() == room
    assert wanted == [asked] * (asked is not None)


async def test_who_does_not_become_a_websocket_takes_no_more_than_his_share() -> None:
    async with open_table(with_limits(connections=2)) as host, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(rough(host.port)) for _ in range(5)]
        for each in silent:
            await each.send(b"GET / HTTP/1.1\r\nHost: x")
        assert await cut_off(silent[-1]) == b""
        assert b'tapis_dropped_total{reason="too_many"} 1.0\n' in host.metrics.text()
        if sys.platform == "linux":  # where all of 127/8 is this machine
            there = f"ws://127.0.0.1:{host.port}/"
            await Guest(await stack.enter_async_context(connect(there, proxy=None, local_addr=("127.0.0.2", 0)))).sit()
        for each in silent:
            each.writer.transport.abort()
        while True:
            with contextlib.suppress(OSError, WebSocketException):  # those before may not be gone yet
                async with guest(host.port) as anna:
                    await anna.sit()
                    break


def no_messages() -> Iterator[tuple[str, bytes]]:
    """What a websocket may be sent besides messages."""
    yield "pings", frame(b"", PING) * 200
    yield "pongs", frame(b"", PONG) * 200
    yield "a message without end", frame(b"{", last=False) + frame(b"", 0, last=False) * 200


@pytest.mark.parametrize("flood", [pytest.param(flood, id=name) for name, flood in no_messages()])
async def test_frames_that_are_no_message_are_counted_like_messages(flood: bytes) -> None:
    async with open_table(with_limits(commands=20)) as host, guest(host.port) as anna, rough(host.port) as other:
        await anna.sit()
        await other.greet(host.port)
        await other.send(flood)
        assert b'"too_fast"' in await cut_off(other)
        await anna.start()
        await anna.play()


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(frame(b"\xff"), id="no UTF-8"),
        pytest.param(frame(b"{}", masked=False), id="without a mask"),
        pytest.param(frame(b"", 3), id="a kind of frame that is none"),
        pytest.param(frame(b"x" * 9000), id="longer than a message may be"),
    ],
)
async def test_what_is_no_frame_or_no_text_ends_the_line_and_is_counted(said: bytes) -> None:
    async with open_table(with_limits()) as host:
        async with rough(host.port) as other:
            await other.greet(host.port)
            await other.send(said)
            await cut_off(other)
        async with guest(host.port) as anna:
            await anna.sit()
    assert b'tapis_dropped_total{reason="unreadable"} 1.0\n' in host.metrics.text()


async def test_who_closes_the_line_for_whatever_reason_is_not_dropped() -> None:
    async with open_table(with_limits()) as host, guest(host.port) as anna:
        await anna.socket.close(code=1002)
    assert b"tapis_dropped_total{" not in host.metrics.text()


async def test_a_flood_of_pings_is_not_answered_before_it_is_noticed() -> None:
    async with open_table(with_limits(commands=20)) as host, rough(host.port) as other:
        await other.greet(host.port)
        await other.send(frame(b"", PING) * 2000)
        assert (await cut_off(other)).count(frame(b"", PONG, masked=False)) < 200


async def test_a_client_that_says_no_more_than_it_may_is_not_cut_off_for_its_pings() -> None:
    async with open_table(with_limits(commands=20)) as host, guest(host.port) as anna:
        for _ in range(20):
            await (await anna.socket.ping())
        await anna.sit()


async def test_answers_to_pings_count_as_what_waits_to_be_sent() -> None:
    async with open_table(with_limits(commands=10**6, outbox=2000, hello=60)) as host, deaf(host.port) as other:
        await until_dropped(host, other, frame(b"x" * 125, PING) * 50)
        assert b'tapis_dropped_total{reason="too_slow"} 1.0\n' in host.metrics.text()


async def test_a_client_that_does_not_read_its_answers_is_dropped_and_the_others_play_on() -> None:
    async with open_table(with_limits(commands=10**6, outbox=2000, hello=60)) as host, guest(host.port) as anna:
        async with deaf(host.port) as other:
            await until_dropped(host, other, frame(b"no message") * 50)
            assert b'tapis_dropped_total{reason="too_slow"} 1.0\n' in host.metrics.text()
        await anna.sit()
        await anna.start()
        await anna.play()


async def until_dropped(host: Host, other: Rough, said: bytes) -> None:
    """Say this again and again, until the server has enough."""
    while not other.writer.transport.is_closing() and b"_dropped_total{reason=" not in host.metrics.text():
        await other.send(said)


async def cut_off(line: Rough) -> bytes:
    """All that it is still told before the server ends it."""
    told = b""
    with contextlib.suppress(ConnectionError):
        while data := await line.reader.read(1000):
            told += data
    return told
