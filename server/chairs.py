"""Who sits where. A seat belongs to whoever has its token, whether his connection lasts or not."""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass, replace
from typing import Literal

from engine.game import evolve
from engine.seats import put
from protocol.from_server import Seat
from protocol.message import ClientId, Level
from server import names

REMEMBERED = 32
"""So many of the last commands have no second effect when they come again."""


@dataclass(frozen=True)
class Person:
    """The owner of a seat. `line` is None while he is away, `away_since` when that began, in the time of the table.

    `done` holds the ids of his last commands that were carried out. `silent` is whose client has let a shuffle wait in
    vain since he came, and has added nothing to one after that. `client` is what the client that came last calls
    itself, if it does. `wish` is the token of the person with whom he would like to change places.
    """

    name: str
    token: str
    line: int | None
    away_since: float = 0.0
    done: tuple[str, ...] = ()
    silent: bool = False
    client: ClientId | None = None
    wish: str | None = None

    def having_done(self, command: str) -> Person:
        """The same person, after a command of this id."""
        return evolve(self, done=(*self.done, command)[-REMEMBERED:])


@dataclass(frozen=True)
class Parted:
    """Whoever had a seat by this token has given it up for good, or was removed."""

    token: str
    reason: Literal["left", "removed"]


@dataclass(frozen=True)
class Chair:
    """A seat: open, a person's, a bot's, or still a bot's while its new owner waits for the next deal."""

    owner: Person | None = None
    bot: str | None = None

    @property
    def name(self) -> str:
        """Who plays here."""
        return self.bot or (self.owner.name if self.owner else "")

    @property
    def here(self) -> bool:
        """Whether somebody sits here and plays himself."""
        return self.bot is None and self.owner is not None and self.owner.line is not None

    def shown(self, now: float, grace: float, level: Level, wishes: int | None) -> Seat:
        """The seat as everybody sees it at this time, where a bot of this level plays for who is away after that
        grace. Its owner `wishes` another.
        """
        if self.bot:
            return Seat(kind="bot", name=self.bot, level=level)
        if self.owner is None:
            return Seat(kind="open")
        if self.owner.line is not None:
            return Seat(kind="person", name=self.owner.name, wishes=wishes)
        left = max(0, math.ceil(self.owner.away_since + grace - now))
        return Seat(kind="person", name=self.owner.name, present=False, grace=left, wishes=wishes)


Chairs = tuple[Chair, ...]


def laid(seats: int, bots: int) -> Chairs:
    """A new table, with bots on the last seats."""
    chairs: Chairs = (Chair(),) * seats
    for seat in range(seats - bots, seats):
        chairs = put(chairs, seat, Chair(bot=bot_name(chairs)))
    return chairs


def filled(chairs: Chairs) -> Chairs:
    """Bots on all open seats."""
    for seat, chair in enumerate(chairs):
        if chair.name == "":
            chairs = put(chairs, seat, Chair(bot=bot_name(chairs)))
    return chairs


def relieved(chairs: Chairs) -> Chairs:
    """Bots make room for those who wait for their seats."""
    return tuple(replace(chair, bot=None) if chair.owner else chair for chair in chairs)


def content(chairs: Chairs, *seats: int) -> Chairs:
    """The owners of these seats wish no other ones any more."""
    return tuple(
        replace(chair, owner=replace(chair.owner, wish=None)) if chair.owner and seat in seats else chair
        for seat, chair in enumerate(chairs)
    )


def wished(chairs: Chairs, seat: int) -> int | None:
    """The seat of the person with whom the owner of this one would like to change places."""
    owner = chairs[seat].owner
    return owned_by(chairs, owner.wish) if owner and owner.wish else None


def owned_by(chairs: Chairs, token: str) -> int | None:
    """The seat that a token belongs to."""
    owned = ((seat, chair.owner) for seat, chair in enumerate(chairs) if chair.owner)
    return next((seat for seat, owner in owned if secrets.compare_digest(owner.token, token)), None)


def seat_at(chairs: Chairs, line: int) -> int | None:
    """The seat whose owner is on this line."""
    return next((seat for seat, chair in enumerate(chairs) if chair.owner and chair.owner.line == line), None)


def taken_names(chairs: Chairs) -> set[str]:
    """Every name in use at the table."""
    return {name for chair in chairs for name in (chair.bot, chair.owner and chair.owner.name) if name}


def bot_name(chairs: Chairs) -> str:
    """A name for one more bot."""
    taken = taken_names(chairs)
    return next((name for name in names.BOTS if name not in taken), names.distinct(names.BOTS[0], taken))
