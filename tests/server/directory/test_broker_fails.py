"""A broker that is gone, slow, silent or unwilling: play goes on, one line says so, and all is there again."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.directory import line, mqtt
from server.directory.broker import Broker
from server.directory.bus import Post
from server.directory.mqtt import Mqtt
from server.listener import open_table
from tests.server.directory.brokers import PASSWD, Mosquitto
from tests.server.directory.test_directory import Host, Lay, over, row, speaking, there
from tests.server.directory.test_hosts import at, until_listed
from tests.server.guest import guest
from tests.server.hosts import HIGHEST

RETURN = 5.0
"""Seconds after its return in which everything is to be said again."""


class Proxy:
    """Stands before a broker, and passes on what is said while it is `open`; `cut` breaks every line."""

    def __init__(self, port: int) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.held = asyncio.Event()
        self.lines = 0
        self.port = 0
        self._to = port
        self._writers: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers |= {writer, back}
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass(reader, back))
                both.create_task(self._pass(there, writer))
        except* ConnectionError:
            pass
        finally:
            self._writers -= {writer, back}
            writer.transport.abort()
            back.transport.abort()

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while said := await source.read(4096):
            if not self.open.is_set():
                self.held.set()
            await self.open.wait()
            target.write(said)
            await target.drain()
        raise ConnectionResetError


@contextlib.asynccontextmanager
async def before(broker: Mosquitto) -> AsyncIterator[Proxy]:
    proxy = Proxy(broker.port)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        proxy.open.set()
        proxy.cut()
        server.close()


class Patience:
    """Sleeps no longer than a moment, and remembers for how long it was asked to."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.often = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) >= 5:
            self.often.set()
        await asyncio.sleep(0)


class Nobody:
    """Reads nothing."""

    def connected(self) -> None:
        raise AssertionError("there is no broker that answers")

    def heard(self, topic: str, payload: bytes) -> None: ...

    def cut(self) -> None: ...


