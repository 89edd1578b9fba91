"""A table at one moment: who sits there, what is being played, what has been won. Pure."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from engine.game import Game, State, evolve
from engine.seats import put
from protocol import Note
from protocol.from_server import Entry, Said, Table, Update
from server.chairs import Chairs, Parted, Person, laid, owned_by, taken_names, wished
from server.deck import Deck
from server.orders import Effect, Public, Publish
from server.terms import Terms

TALK = 20
"""So many of the last lines that were said are told to whoever comes."""


@dataclass(frozen=True)
class Watcher:
    """Somebody who is at the table without a seat, for as long as his connection lasts."""

    line: int
    name: str


@dataclass(frozen=True)
class Room:
    """One table. `seq` counts public events, `turn` every decision, both from the day the table was laid.

    `dealer` deals next, `deal` is the present or the last one, and `actions` are those taken in it; `deck` is what is
    shuffled for the next one, or was for that. `opener` is the token of the person whose table it is. All times are
    seconds in the time of the table: `now` of what happened last, `since` of the last public event. `asked` is the
    turn that a bot has been asked to decide, `decision` what it said, until the others see it. `said` counts what was
    said here, and `talk` are the last lines of it; `parted` are the last who got up. A `closed` table stands no more.
    """

    game: Game[Any]
    terms: Terms
    dealer: int
    chairs: Chairs
    scores: tuple[int | float, ...]
    deals: int = 0
    ledger: tuple[Entry, ...] = ()
    deal: State | None = None
    actions: tuple[str, ...] = ()
    seq: int = 0
    turn: int = 0
    watchers: tuple[Watcher, ...] = ()
    opener: str | None = None
    now: float = 0.0
    since: float = 0.0
    deck: Deck | None = None
    asked: int | None = None
    decision: str | None = None
    said: int = 0
    talk: tuple[Said, ...] = ()
    parted: tuple[Parted, ...] = ()
    closed: bool = False

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.terms.name

    @property
    def state(self) -> Literal["waiting", "playing", "over"]:
        """What the table is about."""
        return "playing" if self.playing else "over" if self.deal or self.ledger else "waiting"

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return self.deal is not None and self.deal.result is None

    @property
    def shuffling(self) -> bool:
        """Whether the cards of a deal are on their way."""
        return self.deck is not None and self.deck.step != "dealt"

    @property
    def busy(self) -> bool:
        """Whether a deal has begun and is not over, so that everybody stays where he is."""
        return self.playing or self.shuffling

    @property
    def unfinished(self) -> bool:
        """Whether people have begun something that has not come to its end: a deal, or a match of so many deals."""
        match = self.terms.deals is not None and self.deals > 0 and not self.finished
        return self.busy or match

    @property
    def finished(self) -> bool:
        """Whether the match has come to its end."""
        return not self.playing and self.terms.deals is not None and self.deals >= self.terms.deals

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return self.deal.to_act if self.deal else None

    @property
    def present(self) -> bool:
        """Whether anybody who has a seat is here."""
        return any(chair.owner and chair.owner.line is not None for chair in self.chairs)

    @property
    def owned(self) -> bool:
        """Whether anybody has a seat, here or away."""
        return any(chair.owner for chair in self.chairs)

    @property
    def names(self) -> set[str]:
        """Every name in use at the table."""
        return taken_names(self.chairs) | {watcher.name for watcher in self.watchers}

    @property
    def lines(self) -> dict[int, int | None]:
        """The connections of all who are here, each with the seat whose cards he sees. Who plays comes first."""
        lines: dict[int, int | None] = {}
        for seat, chair in enumerate(self.chairs):
            if chair.owner and chair.owner.line is not None:
                lines[chair.owner.line] = None if chair.bot else seat
        for watcher in self.watchers:
            lines[watcher.line] = None
        return lines

    def parted_by(self, token: str) -> Literal["left", "removed"] | None:
        """How the owner of a seat by this token has got up, if he has."""
        parted = (each.reason for each in self.parted if secrets.compare_digest(each.token, token))
        return next(parted, None)

    def owner(self, seat: int) -> Person:
        """The person who owns a seat that is known to be owned."""
        return cast(Person, self.chairs[seat].owner)

    def with_owner(self, seat: int, owner: Person) -> Room:
        """The room, with another or a changed owner of a seat."""
        return evolve(self, chairs=put(self.chairs, seat, evolve(self.chairs[seat], owner=owner)))

    def shown(self) -> Table:
        """The table as everybody sees it."""
        return Table(
            state=self.state,
            seats=tuple(
                chair.shown(self.now, self.terms.grace, self.terms.level, wished(self.chairs, seat))
                for seat, chair in enumerate(self.chairs)
            ),
            deals=self.deals,
            scores=self.scores,
            deals_wanted=self.terms.deals,
            ledger=self.ledger,
            opener=owned_by(self.chairs, self.opener) if self.opener else None,
            watching=len(self.watchers),
            clock=self.terms.clock,
            level=self.terms.level,
        )

    def published(self, *messages: Public) -> list[Effect]:
        """What all who watch are told is told to whoever wishes to know, where anybody may watch."""
        return [Publish(message) for message in messages] if self.terms.public else []

    def update(self, seat: int | None) -> Update:
        """What a seat, or somebody who watches (None), knows now."""
        return self.updates([seat])[seat]

    def updates(self, seats: Iterable[int | None], events: tuple[Note, ...] = ()) -> dict[int | None, Update]:
        """What each of these seats, and somebody who watches (None), learns with these events."""
        deal = cast(State, self.deal)
        public = self.game.public(deal)
        seen = Update(seq=self.seq, seconds=self.seconds_left(), events=events, view=public)
        return {seat: seen if seat is None else seen.to(self.game.view(deal, seat, public)) for seat in seats}

    def seconds_left(self) -> float | None:
        """What is left by the clock to the seat whose turn it is; None without a clock, and for a bot."""
        seat, clock = self.to_act, self.terms.clock
        if seat is None or clock is None or self.chairs[seat].bot:
            return None
        return max(0.0, round(self.since + clock - self.now, 1))


Outcome = tuple[Room, list[Effect]]
"""A room after a command, and what is to be done, in this order."""


def new_room(game: Game[Any], terms: Terms, dealer: int) -> Room:
    """A table where nobody sits yet but the bots that were ordered."""
    seats = game.about.seats
    return Room(game, terms, dealer, laid(seats, terms.bots), (0,) * seats)


def cleared(room: Room) -> Room:
    """The table as new, with nobody at it. What counts what has happened goes on counting."""
    fresh = new_room(room.game, room.terms, room.dealer)
    return replace(fresh, seq=room.seq, turn=room.turn, now=room.now, since=room.now, said=room.said,
                   parted=room.parted)  # fmt: skip
