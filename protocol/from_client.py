"""What a client may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from protocol.message import CommandId, Message, SeatToken


class Hello(Message):
    """The first message: who I am, which protocol I speak, and the token of the seat that I come back to."""

    type: Literal["hello"] = "hello"
    version: int
    name: str
    seat_token: SeatToken | None = None


class Start(Message):
    """Deal: bots take the seats that are still empty. Any person seated may say it, between deals."""

    type: Literal["start"] = "start"
    id: CommandId


class Act(Message):
    """My decision: one of the legal tokens of the view that came with `seq`."""

    type: Literal["act"] = "act"
    id: CommandId
    seq: Annotated[int, Field(ge=0)]
    action: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Leave(Message):
    """I get up for good: my seat is free for others, or a bot's while a deal is being played."""

    type: Literal["leave"] = "leave"
    id: CommandId


FromClient = Annotated[Hello | Start | Act | Leave, Field(discriminator="type")]
