"""A bot for games that have none of their own: it promises nothing, and plays its first card."""

from __future__ import annotations

from random import Random

from protocol import View

QUIET = {"pass", "no", "none", "skip"}


def decide(view: View, rng: Random) -> str:
    """The quietest of the legal tokens, else the first."""
    return min(view.legal, key=lambda token: token.rpartition(":")[2] not in QUIET)
