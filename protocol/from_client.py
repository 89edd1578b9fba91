"""What a client may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from protocol.message import (
    CLOCK,
    DEALS,
    LONGEST_SAID,
    ClientId,
    CommandId,
    Hex32,
    Level,
    Message,
    Phrase,
    SeatNumber,
    SeatToken,
    TableId,
)

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Hello(Message):
    """The first message: who I am, which protocol I speak, and where I wish to go.

    That is the seat whose token I have; or a place at `table`, or to `watch` it; or, where `lobby` is true and no
    table named, the lobby; or else a place at the first table that has one. With `lobby` I come into the lobby
    whenever I am at no table any more; without it the line is closed then.

    `new_token` is to be the secret of the seat that I am given; if a seat has it already, that seat is meant, so that
    the same greeting said twice, since the first answer was lost, takes no second seat. So too in `Open` and `Join`.

    `client` is what my client calls itself, at random. It says `again` where it comes by itself, after a cut, for a
    seat that it had: that is not taken from another client which has come to it since.
    """

    type: Literal["hello"] = "hello"
    version: int
    name: str
    seat_token: SeatToken | None = None
    new_token: SeatToken | None = None
    lobby: bool = False
    table: TableId | None = None
    watch: bool = False
    phrase: Phrase | None = None
    client: ClientId | None = None
    again: bool = False


class Open(Message):
    """In the lobby: open a table, and sit down at it. Who opened it can `bots`, `remove` and `close`.

    Its bots play at that `level`, or at the usual one of the server.
    """

    type: Literal["open"] = "open"
    id: CommandId
    game: Name
    name: Name
    phrase: Phrase | None = None
    listed: bool = True
    spectators: bool = True
    deals: Annotated[int, Field(ge=DEALS[0], le=DEALS[1])] | None = None
    clock: Annotated[int, Field(ge=CLOCK[0], le=CLOCK[1])] | None = None
    bots: Annotated[int, Field(ge=0, le=10)] = 0
    level: Level | None = None
    new_token: SeatToken | None = None


class Join(Message):
    """In the lobby: sit down at a table, on that `seat` or on any."""

    type: Literal["join"] = "join"
    id: CommandId
    table: TableId
    seat: SeatNumber | None = None
    phrase: Phrase | None = None
    new_token: SeatToken | None = None


class Watch(Message):
    """In the lobby: watch a table."""

    type: Literal["watch"] = "watch"
    id: CommandId
    table: TableId
    phrase: Phrase | None = None


class Start(Message):
    """Deal: bots take the seats that are still empty. Any person seated may say it, between deals."""

    type: Literal["start"] = "start"
    id: CommandId


class Pledge(Message):
    """After a `commitment`: the hash of the bytes that I shall add to the shuffle of this deal."""

    type: Literal["pledge"] = "pledge"
    id: CommandId
    deal: Annotated[int, Field(ge=0)]
    hash: Hex32


class Entropy(Message):
    """After `pledges`: the 32 random bytes to which I was bound by mine."""

    type: Literal["entropy"] = "entropy"
    id: CommandId
    deal: Annotated[int, Field(ge=0)]
    bytes: Hex32


class Act(Message):
    """My decision: one of the legal tokens of the view that came with `seq`."""

    type: Literal["act"] = "act"
    id: CommandId
    seq: Annotated[int, Field(ge=0)]
    action: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Chat(Message):
    """I say something to everybody at the table."""

    type: Literal["chat"] = "chat"
    id: CommandId
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SAID)]


class Move(Message):
    """Between deals: I take another seat, a free one or a bot's. What I have won goes with me. That of another person I
    have as soon as we both wish to change places; with my own I say that I wish to stay.
    """

    type: Literal["move"] = "move"
    id: CommandId
    seat: SeatNumber


class Bots(Message):
    """The opener, between deals: so many bots sit here, and all play at that `level`, or as before."""

    type: Literal["bots"] = "bots"
    id: CommandId
    number: Annotated[int, Field(ge=0, le=10)]
    level: Level | None = None


class Remove(Message):
    """The opener: whoever owns that seat must leave."""

    type: Literal["remove"] = "remove"
    id: CommandId
    seat: SeatNumber


class Close(Message):
    """The opener: the table is closed."""

    type: Literal["close"] = "close"
    id: CommandId


class Leave(Message):
    """I get up for good: my seat is free for others, or a bot's while a deal is being played."""

    type: Literal["leave"] = "leave"
    id: CommandId


AtTable = Start | Pledge | Entropy | Act | Chat | Move | Bots | Remove | Close | Leave
"""What is said at a table."""

InLobby = Open | Join | Watch | Leave
"""What is said in the lobby."""

FromClient = Annotated[
    Hello | Open | Join | Watch | Start | Pledge | Entropy | Act | Chat | Move | Bots | Remove | Close | Leave,
    Field(discriminator="type"),
]
