"""What people are called at a table."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.message import LONGEST_NAME
from server.names import BadName, clean, distinct


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Jean \t\n Luc ", "Jean Luc"),
        ("Zoe\u0308", "Zoë"),
        ("李雷", "李雷"),
        ("\x1b[2JAnna\x07", "[2JAnna"),
        ("An\u202ena\u200b\ufeff", "Anna"),
        ("a\u0301\u0302\u0303\u0304\u0305\u0306b", "á̂̃b"),
        ("\u0301Anna", "Anna"),
        ("Anna\u3164\u2800", "Anna"),
        ("\ue000Anna\ud800", "Anna"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_one_line_with_nothing_invisible(typed: str, name: str) -> None:
    assert clean(typed) == name


@pytest.mark.parametrize(("typed", "length"), [("", 0), (" \u200b ", 0), ("\x1b", 0), ("x" * 25, 25), ("x" * 200, 200)])
def test_a_name_that_cannot_be_used_says_what_would_be_right(typed: str, length: int) -> None:
    with pytest.raises(BadName, match=f"1 to 24 visible characters, this one has {length}"):
        clean(typed)


@given(st.text(max_size=60))
def test_whatever_is_typed_no_control_character_comes_through(typed: str) -> None:
    try:
        name = clean(typed)
    except BadName:
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert not any(unicodedata.category(sign)[0] == "C" for sign in name)
    assert clean(name) == name


def test_two_of_one_name_are_told_apart_and_so_are_three() -> None:
    assert distinct("Anna", []) == "Anna"
    assert distinct("Anna", ["ANNA"]) == "Anna 2"
    assert distinct("Anna", ["Anna", "Anna 2"]) == "Anna 3"
    assert len(distinct("x" * 24, ["x" * 24])) == 24
