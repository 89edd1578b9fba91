"""Rooms and what they are told as text, and back: whatever these are made of, without a line for any of it here."""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import reduce
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel, TypeAdapter, create_model
from pydantic.dataclasses import dataclass

from engine import game_named
from engine.game import Game, State
from engine.layout import Layout
from server.orders import Command
from server.room import Room

_COMMANDS: dict[str, TypeAdapter[Command]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Command)}


def write_command(command: Command) -> tuple[str, str]:
    """The kind of a command, and the rest of it as JSON."""
    kind = type(command).__name__
    return kind, _COMMANDS[kind].dump_json(command).decode()


def read_command(kind: str, body: str) -> Command:
    """The command that was written so. ValueError where there is none of this kind, or of this shape."""
    if kind not in _COMMANDS:
        raise ValueError(f"There is no command {kind!r}.")
    return _COMMANDS[kind].validate_json(body)


@dataclass(frozen=True)
class _Deal:
    dealer: int
    layout: Layout


_HINTS: dict[str, Any] = {**get_type_hints(Room), "game": str, "deal": _Deal | None}
_FIELDS: dict[str, Any] = {
    each.name: (_HINTS[each.name], ... if each.default is MISSING else each.default) for each in fields(Room)
}

_Room = create_model("_Room", **_FIELDS)


def write_room(room: Room) -> str:
    """A room as JSON: of its deal, what it began with, since the actions that were taken in it follow."""
    parts = {field.name: getattr(room, field.name) for field in fields(room)}
    deal = room.deal and _Deal(room.deal.dealer, room.deal.layout)
    saved: BaseModel = _Room.model_construct(**{**parts, "game": room.game.about.key, "deal": deal})
    return saved.model_dump_json()


def read_room(text: str) -> Room:
    """The room that was written so. ValueError or EngineError where no room can have been."""
    saved = _Room.model_validate_json(text)
    parts: dict[str, Any] = {field.name: getattr(saved, field.name) for field in fields(Room)}
    game = game_named(parts["game"])
    deal = parts["deal"] and _played(game, parts["deal"], parts["actions"])
    return Room(**{**parts, "game": game, "deal": deal})


def _played(game: Game[Any], deal: _Deal, actions: tuple[str, ...]) -> State:
    begun: State = game.restore(deal.layout, deal.dealer)
    return reduce(game.apply, actions, begun)
