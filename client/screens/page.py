"""A page that is opened over a place: it takes the whole screen, but for a title and the keys."""

from __future__ import annotations

from client.desk import Layout
from client.keys import Keyboard
from client.screens.frame import COMFORTABLE
from client.screens.lines import Line, pad
from client.screens.picture import Picture, key_line, key_targets
from client.screens.settlement import furthest, window


def paged(title: Line, lines: list[Line], scroll: int, columns: int, rows: int, keyboard: Keyboard) -> Picture:
    """As much of its lines as there is room for, from `scroll` on."""
    inside = columns - 2
    upper = [title] if rows >= COMFORTABLE else []
    foot = keyboard.footer("page", "")
    room = max(0, rows - len(upper) - 1)
    main = window(lines, room, scroll, inside)
    body = [*main, *([[]] * (room - len(main))), key_line(foot, inside)]
    drawn = [pad(line, columns) for line in [*upper, *([("", " "), *line] for line in body)][-rows:]]
    layout = Layout(furthest=furthest(lines, room), page=max(1, room - 2))
    return Picture(drawn, (0, len(drawn) - 1), layout, tuple(key_targets(foot, inside, len(drawn) - 1, 1)))
