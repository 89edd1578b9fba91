"""What stands beside the table, or above and below it: the facts, the last trick, what was said lately."""

from __future__ import annotations

from client.screens.lines import POINT, Line, clip, held, tinted, wrapped
from client.text import UNBROKEN, about
from client.tricks import Play, in_order
from client.viewmodel import Shown


def panel(shown: Shown, columns: int, rows: int) -> list[Line]:
    """All of it in a column of these rows. Where room is short, the log goes first, then the last of the facts."""
    tricks = [
        *trick(shown.trick_heading, shown.trick, columns),
        *trick(shown.last_heading, shown.last_trick, columns),
    ]
    facts = [line for fact in shown.facts for line in wrapped(fact, columns, indent="  ")]
    room = max(0, rows - len(tricks))
    if len(facts) > room:
        facts = [*facts[: room - 1], [("class:quiet", "…")]][:room]
    lines = [*facts, *tricks]
    said = newest(shown.log, columns, rows - len(lines) - 1)
    lines += [[], *said] if said else []
    return [clip(line, columns) for line in (lines if lines and lines[0] else lines[1:])[:rows]]


def trick(heading: str, plays: tuple[Play, ...], columns: int) -> list[Line]:
    """A trick in the order of play, under its heading, after an empty line."""
    return [[], [("class:heading", heading)], *wrapped(in_order(plays), columns, indent="  ")] if plays else []


def newest(log: tuple[str, ...], columns: int, rows: int) -> list[Line]:
    """As many of the newest sentences as these rows hold whole, the newest last. One that is too long for all of them
    is cut, rather than that nothing is seen.
    """
    lines: list[Line] = []
    for text in reversed(log):
        sentence, room = wrapped(text, columns, "class:quiet", "  ") or [[]], rows - len(lines)
        if len(sentence) > room:
            return [*(held(sentence, room, columns) if len(sentence) > rows else []), *lines]
        lines = sentence + lines
    return lines


def last_word(shown: Shown, columns: int, rows: int) -> list[Line]:
    """What somebody has just said, as far as these rows hold it; nothing once the play has gone on."""
    if rows < 1 or not shown.said or shown.log[-1] != shown.said[-1]:
        return []
    return held(wrapped(shown.said[-1], columns, "class:quiet", "  "), rows, columns)


def above(shown: Shown, columns: int, rows: int) -> list[Line]:
    """The facts on as few lines as they take, with points between them."""
    return held(wrapped(f"{UNBROKEN}{POINT.lstrip()}".join(shown.facts), columns), rows, columns)


def below(shown: Shown, columns: int, rows: int) -> list[Line]:
    """The last trick, then the newest of what was said."""
    last = [tinted(about(shown.last_heading, in_order(shown.last_trick)), "class:quiet")] if shown.last_trick else []
    return [clip(line, columns) for line in (last + newest(shown.log, columns, rows - len(last)))[:rows]]
