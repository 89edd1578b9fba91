"""The rules of the four games: pure, deterministic, standard library only. A new game is one more row here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.errors import UnknownGame
from engine.game import Game

GAMES = {
    "tarot": "engine.tarot.game",
    "tarocchino": "engine.tarocchino.game",
    "belote": "engine.belote.game",
    "paodekuai": "engine.paodekuai.game",
}


def game_named(key: str) -> Game[Any]:
    """The game of this key. UnknownGame, naming those there are, for any other."""
    if key not in GAMES:
        raise UnknownGame(f"There is no game called {key[:40]!r}; the games are {', '.join(GAMES)}.")
    game: Game[Any] = import_module(GAMES[key]).GAME
    return game
