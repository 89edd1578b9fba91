"""docs/wire.md and the models say the same."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from protocol import About, Line, Note, Offer, Result, Trick, View
from protocol.codec import encode, read_from_client, read_from_server
from protocol.directory import Listed, Node, node_topic, subject, table_topic
from protocol.from_client import FromClient
from protocol.from_server import Entry, FromServer, House, Row, Seat
from protocol.message import CLOCK, DEALS, LONGEST_NAME, LONGEST_PHRASE, LONGEST_SAID, Message
from server.chairs import REMEMBERED
from server.connection import BEAT
from server.deadlines import IDLE
from server.directory.known import LASTS
from server.directory.member import AGAIN, WHILE
from server.ledger import KEPT
from server.limits import SPAN, Limits
from server.room import TALK
from server.seating import FORGOTTEN
from server.shuffling import GLANCE, PATIENCE
from server.terms import Terms

PAGE = Path("docs/wire.md").read_text(encoding="utf-8")
SAID_BY_CLIENT, SAID_BY_SERVER = PAGE.split("\n## What the server says\n")

FROM_CLIENT: tuple[type[Message], ...] = get_args(get_args(FromClient)[0])
FROM_SERVER: tuple[type[Message], ...] = get_args(get_args(FromServer)[0])
VALUES = (About, Line, Note, Offer, Result, Trick, View)


def golden(text: str) -> list[str]:
    blocks = re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def type_of(kind: type[Message]) -> str:
    return str(kind.model_fields["type"].default)


@pytest.mark.parametrize("line", golden(SAID_BY_CLIENT), ids=lambda line: line[:40])
def test_each_example_of_a_client_is_read_and_written_again(line: str) -> None:
    assert encode(read_from_client(line)) == line


@pytest.mark.parametrize("line", golden(SAID_BY_SERVER), ids=lambda line: line[:40])
def test_each_example_of_a_server_is_read_and_written_again(line: str) -> None:
    assert encode(read_from_server(line)) == line


def test_what_is_said_at_a_broker_is_read_and_written_again() -> None:
    (block,) = re.findall(r"```mqtt\n(.*?)```", PAGE, flags=re.DOTALL)
    said = [line.split(" ", 1) for line in block.splitlines()]
    for topic, payload in said:
        node, table = subject(topic) or ("", None)
        kind = Listed if table else Node
        assert topic == (table_topic(node, table) if table else node_topic(node))
        assert kind.model_validate_json(payload).model_dump_json() == payload
    assert len(said) == 2


@pytest.mark.parametrize(("text", "kinds"), [(SAID_BY_CLIENT, FROM_CLIENT), (SAID_BY_SERVER, FROM_SERVER)])
def test_every_message_has_an_example(text: str, kinds: tuple[type[Message], ...]) -> None:
    assert {json.loads(line)["type"] for line in golden(text)} == {type_of(kind) for kind in kinds}


def told_of(kind: type[Message]) -> str:
    """The paragraph of a message; some have one together."""
    text = SAID_BY_CLIENT if kind in FROM_CLIENT else SAID_BY_SERVER
    (told,) = re.findall(rf"^(?:`\w+`, )*`{type_of(kind)}`(?:, `\w+`)*: .*$", text, flags=re.MULTILINE)
    return str(told)


def words_of(annotation: Any) -> list[str]:
    """Every word that a field of this type can hold."""
    return [word for part in get_args(annotation) for word in ([part] if isinstance(part, str) else words_of(part))]


@pytest.mark.parametrize("kind", [*FROM_CLIENT, *FROM_SERVER])
def test_what_is_told_of_a_message_names_each_field_and_all_that_it_can_hold(kind: type[Message]) -> None:
    fields = {name: field.annotation for name, field in kind.model_fields.items() if name not in ("type", "id")}
    named = [*fields, *(word for annotation in fields.values() for word in words_of(annotation))]
    assert not [word for word in named if f"`{word}`" not in told_of(kind)]


NUMBERS: dict[str, tuple[object, object]] = {
    "at most 8 KiB": (Limits.message, 8 * 1024),
    "comes first, within five seconds": (Limits.hello, 5),
    "Everybody is told within five seconds": (Limits.ping + Limits.pong + 2 * BEAT, 4.2),
    "the grace (30 seconds": (Terms.grace, 30),
    "for ten minutes, during one": (FORGOTTEN, 10 * 60),
    "closed after half an hour": (IDLE, 30 * 60),
    "The last 32 are remembered": (REMEMBERED, 32),
    "has said nothing after two seconds": (PATIENCE, 2),
    "no longer than 0.3 seconds": (GLANCE, 0.3),
    "the last hundred at most": (KEPT, 100),
    "the last twenty lines": (TALK, 20),
    "allows in 10 seconds": (SPAN, 10),
    "1 to 24 visible characters": (LONGEST_NAME, 24),
    "1 to 100 characters": (LONGEST_PHRASE, 100),
    "1 to 300 characters": (LONGEST_SAID, 300),
    "(1 to 100; null": (DEALS, (1, 100)),
    "(5 to 3600; null": (CLOCK, (5, 3600)),
    "said again every 60": (AGAIN, 60),
    "nor again for three minutes": ((LASTS + 1) * AGAIN, 3 * 60),
    "every five to ten seconds": (WHILE, 5),
}


@pytest.mark.parametrize("said", NUMBERS)
def test_the_numbers_of_the_page_are_those_of_the_server(said: str) -> None:
    assert said in PAGE
    number, told = NUMBERS[said]
    assert number == told


PARTS: tuple[type[BaseModel], ...] = (Seat, Row, House, Entry, Node, Listed)
PART_FIELDS = {kind.__name__: list(kind.model_fields) for kind in PARTS}
VALUE_FIELDS = {kind.__name__: [field.name for field in dataclasses.fields(kind)] for kind in VALUES}


@pytest.mark.parametrize(("kind", "fields"), (PART_FIELDS | VALUE_FIELDS).items())
def test_every_field_of_a_value_is_named(kind: str, fields: list[str]) -> None:
    assert not [field for field in fields if f"`{field}`" not in PAGE]
