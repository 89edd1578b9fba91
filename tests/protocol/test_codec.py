"""Messages to text and back, and what is no message."""

from __future__ import annotations

import pytest

from engine import GAMES, game_named
from protocol import VERSION
from protocol.codec import BadMessage, encode, read_from_client, read_from_server, version_of
from protocol.from_client import Act, Hello
from protocol.from_server import Farewell, Update
from tests.engine.random_deals import played


def test_a_field_that_has_its_default_is_left_out() -> None:
    assert encode(Hello(version=1, name="Anna")) == '{"type":"hello","version":1,"name":"Anna"}'


def test_a_copy_with_other_values_is_another_message() -> None:
    hello = Hello(version=1, name="Anna")
    encode(hello)
    assert encode(hello.model_copy(update={"name": "Bruno"})) == '{"type":"hello","version":1,"name":"Bruno"}'


@pytest.mark.parametrize("key", GAMES)
def test_what_viewers_have_in_common_is_written_once_and_reads_the_same(key: str) -> None:
    game = game_named(key)
    for state in played(game, 3).states:
        public = Update(seq=7, events=(), view=game.public(state))
        for viewer in range(game.about.seats):
            alone = Update(seq=7, events=(), view=game.view(state, viewer))
            assert encode(public.to(game.view(state, viewer, public.view))) == encode(alone)
            assert read_from_server(encode(alone)) == alone


def test_each_side_reads_only_what_the_other_may_say() -> None:
    act = Act(id="a", seq=3, action="play:KH")
    farewell = Farewell(reason="left", message="Goodbye.")
    assert read_from_client(encode(act)) == act
    assert read_from_server(encode(farewell)) == farewell
    with pytest.raises(BadMessage):
        read_from_client(encode(farewell))


@pytest.mark.parametrize(
    ("frame", "complaint"),
    [
        ('{"type":"act","id":"a","seq":"3","action":"play:KH"}', "act.seq: Input should be a valid integer"),
        ('{"type":"act","id":"a","seq":-1,"action":"play:KH"}', "act.seq: Input should be greater than or equal to 0"),
        ('{"type":"start","id":""}', "start.id: String should have at least 1 character"),
        ('{"type":"start","id":"a","cards":[]}', "start.cards: No such field; there are type, id"),
        ("{}", "type: Should be one of hello, open, join, watch, start, "),
        ('{"type":"accepted","id":"a"}', "act, chat, move, bots, remove, close, leave"),
        ('{"type":["act"]}', "type: Should be one of hello"),
        (
            '{"type":"hello","version":1,"name":"A","seat_token":"../../../etc/passwd"}',
            "hello.seat_token: String should",
        ),
        ("{", "message: Invalid JSON"),
        (b"{}", "text frames"),
    ],
)
def test_what_is_no_message_is_told_where_it_fails(frame: str | bytes, complaint: str) -> None:
    with pytest.raises(BadMessage) as refused:
        read_from_client(frame)
    assert complaint in str(refused.value)


def test_a_complaint_is_short_however_long_the_mistake() -> None:
    with pytest.raises(BadMessage) as refused:
        read_from_client(f'{{"type":"{"x" * 7000}"}}')
    assert len(str(refused.value)) < 400


def test_the_version_of_a_hello_is_read_from_whatever_else_it_says() -> None:
    assert version_of('{"type":"hello","version":7,"nickname":"Zoé"}') == 7
    assert version_of(encode(Hello(version=VERSION, name="Anna"))) == VERSION
    assert version_of('{"type":"start","id":"a"}') is None
    assert version_of('{"type":"hello","version":"1"}') is None
    assert version_of(f'{{"type":"hello","version":{10**300}}}') is None
    assert version_of(b"\xff") is None
