"""Messages to text and back."""

from __future__ import annotations

from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from protocol.from_client import FromClient
from protocol.from_server import FromServer
from protocol.message import Message

M = TypeVar("M")

_FROM_CLIENT: TypeAdapter[FromClient] = TypeAdapter(FromClient)
_FROM_SERVER: TypeAdapter[FromServer] = TypeAdapter(FromServer)


class BadMessage(Exception):
    """A frame that is no message. The text says where it fails and what would be right."""


def encode(message: Message) -> str:
    """One message as JSON; fields that have their default value are left out."""
    rest = message.model_dump_json(exclude_defaults=True, exclude={"type"})
    return f'{{"type":"{message.type}"{"" if rest == "{}" else ","}{rest[1:]}'


def read_from_client(frame: str | bytes) -> FromClient:
    """What a client said. BadMessage for anything else."""
    return _read(_FROM_CLIENT, frame)


def read_from_server(frame: str | bytes) -> FromServer:
    """What the server said. BadMessage for anything else."""
    return _read(_FROM_SERVER, frame)


def _read(adapter: TypeAdapter[M], frame: str | bytes) -> M:
    if isinstance(frame, bytes):
        raise BadMessage("Messages are text frames, this was a binary one.")
    try:
        return adapter.validate_json(frame)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "message"
        raise BadMessage(f"{where}: {first['msg']}") from None
