"""What is drawn: one picture of the whole screen."""

from __future__ import annotations

from dataclasses import dataclass

from client.desk import Layout
from client.screens.lines import Line


@dataclass(frozen=True, slots=True)
class Picture:
    """The lines of a screen, exactly as many as it has rows; where the cursor stands; what can be chosen where."""

    lines: list[Line]
    cursor: tuple[int, int]
    layout: Layout
