"""Opening a table in the lobby: as somebody wishes it, once for each wish, and not too many from one address."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import GAMES, game_named
from engine.game import Game
from engine.notes import Sentence, later
from protocol.from_client import Open
from server import names
from server.refusal import Refusal
from server.table import Table
from server.terms import Lock, Terms

Lay = Callable[[Game[Any], Terms], Table]
"""Lays a table for a game on these terms, under an id of its own. Refusal where no more are laid."""


class Openings:
    """The tables that were opened from each address, of which no more than `allowed` stand, and the wishes that they
    have come from, by the tokens that were to be theirs.
    """

    def __init__(self, house: Terms, lay: Lay, allowed: int) -> None:
        self._house = house
        self._lay = lay
        self._allowed = allowed
        self._addresses: dict[Table, str] = {}
        self._wishes: dict[str, asyncio.Future[Table]] = {}

    async def open(self, wish: Open, address: str) -> Table:
        """A new table as somebody at this address wishes it; one, however often the wish is said under its new token.
        Refusal where it cannot be.
        """
        token = wish.new_token or secrets.token_hex()
        if token not in self._wishes:
            self._wishes[token] = asyncio.ensure_future(self._grant(wish, address))
        try:
            return await asyncio.shield(self._wishes[token])
        except Refusal:
            self._wishes.pop(token, None)
            raise

    def closed(self, table: Table) -> None:
        """A table stands no more: its address may open another, and its wish is a new one if it is said again."""
        self._addresses.pop(table, None)
        self._wishes = {token: wish for token, wish in self._wishes.items() if granted(wish) is not table}

    async def _grant(self, wish: Open, address: str) -> Table:
        terms = await agreed(self._house, wish)
        if list(self._addresses.values()).count(address) >= self._allowed:
            what = later("Tables opened from one address: {limit} at most; close another.")
            raise Refusal("too_many", Sentence(what, limit=self._allowed))
        table = self._lay(game_named(wish.game), terms)
        self._addresses[table] = address
        return table


async def agreed(house: Terms, wish: Open) -> Terms:
    """What holds at a table that is opened so, in a house of these terms. Refusal where it cannot be."""
    if wish.game not in GAMES:
        what = later("There is no game {game}; there are {games}.")
        raise Refusal("no_game", Sentence(what, game=f"{wish.game[:40]!r}", games=", ".join(GAMES)))
    seats = game_named(wish.game).about.seats
    if wish.bots >= seats:
        raise Refusal("full", Sentence("Bots: {most} at most, so that you can sit down.", most=seats - 1))
    return replace(
        house,
        name=names.clean(wish.name),
        bots=wish.bots,
        level=wish.level or house.level,
        deals=wish.deals,
        clock=wish.clock,
        spectators=wish.spectators and house.spectators,
        listed=wish.listed,
        lock=None if wish.phrase is None else await asyncio.to_thread(Lock.of, wish.phrase),
    )


def granted(wish: asyncio.Future[Table]) -> Table | None:
    """The table that was wished for, once it is open."""
    return wish.result() if wish.done() and not wish.cancelled() and not wish.exception() else None
