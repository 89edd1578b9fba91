"""A deal that is over, moment by moment: what every seat knew, what was done, and where one looks at it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from client.account import Account
from client.advice import Advice
from client.choices import decision
from client.desk import Layout, scrolled
from client.hand import Group, groups
from client.keys import Action
from client.language import tr
from client.model import Model
from client.text import Style, Words, about, ended, words
from client.viewmodel import Shown, settlement, shown
from protocol import About, Note, View
from protocol.from_server import Seat, Table


@dataclass(frozen=True, slots=True)
class Moment:
    """`views` has what each seat knew, `events` what had just been made public, `chosen` the token that came next;
    empty where none did.
    """

    views: tuple[View, ...]
    events: tuple[Note, ...] = ()
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """A deal from its first moment to its last, and its `record`; `names` are those of the seats, as far as they are
    known.
    """

    about: About
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    record: str


def written(model: Model) -> str:
    """The record of the deal that was played last, with the names of those who played it; empty where it is covered."""
    if model.record is None:
        return ""
    players = [seat.name for seat in (model.ended or model.table).seats]
    return json.dumps({**model.record.model_dump(mode="json"), "players": players})


def player(model: Model) -> str:
    """What we were called in that deal; nobody, where we only watched."""
    seat = model.settled.viewer if model.settled else None
    return "" if seat is None else (model.ended or model.table).seats[seat].name


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Somebody wishes to play the deal of this record again, in the place of that seat."""

    record: str
    seat: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where one looks: which deal, which moment of it; what a bot said of it, if it was asked; which page is open, if
    any, and how far it is scrolled.
    """

    deal: int = 0
    moment: int = 0
    advice: Advice | None = None
    page: Literal["account", "help"] | None = None
    scroll: int = 0


BEGINNING = Place()


def moved(place: Place, action: Action, deals: Sequence[Past], layout: Layout | None = None) -> Place:
    """After a key. Sideways goes a step, up and down a trick, by pages a deal; on an open page these two scroll, and
    any other closes it.
    """
    scroll = scrolled(place.scroll, action, layout) if place.page and layout else None
    if scroll is not None:
        return replace(place, scroll=scroll)
    if place.page and (action in ("choose", "leave") or action == place.page):
        return replace(place, page=None, scroll=0)
    place = replace(place, page=None, scroll=0)
    moments = deals[place.deal].moments
    match action:
        case "left" | "right":
            return at(place, deals, place.moment + (1 if action == "right" else -1))
        case "up":
            return at(place, deals, last_before(moments, place.moment))
        case "down":
            return at(place, deals, first_after(moments, place.moment))
        case "first":
            return at(place, deals, 0)
        case "last":
            return at(place, deals, len(moments) - 1)
        case "page up" | "page down":
            deal = place.deal + (1 if action == "page down" else -1)
            return Place(deal) if 0 <= deal < len(deals) else place
        case "choose" if moments[place.moment].views[0].result:
            return replace(place, page="account")
        case "help":
            return replace(place, page="help")
    return place


def at(place: Place, deals: Sequence[Past], moment: int) -> Place:
    """At another moment of the same deal, as near as there is one."""
    return Place(place.deal, min(max(0, moment), len(deals[place.deal].moments) - 1))


def tricks(moment: Moment) -> int:
    """How many tricks are over."""
    return len(moment.views[0].tricks)


def first_after(moments: Sequence[Moment], now: int) -> int:
    """The moment at which the next trick is over."""
    later = (number for number in range(now + 1, len(moments)) if tricks(moments[number]) > tricks(moments[now]))
    return next(later, len(moments) - 1)


def last_before(moments: Sequence[Moment], now: int) -> int:
    """The moment at which this trick began; from there, the one before."""
    begun = (number for number in range(now, 0, -1) if tricks(moments[number - 1]) < tricks(moments[number]))
    return next((number for number in begun if number < now), 0)


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything there is to see of a moment: the table, every hand under its name, in words what had just happened,
    what came next and what a bot would have done, if somebody was to `decide`; and the account once the deal is over.
    """

    shown: Shown
    title: str
    progress: str
    hands: tuple[tuple[str, tuple[Group, ...]], ...]
    happened: str
    following: str
    decide: bool
    advised: str
    account: Account | None


def seen(deals: Sequence[Past], place: Place, style: Style = "screen") -> Seen:
    """What there is to see at a place."""
    deal = deals[place.deal]
    moment = deal.moments[place.moment]
    speech = Words(deal.about, deal.names, style)
    public = (fact for fact in moment.views[0].facts if all(fact in view.facts for view in moment.views))
    view = replace(moment.views[0], viewer=None, facts=tuple(public))  # nobody at this table is you
    model = Model("", "", 0, deal.about, table_of(deal, moment), aside=True, view=view)
    progress = tr("{number} of {all}", number=place.moment, all=len(deal.moments) - 1)
    title = speech.said(deal.about.title)
    if len(deals) > 1:
        title += " · " + tr("deal {number} of {all}", number=place.deal + 1, all=len(deals))
    return Seen(
        shown=shown(model, style),
        title=title,
        progress=progress,
        hands=tuple((name, groups(view.hand, (), speech)) for name, view in zip(deal.names, moment.views, strict=True)),
        happened=" ".join(map(ended, map(speech.note, moment.events))),
        following=following(moment, speech),
        decide=asked(moment) is not None,
        advised=advised(moment, place.advice, speech) if place.advice else "",
        account=settlement(model, moment.views[0], words(model, style)),
    )


def following(moment: Moment, speech: Words) -> str:
    """What came next."""
    to_act = moment.views[0].to_act
    if moment.views[0].result:
        return tr("The deal is over.")
    name = speech.player(to_act) if to_act is not None else ""
    if not moment.chosen:
        return tr("{name} is to act; the record ends here.", name=name)
    return about(name, decision(asked(moment), moment.chosen, speech))


def advised(moment: Moment, advice: Advice, speech: Words) -> str:
    """What a bot would have done, and why."""
    return tr(
        "A bot: {choice}. {reason}", choice=decision(asked(moment), advice.token, speech), reason=speech.reason(advice)
    )


def asked(moment: Moment) -> View | None:
    """What the seat knew that had to decide; None where none had to."""
    return next((view for view in moment.views if view.legal), None)


def table_of(deal: Past, moment: Moment) -> Table:
    """The table as it would have been told of."""
    seats = tuple(Seat(kind="person", name=name) for name in deal.names)
    over = moment.views[0].result is not None
    return Table(state="over" if over else "playing", seats=seats, deals=0, scores=(0,) * len(seats))
