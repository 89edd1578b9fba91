"""Whatever a room may be told, and whatever it may be, is the same after it has been written and read."""

from __future__ import annotations

from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import StringConstraints
from pydantic.fields import FieldInfo

from engine.layout import Layout
from protocol.message import Message
from server.orders import Arrive, Command
from server.room import Room
from server.writing import read_command, read_room, write_command, write_room
from tests.lengths import length
from tests.server.stories import rooms
from tests.server.table_story import three_people

LAYOUTS = st.dictionaries(st.text(), st.text() | st.lists(st.lists(st.text())))


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Every value of a type, with all that its parts may be."""
    if hint == Layout:
        return LAYOUTS
    if get_origin(hint) in (Union, UnionType):
        return st.one_of([anything(part) for part in get_args(hint)])
    if get_origin(hint) is Annotated:
        kind, rule = get_args(hint)
        return st.from_type(Annotated[kind, *rule.metadata]) if isinstance(rule, FieldInfo) else like(rule)
    if is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Message)):
        hints = get_type_hints(hint, include_extras=True)
        parts = {name: anything(part) for name, part in hints.items() if name != "model_config"}
        return st.builds(cast(type, hint), **parts)
    return st.from_type(hint)


def like(rule: StringConstraints) -> st.SearchStrategy[str]:
    shortest, longest = rule.min_length or 0, rule.max_length or 200
    texts = st.from_regex(str(rule.pattern), fullmatch=True) if rule.pattern else st.text(min_size=shortest)
    return texts.map(lambda text: text[:longest]).filter(lambda text: len(text) >= shortest)


@given(anything(Command))
def test_a_command(command: Command) -> None:
    assert read_command(*write_command(command)) == command


@settings(max_examples=length(short=40, long=2000))
@given(rooms())
def test_a_room(room: Room) -> None:
    assert read_room(write_room(room)) == room


@pytest.mark.usefixtures("highest_card")
def test_what_was_written_before_a_table_knew_who_comes_again_is_read() -> None:
    room = three_people().room
    assert read_room(without(without(write_room(room), ',"client":null'), ',"parted":[]')) == room
    kind, body = write_command(arrival := Arrive(1, "Anna", None, "token-of-line-0001"))
    assert read_command(kind, without(body, ',"client":null,"again":false')) == arrival


def without(text: str, part: str) -> str:
    assert part in text
    return text.replace(part, "")


@pytest.mark.parametrize(("kind", "body"), [("Fly", "{}"), ("Lost", '{"line":"x"}'), ("Lost", "{"), ("Lost", "[]")])
def test_what_is_no_command_is_never_guessed(kind: str, body: str) -> None:
    with pytest.raises(ValueError, match=r"Fly|Lost"):
        read_command(kind, body)
