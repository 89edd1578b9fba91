"""The tables of all servers, as they are listed once."""

from __future__ import annotations

import asyncio

import pytest

import tapis
from protocol import VERSION
from protocol.directory import Listed, Node, node_topic, table_topic
from server.directory import commands
from server.directory.bus import Post, Reader
from server.directory.commands import NoTable, line, listed, named
from server.directory.known import Elsewhere
from tests.server.directory.brokers import Mosquitto
from tests.server.directory.test_directory import over, row, speaking


def says(node: str, tables: int) -> Post:
    server = Node(state="up", epoch=1, version=VERSION, address=f"{node}.example:7878", tables=tables)
    return Post(node_topic(node), server.model_dump_json().encode())


def shows(node: str, table: str) -> Post:
    return Post(table_topic(node, table), Listed(epoch=1, row=row(table)).model_dump_json().encode())


class Told:
    """A bus on which this is heard, one after the other, and then nothing more."""

    def __init__(self, *posts: Post) -> None:
        self._posts = posts

    def post(self, post: Post) -> None:
        raise AssertionError("who lists says nothing")

    async def run(self, reader: Reader) -> None:
        reader.connected()
        for post in self._posts:
            reader.heard(post.topic, post.payload)
            await asyncio.sleep(0)
        await asyncio.Event().wait()


async def test_a_server_without_tables_does_not_hide_those_after_it() -> None:
    found = await listed(Told(says("a", 0), says("b", 1), shows("b", "t1")))
    assert found is not None
    assert [each.row.id for each in found] == ["t1"]


async def test_where_there_is_nobody_none_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "NOBODY", 0.01)
    gone = Node(state="down", epoch=1, version=VERSION)
    for posts in ((), (Post(node_topic("a"), gone.model_dump_json().encode()),)):
        assert await listed(Told(*posts), patience=3600) == ()


async def test_what_does_not_arrive_is_said(
    broker: Mosquitto, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "PATIENCE", 0.5)
    async with speaking(over(broker)) as voice:
        for post in (says("a", 3), shows("a", "t1"), says("b", 4)):
            voice.bus.post(post)
            await voice.until_heard(post.topic, post.payload)
        words = ["tables", "--mqtt", f"mqtt://127.0.0.1:{broker.port}"]
        assert await asyncio.to_thread(tapis.main, words) == 0
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert "there are 6 more" in said.err


async def test_they_are_listed_over_an_encrypted_line(
    guarded: Mosquitto, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPIS_MQTT_PASSWORD", "of watch")
    words = ["tables", "--mqtt", f"mqtts://watch@localhost:{guarded.port}"]
    trusting = ["--mqtt-ca", str(guarded.folder / "ca.pem")]
    monkeypatch.setattr(commands, "PATIENCE", 0.5)
    assert await asyncio.to_thread(tapis.main, [*words, *trusting]) == 0
    assert await asyncio.to_thread(tapis.main, words) == 3, "nobody else has signed its certificate"
    assert "nobody we know has signed" in capsys.readouterr().err
    monkeypatch.setenv("TAPIS_MQTT_PASSWORD", "guessed")
    assert await asyncio.to_thread(tapis.main, [*words, *trusting]) == 3
    assert "does not let us in (" in capsys.readouterr().err
    guarded.kill()
    assert await asyncio.to_thread(tapis.main, [*words, *trusting]) == 3
    assert "does not answer (ConnectionRefusedError)" in capsys.readouterr().err


def test_a_server_of_another_version_and_two_tables_of_one_id_are_told_as_such() -> None:
    one, two = (
        Elsewhere(node, Node(state="up", epoch=1, version=version, address=f"{node}:1"), row("t1"))
        for node, version in (("a", VERSION), ("b", VERSION + 1))
    )
    assert f"another version ({VERSION + 1})" in line(two)
    assert "version" not in line(one)
    assert named("b/t1", (one, two)) == two
    with pytest.raises(NoTable, match=r"Table \(a/t1\), Table \(b/t1\)"):
        named("t1", (one, two))
