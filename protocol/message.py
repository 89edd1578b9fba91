"""What every message is: frozen, exact in its types, without a field that is not known."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)


class Part(BaseModel):
    """The base of what stands inside messages."""

    model_config = STRICT


class Message(BaseModel):
    """The base of all messages in both directions."""

    model_config = STRICT

    type: str

    @cached_property
    def frame(self) -> str:
        """The message as JSON, made once for however many it is sent to. Fields that have their default value are
        left out.
        """
        rest = self.model_dump_json(exclude_defaults=True, exclude={"type"})
        return f'{{"type":"{self.type}"{"" if rest == "{}" else ","}{rest[1:]}'

    def __copy__(self) -> Self:
        copied = super().__copy__()
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]  # what was made of the values, of which a copy may be given others
        return copied


DEALS = (1, 100)
"""The fewest and the most deals of a match."""

CLOCK = (5, 3600)
"""The shortest and the longest time for a decision, in seconds."""

LONGEST_NAME = 24
"""The visible characters of what a person or a table is called, at most."""

LONGEST_PHRASE = 100
"""The characters of a pass phrase, at most."""

LONGEST_SAID = 300
"""The characters of one thing said to the table, at most."""

Level = Literal["easy", "normal", "strong"]
"""How well a bot plays."""

CommandId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""Chosen by the client, new for each command; a command sent again under the same id has no second effect."""

ClientId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""Chosen by a client at random, and the same on all of its connections."""

SeatToken = Annotated[str, StringConstraints(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""The secret that a seat belongs to. It travels in messages only, never in an address or a log."""

TableId = Annotated[str, StringConstraints(min_length=1, max_length=16, pattern=r"^[a-z0-9]+$")]
"""What a table is called between programs."""

Count = Annotated[int, Field(ge=0)]
"""How many there are of something."""

SeatNumber = Annotated[int, Field(ge=0, le=10)]
"""A seat that is asked for; whether the table has it is another question."""

Phrase = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_PHRASE)]
"""The pass phrase of a private table. It travels in messages only, and is kept nowhere but as a hash."""

Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""
