"""A server and its guests, over real sockets."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import Event
from websockets.typing import Origin

from protocol import VERSION, View
from protocol.codec import encode
from protocol.from_client import Chat, Hello
from protocol.from_server import Accepted, Failure, Farewell, Refused, Said, Table, Update, Welcome
from protocol.message import Level
from server import listener
from server import table as tables
from server.addresses import CannotListen
from server.bots.workers import Threads
from server.clock import Running
from server.connection import BEAT, Connection, beat
from server.listener import Host, open_table
from server.orders import Command
from server.room import Outcome, Room
from server.settings import Settings
from server.story import handle
from server.terms import Terms
from tests.server.guest import Guest, guest
from tests.server.hosts import HIGHEST, with_limits
from tests.server.rough import PING, deaf, frame, rough

pytestmark = pytest.mark.usefixtures("highest_card")


async def test_a_person_plays_a_deal_against_bots(host: Host) -> None:
    async with guest(host.port) as anna:
        welcome = await anna.sit()
        assert (welcome.seat, welcome.about.title) == (0, "Highest Card")
        await anna.start()
        last = await anna.play()
        assert last.view.result is not None
        assert sum(last.view.result.scores) == 0
        table = await anna.hear(Table)
        assert (table.state, table.deals, table.scores) == ("over", 1, last.view.result.scores)


async def test_several_people_play_one_deal_after_the_other(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno, guest(host.port) as chloe:
        for person in (anna, bruno, chloe):
            await person.sit()
        for _ in range(3):
            await bruno.start()
            ends = await asyncio.gather(anna.play(), bruno.play(), chloe.play())
            assert len({end.view.result.scores for end in ends if end.view.result}) == 1
    assert [seat.name for seat in chloe.last(Welcome).table.seats] == ["Anna", "Anna 2", "Anna 3"]


RUBBISH = {
    "no JSON": "play:KH",
    "nothing": "",
    "no object": "[1, 2]",
    "no such type": '{"type":"cheat","id":"a"}',
    "a field too many": '{"type":"start","id":"a","deal":[]}',
    "a field missing": '{"type":"act","id":"a","seq":1}',
    "a wrong type": '{"type":"act","id":"a","seq":"1","action":"bury:1"}',
    "a number too large": '{"type":"act","id":"a","seq":' + "9" * 5000 + ',"action":"bury:1"}',
    "no number at all": '{"type":"act","id":"a","seq":NaN,"action":"bury:1"}',
    "nests too deep": "[" * 8000,
    "half a sign": '{"type":"start","id":"\\ud800"}',
    "a binary frame": b'{"type":"start","id":"a"}',
}


@pytest.mark.parametrize("frame", RUBBISH.values(), ids=RUBBISH.keys())
async def test_rubbish_is_answered_and_the_table_plays_on(host: Host, frame: str | bytes) -> None:
    async with guest(host.port) as anna:
        await anna.socket.send(frame)
        assert (await anna.hear(Failure)).code == "bad_message"
        await anna.sit()
        await anna.start()
        await anna.hear(Update)
        await anna.socket.send(frame)
        failure = await anna.hear(Failure)
        assert failure.code == "bad_message"
        assert len(failure.message) < 400
        await anna.play(anna.last(Update))


async def test_a_huge_message_or_bad_text_ends_its_connection_alone(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as large, guest(host.port) as broken:
        for person in (anna, large, broken):
            await person.sit()
        await large.socket.send("x" * 9000)
        await large.until_closed()
        await broken.socket.send(b"\xff\xfe", text=True)
        await broken.until_closed()
        assert (large.socket.close_code, broken.socket.close_code) == (1009, 1007)
        await anna.start()
        await anna.play()


async def test_a_client_of_another_version_is_told_which_one_is_needed(host: Host) -> None:
    async with guest(host.port) as future:
        await future.socket.send('{"type":"hello","version":999,"nickname":"Zoé"}')
        (failure,) = await future.until_closed()
        assert isinstance(failure, Failure)
        assert (failure.code, failure.version) == ("version", VERSION)


async def test_hello_comes_first_and_once(host: Host) -> None:
    async with guest(host.port) as anna:
        await anna.start()
        assert (await anna.hear(Failure)).code == "hello_expected"
        await anna.sit()
        await anna.send(Hello(version=VERSION, name="Anna"))
        assert (await anna.hear(Failure)).code == "hello_twice"


async def test_a_name_of_200_characters_is_turned_away(host: Host) -> None:
    async with guest(host.port) as anna:
        await anna.send(Hello(version=VERSION, name="a" * 200))
        (failure,) = await anna.until_closed()
        assert isinstance(failure, Failure)
        assert (failure.code, failure.message) == ("name", "A name has 1 to 24 visible characters, this one has 200.")


async def test_who_says_no_hello_in_time_is_turned_away() -> None:
    async with open_table(with_limits(hello=0.0)) as host, guest(host.port) as silent:
        (failure,) = await silent.until_closed()
        assert isinstance(failure, Failure)
        assert failure.code == "hello_expected"
        assert b'tapis_dropped_total{reason="no_hello"} 1.0\n' in host.metrics.text()


async def test_a_seat_is_reclaimed_with_its_token(host: Host) -> None:
    async with guest(host.port) as bruno:
        await bruno.sit("Bruno")
        async with guest(host.port) as anna:
            token = (await anna.sit()).seat_token
            await bruno.start()
            hand = (await anna.hear(Update)).view.hand
        async with guest(host.port) as again:
            welcome = await again.sit("Anna", token)
            assert (welcome.seat, welcome.seat_token) == (1, token)
            assert set((await again.hear(Update)).view.hand) <= set(hand)
            async with guest(host.port) as newest:
                await newest.sit("Anna", token)
                farewell = (await again.until_closed())[-1]
                assert isinstance(farewell, Farewell)
                assert farewell.reason == "replaced"


async def test_who_leaves_is_answered_and_the_line_is_closed(host: Host) -> None:
    async with guest(host.port) as anna:
        await anna.sit()
        await anna.leave()
        *_, answer, farewell = await anna.until_closed()
        assert isinstance(answer, Accepted)
        assert isinstance(farewell, Farewell)
        assert farewell.reason == "left"


async def test_a_refusal_says_which_clause(host: Host) -> None:
    async with guest(host.port) as anna:
        await anna.sit()
        await anna.start()
        while not (update := await anna.hear(Update)).view.legal:
            pass
        answer = await anna.act(update.seq, "bury:the whole pack")
        assert isinstance(answer, Refused)
        assert (answer.code, answer.clause, answer.message) == ("illegal", "1", "Bury a card of your hand.")


async def test_nobody_is_sent_anything_of_anothers_hand(host: Host) -> None:
    """What two people are sent differs in nothing but their own: neither frame holds a card that he may not see."""
    async with guest(host.port) as anna, guest(host.port) as bruno:
        await anna.sit("Anna")
        await bruno.sit("Bruno")
        await anna.start()
        await asyncio.gather(anna.play(), bruno.play())
    for person in (anna, bruno):
        mine: set[str] = set()
        public: set[str] = set()
        for message in person.heard:
            if isinstance(message, Update):
                mine |= set(message.view.hand)
                public |= {card for note in message.events for card in note.cards}
                trick = message.view.trick
                assert trick is not None
                assert {card for play in trick.plays for card in play} <= public
                assert {token.partition(":")[2] for token in message.view.legal} <= mine
        assert len(mine) == 3


async def test_a_connection_that_becomes_no_websocket_in_time_is_closed() -> None:
    async with open_table(with_limits(handshake=0.01)) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert b"101" not in await reader.read()
        writer.close()


async def test_what_a_websocket_may_take_is_as_the_limits_say(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}

    def noted(*arguments: Any, **settings: Any) -> Any:
        asked.update(settings)
        return serve(*arguments, **settings)

    monkeypatch.setattr(listener, "serve", noted)
    async with open_table(with_limits(message=7, inbound=5, handshake=4.0, ping=3.0, pong=2.0, closing=1.0)):
        assert (asked["max_size"], asked["max_queue"], asked["open_timeout"]) == (7, 5, 4.0)
        assert (asked["ping_interval"], asked["close_timeout"], asked["compression"]) == (None, 1.0, None)


async def test_the_first_table_is_kept_as_the_settings_say() -> None:
    terms = Terms(
        id="", server="Club", name="Club", bots=1, level="easy", deals=3, clock=60, grace=20.0, pace=0.5,
        spectators=False, crowd=7, lasting=True,
    )  # fmt: skip
    said = ("name", "bots", "level", "deals", "clock", "grace", "pace", "spectators")
    settings = replace(with_limits(spectators=7), **{name: getattr(terms, name) for name in said})
    async with open_table(settings) as host:
        assert host.lobby.tables[host.house].room.terms == replace(terms, id=host.house)


async def test_the_time_of_a_table_is_that_in_which_the_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    now, watched = [500.0], asyncio.Event()

    class Given(Running):
        def now(self) -> float:
            return now[0]

        async def watch(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
            watched.set()

    monkeypatch.setattr(listener, "Running", Given)
    async with open_table(HIGHEST) as host, guest(host.port) as anna:
        now[0] += 70
        await anna.sit()
        assert host.lobby.tables[host.house].room.now == 70
        assert watched.is_set()


async def test_when_the_server_stops_everybody_is_told() -> None:
    async with open_table(HIGHEST) as host:
        anna, silent = [await connect(f"ws://127.0.0.1:{host.port}/", proxy=None) for _ in range(2)]
        await anna.send(encode(Hello(version=VERSION, name="Anna")))
        await anna.recv()
    for person in (anna, silent):
        assert await person.recv() == encode(Farewell(reason="stopping", message="The host has closed the table."))
        with pytest.raises(ConnectionClosed):
            await person.recv()
        assert person.close_code == 1000


async def test_a_server_that_stops_does_not_wait_for_who_does_not_read() -> None:
    limits = with_limits(goodbye=0.0, hello=60.0, ping=60.0, outbox=10**9, commands=10**9)
    async with open_table(limits) as host, deaf(host.port) as other:
        while not re.search(rb"^tapis_outbox_bytes ([4-9]\d{4}|\d{6})", host.metrics.text(), re.MULTILINE):
            await other.send(frame(b"x" * 125, PING) * 50)
        await host.stop()


async def test_a_table_that_fails_ends_alone_and_another_is_laid(
    host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(room: Room, command: Command, now: float) -> Outcome:
        monkeypatch.setattr(tables, "handle", handle)
        raise RuntimeError("a bug")

    async with guest(host.port) as anna:
        await anna.sit()
        monkeypatch.setattr(tables, "handle", broken)
        await anna.start()
        farewell = (await anna.until_closed())[-1]
        assert isinstance(farewell, Farewell)
        assert farewell.reason == "failed"
    async with guest(host.port) as bruno:
        await bruno.sit("Bruno")
        await bruno.start()
        await bruno.play()
    assert "A table has failed." in caplog.text


@pytest.mark.parametrize("answer", ["play:the moon", None])
async def test_a_bot_that_fails_or_cheats_is_logged_and_plays_its_first_legal_token(
    caplog: pytest.LogCaptureFixture, answer: str | None
) -> None:
    def think(view: View, level: Level, seed: int) -> str:
        if answer is None:
            raise RuntimeError("a bug")
        return answer

    async with open_table(HIGHEST, bots=Threads(think)) as host, guest(host.port) as anna:
        await anna.sit()
        await anna.start()
        await anna.play()
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 4


async def test_a_page_of_another_host_cannot_connect(host: Host) -> None:
    url = f"ws://127.0.0.1:{host.port}/"
    with pytest.raises(InvalidStatus) as refused:
        await connect(url, proxy=None, origin=Origin("http://cards.example"))
    assert refused.value.response.status_code == 403
    async with connect(url, proxy=None, origin=Origin(f"http://127.0.0.1:{host.port}")):
        pass


async def test_a_taken_port_or_a_wrong_address_is_said_clearly() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=f"port {port} is taken"):
            async with open_table(Settings(game="highest", bind="127.0.0.1", port=port)):
                pass
    with pytest.raises(CannotListen, match="is not an address; give one"):
        async with open_table(Settings(game="highest", bind="999.1.1.1", port=0)):
            pass
    with pytest.raises(CannotListen, match="not an address of this machine"):
        async with open_table(Settings(game="highest", bind="192.0.2.7", port=0)):
            pass


async def test_every_address_of_the_machine_is_listened_to() -> None:
    async with open_table(Settings(game="highest", port=0)) as host:
        assert host.addresses
        async with guest(host.port) as anna:
            await anna.sit()


async def at(seconds: float, ahead: list[float], talker: Guest) -> None:
    """It is so late, and what is due by then is done: somebody talks meanwhile."""
    ahead[0] = seconds
    for line in "ab":
        await talker.send(Chat(id=f"{seconds}{line}", text="I am here."))
        await talker.hear(Said)


def present(person: Guest) -> list[bool]:
    return [seat.present for seat in person.last(Table).seats]


async def test_who_says_nothing_is_asked_again_and_again_and_waited_for_as_the_limits_say(ahead: list[float]) -> None:
    async with (
        open_table(with_limits(ping=3.0, pong=2.0)) as host,
        guest(host.port) as anna,
        guest(host.port) as quiet,
        guest(host.port) as dead,
    ):
        for each in anna, quiet, dead:
            await each.sit()
        while not all(seat.present for seat in (await anna.hear(Table)).seats):
            pass
        dead.socket.transport.pause_reading()
        for seconds in 2.9, 3.2, 4.9:
            await at(seconds, ahead, anna)
            assert present(anna) == [True, True, True], "everybody had time"
        await at(5.4, ahead, anna)
        assert present(anna) == [True, True, False]
        assert b'tapis_dropped_total{reason="silent"} 1.0\n' in host.metrics.text()
        quiet.socket.transport.pause_reading()
        for seconds in 8.0, 9.9:
            await at(seconds, ahead, anna)
            assert present(anna) == [True, True, False], "who has answered once is asked anew"
        await at(10.4, ahead, anna)
        assert present(anna) == [True, False, False]
        for each in quiet, dead:
            each.socket.transport.abort()


async def test_who_has_spoken_is_asked_only_when_he_has_been_silent_since(
    ahead: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(with_limits(ping=3.0)) as host, guest(host.port) as anna, guest(host.port) as bruno:
        for each in anna, bruno:
            await each.sit()
        asked, process = asyncio.Event(), anna.socket.process_event

        def noted(event: Event) -> None:
            if isinstance(event, Frame) and event.opcode is Opcode.PING:
                asked.set()
            process(event)

        monkeypatch.setattr(anna.socket, "process_event", noted)
        await at(2.0, ahead, anna)
        for seconds in 3.2, 4.9:
            await at(seconds, ahead, bruno)
            assert not asked.is_set()
        await at(5.2, ahead, bruno)
        assert asked.is_set()


async def test_who_has_been_told_the_end_is_not_asked_any_more(ahead: list[float]) -> None:
    async with (
        open_table(with_limits(ping=3.0, closing=60, goodbye=60)) as host,
        guest(host.port) as anna,
        rough(host.port) as gone,
    ):
        await anna.sit()
        await gone.greet(host.port)
        await gone.send(frame(b'{"type":"hello","version":999}'))
        end = await gone.reader.readuntil(b"\x88\x02\x03\xe8")  # the end of a websocket, as is right
        assert b'"failure"' in end
        for seconds in 3.2, 5.4:
            await at(seconds, ahead, anna)
        assert await gone.reader.read() == b""
        assert b'reason="silent"' not in host.metrics.text(), "he was told why before"


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_a_beat_is_soon_and_never_too_early_and_two_that_are_near_are_one(one: float, other: float) -> None:
    assert -1e-9 < beat(one) - one < BEAT + 1e-9
    assert abs(beat(one) - beat(other)) < 1e-9 or abs(beat(one) - beat(other)) > BEAT - 1e-9


async def test_clients_are_asked_on_common_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, moments = asyncio.get_running_loop(), list[float]()
    call_at = loop.call_at

    def noted(when: float, call: Callable[..., object], *arguments: object, **more: Any) -> asyncio.TimerHandle:
        if isinstance(getattr(call, "__self__", None), Connection):
            moments.append(when)
        return call_at(when, call, *arguments, **more)

    monkeypatch.setattr(loop, "call_at", noted)
    async with open_table(HIGHEST) as host, guest(host.port) as anna, guest(host.port) as bruno:
        for each in anna, bruno:
            await each.sit()
    assert len(moments) == 2
    assert all(abs(moment / BEAT - round(moment / BEAT)) < 1e-6 for moment in moments)
