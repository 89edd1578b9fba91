from __future__ import annotations

import re

import pytest

from client import rulebook
from client.rulebook import NoSuchClause
from client.screens.help import rules_page

BOOK = rulebook.parse(
    """# Whist

A word before.

## 1 Cards

- **1.1** The pack has 52 cards,
  in four suits:

  | suit | cards |
  | ---- | ----: |
  | each |    13 |
- **1.2** Aces are high.

A word between.

## 10 Play
- **10.1** Follow suit.

## Worked deals

None.
"""
)


def test_a_clause_with_its_table() -> None:
    assert BOOK.find("1.1").splitlines()[0] == "- **1.1** The pack has 52 cards,"
    assert BOOK.find("1.1").splitlines()[-1] == "  | each |    13 |"


def test_a_clause_ends_where_the_text_goes_back_to_the_edge() -> None:
    assert BOOK.find("1.2") == "- **1.2** Aces are high."


def test_a_section_is_everything_up_to_the_next() -> None:
    assert BOOK.find("1").startswith("## 1 Cards")
    assert BOOK.find("1").endswith("A word between.")
    assert BOOK.find("10") == "## 10 Play\n- **10.1** Follow suit."


def test_a_section_without_a_number_by_its_title() -> None:
    assert BOOK.find("worked deals") == "## Worked deals\n\nNone."


def test_a_clause_that_is_none_names_those_there_are() -> None:
    with pytest.raises(NoSuchClause, match=r"There is no clause 1\.3; there are 1\.1, 1\.2, 10\.1\."):
        BOOK.find("1.3")


@pytest.mark.parametrize("number", ["5", "5.2", "Trumps", ""])
def test_a_part_that_is_none_names_the_sections_by_their_titles(number: str) -> None:
    with pytest.raises(NoSuchClause, match=f"There is no part {number}; there are 1 Cards, 10 Play, Worked deals\\."):
        BOOK.find(number)


@pytest.mark.parametrize("game", rulebook.books())
def test_the_books_can_be_read(game: str) -> None:
    book = rulebook.book(game)
    assert book.text.startswith("# ")
    assert "1.1" in book.clauses
    assert "C.4" in book.clauses, "what holds at every table stands with every game"
    assert book.headings[0].startswith("1 "), "behind what is its own"
    assert "common" not in rulebook.books()


def test_a_paragraph_can_be_wrapped_anew_and_a_table_stays() -> None:
    assert rulebook.paragraphs(BOOK.find("1.1")) == [
        "1.1 The pack has 52 cards, in four suits:",
        "",
        "  | suit | cards |",
        "  | each |    13 |",
    ]
    assert rulebook.paragraphs("# Title\nOne\ntwo.\n\nThree.") == ["# Title", "One two.", "", "Three."]


@pytest.mark.parametrize("game", [*rulebook.books(), rulebook.COMMON])
def test_nothing_of_the_marks_of_a_page_is_left_to_be_read(game: str) -> None:
    read = "\n".join(rulebook.paragraphs(rulebook.book(game).text))
    assert not re.search(r"[*`]|^- \d|-{3}", read, re.MULTILINE)


def test_a_row_of_a_table_gives_up_its_columns_before_it_is_broken() -> None:
    narrow, wide = (
        ["".join(text for _, text in line) for line in rules_page("tarot", "1.2", columns)] for columns in (38, 58)
    )
    assert "  | each bout; Roi (king)         |    4.5 |" in wide
    assert "| each bout; Roi (king) | 4.5 |" in narrow
