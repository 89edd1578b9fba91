"""What a bot would do in somebody's place, and why: asked for at one's turn, and when looking back."""

from __future__ import annotations

import asyncio
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


async def advice_of(adviser: Adviser, view: View) -> Advice | None:
    """What it says, once it has thought, beside everything else. None where it fails: play goes on without it."""
    try:
        return await asyncio.to_thread(adviser, view)
    except Exception:
        return None
