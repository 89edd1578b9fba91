"""The hand and the menu on the screen: always whole, on as few lines as they need."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from client.choices import Choice
from client.hand import TRUMPS, Cell, Group
from client.screens.lines import Line, placed, width

BARRED = "·"
CURSOR = "›"
MARKED = "+"
CURSOR_ON_MARKED = "±"
BETWEEN_SUITS = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """Something at a column: a sign, a card, a word; what it stands for, where it can be chosen."""

    column: int
    text: str
    style: str
    choice: Choice | None = None


Row = list[Spot]


def hand_rows(groups: Sequence[Group], columns: int) -> list[Row]:
    """The hand: trumps first, then two suits to a line where they fit; with space between cards where it is free."""
    airy, tight = (_flow(groups, columns, gap) for gap in (1, 0))
    return airy if len(airy) <= len(tight) else tight


def menu_rows(menu: Sequence[Choice], columns: int) -> list[Row]:
    """The words that can be chosen, one after the other."""
    rows: list[Row] = [[]]
    column = 0
    for choice in menu:
        wide = width([("", choice.text)]) + 1
        if column and column + wide > columns:
            rows.append([])
            column = 0
        rows[-1].append(Spot(column, choice.text, "", choice))
        column += wide + 2
    return [row for row in rows if row]


def drawn(row: Row, columns: int, cursor: tuple[str, ...], marked: Collection[str] = ()) -> Line:
    """A row as a line: a sign before what the cursor is on, before each marked card and each that is barred."""
    return placed(((spot.column, _spot(spot, cursor, marked)) for spot in row), columns)


def _spot(spot: Spot, cursor: tuple[str, ...], marked: Collection[str]) -> Line:
    choice = spot.choice
    if choice is None:
        return [(spot.style, spot.text)]
    style = spot.style if choice.legal else f"{spot.style} class:barred"
    sign = MARKED if choice.card in marked else " " if choice.legal else BARRED
    if choice.key == cursor:
        style = f"{style} class:cursor"
        sign = CURSOR_ON_MARKED if choice.card in marked else CURSOR
    return [(style, sign + spot.text)]


def _flow(groups: Sequence[Group], columns: int, gap: int) -> list[Row]:
    rows: list[Row] = []
    suits: list[Row] = []
    for group in groups:
        lines = _group(group, columns, gap)
        if group.name == TRUMPS:
            rows += [*_paired(suits, columns), *lines]
            suits = []
        elif not group.sign or len(lines) > 1:
            rows += lines
        else:
            suits += lines
    return rows + _paired(suits, columns)


def _group(group: Group, columns: int, gap: int) -> list[Row]:
    """One group after its sign, on more than one row only where the screen is too narrow."""
    start = 2 if group.sign else 0
    rows: list[Row] = [[Spot(0, group.sign, f"class:suit.{group.name}")]] if group.sign else [[]]
    column = start
    for cell in group.cells:
        wide = 1 + len(cell.text)
        if column > start and column + wide > columns:
            rows.append([])
            column = start
        rows[-1].append(_cell(column, cell))
        column += wide + gap
    return rows


def _cell(column: int, cell: Cell) -> Spot:
    style = f"class:suit.{cell.suit}"
    return Spot(column, cell.text, style, cell.choice) if cell.choice else Spot(column, f" {cell.text}", style)


def _paired(suits: list[Row], columns: int) -> list[Row]:
    """Two suits to a line, the right ones below each other where that fits; one to a line where two do not."""
    common = max((_end(row) for row in suits[::2]), default=0) + BETWEEN_SUITS
    aligned = all(common + _end(row) <= columns for row in suits[1::2])
    rows: list[Row] = []
    for left, right in zip(suits[::2], suits[1::2], strict=False):
        middle = common if aligned else _end(left) + BETWEEN_SUITS
        if middle + _end(right) > columns:
            rows += [left, right]
        else:
            rows.append(left + [replace(spot, column=spot.column + middle) for spot in right])
    return rows + (suits[-1:] if len(suits) % 2 else [])


def _end(row: Row) -> int:
    last = row[-1]
    return last.column + width([("", last.text)]) + (1 if last.choice else 0)
