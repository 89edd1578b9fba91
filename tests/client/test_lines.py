"""Lines of text: how they are broken."""

from __future__ import annotations

import pytest
from prompt_toolkit.utils import get_cwidth

from client.screens.lines import broken, wrapped
from client.screens.settlement import columns_for


@pytest.mark.parametrize("columns", range(20, 60, 3))
def test_no_sign_is_lost_where_a_line_is_broken_however_wide_it_is(columns: int) -> None:
    said = "漢字" * 18 + "123456789 Zoé 😀 with " + "x" * 70
    lines = ["".join(text for _, text in line) for line in wrapped(said, columns, indent="  ")]
    assert all(get_cwidth(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(said.split())


def test_a_line_is_broken_between_words_and_a_word_only_where_it_is_longer_than_a_line() -> None:
    assert broken("Anna plays the king of hearts.", 14, "  ") == ["Anna plays the", "  king of", "  hearts."]
    assert broken("  two  gaps", 20, "") == ["  two  gaps"]
    assert broken("an abcdefghij", 6, " ") == ["an", " abcde", " fghij"]
    assert broken("one\u00a0two three", 8, "") == ["one\u00a0two", "three"]
    assert broken("", 8, "") == broken("  ", 8, "") == []


def test_a_name_of_wide_signs_stays_in_its_column() -> None:
    for columns in (40, 80):
        _, heads = columns_for(("漢字漢字漢字漢字", "Zoé"), (("+10", "−10"),), columns)
        assert all(get_cwidth(head) < columns // 2 for head in heads)
    _, (head, _) = columns_for(("漢字漢字漢字漢字", "Zoé"), (("+10", "−10"),), 80)
    assert head == "漢字漢字漢…"
