"""What the server may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, with_config

from engine.account import Line, Result
from engine.notes import Note
from engine.view import About, Offer, Trick, View
from protocol.message import STRICT, CommandId, Message, Part, SeatToken

for value in (About, Line, Note, Offer, Result, Trick, View):
    with_config(STRICT)(value)


class Seat(Part):
    """Who sits there: a person, who may be away for the moment, or a bot, or nobody."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    present: bool = True


class Table(Message):
    """The table as everybody sees it, sent whenever it changes.

    `waiting` for a first deal, `playing` one, or the last one is `over`; from `waiting` and `over` a `start` deals.
    `deals` have been played to their end so far (an annulled one is not counted), `scores` are their sums.
    """

    type: Literal["table"] = "table"
    state: Literal["waiting", "playing", "over"]
    seats: tuple[Seat, ...]
    deals: int
    scores: tuple[int | float, ...]


class Welcome(Message):
    """The answer to `hello`: your seat, the secret that brings you back to it, and the game that is played.

    Who comes while a deal is being played has a bot's seat from the next deal on, and watches until then
    (`viewer` of his views is null).
    """

    type: Literal["welcome"] = "welcome"
    version: int
    server: str
    seat: int
    seat_token: SeatToken
    about: About
    table: Table


class Update(Message):
    """What happened in public since the last update, and all that you know now.

    `seq` counts the public events of the table; your next `act` names it.
    """

    type: Literal["update"] = "update"
    seq: int
    events: tuple[Note, ...]
    view: View


class Accepted(Message):
    """Your command was carried out."""

    type: Literal["accepted"] = "accepted"
    id: CommandId


class Refused(Message):
    """Your command was not carried out, and nothing has changed. `clause` is there where a rule forbids it."""

    type: Literal["refused"] = "refused"
    id: CommandId
    code: Literal["illegal", "not_your_turn", "stale", "not_now", "too_fast", "too_many"]
    message: str
    clause: str | None = None


class Failure(Message):
    """What you sent was no message, or cannot be answered.

    After a `hello` that failed (`version`, `full`, `name`, `token`), or did not come in time, the line is closed; also
    where the address has `too_many` already.
    """

    type: Literal["failure"] = "failure"
    code: Literal[
        "bad_message", "version", "full", "name", "token", "hello_expected", "hello_twice", "too_fast", "too_many"
    ]
    message: str
    version: int | None = None


class Farewell(Message):
    """The server closes this connection, and says why."""

    type: Literal["farewell"] = "farewell"
    reason: Literal["stopping", "replaced", "too_slow", "too_fast", "left", "failed"]
    message: str


FromServer = Annotated[Welcome | Table | Update | Accepted | Refused | Failure | Farewell, Field(discriminator="type")]
