"""What a bot has decided, and why."""

from __future__ import annotations

from dataclasses import dataclass

from protocol import Note


@dataclass(frozen=True, slots=True)
class Decision:
    """One of the legal tokens, and a note that says in a sentence why it is that one; `LABELS` has the sentences."""

    token: str
    reason: Note


LABELS = {
    "bot.forced": "There is no other choice.",
    "bot.usual": "As a rule, this is what to do here.",
    "bot.slip": "It looked fine at a glance.",
    "bot.better": "{gain} points more on average than {other}, in {worlds} imagined deals.",
    "bot.better_card": "{gain} points more on average than with {cards}, in {worlds} imagined deals.",
    "bot.first": "The first that is allowed: this game has no bot of its own.",
}
"""The sentences of all reasons. A game's craft may have more of its own."""
