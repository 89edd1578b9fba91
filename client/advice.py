"""What a bot would do in somebody's place, and why: asked for at one's turn, and when looking back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from protocol import Note, View


@dataclass(frozen=True, slots=True)
class Advice:
    """The token that a bot would choose, from what that seat knows, and why; `labels` has the sentences of bots."""

    token: str
    why: Note
    labels: Mapping[str, str]


Adviser = Callable[[View], Advice]
"""A bot, which is told a view and nothing else. It takes its time."""
