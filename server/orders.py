"""What a room is told, and what it wants done about it: plain data both ways."""

from __future__ import annotations

from dataclasses import dataclass

from engine.layout import Layout
from protocol import Result, View
from protocol.from_client import AtTable
from protocol.from_server import Commitment, Failure, Farewell, Pledges, Refused, Revealed, Table, Update
from protocol.message import ClientId, CommandId, Level, Message

# What a room is told. A `line` is the number of a connection.


@dataclass(frozen=True, slots=True)
class Arrive:
    """Somebody comes: with the `token` of a seat that is his, or for a seat that is then his by a new token.

    He may wish for a certain `seat`, or only to `watch`. `id` is that of his command, if it was not a hello. Whoever
    had to know a pass phrase has known it. His `client` comes `again` where it does so by itself, after a cut.
    """

    line: int
    name: str
    token: str | None
    new_token: str
    seat: int | None = None
    watch: bool = False
    id: CommandId | None = None
    client: ClientId | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """A command of somebody who has come."""

    line: int
    message: AtTable


@dataclass(frozen=True, slots=True)
class Lost:
    """A connection has ended."""

    line: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """The server's own part in the shuffle that the room asked for: 64 hexadecimal digits out of nowhere."""

    secret: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards that the room asked for with `Deal`, or at once, where they are known in advance: `again`, where they
    are those of a deal that has been played before.
    """

    dealer: int
    layout: Layout
    again: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """A bot's answer to `Ask`, of the same turn: a legal token."""

    turn: int
    action: str


@dataclass(frozen=True, slots=True)
class Tick:
    """The moment has come at which the room wished to be woken."""


Command = Arrive | Say | Lost | Sealed | Dealt | Decided | Tick


# What a room wants done.


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message down these lines."""

    lines: tuple[int, ...]
    message: Message


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Send a last message down a line, which is then no longer at this table."""

    line: int
    message: Failure | Refused | Farewell


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Begin a shuffle for the next deal."""

    dealer: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the cards that follow from this seed."""

    dealer: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class Ask:
    """Let a bot of this level decide, from what its seat knows."""

    turn: int
    view: View
    level: Level


@dataclass(frozen=True, slots=True)
class Report:
    """Tell the house what everybody may know: the table as it is now, or how a deal ended."""

    what: Table | Result


Public = Table | Commitment | Pledges | Update | Revealed
"""What those who watch are told of what happens, but for what people say."""


@dataclass(frozen=True, slots=True)
class Publish:
    """Tell whoever wishes to know, at a table that anybody may watch, what those who watch are told."""

    message: Public


Effect = Send | Dismiss | Shuffle | Deal | Ask | Report | Publish
