"""A finished deal as a game record, which `tapis replay` reads, with what a table can add to it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any, cast

from engine.game import State
from protocol import Result
from server.room import Room


def record(room: Room) -> dict[str, Any]:
    """The record of the deal that is, or was last, played in a room."""
    deal, deck = cast(State, room.deal), room.deck
    return {
        "game": room.game.about.key,
        "dealer": deal.dealer,
        "deal": deal.layout,
        "actions": room.actions,
        **({"shuffle": asdict(deck.proof)} if deck and deck.step == "dealt" else {}),
    }


def remembered(before: Room, after: Room, when: datetime) -> dict[str, Any]:
    """The record of a deal that has just ended: when, at which table, who played it and what each has won."""
    return {
        "date": when.isoformat(timespec="seconds"),
        "table": after.name,
        "players": [chair.name for chair in before.chairs],
        "scores": cast(Result, cast(State, after.deal).result).scores,
        **record(after),
    }
