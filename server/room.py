"""A table at one moment: who sits there, what is being played, what has been won. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from engine.game import Game, State
from protocol import Note
from protocol.from_server import Table, Update
from server.chairs import Chairs, Person, laid, with_chair
from server.orders import Effect


@dataclass(frozen=True)
class Room:
    """One table. `seq` counts public events, `turn` every decision, both from the day the table was laid.

    `bots` sit here from the beginning, `dealer` deals next, `deal` is the present or the last one, and `actions` are
    those taken in it.
    """

    game: Game[Any]
    name: str
    bots: int
    dealer: int
    chairs: Chairs
    scores: tuple[int | float, ...]
    deals: int = 0
    deal: State | None = None
    actions: tuple[str, ...] = ()
    seq: int = 0
    turn: int = 0

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return self.deal is not None and self.deal.result is None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return self.deal.to_act if self.deal else None

    @property
    def lines(self) -> dict[int, int | None]:
        """The connections of all who are here, each with the seat whose cards he sees."""
        owned = [(seat, chair, chair.owner) for seat, chair in enumerate(self.chairs) if chair.owner]
        return {owner.line: None if chair.bot else seat for seat, chair, owner in owned if owner.line is not None}

    @property
    def bot_turn(self) -> int | None:
        """The turn that a bot must decide, for itself or for somebody away; none while no person is here."""
        seat = self.to_act
        return self.turn if seat is not None and self.lines and not self.chairs[seat].here else None

    def owner(self, seat: int) -> Person:
        """The person who owns a seat that is known to be owned."""
        return cast(Person, self.chairs[seat].owner)

    def with_owner(self, seat: int, owner: Person) -> Room:
        """The room, with another or a changed owner of a seat."""
        return replace(self, chairs=with_chair(self.chairs, seat, replace(self.chairs[seat], owner=owner)))

    def shown(self) -> Table:
        """The table as everybody sees it."""
        return Table(
            state="playing" if self.playing else "over" if self.deal else "waiting",
            seats=tuple(chair.shown() for chair in self.chairs),
            deals=self.deals,
            scores=self.scores,
        )

    def update(self, seat: int | None, events: tuple[Note, ...] = ()) -> Update:
        """What a seat, or somebody who watches (None), learns with these events."""
        return Update(seq=self.seq, events=events, view=self.game.view(cast(State, self.deal), seat))


Outcome = tuple[Room, list[Effect]]
"""A room after a command, and what is to be done, in this order."""


def new_room(game: Game[Any], name: str, bots: int, dealer: int) -> Room:
    """A table where nobody sits yet but the bots that were ordered."""
    seats = game.about.seats
    return Room(game, name, bots, dealer, laid(seats, bots), (0,) * seats)
