"""Moments at a table as people come by them, from deals that are kept in `deals.jsonl` and played again by the engine.

The deals are those of fixed seeds; what was bid and played then is written down, so that bots may learn without
changing a picture. `tapis watch tests/client/deals.jsonl` shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from client import start as starts
from client.address import Address
from client.doorstep import entry as server
from client.nearby import Nearby
from client.outages import Broken, Heard
from client.seats import Ours
from client.start import Start
from client.starting import entry as seat
from engine import record
from engine.errors import IllegalAction
from engine.record import Replay
from protocol import VERSION
from protocol.announcement import Announcement
from protocol.from_server import Entry, Lobby, Refused, Said, Seat, Table, Update, Welcome
from tests.client.halls import CLUB, FRIDAY, FULL, lobby
from tests.client.tables import welcome

ENTER, SPACE, RIGHT, F4, F5 = "\r", " ", "\x1b[C", "\x1bOS", "\x1b[15~"

PEOPLE = ("Anna", "Léa")
"""The others are bots."""


@dataclass(frozen=True)
class Scene:
    """Where one is, and what happens there until the picture is taken: what is heard, and keys that are pressed.

    The start is made anew each time, since it is in words of some language.
    """

    name: str
    place: Welcome | Lobby | Callable[[], Start]
    steps: tuple[Heard | str, ...] = ()


@cache
def deals() -> dict[str, Replay]:
    """The deals by their games."""
    lines = (Path(__file__).parent / "deals.jsonl").read_text("utf-8").splitlines()
    return {played.game.about.key: played for played in map(record.replay, map(record.parse, lines))}


def sitting(deal: Replay, state: str = "playing", **changes: Any) -> Table:
    """The table of a deal; Anna, who opened it, is at seat 0."""
    seats = tuple(
        Seat(kind="person", name=name) if name in PEOPLE else Seat(kind="bot", name=name, level="normal")
        for name in deal.players
    )
    known = {"state": state, "seats": seats, "deals": 0, "scores": (0,) * len(seats), "opener": 0}
    return Table.model_validate(known | changes)


def at_table(deal: Replay, table: Table | None = None) -> Welcome:
    """What Anna is told when she sits down."""
    return welcome(about=deal.game.about, table=table or sitting(deal, "waiting"))


def heard(deal: Replay, steps: int) -> Iterator[Update]:
    """What Anna is told of the first steps of a deal."""
    told = ((), *deal.told())[: steps + 1]
    for seq, (state, events) in enumerate(zip(deal.states, told, strict=False), start=1):
        yield Update(seq=seq, events=events, view=deal.game.view(state, 0))


def playing(name: str, game: str, steps: int, *then: Heard | str) -> Scene:
    """In the middle of a deal."""
    deal = deals()[game]
    return Scene(name, at_table(deal), (sitting(deal), *heard(deal, steps), *then))


def refused(game: str, steps: int, token: str) -> Refused:
    """The engine's answer to what may not be played at that moment."""
    deal = deals()[game]
    try:
        deal.game.apply(deal.states[steps], token)
    except IllegalAction as illegal:
        return Refused.saying(illegal.reason, id="1", code="illegal", clause=illegal.clause)
    raise AssertionError(f"{token} is legal")


def over(name: str, *then: Heard | str) -> Scene:
    """After the third deal of a match of four."""
    deal = deals()["tarot"]
    last = deal.result
    assert last
    earlier = ((-56, 168, -56, -56), (-92, -92, -92, 276))
    scores = (*earlier, last.scores)
    ledger = tuple(
        Entry(dealer=dealer, status="played", scores=each) for dealer, each in zip((3, 0, 1), scores, strict=True)
    )
    match = {"ledger": ledger, "deals_wanted": 4}

    def counted(state: str, count: int) -> Table:
        sums = tuple(map(sum, zip(*scores[:count], strict=True)))
        return sitting(deal, state, deals=count, scores=sums, **match | {"ledger": ledger[:count]})

    before = counted("playing", 2)
    return Scene(name, at_table(deal, before), (before, *heard(deal, len(deal.steps)), counted("over", 3), *then))


def waiting(name: str, *then: Heard | str) -> Scene:
    """At a table that Anna has opened, before everybody is there."""
    seats = (*(Seat(kind="person", name=each) for each in PEOPLE), Seat(kind="open"), Seat(kind="open"))
    deal = deals()["tarot"]
    talk = (Said(name="Léa", seat=1, text="Hugo is on his way."),)
    return Scene(name, at_table(deal, sitting(deal, "waiting", seats=seats)), (*talk, *then))


def at_start() -> Start:
    """Where Anna is before she goes anywhere: she has a seat, and one host is heard."""
    back = Ours(server="192.168.1.7:7878", name="Anna", tokens={"k3x8": "t" * 32}, called={"k3x8": "Friday, Belote"})
    games = {key: deal.game.about.title for key, deal in deals().items()}
    anna = starts.opened(Start("Anna", seats=tuple(filter(None, [seat(back, "Anna")])), games=games))
    hugo = Nearby("Hugo", Address("192.168.1.9", 7878), Announcement("a1b2", VERSION, 2))
    return starts.heard(anna, [server(hugo)])


@cache
def scenes() -> tuple[Scene, ...]:
    """All of them."""
    return (
        Scene("start", at_start),
        Scene("lobby", lobby(FRIDAY, CLUB, FULL)),
        waiting("waiting"),
        playing("auction", "tarot", 2),
        playing("discard", "tarot", 4, *(RIGHT,) * 3, SPACE, RIGHT, SPACE),
        playing("poignee", "tarot", 13),
        playing("trick", "tarot", 38),
        playing("refusal", "tarot", 38, "2", "s", ENTER, refused("tarot", 38, "play:2S")),
        playing("belote", "belote", 9),
        playing("declaration", "tarocchino", 6),
        playing("combination", "paodekuai", 5, SPACE, *(RIGHT, SPACE) * 3, RIGHT, RIGHT, SPACE),
        over("settlement"),
        over("ledger", F4),
        playing("help", "tarot", 38, "?"),
        waiting("options", F5),
        playing("broken", "tarot", 38, Broken()),
    )
