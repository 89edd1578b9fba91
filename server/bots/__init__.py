"""Bots: each decides from the view of its seat, and has nothing else. A game with a bot of its own is a row here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random

from protocol import View

Decide = Callable[[View, Random], str]

BOTS = {
    "tarot": "server.bots.tarot",
    "tarocchino": "server.bots.tarocchino",
    "belote": "server.bots.belote",
    "paodekuai": "server.bots.paodekuai",
}
ANY_GAME = "server.bots.anygame"


def decide(view: View, rng: Random) -> str:
    """One of the legal tokens of a view."""
    bot: Decide = import_module(BOTS.get(view.game, ANY_GAME)).decide
    return bot(view, rng)
