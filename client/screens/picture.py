"""What is drawn: one picture of the whole screen, and what a click on it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from client.choices import Choice
from client.desk import Layout
from client.keys import Hint
from client.screens.lines import Line, clip, width

GAP = 2
"""The columns between a key's word and the next key."""


@dataclass(frozen=True, slots=True)
class Press:
    """The press of a key, as the keyboard would send it."""

    key: str


@dataclass(frozen=True, slots=True)
class Target:
    """What a click on some columns of a row means: a choice, an entry of a list by its name, or a key."""

    row: int
    first: int
    wide: int
    what: Choice | Press | str


@dataclass(frozen=True, slots=True)
class Picture:
    """The lines of a screen, exactly as many as it has rows; where the cursor stands; what can be chosen where."""

    lines: list[Line]
    cursor: tuple[int, int]
    layout: Layout
    targets: Sequence[Target] = ()

    def at(self, column: int, row: int) -> Choice | Press | str | None:
        """What is there to be clicked."""
        there = (mark for mark in self.targets if mark.row == row and 0 <= column - mark.first < mark.wide)
        return next((mark.what for mark in there), None)


def key_line(hints: Sequence[Hint], columns: int) -> Line:
    """The keys that matter now, as many as fit."""
    *before, (style, word) = [piece for hint in fitting(hints, columns) for piece in drawn(hint)]
    return clip([*before, (style, word.rstrip())], columns)


def key_targets(hints: Sequence[Hint], columns: int, row: int, first: int) -> Iterator[Target]:
    """The same keys for the mouse, in a line that begins at that place. A word stands for its key where it has one."""
    for hint in fitting(hints, columns):
        parts = hint.written.split(" ") if len(hint.presses) > 1 else [hint.written]
        at = first + 1
        for part, press in zip(parts, hint.presses, strict=False):
            wide = width([("", part)]) if len(parts) > 1 else width(drawn(hint)) - 2
            yield Target(row, at, wide, Press(press))
            at += wide + 1
        first += width(drawn(hint))


def fitting(hints: Sequence[Hint], columns: int) -> list[Hint]:
    """The first one, and each of the others for which there is room after it."""
    found: list[Hint] = []
    used = 0
    for hint in hints:
        wide = width(drawn(hint))
        if not found or used + wide - GAP <= columns:
            found.append(hint)
            used += wide
    return found


def drawn(hint: Hint) -> Line:
    """A key and its word."""
    return [("class:key", f" {hint.written} "), ("class:quiet", f" {hint.word}{' ' * GAP}")]
