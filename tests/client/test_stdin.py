from __future__ import annotations

import io
import sys

import pytest

from client.stdin import Lines, standard_input


async def test_lines_come_one_at_a_time_and_then_none() -> None:
    lines = Lines(io.StringIO("one\r\ntwo\n\nlast"))
    read = []
    for _ in range(6):
        read.append(await lines.next())
        lines.take()
    assert read == ["one", "two", "", "last", None, None]


async def test_a_line_that_nobody_took_is_still_the_next_one() -> None:
    lines = Lines(io.StringIO("one\ntwo\n"))
    assert [await lines.next(), await lines.next()] == ["one", "one"]


async def test_no_more_is_read_than_is_asked_for() -> None:
    source = io.StringIO("one\ntwo\n")
    assert await Lines(source).next() == "one"
    assert source.read() == "two\n"


async def test_a_closed_input_has_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO("one\n")
    closed.close()
    assert await Lines(closed).next() is None
    for missing in (None, closed):
        monkeypatch.setattr(sys, "stdin", missing)
        assert await standard_input().next() is None
