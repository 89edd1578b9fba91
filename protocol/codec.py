"""Messages to text and back."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from protocol.from_client import FromClient
from protocol.from_server import FromServer
from protocol.message import Message

M = TypeVar("M")

_FROM_CLIENT: TypeAdapter[FromClient] = TypeAdapter(FromClient)
_FROM_SERVER: TypeAdapter[FromServer] = TypeAdapter(FromServer)


def _kinds(union: Any) -> dict[str, type[Message]]:
    """The messages of a side, by their types."""
    models, *_ = get_args(union)
    return {model.model_fields["type"].default: model for model in get_args(models)}


_CLIENT_SAYS, _SERVER_SAYS = _kinds(FromClient), _kinds(FromServer)


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
    return _read(_FROM_CLIENT, frame, _CLIENT_SAYS)


def version_of(frame: str | bytes) -> int | None:
    """The version in a `hello`, even in one that this version cannot read otherwise. None where there is none."""
    try:
        return _Greeting.model_validate_json(frame, strict=True).version
    except ValidationError:
        return None


def read_from_server(frame: str | bytes) -> FromServer:
    """What the server said. BadMessage for anything else."""
    return _read(_FROM_SERVER, frame, _SERVER_SAYS)


def _read(adapter: TypeAdapter[M], frame: str | bytes, kinds: dict[str, type[Message]]) -> M:
    if isinstance(frame, bytes):
        raise BadMessage("Messages are text frames, this was a binary one.")
    try:
        return adapter.validate_json(frame)
    except ValidationError as error:
        raise BadMessage(_complaint(error, kinds)) from None


def _complaint(error: ValidationError, kinds: dict[str, type[Message]]) -> str:
    """Where a message fails first, and what would be right there."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "message"
    match first["type"], first["loc"]:
        case (("union_tag_invalid" | "union_tag_not_found"), ()):
            return f"type: Should be one of {', '.join(kinds)}"
        case "extra_forbidden", (kind, _):
            return f"{where:.100}: No such field; there are {', '.join(kinds[str(kind)].model_fields)}"
    return f"{where:.100}: {first['msg']:.200}"
