"""What the client knows: every message makes a new model out of the old one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from client.advice import Advice
from client.outages import Broken, Heard, Unseated
from client.settings import AS_USUAL, Settings
from client.shuffle import Shuffle, follow, news
from protocol import About, Note, View
from protocol.from_server import (
    Accepted,
    Commitment,
    Failure,
    Farewell,
    Pledges,
    Record,
    Refused,
    Revealed,
    Said,
    Seat,
    Table,
    Update,
    Welcome,
)

REMEMBERED = 200
"""How many things said are kept."""


@dataclass(frozen=True, slots=True)
class Told:
    """What happened when others had these seats, by the names that they had."""

    note: Note
    names: tuple[str, ...]


Logged = Note | Told | Said
"""A line of the log; a note speaks of those who sit there now."""


@dataclass(frozen=True, slots=True)
class Model:
    """All that the server told us, and the command that it has not answered yet.

    `name` is that of the table. Who has no seat is `aside`, and looks on from the first one. `sent` is the id of a
    decision, `queue` the tokens that follow it without asking again. `fresh` tells that `view` is newer than the last
    decision sent from it, `resumed` that the next one may be no newer, since the line was broken. `starting` tells that
    a deal was asked for and has not begun. `refusal` is the answer to the last command, if it was no. `heard` is the
    number of what was said last. `settled` is the end of the last deal, which stays when the next one begins, and
    `ended` the table then: who sat where, and what the deal made of the scores, and `record` how it was played, once
    everybody may know. `shuffle` is what we know of the last shuffle. `advice` is what a bot would do at this decision,
    `pondered` that one is thinking about it.

    Of moments: `until` is when the time for the present decision is over, `at` when the table was told of. `broken`
    tells that the line is. `invitation` says, at the host's own terminal, how others can join. What this person has
    settled for all tables is his `own`. A `lasting` seat can be come back to when the program is started again.
    """

    server: str
    name: str
    seat: int
    about: About
    table: Table
    aside: bool = False
    seq: int = 0
    view: View | None = None
    log: tuple[Logged, ...] = ()
    sent: str | None = None
    queue: tuple[str, ...] = ()
    fresh: bool = True
    resumed: bool = False
    starting: bool = False
    refusal: Refused | Failure | None = None
    heard: int = 0
    settled: View | None = None
    ended: Table | None = None
    record: Record | None = None
    shuffle: Shuffle | None = None
    advice: Advice | None = None
    pondered: bool = False
    until: float | None = None
    at: float = 0.0
    broken: bool = False
    invitation: tuple[str, ...] = ()
    own: Settings = AS_USUAL
    lasting: bool = False

    @property
    def playing(self) -> bool:
        """Whether a deal is being played, as far as we were told of it."""
        return self.view is not None and self.view.result is None

    @property
    def answered(self) -> bool:
        """Whether all that we said was answered, and what came of it is known."""
        return self.fresh and self.sent is None and not self.starting

    @property
    def to_decide(self) -> bool:
        """Whether it is our turn and the view that says so has not been answered."""
        view = self.view
        ours = view is not None and view.viewer is not None and view.to_act == view.viewer
        return ours and self.answered and not self.broken


def seated(
    welcome: Welcome,
    invitation: tuple[str, ...] = (),
    now: float = 0.0,
    own: Settings = AS_USUAL,
    *,
    lasting: bool = False,
) -> Model:
    """The model at the beginning."""
    return Model(
        welcome.server,
        welcome.name or welcome.server,
        welcome.seat or 0,
        welcome.about,
        welcome.table,
        aside=welcome.seat is None,
        at=now,
        invitation=invitation,
        own=own,
        lasting=lasting,
    )


def reduce(model: Model, message: Heard, now: float = 0.0) -> Model:
    """The model after a message that came at this moment."""
    match message:
        case Welcome():
            return _back(model, message, now)
        case Broken():
            return replace(model, broken=True)
        case Unseated():
            return noted(seated_anew(model), Note("seat.lost"))
        case Farewell(reason="suspended"):
            return noted(model, Note("host.suspended"))
        case Table():
            log = _kept((*_remembered(model, message), *comings_and_goings(model.table, message)))
            ended, view = _counted(model.ended, message), _lying(model, message)
            return replace(model, table=message, at=now, log=log, ended=ended, view=view)
        case Update():
            log = _kept((*model.log, *overruled(model, message), *message.events))
            told = _shuffled(replace(model, log=log), message)
            same = model.resumed and (message.seq, message.view) == (model.seq, model.view)
            return replace(
                told,
                seq=message.seq,
                view=message.view,
                fresh=model.fresh or not same,
                resumed=False,
                starting=model.starting and same,
                refusal=None,
                advice=None,
                pondered=False,
                settled=message.view if message.view.result else model.settled,
                ended=_ended(model, message.view),
                record=model.record if message.view.result else None,
                until=None if message.seconds is None else now + message.seconds,
            )
        case Said(number=number) if 0 < number <= model.heard:
            return model  # told again, since the line was broken
        case Said():
            return replace(model, log=_kept((*model.log, message)), heard=message.number)
        case Commitment() | Pledges():
            return _shuffled(model, message)
        case Revealed(record=record):
            return replace(_shuffled(model, message), record=record)
        case Accepted():
            return replace(model, sent=None) if message.id == model.sent else model
        case Refused(id=command) if model.shuffle and command in model.shuffle.ids:
            return model
        case Refused(id=command) if model.sent not in (None, command):
            return replace(model, refusal=message)
        case Refused() | Failure():
            return replace(model, sent=None, queue=(), fresh=True, starting=False, refusal=message)
        case _:
            return model


def decided(model: Model, command: str, queue: tuple[str, ...] = ()) -> Model:
    """The model after a decision was sent under that id, `queue` being those that will follow it."""
    return replace(model, sent=command, queue=queue, fresh=False, refusal=None, advice=None, pondered=False)


def pondering(model: Model) -> Model:
    """The model while a bot thinks about the present decision."""
    return replace(model, advice=None, pondered=True, refusal=None)


def heeded(model: Model) -> Model:
    """The model once the last refusal was taken note of, and something else is being done."""
    return replace(model, refusal=None)


def put_away(model: Model) -> Model:
    """The model once the hint was, too."""
    return replace(model, refusal=None, advice=None, pondered=False)


def advised(model: Model, view: View, advice: Advice | None) -> Model:
    """The model once it has said what it would do with that view; the same where that is not asked any more."""
    asked = model.pondered and model.to_decide and model.view is view
    return replace(model, advice=advice, pondered=False) if asked else model


def started(model: Model) -> Model:
    """The model after a deal was asked for."""
    return replace(model, starting=True, refusal=None)


def noted(model: Model, note: Note) -> Model:
    """The model after something that this client has to say itself."""
    return replace(model, log=_kept((*model.log, note)))


def overruled(model: Model, update: Update) -> tuple[Note, ...]:
    """That a bot has decided what we were asked: when the clock was over, or while we were away."""
    if not model.to_decide or update.view == model.view:
        return ()
    if model.until is not None:
        return (Note("seat.overruled"),)
    return (Note("seat.replaced"),) if model.resumed else ()


def arrived(model: Model, update: Update) -> bool:
    """Whether we come to a deal that goes on already, or come back to it, and so have seen nothing of this view."""
    return model.resumed or (model.view is None and not update.events)


def comings_and_goings(before: Table, after: Table) -> tuple[Note, ...]:
    """Who sat down, moved, got up, went away, came back or wishes to move between two pictures of the table; how bots
    play now.
    """
    then, there = places(before), places(after)
    notes = []
    for at, (was, now) in enumerate(zip(before.seats, after.seats, strict=False)):
        key, name = _change(was, now)
        if then.get(now.name, at) != at:
            notes.append(Note("seat.moved", args={"name": now.name, "number": at + 1}))
        elif name and not (now.kind == "open" and name in there):  # where he sits now is told
            notes.append(Note(key, args={"name": name}))
    new, old = wishes(after) - wishes(before), wishes(before) - wishes(after)
    ended = {pair for pair in old if all(name in there and there[name] == then[name] for name in pair)}
    for key, pairs in ("seat.wish", new), ("seat.stay", ended):
        notes += [Note(key, args={"name": name, "other": other}) for name, other in sorted(pairs)]
    return (*notes, *([Note(f"level.{after.level}")] if after.level != before.level else []))


def _change(was: Seat, now: Seat) -> tuple[str, str]:
    """The key of what happened to a seat, and the name that goes with it: none where only his grace has run down."""
    if was.name == now.name and was.kind == now.kind:
        if was.present == now.present:
            return "", ""
        return ("seat.back" if now.present else "seat.away"), now.name
    if now.kind == "open":
        return "seat.left", was.name
    return ("seat.bot" if now.kind == "bot" else "seat.taken"), now.name


def _ended(model: Model, view: View) -> Table | None:
    """The table as it was when the last deal ended; others may sit there by now, when that is told again."""
    return model.table if view.result and view != model.settled else model.ended


def _lying(model: Model, table: Table) -> View | None:
    """The view of the deal, which is put away with its cards when they lay before other people than sit there now."""
    gone = table.state == "waiting" or (not model.playing and places_changed(model.table, table))
    return None if gone else model.view


def places_changed(before: Table, after: Table) -> bool:
    """Whether somebody has another seat than before."""
    then = places(before)
    return any(then.get(name, at) != at for name, at in places(after).items())


def wishes(table: Table) -> set[tuple[str, str]]:
    """Who would like to change places with whom."""
    return {(seat.name, table.seats[seat.wishes].name) for seat in table.seats if seat.wishes is not None}


def places(table: Table) -> dict[str, int]:
    """Who sits where."""
    return {seat.name: at for at, seat in enumerate(table.seats) if seat.name}


def _counted(ended: Table | None, table: Table) -> Table | None:
    """The table at the end of a deal, once the deal is counted: who has come or moved since is not on it."""
    if ended is None or table.deals <= ended.deals:
        return ended
    return ended.model_copy(update={"deals": table.deals, "scores": table.scores})


def _shuffled(model: Model, message: Commitment | Pledges | Update | Revealed) -> Model:
    """The model once more is known of a shuffle."""
    known = follow(model.shuffle, message, model.seat, tuple(seat.name for seat in model.table.seats))
    return replace(model, shuffle=known, log=_kept((*model.log, *news(model.shuffle, known))))


def _back(model: Model, welcome: Welcome, now: float) -> Model:
    """At the table again, or on another seat: what was said and not answered still is not."""
    fresh = seated(welcome, model.invitation, now)
    return replace(
        model,
        server=fresh.server,
        name=fresh.name,
        seat=fresh.seat,
        aside=fresh.aside,
        about=welcome.about,
        table=welcome.table,
        view=_lying(model, welcome.table),
        log=_kept((*_remembered(model, welcome.table), *comings_and_goings(model.table, welcome.table))),
        resumed=True,
        shuffle=model.shuffle and replace(model.shuffle, followed=False),
        at=now,
        broken=False,
    )


def seated_anew(model: Model) -> Model:
    """Nothing that was on its way or known from the seat that is lost holds any more."""
    return replace(
        model, seq=0, view=None, sent=None, queue=(), fresh=True, starting=False, refusal=None,
        heard=0, until=None,
    )  # fmt: skip


def _remembered(model: Model, table: Table) -> tuple[Logged, ...]:
    """The log, in which whoever had a seat keeps what he did there, also when somebody else has it."""
    names, others = (tuple(seat.name for seat in each.seats) for each in (model.table, table))
    if names == others:
        return model.log
    return tuple(Told(entry, names) if isinstance(entry, Note) else entry for entry in model.log)


def since(log: tuple[Logged, ...], before: tuple[Logged, ...]) -> tuple[Logged, ...]:
    """What has come to a log since it was so; its first lines may have gone."""
    overlaps = (len(before) - gone for gone in range(len(before) + 1))
    same = next(count for count in overlaps if log[:count] == before[len(before) - count :])
    return log[same:]


def _kept(log: tuple[Logged, ...]) -> tuple[Logged, ...]:
    return log[-REMEMBERED:]
