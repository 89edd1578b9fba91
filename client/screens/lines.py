"""Lines of styled text: pieces of (style, text) that are measured, cut and put beside each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from prompt_toolkit.utils import get_cwidth

from client.cards import SIGNS

Piece = tuple[str, str]
Line = list[Piece]

POINT = " · "

_WORD = re.compile(r"([ \n\t]*)([^ \n\t]+)")
_CARD = re.compile(r"((?:A|10|[2-9]|[JNQK])?[♠♥♣♦])")


def width(line: Iterable[Piece]) -> int:
    """How many columns a line takes."""
    return sum(get_cwidth(text) for _, text in line)


def clip(line: Iterable[Piece], columns: int) -> Line:
    """A line that takes no more than these columns; an ellipsis stands for what is cut off."""
    line = list(line)
    if width(line) <= columns:
        return line
    kept: Line = []
    room = columns - 1
    for style, text in line:
        part = ""
        for sign in text:
            room -= get_cwidth(sign)
            if room < 0:
                return [*kept, (style, part + "…")] if columns > 0 else []
            part += sign
        kept.append((style, part))
    return kept


def parted(parts: Iterable[str], style: str) -> list[Line]:
    """Parts of a line with points between them."""
    return [[(style, f"{POINT}{part}" if number else part)] for number, part in enumerate(parts)]


def fitting(parts: Iterable[Line], columns: int) -> Line:
    """Parts beside each other, as many of the first as fit whole; only the very first is cut where even it does not."""
    line: Line = []
    for part in parts:
        if line and width([*line, *part]) > columns:
            break
        line += part
    return clip(line, columns)


def held(lines: Sequence[Line], rows: int, columns: int) -> list[Line]:
    """As many lines as these rows hold; a sign at the end where there are more."""
    if len(lines) <= rows:
        return list(lines)
    return [*lines[: rows - 1], [*whole_words(lines[rows - 1], columns - 2), ("", " …")]] if rows > 0 else []


def whole_words(line: Iterable[Piece], columns: int) -> Line:
    """As many of the first words of a line as these columns hold."""
    kept = list(line)
    while kept and width(kept) > columns:
        style, text = kept.pop()
        shorter = text.rstrip().rpartition(" ")[0]
        kept += [(style, shorter)] if shorter else []
    return kept


def pad(line: Iterable[Piece], columns: int, style: str = "") -> Line:
    """A line that takes exactly these columns."""
    line = clip(line, columns)
    return [*line, (style, " " * (columns - width(line)))]


def centred(line: Iterable[Piece], columns: int) -> Line:
    """A line in the middle of these columns."""
    line = clip(line, columns)
    return pad([("", " " * ((columns - width(line)) // 2)), *line], columns)


def placed(parts: Iterable[tuple[int, Iterable[Piece]]], columns: int) -> Line:
    """Parts put at their columns, from left to right; what would run into the next is cut."""
    ordered = sorted(((column, list(part)) for column, part in parts), key=lambda part: part[0])
    line: Line = []
    for number, (column, part) in enumerate(ordered):
        end = ordered[number + 1][0] if number + 1 < len(ordered) else columns
        line = [*pad(line, column), *clip(part, end - column)]
    return pad(line, columns)


def wrapped(text: str, columns: int, style: str = "", indent: str = "") -> list[Line]:
    """A sentence on as many lines as it needs, its cards in the colours of their suits."""
    return [clip(tinted(line, style), columns) for line in broken(text, max(columns, 8), indent)]


def broken(text: str, columns: int, indent: str) -> list[str]:
    """A text in lines of these columns, broken between words, and within one only where it has no line to itself."""
    lines = [""]
    for gap, word in _WORD.findall(text):
        fits = get_cwidth(lines[-1] + gap + word) <= columns
        if not fits and lines[-1].strip():
            lines.append(indent)
        elif gap:
            lines[-1] += " " * len(gap)
        lines[-1:] = [lines[-1] + word] if fits else filled(lines[-1], word, columns, indent)
    return lines if lines != [""] else []


def filled(line: str, word: str, columns: int, indent: str) -> list[str]:
    """A line with a word behind it, sign by sign, and the lines on which the rest of it goes on."""
    lines = [line]
    for sign in word:
        if get_cwidth(lines[-1] + sign) > columns:
            lines.append(indent)
        lines[-1] += sign
    return lines


def tinted(text: str, style: str = "") -> Line:
    """A text with its cards in the colours of their suits."""
    return [
        (f"{style} class:suit.{suit_in(part)}".strip() if number % 2 else style, part)
        for number, part in enumerate(_CARD.split(text))
        if part
    ]


def suit_in(text: str) -> str:
    """The suit whose sign is in a text; `none` where there is no sign."""
    return next((name for name, sign in SIGNS.items() if sign in text), "none")


def beside(left: Sequence[Line], right: Sequence[Line], columns: int, gap: Line) -> list[Line]:
    """Two blocks side by side, the left one this wide."""
    rows = max(len(left), len(right))
    padded = [*left, *([[]] * (rows - len(left)))]
    other = [*right, *([[]] * (rows - len(right)))]
    return [[*pad(one, columns), *gap, *two] for one, two in zip(padded, other, strict=True)]
