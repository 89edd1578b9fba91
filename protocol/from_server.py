"""What the server may say."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, field_validator, with_config

from engine.account import Line, Result
from engine.notes import Note, Sentence
from engine.proof import Proof
from engine.view import OWN, About, Offer, Trick, View
from protocol.message import STRICT, CommandId, Count, Hex32, Level, Message, Part, SeatToken, TableId

for value in (About, Line, Note, Offer, Proof, Result, Trick, View):
    with_config(STRICT)(value)

_VIEW = TypeAdapter(View)
_OWN = set(OWN)


class Seat(Part):
    """Who sits there: a person, who may be away for the moment, or a bot of some level, or nobody.

    `grace` are the seconds that are left, when this is said, before a bot plays for who is away. `wishes` is the seat
    of the person with whom this one would like to change places.
    """

    kind: Literal["open", "person", "bot"]
    name: str = ""
    present: bool = True
    grace: int | None = None
    level: Level | None = None
    wishes: int | None = None


class Row(Part):
    """One table in the lobby: `people` sit there by name, `free` seats are left for others, so many are `watching`.

    A `private` one asks for its pass phrase. `seats` counts all of them, `bots` those that bots have.
    """

    id: TableId
    game: str
    title: str
    name: str
    state: Literal["waiting", "playing", "over"]
    seats: Count
    people: tuple[str, ...] = ()
    bots: Count = 0
    free: Count
    watching: Count = 0
    spectators: bool = True
    private: bool = False


class Entry(Part):
    """One deal in the ledger of a match. Its columns follow the people when they change their seats."""

    dealer: int
    status: str
    scores: tuple[int | float, ...]


class House(Part):
    """Another server of the same directory: what it is called, where it is, whether the line there is encrypted, and
    the tables that it lists.
    """

    name: str
    address: str
    tls: bool = False
    tables: tuple[Row, ...]


class Lobby(Message):
    """You are in the lobby, at no table; sent again whenever a table there has changed.

    `games` may be opened here, by their names in programs, each with its title. `elsewhere` are other servers, whose
    tables can be joined and watched by way of a `redirect`; what is said of them may be old where it is `stale`, since
    the directory does not answer.
    """

    type: Literal["lobby"] = "lobby"
    version: int
    server: str
    games: dict[str, str]
    tables: tuple[Row, ...]
    elsewhere: tuple[House, ...] = ()
    stale: bool = False


class Redirect(Message):
    """The table that you have chosen is at another server: say `hello` there, with its id. You are in the lobby still.

    The pass phrase of a private table, and the token of a seat there, are for that server alone.
    """

    type: Literal["redirect"] = "redirect"
    address: str
    tls: bool = False
    table: TableId
    watch: bool = False


class Table(Message):
    """The table as everybody sees it, sent whenever it changes.

    `waiting` for a first deal, `playing` one, or the last one is `over`; from `waiting` and `over` a `start` deals.
    `deals` have been played to their end so far (an annulled one is not counted), `scores` are their sums, and the
    `ledger` has a line for each, the last hundred at most. A match ends after `deals_wanted`, if so many were agreed
    upon; the next `start` begins another. `opener` is the seat whose owner can `bots`, `remove` and `close`.
    `watching` counts those without a seat, `clock` the seconds for a decision. Bots play at that `level`, on their own
    seats and for people who are away.
    """

    type: Literal["table"] = "table"
    state: Literal["waiting", "playing", "over"]
    seats: tuple[Seat, ...]
    deals: int
    scores: tuple[int | float, ...]
    deals_wanted: int | None = None
    ledger: tuple[Entry, ...] = ()
    opener: int | None = None
    watching: int = 0
    clock: int | None = None
    level: Level = "normal"


class Welcome(Message):
    """You are at a table: your seat, the secret that brings you back to it, and the game that is played.

    Who comes while a deal is being played has a bot's seat from the next deal on, and watches until then
    (`viewer` of his views is null). Who only watches has no seat, and no token.
    """

    type: Literal["welcome"] = "welcome"
    version: int
    server: str
    table_id: TableId
    name: str = ""
    seat: int | None = None
    seat_token: SeatToken | None = None
    about: About
    table: Table


class Update(Message):
    """What happened in public since the last update, and all that you know now.

    `seq` counts the public events of the table; your next `act` names it. At a table with a clock, `seconds` are
    left, when this is said, to the seat whose turn it is.
    """

    type: Literal["update"] = "update"
    seq: int
    seconds: float | None = None
    events: tuple[Note, ...]
    view: View

    def to(self, view: View) -> Update:
        """The same moment for another viewer, to whom all that is public is told in the very same words."""
        other = Update(seq=self.seq, seconds=self.seconds, events=self.events, view=view)
        other.__dict__["public"] = self.public
        return other

    @cached_property
    def public(self) -> str:
        """The JSON of what is the same for all viewers, up to where that begins which may be one's own."""
        said = self.model_dump_json(exclude_defaults=True, exclude={"type": True, "view": _OWN})
        return f'{{"type":"{self.type}",{said[1:-2]},'

    @cached_property
    def frame(self) -> str:
        """The message as JSON: what is the same for all, made once for all of them, and the rest."""
        return f"{self.public}{_VIEW.dump_json(self.view, exclude_defaults=True, include=_OWN).decode()[1:]}}}"


