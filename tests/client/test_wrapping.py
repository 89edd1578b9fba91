"""What is printed at a terminal: how its lines are broken."""

from __future__ import annotations

from client.wrapping import broken


def test_a_line_is_broken_between_words_and_never_within_one() -> None:
    line = "Your card: 1) 3♣, 2) 10♥, 3) the king of clubs"
    assert broken(line, 16) == "Your card: 1)\n3♣, 2) 10♥, 3)\nthe king of\nclubs"
    assert broken(line, len(line)) == line
    assert broken("> ", 16) == "> "
    assert broken("tapis-join-192.168.1.7", 8) == "tapis-join-192.168.1.7", "to be copied whole"
    assert broken("rien\u00a0: rien", 8) == "rien\u00a0:\nrien"


def test_lines_begin_where_the_first_does_and_keep_their_columns() -> None:
    assert broken("  Prise made by Anna", 12) == "  Prise made\n  by Anna"
    assert broken("one   two   three", 9) == "one   two\nthree"


def test_a_sign_of_two_columns_takes_two() -> None:
    assert broken("漢字 漢字", 8) == "漢字\n漢字"
    assert broken("e\u0301te\u0301 e\u0301te\u0301", 7) == "e\u0301te\u0301 e\u0301te\u0301"
