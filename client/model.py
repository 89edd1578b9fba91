"""What the client knows: every message makes a new model out of the old one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from client.shuffle import Shuffle, follow, news
from protocol import About, Note, View
from protocol.from_server import (
    Accepted,
    Commitment,
    Failure,
    FromServer,
    Pledges,
    Refused,
    Revealed,
    Seat,
    Table,
    Update,
    Welcome,
)

REMEMBERED = 200
"""How many things said are kept."""


@dataclass(frozen=True, slots=True)
class Model:
    """All that the server told us, and the command that it has not answered yet.

    `sent` is the id of a decision, `queue` the tokens that follow it without asking again. `fresh` tells that `view`
    is newer than the last decision sent from it. `starting` tells that a deal was asked for and has not begun.
    `refusal` is the answer to the last command, if it was no. `settled` is the end of the last deal, which stays
    when the next one begins. `shuffle` is what we know of the last shuffle. `invitation` says, at the host's own
    terminal, how others can join.
    """

    server: str
    seat: int
    about: About
    table: Table
    seq: int = 0
    view: View | None = None
    log: tuple[Note, ...] = ()
    sent: str | None = None
    queue: tuple[str, ...] = ()
    fresh: bool = True
    starting: bool = False
    refusal: Refused | Failure | None = None
    settled: View | None = None
    shuffle: Shuffle | None = None
    invitation: tuple[str, ...] = ()

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
        return view is not None and view.viewer is not None and view.to_act == view.viewer and self.answered


def seated(welcome: Welcome, invitation: tuple[str, ...] = ()) -> Model:
    """The model at the beginning."""
    return Model(welcome.server, welcome.seat or 0, welcome.about, welcome.table, invitation=invitation)


def reduce(model: Model, message: FromServer) -> Model:
    """The model after a message."""
    match message:
        case Welcome():
            known = model.shuffle and replace(model.shuffle, followed=False)
            return replace(seated(message, model.invitation), log=model.log, shuffle=known)
        case Table():
            return replace(model, table=message, log=_kept(model.log + comings_and_goings(model.table, message)))
        case Update():
            told = _shuffled(replace(model, log=_kept(model.log + message.events)), message)
            return replace(
                told,
                seq=message.seq,
                view=message.view,
                fresh=True,
                starting=False,
                refusal=None,
                settled=message.view if message.view.result else model.settled,
            )
        case Commitment() | Pledges() | Revealed():
            return _shuffled(model, message)
        case Accepted():
            return replace(model, sent=None) if message.id == model.sent else model
        case Refused(id=command) if model.shuffle and command in model.shuffle.ids:
            return model
        case Refused():
            return _refused(model, message)
        case Failure():
            return _refused(model, message)
        case _:
            return model


def decided(model: Model, command: str, queue: tuple[str, ...] = ()) -> Model:
    """The model after a decision was sent under that id, `queue` being those that will follow it."""
    return replace(model, sent=command, queue=queue, fresh=False, refusal=None)


def started(model: Model) -> Model:
    """The model after a deal was asked for."""
    return replace(model, starting=True, refusal=None)


def comings_and_goings(before: Table, after: Table) -> tuple[Note, ...]:
    """Who sat down, got up, went away or came back between two pictures of the table."""
    notes = (_change(was, now) for was, now in zip(before.seats, after.seats, strict=False) if was != now)
    return tuple(Note(key, args={"name": name}) for key, name in notes if name)


def _change(was: Seat, now: Seat) -> tuple[str, str]:
    if was.name == now.name and was.kind == now.kind:
        return ("seat.back" if now.present else "seat.away"), now.name
    if now.kind == "open":
        return "seat.left", was.name
    return ("seat.bot" if now.kind == "bot" else "seat.taken"), now.name


def _shuffled(model: Model, message: Commitment | Pledges | Update | Revealed) -> Model:
    """The model once more is known of a shuffle."""
    known = follow(model.shuffle, message, model.seat, tuple(seat.name for seat in model.table.seats))
    return replace(model, shuffle=known, log=_kept(model.log + news(model.shuffle, known)))


def _refused(model: Model, message: Refused | Failure) -> Model:
    return replace(model, sent=None, queue=(), fresh=True, starting=False, refusal=message)


def _kept(log: tuple[Note, ...]) -> tuple[Note, ...]:
    return log[-REMEMBERED:]
