"""What stands beside the table, or above and below it: the facts, the last trick, what was said lately."""

from __future__ import annotations

from client.screens.lines import Line, clip, tinted, wrapped
from client.screens.table import in_order
from client.viewmodel import Play, Shown


def panel(shown: Shown, columns: int, rows: int) -> list[Line]:
    """All of it in a column of exactly these rows; the oldest of what was said goes first when room is short."""
    lines = [line for fact in shown.facts for line in wrapped(fact, columns, indent="  ")]
    for heading, trick in ((shown.trick_heading, shown.trick), ("Last trick", shown.last_trick)):
        if trick:
            lines += [[], [("class:heading", heading)], *trick_lines(trick, columns)]
    said = newest(shown.log, columns, rows - len(lines) - 1)
    lines += [[], *said] if said else []
    return [clip(line, columns) for line in (lines if lines and lines[0] else lines[1:])[:rows]]


def newest(log: tuple[str, ...], columns: int, rows: int) -> list[Line]:
    """As many of the newest sentences as these rows hold whole, the newest last."""
    lines: list[Line] = []
    for text in reversed(log):
        sentence = wrapped(text, columns, "class:quiet", "  ")
        if len(lines) + len(sentence) > rows:
            break
        lines = sentence + lines
    return lines


def trick_lines(trick: tuple[Play, ...], columns: int) -> list[Line]:
    """A trick in the order of play, as a sentence."""
    return wrapped(in_order(trick), columns, indent="  ")


def above(shown: Shown, columns: int, rows: int) -> list[Line]:
    """The facts on as few lines as they take."""
    lines = wrapped("  ".join(shown.facts), columns) if shown.facts else []
    return lines[:rows]


def below(shown: Shown, columns: int, rows: int) -> list[Line]:
    """The last trick, then the newest of what was said."""
    last = [tinted(f"Last trick: {in_order(shown.last_trick)}", "class:quiet")] if shown.last_trick else []
    return [clip(line, columns) for line in (last + newest(shown.log, columns, rows - len(last)))[:rows]]
