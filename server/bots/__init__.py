"""Bots: each decides from the view of its seat, and has nothing else. A game whose bots have sense is a row here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from protocol import View
from server.bots.craft import Craft

Decide = Callable[[View, Random], str]

CRAFTS = {
    "tarot": "server.bots.tarot",
    "tarocchino": "server.bots.tarocchino",
    "belote": "server.bots.belote",
    "paodekuai": "server.bots.paodekuai",
}


def craft_of(game: str) -> Craft[Any] | None:
    """What bots know of a game; None where that is nothing."""
    if game not in CRAFTS:
        return None
    craft: Craft[Any] | None = getattr(import_module(CRAFTS[game]), "CRAFT", None)
    return craft


def decide(view: View, rng: Random) -> str:
    """One of the legal tokens of a view, as a bot of the usual level chooses it."""
    from server.bots.bot import Bot  # which looks here for its craft

    if craft_of(view.game) is None and view.game in CRAFTS:
        old: Decide = import_module(CRAFTS[view.game]).decide
        return old(view, rng)
    return Bot().decide(view, None, rng).token
