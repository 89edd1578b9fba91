"""Messages to text and back."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from protocol.from_client import FromClient
from protocol.from_server import FromServer
from protocol.message import Message

M = TypeVar("M")

_FROM_CLIENT: TypeAdapter[FromClient] = TypeAdapter(FromClient)
_FROM_SERVER: TypeAdapter[FromServer] = TypeAdapter(FromServer)


class _Greeting(BaseModel):
    type: Literal["hello"]
    version: Annotated[int, Field(ge=0, lt=10_000)]  # it is said again in the answer


class BadMessage(Exception):
    """A frame that is no message. The text says where it fails and what would be right."""


def encode(message: Message) -> str:
    """One message as JSON."""
    return message.frame


def read_from_client(frame: str | bytes) -> FromClient:
    """What a client said. BadMessage for anything else."""
    return _read(_FROM_CLIENT, frame)


def version_of(frame: str | bytes) -> int | None:
    """The version in a `hello`, even in one that this version cannot read otherwise. None where there is none."""
    try:
        return _Greeting.model_validate_json(frame, strict=True).version
    except ValidationError:
        return None


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
        raise BadMessage(f"{where:.100}: {first['msg']:.200}") from None