class Said(Message):
    """What somebody says to all at the table: who has a `seat`, or watches.

    `number` counts what is said there. Whoever comes, or comes back, is told the last lines, which he may know already.
    """

    type: Literal["said"] = "said"
    number: int = 0
    name: str
    seat: int | None = None
    text: str


class Commitment(Message):
    """Before a deal: the hash of the server's secret. Who adds bytes of his own to the shuffle says `pledge`."""

    type: Literal["commitment"] = "commitment"
    deal: int
    hash: Hex32


class Pledges(Message):
    """Everybody who plays is bound: what each seat pledged (null: nothing). Now the bytes are told, with `entropy`."""

    type: Literal["pledges"] = "pledges"
    deal: int
    hashes: tuple[Hex32 | None, ...]


class Record(Part):
    """A deal as it was dealt and played, and the proof of its shuffle, as `tapis replay --verify` reads it; without one
    (null) where nobody has shuffled.
    """

    game: str
    dealer: int
    deal: dict[str, str | list[str] | list[list[str]]]
    actions: tuple[str, ...]
    shuffle: Proof | None = None

    @field_validator("deal")
    @classmethod
    def _has_hands(cls, deal: dict[str, object]) -> dict[str, object]:
        if "hands" not in deal:
            raise ValueError("a deal must have `hands`")
        return deal


class Revealed(Message):
    """After a deal: how the cards came to lie as they did, for everybody to check."""

    type: Literal["revealed"] = "revealed"
    deal: int
    record: Record


class Accepted(Message):
    """Your command was carried out."""

    type: Literal["accepted"] = "accepted"
    id: CommandId


Refusing = Literal[
    "illegal", "not_your_turn", "stale", "not_now", "not_yours", "taken", "text", "name", "no_game",
    "no_table", "phrase", "full", "token", "no_spectators", "too_fast", "too_many",
]  # fmt: skip
"""Why a command is not carried out."""


Gaps = dict[str, int | float | str]
"""What fills the gaps of a sentence, by their names."""


class Worded(Message):
    """A message with a sentence for a person in it: `message`, in English.

    Where something is filled in, `pattern` is the sentence with named gaps and `args` what fills them, so that it can
    be said in another language.
    """

    @classmethod
    def saying(cls, sentence: Sentence, **fields: Any) -> Self:
        """The message with this sentence."""
        gaps: dict[str, Any] = {"pattern": sentence.text, "args": sentence.args} if sentence.args else {}
        return cls.model_validate({"message": str(sentence), **gaps, **fields})


class Refused(Worded):
    """Your command was not carried out, and nothing has changed. `clause` is there where a rule forbids it."""

    type: Literal["refused"] = "refused"
    id: CommandId
    code: Refusing
    message: str
    clause: str | None = None
    pattern: str | None = None
    args: Gaps = Field(default_factory=dict)


class Failure(Worded):
    """What you sent was no message, or cannot be answered.

    After a `hello` that failed (`version`, `name`, `token`, `no_table`, `phrase`, `full`, `no_spectators`), or did not
    come in time, the line is closed; also where the address has `too_many` already.
    """

    type: Literal["failure"] = "failure"
    code: Literal[
        "bad_message", "version", "name", "token", "no_table", "phrase", "full", "no_spectators",
        "hello_expected", "hello_twice", "too_fast", "too_many",
    ]  # fmt: skip
    message: str
    version: int | None = None
    pattern: str | None = None
    args: Gaps = Field(default_factory=dict)


class Farewell(Worded):
    """You are at no table any more, and why. Who has said that he knows the lobby is there now, unless the server
    stops or does not hear him any more; for everybody else it closes the line. A server that is `suspended` keeps its
    tables: whoever comes back when it is there again has his seat.
    """

    type: Literal["farewell"] = "farewell"
    reason: Literal["suspended", "stopping", "replaced", "too_slow", "too_fast", "left", "removed", "closed", "failed"]
    message: str
    pattern: str | None = None
    args: Gaps = Field(default_factory=dict)


FromServer = Annotated[
    Lobby
    | Redirect
    | Welcome
    | Table
    | Commitment
    | Pledges
    | Update
    | Revealed
    | Said
    | Accepted
    | Refused
    | Failure
    | Farewell,
    Field(discriminator="type"),
]
