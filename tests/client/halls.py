"""A lobby as a server might describe it."""

from __future__ import annotations

from typing import Any

from client.hall import Hall, entered, heard
from protocol import VERSION
from protocol.from_server import Lobby, Row

FRIDAY = Row(
    id="k3x8", game="tarot", title="French Tarot", name="Friday", state="playing", seats=4,
    people=("Bruno", "Clara"), bots=1, free=2, watching=1,
)  # fmt: skip
CLUB = Row(
    id="p2mc", game="belote", title="Belote", name="The club", state="waiting", seats=4, people=("Dédé",), free=3,
    private=True, spectators=False,
)  # fmt: skip
FULL = Row(
    id="f0f0", game="paodekuai", title="Pao De Kuai", name="Full house", state="over", seats=3,
    people=("Eva", "Fritz", "Gina"), free=0,
)  # fmt: skip


def lobby(*tables: Row) -> Lobby:
    """What a server says of these tables."""
    games = {"tarot": "French Tarot", "belote": "Belote", "paodekuai": "Pao De Kuai"}
    return Lobby(version=VERSION, server="Here", games=games, tables=tables)


def hall(*tables: Row, **changes: Any) -> Hall:
    """What Anna sees of them."""
    return entered(lobby(*(tables or (FRIDAY, CLUB, FULL))), "Anna", **changes)


def after(before: Hall, *tables: Row) -> Hall:
    """The lobby once these are its tables."""
    return heard(before, lobby(*tables))
