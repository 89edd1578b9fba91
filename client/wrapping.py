"""Lines at a terminal: broken between words, for whatever this program prints."""

from __future__ import annotations

import os
import re
from typing import Any, TextIO
from unicodedata import combining, east_asian_width

_WORD = re.compile(r"( *)([^ ]+)")


class AtWords:
    """A stream that writes to a terminal; it does all else that the terminal's own does."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._terminal, name)

    def write(self, text: str) -> int:
        """Lines, or parts of lines that are short."""
        columns = columns_of(self._terminal)
        return self._terminal.write("\n".join(broken(line, columns) for line in text.split("\n")))


def columns_of(terminal: TextIO) -> int:
    """How wide a terminal is now; as wide as most, where it does not tell."""
    try:
        return os.get_terminal_size(terminal.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def broken(line: str, columns: int) -> str:
    """A line as lines of so many columns at most, as far as its words allow; they begin where it does."""
    if width(line) <= columns:
        return line
    margin = line[: len(line) - len(line.lstrip(" "))]
    lines = [""]
    for gap, word in _WORD.findall(line):
        if lines[-1].strip() and width(lines[-1] + gap + word) > columns:
            lines.append(margin + word)
        else:
            lines[-1] += gap + word
    return "\n".join(lines)


def width(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)
