"""What a room is told, and what it wants done about it: plain data both ways."""

from __future__ import annotations

from dataclasses import dataclass

from engine.layout import Layout
from protocol import Result, View
from protocol.from_client import AtTable, InLobby
from protocol.from_server import Table
from protocol.message import Message

# What a room is told. A `line` is the number of a connection.


@dataclass(frozen=True, slots=True)
class Arrive:
    """Somebody says hello: with the token of a seat that is his, or for a seat that is then his by a new token."""

    line: int
    name: str
    token: str | None
    new_token: str


@dataclass(frozen=True, slots=True)
class Say:
    """A command of somebody who has said hello."""

    line: int
    message: AtTable | InLobby


@dataclass(frozen=True, slots=True)
class Lost:
    """A connection has ended."""

    line: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards that the room asked for with `Shuffle`."""

    dealer: int
    layout: Layout


@dataclass(frozen=True, slots=True)
class Decided:
    """A bot's answer to `Ask`, of the same turn."""

    turn: int
    action: str


Command = Arrive | Say | Lost | Dealt | Decided


# What a room wants done.


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message down a line."""

    line: int
    message: Message


@dataclass(frozen=True, slots=True)
class Close:
    """Close a line, once what was sent before has gone out."""

    line: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Deal new cards."""

    dealer: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Let a bot decide, from what its seat knows."""

    turn: int
    view: View


@dataclass(frozen=True, slots=True)
class Report:
    """Tell the house what everybody may know: the table as it is now, or how a deal ended."""

    what: Table | Result


Effect = Send | Close | Shuffle | Ask | Report