async def tried(broker: Broker) -> list[float]:
    """The pauses between the first tries to reach a broker."""
    patience = Patience()
    task = asyncio.create_task(Mqtt(broker, sleep=patience.sleep).run(Nobody()))
    await patience.often.wait()
    task.cancel()
    await asyncio.wait([task])
    return patience.pauses


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets in who has the password."""
    if not PASSWD:
        pytest.skip("Mosquitto is not installed here")
    passwords = tmp_path / "passwords"
    subprocess.run([PASSWD, "-b", "-c", passwords, "anna", "right"], check=True)
    broker = Mosquitto(tmp_path, f"listener 1883\nallow_anonymous false\npassword_file {passwords}\n")
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


async def test_one_that_is_gone_is_tried_again_in_time_and_told_of_once(
    broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    broker.kill()
    assert all(pause + line.PATIENCE < RETURN for pause in await tried(at(broker)))
    (said,) = caplog.records
    assert "cannot be reached; play goes on" in said.message
    assert vars(said)["error"] == "ConnectionRefusedError"


async def test_one_that_says_nothing(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "PATIENCE", 0.05)

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until the other end is closed, as it has to be
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert set(await tried(Broker(host="127.0.0.1", port=port))) == {mqtt.PAUSE}
    (said,) = caplog.records
    assert "cannot be reached; play goes on" in said.message


async def test_one_that_does_not_let_us_in(locked: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = Broker(host="127.0.0.1", port=locked.port, user="anna", password="hush-hush")
    assert all(mqtt.PAUSE < pause < RETURN for pause in await tried(wrong))
    (said,) = (record for record in caplog.records if record.levelno >= logging.WARNING)
    assert "does not let us in" in said.message
    assert vars(said)["reason"] == "Not authorized"
    assert "hush-hush" not in caplog.text
    async with speaking(lambda node, last: Mqtt(replace(wrong, password="right"))):
        pass


async def test_one_whose_certificate_nobody_signed(guarded: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    assert set(await tried(Broker.read(f"mqtts://anna:of%20anna@localhost:{guarded.port}"))) == {mqtt.PAUSE}
    (said,) = caplog.records
    assert vars(said)["error"] == "SSLCertVerificationError"


async def test_a_line_that_breaks_again_and_again_is_told_of_once(
    broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    async with before(broker) as proxy, there(Host("a"), slowly(proxy)) as a:
        for breaks in range(3):
            proxy.cut()
            await a.until(lambda member: member.stale)
            await a.until(lambda member: not member.stale)
            assert proxy.lines == breaks + 2
    assert len(caplog.records) == 1


def slowly(proxy: Proxy) -> Lay:
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0.02)

    return lambda node, last: Mqtt(Broker(host="127.0.0.1", port=proxy.port), last, sleep=at_once)


@pytest.mark.usefixtures("highest_card")
async def test_one_that_is_slow_holds_nobody_up_and_has_everything_in_the_end(broker: Mosquitto) -> None:
    async with before(broker) as proxy:
        proxy.open.clear()
        slow = Broker(host="127.0.0.1", port=proxy.port)
        async with open_table(replace(HIGHEST, name="Here", broker=slow)) as host, guest(host.port) as anna:
            await anna.sit()
            await anna.start()
            assert (await anna.play()).view.result
            proxy.open.set()
            await until_listed(broker, "Here")
            proxy.open.clear()
            await anna.start()
            assert (await anna.play()).view.result
            proxy.open.set()
            await until_listed(broker, "Here")


async def test_one_that_swallows_what_is_said_has_it_all_on_a_new_line(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "KEEPALIVE", 1)
    async with before(broker) as proxy, there(Host("b"), over(broker)) as b, there(Host("a"), slowly(proxy)) as a:
        a.show(row("t1"))
        await b.sees("t1")
        proxy.open.clear()
        a.show(row("t1"), row("t2"))
        await a.until(lambda member: member.stale)
        proxy.cut()
        proxy.open.set()
        await b.sees("t1", "t2")


@pytest.mark.usefixtures("highest_card")
async def test_one_that_was_gone_from_the_start_and_comes_is_told_everything(broker: Mosquitto) -> None:
    broker.kill()
    async with open_table(replace(HIGHEST, name="Here", broker=at(broker))) as host, guest(host.port) as anna:
        await anna.sit()
        await anna.start()
        assert (await anna.play()).view.result
        broker.start()
        await until_listed(broker, "Here")


@pytest.mark.parametrize("said", [b"\x20\x03\x00\x00\x00", b"\x20\x03\x00\x00\x00\x90\x04\x00\x01\x00\x01", b""])
async def test_one_that_cuts_the_line_at_any_moment_is_told_of_once(
    said: bytes, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "PATIENCE", 0.2)

    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(said)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(cut, "127.0.0.1", 0)
    async with server:
        await tried(Broker(host="127.0.0.1", port=server.sockets[0].getsockname()[1]))
    gc.collect()  # then it is said of a future that nobody has asked it how it went
    assert len(caplog.records) == 1, caplog.text


async def test_a_fault_of_ours_is_told_with_its_place_and_the_line_is_laid_again(
    broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    often = asyncio.Event()

    class Faulty(Nobody):
        times = 0

        def connected(self) -> None:
            self.times += 1
            if self.times == 3:
                often.set()
            raise KeyError("what it holds is not told")

    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    task = asyncio.create_task(Mqtt(at(broker), sleep=at_once).run(Faulty()))
    await often.wait()
    task.cancel()
    await asyncio.wait([task])
    (said,) = caplog.records
    assert vars(said)["error"] == "KeyError"
    assert "in connected" in vars(said)["where"]


async def test_one_that_takes_nothing_any_more_is_left_at_once(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "GOODBYE", 0.05)
    monkeypatch.setattr(line, "KEEPALIVE", 600)
    async with before(broker) as proxy, asyncio.timeout(30), speaking(slowly(proxy)) as voice:
        proxy.open.clear()
        for _ in range(200):  # more than the system takes on a line on which nobody reads
            voice.bus.post(Post("tapis/v1/pub/t1/ev", b"x" * 100_000, kept=False))
        await proxy.held.wait()
