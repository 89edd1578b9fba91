"""The page of keys and signs."""

from __future__ import annotations

from client.keys import help_lines
from client.screens.hand import BARRED, CURSOR, CURSOR_ON_MARKED, MARKED
from client.screens.lines import Line, clip
from client.screens.table import LEADS, TURN

SIGNS = (
    (TURN, "whose turn it is"),
    (CURSOR, "the choice that Enter takes"),
    (BARRED, "a card not allowed now"),
    (f"{MARKED} {CURSOR_ON_MARKED}", "a card that is marked"),
    (LEADS, "the card that wins the trick"),
)


def help_page(columns: int) -> list[Line]:
    """All keys, and the signs on the screen."""
    return [
        [("class:heading", "Keys")],
        *(_entry(written, text, columns) for written, text in help_lines()),
        [],
        [("class:heading", "Signs")],
        *(_entry(sign, text, columns) for sign, text in SIGNS),
    ]


def _entry(name: str, text: str, columns: int) -> Line:
    return clip([("", f"{name:<11}"), ("class:quiet", text)], columns)
