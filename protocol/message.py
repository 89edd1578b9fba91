"""What every message is: frozen, exact in its types, without a field that is not known."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)


class Part(BaseModel):
    """The base of what stands inside messages."""

    model_config = STRICT


class Message(BaseModel):
    """The base of all messages in both directions."""

    model_config = STRICT

    type: str


CommandId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""Chosen by the client, new for each command; a command sent again under the same id has no second effect."""

SeatToken = Annotated[str, StringConstraints(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""The secret that a seat belongs to. It travels in messages only, never in an address or a log."""
