"""A table as a server might describe it, for a client that knows no game: four seats, trumps and four suits."""

from __future__ import annotations

from typing import Any

from client.model import Model, reduce, seated
from client.viewmodel import Shown, shown
from protocol import VERSION, About, Note, Trick, View
from protocol.from_server import Refused, Seat, Table, Update, Welcome

NAMES = ("Anna", "Bruno", "Clara", "Dédé")

ABOUT = About(
    key="tarot",
    title="French Tarot",
    seats=4,
    suits={"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"},
    labels={
        "bid:pass": "Pass",
        "bid:garde": "Garde",
        "bid:garde_sans": "Garde sans le chien",
        "poignee:none": "Show nothing",
        "poignee:10": "Show 10 trumps",
        "EX": "Excuse",
        "T1": "Petit",
        "garde": "garde",
        "phase.auction": "Auction",
        "phase.play": "Play",
        "ask.play": "Your card",
        "ask.auction": "Your bid",
        "offer.highest": "Hold back the highest {number}",
        "contract": "{contract} by {seat}",
        "dealt": "{seat} deals.",
        "shown": "{seat} shows {cards}.",
        "poignee": "Shown by {seat}: {cards}",
        "played": "{seat} plays {cards}.",
        "made": "{contract} made",
        "settled": "The deal is settled.",
        "trick.now": "Trick {number}",
        "trick.over": "{seat} wins trick {number}",
        "trick.last": "Last trick",
        "trick.one": "1 trick",
        "trick.many": "{number} tricks",
    },
)

PACK = [
    *(rank + suit for suit in "SHCD" for rank in ("A", *map(str, range(2, 11)), *"JNQK")),
    *(f"T{number}" for number in range(1, 22)),
    "EX",
]

HAND = ("2S", "KS", "7H", "10H", "QH", "3C", "JD", "T1", "T9", "T21", "EX")

REFUSED = Refused(id="1", code="illegal", message="You must follow the suit led.", clause="5.2")
"""The answer to her king of spades when hearts are led."""


def view(**changes: Any) -> View:
    """Anna's view in the middle of play: Clara led hearts, it is Anna's turn."""
    known: dict[str, Any] = {
        "game": "tarot",
        "viewer": 0,
        "dealer": 1,
        "phase": "play",
        "to_act": 0,
        "counts": (11, 11, 10, 10),
        "sides": (0, 1, 1, 1),
        "trick": Trick(2, (("KH",), ("2H",))),
        "tricks": (Trick(2, (("4C",), ("5C",), ("KC",), ("2C",)), 0),),
        "facts": (Note("contract", 0, args={"contract": "garde"}),),
        "hand": HAND,
        "legal": ("play:7H", "play:10H", "play:QH", "play:EX"),
        "ask": Note("ask.play"),
    }
    return View(**known | changes)


def table(state: str = "playing", **changes: Any) -> Table:
    """Anna and Bruno are people, the others bots."""
    seats = tuple(Seat(kind="person" if seat < 2 else "bot", name=name) for seat, name in enumerate(NAMES))
    return Table.model_validate({"state": state, "seats": seats, "deals": 0, "scores": (0, 0, 0, 0)} | changes)


def people(*names: str) -> tuple[Seat, ...]:
    """A person on each seat."""
    return tuple(Seat(kind="person", name=name) for name in names)


def welcome(**changes: Any) -> Welcome:
    """What a server says to Anna."""
    known: dict[str, Any] = {
        "version": VERSION,
        "server": "Anna's table",
        "table_id": "t1",
        "seat": 0,
        "seat_token": "0123456789abcdef",
        "about": ABOUT,
        "table": table("waiting"),
    }
    return Welcome.model_validate(known | changes)


def model(known: View | None = None, *events: Note) -> Model:
    """The model after one update with that view."""
    playing = reduce(seated(welcome()), table())
    return reduce(playing, Update(seq=1, events=events, view=known or view()))


def seen(known: View | None = None, *events: Note) -> Shown:
    """What there is to see of it."""
    return shown(model(known, *events))
