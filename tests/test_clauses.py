"""Book, code and tests speak of the same clauses.

The number of a clause never changes. It stands in one rulebook, every clause has a test that is named after it
(`test_5_3_must_overtrump_even_a_partner`, in tests/engine/tarot/), and no code cites one that is in no book.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import GAMES

ROOT = Path(__file__).parent.parent

# How many clauses each section has; "common" is the book of what holds in every game.
NUMBERING = {
    "common": {"C": 4},
    "tarot": {"1": 2, "2": 4, "3": 4, "4": 5, "5": 6, "6": 5, "7": 3, "8": 2},
    "tarocchino": {"1": 4, "2": 2, "3": 3, "4": 4, "5": 8, "6": 5},
    "belote": {"1": 2, "2": 3, "3": 8, "4": 3},
    "paodekuai": {"1": 2, "2": 5, "3": 5, "4": 4},
}
BOOKS = ["common", *GAMES]

NUMBER = r"(?:C|[1-9])\.\d+"


def settled(book: str) -> list[str]:
    return [f"{section}.{n}" for section, count in NUMBERING[book].items() for n in range(1, count + 1)]


def clauses(book: str) -> list[str]:
    return re.findall(rf"^- \*\*({NUMBER})\*\* \S", text_of(book), re.MULTILINE)


def text_of(book: str) -> str:
    return (ROOT / "seeds" / f"{book}.md").read_text(encoding="utf-8")


def sources(folder: str, book: str) -> list[Path]:
    """The Python files under tests/engine or engine that belong to a book: those of the game's folder, or, for what
    is common, those beside the folders.
    """
    if book == "common":
        return sorted((ROOT / folder).glob("*.py"))
    return sorted((ROOT / folder / book).rglob("*.py"))


def cited_by_tests(book: str) -> set[str]:
    names = (
        node.name
        for path in sources("tests/engine", book)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    matches = (re.match(r"test_(c|\d+)_(\d+)_\w", name) for name in names)
    return {f"{match[1].upper()}.{match[2]}" for match in matches if match}


def cited_by_code(path: Path) -> Iterator[tuple[int, str]]:
    """The clauses that a file cites, each with its line: those named in docstrings, and strings that are nothing but
    a number (`IllegalAction`, `Line`, tables).
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for clause in re.findall(rf"\b{NUMBER}\b", node.value.value):
                yield node.lineno, clause
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(NUMBER, node.value):
            yield node.lineno, node.value


def test_every_game_has_a_settled_numbering() -> None:
    assert set(GAMES) <= set(NUMBERING), "A new game needs its clauses counted in NUMBERING."


@pytest.mark.parametrize("book", NUMBERING)
def test_a_book_has_exactly_the_settled_clauses_in_order(book: str) -> None:
    assert clauses(book) == settled(book)


@pytest.mark.parametrize("book", NUMBERING)
def test_a_clause_stands_in_the_section_of_its_number(book: str) -> None:
    section = None
    for line in text_of(book).splitlines():
        if heading := re.match(r"## (?:(C|\d+) )?", line):
            section = heading[1]
        elif clause := re.match(rf"- \*\*({NUMBER})\*\*", line):
            assert clause[1].split(".")[0] == section, f"{clause[1]} stands in section {section}"


@pytest.mark.parametrize("book", NUMBERING)
def test_a_book_reads_well_in_a_terminal_of_80_columns(book: str) -> None:
    text = text_of(book)
    lines = text.splitlines()
    assert [line for line in lines if len(line) > 78] == []
    assert re.match(r"# \S", lines[0]), "the first line is the title"
    assert not re.search(r"</?[a-z]+>", text), "plain markdown, no HTML"


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_cited_by_a_test(book: str) -> None:
    cited = cited_by_tests(book)
    missing = [clause for clause in settled(book) if clause not in cited]
    where = "tests/engine" if book == "common" else f"tests/engine/{book}"
    names = ", ".join(f"test_{clause.lower().replace('.', '_')}_…" for clause in missing)
    assert not missing, f"seeds/{book}.md has clauses without a test; {where} needs {names}"


@pytest.mark.parametrize("book", BOOKS)
def test_no_test_is_named_after_a_clause_that_is_in_no_book(book: str) -> None:
    assert cited_by_tests(book) - set(settled(book)) == set()


@pytest.mark.parametrize("book", BOOKS)
def test_code_cites_only_clauses_that_are_in_the_book(book: str) -> None:
    known = {*settled("common"), *settled(book)}
    unknown = [
        f"{path.relative_to(ROOT)}:{line} cites {clause}"
        for path in sources("engine", book)
        for line, clause in cited_by_code(path)
        if clause not in known
    ]
    assert not unknown, "\n".join([f"not in seeds/{book}.md:", *unknown])
