"""What can be wrong with what the engine is given.

EngineError
 ├─ IllegalAction   a token that the rules refuse now: which clause, and why
 ├─ BadRecord       something that is no game record, or no deal of that game's pack
 └─ UnknownGame     a name that is not in the registry
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.notes import Sentence, Value


class EngineError(Exception):
    """Anything that the engine refuses. It is raised before any change."""


class IllegalAction(EngineError):
    """A token refused under a numbered clause of the rulebook. `reason` is a whole sentence for the player."""

    def __init__(self, clause: str, reason: str, /, **args: Value) -> None:
        super().__init__(clause, reason)
        self.clause = clause
        self.reason = Sentence(reason, **args)

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"


class BadRecord(EngineError):
    """A record that cannot be replayed; the message says what is wrong and what would be right."""


class UnknownGame(EngineError):
    """A game that is not in the registry."""


def not_a_choice(token: str, reason: str) -> IllegalAction:
    """C.4 The refusal of a `{token}` that is none of what is asked for; the sentence says what would be right."""
    return IllegalAction("C.4", reason, token=f"{token[:40]!r}")


def quoted(value: object) -> str:
    """What a record has in a place where something else belongs: as JSON writes it, cut where that is long."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
