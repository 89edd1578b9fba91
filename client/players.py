"""Who sits at the table, and what is shown beside each."""

from __future__ import annotations

import math
from dataclasses import dataclass

from client.language import later, tr
from client.model import Model
from client.text import Words, signed
from protocol import View
from protocol.from_server import Seat

TAKER_FACT = "contract"
"""The standing fact whose seat is the one that plays the contract."""

BOTS = {None: later("bot"), "easy": later("easy bot"), "normal": later("normal bot"), "strong": later("strong bot")}
"""The mark of a bot, by its level where that is known."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat and all that is shown beside it. `away` counts seats from the viewer's own, in the order of play; the last
    mark of a `bot` says what kind of bot it is.
    """

    away: int
    name: str
    open: bool = False
    bot: bool = False
    partner: bool = False
    marks: tuple[str, ...] = ()
    turn: bool = False
    cards: int | None = None
    tricks: str = ""
    call: str = ""
    score: str = ""


def players(model: Model, view: View | None, speech: Words, now: float | None) -> list[Player]:
    """Every seat, in the order of play, beginning with the viewer's own."""
    seats = len(model.table.seats)
    order = [(model.seat + away) % seats for away in range(seats)]
    won = [trick.winner for trick in view.tricks] if view else []
    return [
        Player(
            away,
            speech.player(seat),
            open=model.table.seats[seat].kind == "open",
            bot=model.table.seats[seat].kind == "bot",
            partner=view is not None and with_viewer(view, seat),
            marks=marks(model, view, seat, now),
            turn=view is not None and view.to_act == seat,
            cards=view.counts[seat] if view else None,
            tricks=speech.tricks(won.count(seat)),
            call=call(view, seat, speech),
            score=signed(model.table.scores[seat]) if model.table.deals else "",
        )
        for away, seat in enumerate(order)
    ]


def marks(model: Model, view: View | None, seat: int, now: float | None) -> tuple[str, ...]:
    """What a seat is to the table and to the viewer, in a word each."""
    sitting = model.table.seats[seat]
    found = [tr("you")] if seat == model.seat and not model.aside else []
    if sitting.kind == "person" and not sitting.present:
        found += [absent(grace_left(model, sitting, now))]
    if view:
        found += [tr("dealer")] if view.dealer == seat else []
        found += [tr("taker")] if any(fact.key == TAKER_FACT and fact.seat == seat for fact in view.facts) else []
        found += [tr("with you")] if with_viewer(view, seat) else []
    found += [tr(BOTS[sitting.level])] if sitting.kind == "bot" else []
    return tuple(found)


def grace_left(model: Model, sitting: Seat, now: float | None) -> int | None:
    """The seconds before a bot plays for who is away; none where they do not run, or we do not hear how they run."""
    if now is None or model.broken or model.table.state != "playing":
        return None
    return seconds_left(model.at + (sitting.grace or 0), now)


def seconds_left(until: float, now: float) -> int:
    """The whole seconds until a moment."""
    return max(0, math.ceil(until - now))


def absent(left: int | None) -> str:
    """Somebody is away; a bot plays for him in so many seconds, if they run."""
    if left is None:
        return tr("away")
    return tr("away, bot in {seconds} s", seconds=left) if left else tr("away, bot plays")


def with_viewer(view: View, seat: int) -> bool:
    """Whether another seat is on the viewer's side, as far as sides are settled."""
    own = view.sides[view.viewer] if view.viewer is not None else None
    return own is not None and seat != view.viewer and view.sides[seat] == own


def call(view: View | None, seat: int, speech: Words) -> str:
    """What a seat last said in the auction, for as long as the auction goes on."""
    if view is None or view.tricks or view.trick:
        return ""
    seats = len(view.counts)
    said = [token for turn, token in enumerate(view.calls) if (view.dealer + 1 + turn) % seats == seat]
    return speech.token(said[-1]) if said else ""
