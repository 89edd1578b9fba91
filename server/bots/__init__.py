"""Bots: each decides from the view of its seat, and has nothing else. A game whose bots have sense is a row here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from protocol import View
from protocol.message import Level
from server.bots.craft import Craft
from server.bots.decision import LABELS

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
    craft: Craft[Any] = import_module(CRAFTS[game]).CRAFT
    return craft


def labels_of(game: str) -> Mapping[str, str]:
    """The sentences of the reasons that bots of a game give."""
    craft = craft_of(game)
    return {**LABELS, **craft.labels} if craft else LABELS


def decide(view: View, rng: Random, level: Level = "normal", deadline: float | None = None) -> str:
    """One of the legal tokens of a view, as a bot of this level chooses it."""
    from server.bots.bot import Bot  # which looks here for its craft

    return Bot(level).decide(view, deadline, rng).token
