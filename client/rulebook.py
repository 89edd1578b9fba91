"""The rulebooks: the whole book, a section, or one clause, found by its number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from client.language import tr

COMMON = "common"
"""The book of the clauses that hold at every table; their numbers begin with `C.`."""

_SECTION = re.compile(r"## (?:(?P<number>\d+|[A-Z]) )?(?P<title>.+)")
_ITEM = re.compile(r"^- (?=\*\*)")
_RULE = re.compile(r" *\|[ |:-]*")
_EMPHASIS = re.compile(r"(\*\*|\*|`)(\S|\S.*?\S)\1")
_CLAUSE = re.compile(r"- \*\*(?P<number>\w+\.\d+)\*\* ")


class NoSuchClause(Exception):
    """A number that stands in no book. The text names those there are: clauses, or sections by their titles."""


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook: its text, the sections by their numbers, the clauses by theirs; all as they were written."""

    text: str
    sections: dict[str, str]
    clauses: dict[str, str]

    @property
    def headings(self) -> list[str]:
        """The sections: number and title of each."""
        return [text.splitlines()[0].lstrip("# ") for text in self.sections.values()]

    def find(self, number: str) -> str:
        """The section or clause of that number, or of that title. NoSuchClause where there is none."""
        named = {name.casefold(): text for name, text in (self.clauses | self.sections).items()}
        found = named.get(number.casefold())
        if found is None and number.partition(".")[0].casefold() in named:
            there = ", ".join(self.clauses)
            raise NoSuchClause(tr("There is no clause {number}; there are {clauses}.", number=number, clauses=there))
        if found is None:
            there = ", ".join(self.headings)
            raise NoSuchClause(tr("There is no part {number}; there are {parts}.", number=number, parts=there))
        return found


def parse(text: str) -> Book:
    """A book from its markdown. A clause goes on until the next clause, section or line at the left edge."""
    sections: dict[str, list[str]] = {}
    clauses: dict[str, list[str]] = {}
    section: list[str] = []
    clause: list[str] = []
    for line in text.splitlines():
        heading, item = _SECTION.fullmatch(line), _CLAUSE.match(line)
        if heading:
            section = sections.setdefault(heading["number"] or heading["title"], [])
        if item:
            clause = clauses.setdefault(item["number"], [])
        elif line and not line.startswith(" "):
            clause = []
        section.append(line)
        clause.append(line)
    return Book(text.strip(), _joined(sections), _joined(clauses))


def paragraphs(text: str) -> list[str]:
    """The lines of a text for any width, to be read as they are: a paragraph or an item is one line, a heading stands
    behind its `#`, a table keeps its columns; nothing else is left of the marks of the page.
    """
    return [_plain(line) for line in _joining(text) if not _RULE.fullmatch(line)]


def _plain(line: str) -> str:
    if line.lstrip().startswith("|"):
        return "|".join(_EMPHASIS.sub(r"\2", cell).ljust(len(cell)) for cell in line.split("|"))
    return _EMPHASIS.sub(r"\2", _ITEM.sub("", line))


def _joining(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        goes_on = lines and lines[-1].strip() and not lines[-1].lstrip().startswith(("#", "|"))
        if goes_on and line.strip() and not line.lstrip().startswith(("#", "|", "- ")):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def books() -> list[str]:
    """The games that have a rulebook."""
    names = (entry.name for entry in files("seeds").iterdir())
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md") and name != f"{COMMON}.md")


def book(game: str) -> Book:
    """The rulebook of a game, with the clauses that hold at every table."""
    own, common = (parse(files("seeds").joinpath(f"{name}.md").read_text(encoding="utf-8")) for name in (game, COMMON))
    return Book(own.text, own.sections | common.sections, own.clauses | common.clauses)


def _joined(parts: dict[str, list[str]]) -> dict[str, str]:
    return {number: "\n".join(lines).strip() for number, lines in parts.items()}
