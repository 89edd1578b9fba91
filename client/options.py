"""What else can be done with the table, as a numbered list: between deals by everybody, at any moment by its opener."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from client.language import later, tr
from client.model import Model
from client.text import Words
from protocol.from_client import Bots, Close, Move, Remove
from protocol.message import Level

Measure = Bots | Remove | Close | Move

LATER = "later"
"""Stands for the id, which a command gets when it is sent."""

PLAYING = {
    "easy": later("Let bots play at the level “easy”"),
    "normal": later("Let bots play at the level “normal”"),
    "strong": later("Let bots play at the level “strong”"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """What it is called, the command, and the question to ask first where it cannot be undone."""

    text: str
    command: Measure
    sure: str = ""


def options(model: Model, words: Words) -> tuple[Option, ...]:
    """All that this person may do now."""
    if model.aside:
        return ()
    between = model.table.state != "playing"
    opener = model.table.opener == model.seat
    return (
        *(_moves(model, words) if between else ()),
        *(_bots(model) if opener and between else ()),
        *(_powers(model, words) if opener else ()),
    )


def _moves(model: Model, words: Words) -> Iterator[Option]:
    for seat, sitting in enumerate(model.table.seats):
        if sitting.kind == "open":
            yield Option(tr("Take seat {number}, which is free", number=seat + 1), Move(id=LATER, seat=seat))
        elif seat == model.seat:
            if sitting.wishes is not None:
                yield Option(tr("Stay on your seat after all"), Move(id=LATER, seat=seat))
        elif sitting.kind == "bot" or sitting.wishes == model.seat:
            yield Option(tr("Change places with {name}", name=words.player(seat)), Move(id=LATER, seat=seat))
        elif model.table.seats[model.seat].wishes != seat:
            yield Option(tr("Ask {name} to change places", name=words.player(seat)), Move(id=LATER, seat=seat))


def _bots(model: Model) -> Iterator[Option]:
    bots = sum(seat.kind == "bot" for seat in model.table.seats)
    if any(seat.kind == "open" for seat in model.table.seats):
        yield Option(tr("Add a bot"), Bots(id=LATER, number=bots + 1))
    if bots:
        yield Option(tr("Remove a bot"), Bots(id=LATER, number=bots - 1))
    for level in get_args(Level):
        if level != model.table.level:
            yield Option(tr(PLAYING[level]), Bots(id=LATER, number=bots, level=level))


def _powers(model: Model, words: Words) -> Iterator[Option]:
    for seat, sitting in enumerate(model.table.seats):
        if sitting.kind == "person" and seat != model.seat:
            name = words.player(seat)
            yield Option(tr("Remove {name}", name=name), Remove(id=LATER, seat=seat), tr("Remove {name}?", name=name))
    yield Option(tr("Close the table"), Close(id=LATER), tr("Close the table, for everybody?"))
