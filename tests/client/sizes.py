"""The sizes of screens that tests try, and what must hold of a picture at any of them."""

from __future__ import annotations

import pytest
from prompt_toolkit.utils import get_cwidth

from client.screens.picture import Picture

SIZES = [(80, 24), (60, 20), (40, 12)]
EVERY_SIZE = pytest.mark.parametrize(("columns", "rows"), SIZES)


def filled(drawn: Picture, columns: int, rows: int) -> list[str]:
    """A picture as text, line by line, which fills the screen exactly, with the cursor on it."""
    lines = ["".join(text for _, text in line) for line in drawn.lines]
    assert len(lines) == rows
    assert all(sum(map(get_cwidth, line)) == columns for line in lines)
    assert 0 <= drawn.cursor[0] < columns
    assert 0 <= drawn.cursor[1] < rows
    return lines
