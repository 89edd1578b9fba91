"""Who sits where. A seat belongs to whoever has its token, whether his connection lasts or not."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from protocol.from_server import Accepted, Refused, Seat
from server import names

REMEMBERED = 32
"""So many of the last commands are answered as before when they come again."""


@dataclass(frozen=True)
class Person:
    """The owner of a seat. `line` is None while he is away; `answers` are those to his last commands."""

    name: str
    token: str
    line: int | None
    answers: tuple[Accepted | Refused, ...] = ()

    def answered(self, answer: Accepted | Refused) -> Person:
        """The same person, who has been given this answer."""
        return replace(self, answers=(*self.answers, answer)[-REMEMBERED:])

    def answer_to(self, command: str) -> Accepted | Refused | None:
        """What was answered to the command of this id, if it is not too long ago."""
        return next((answer for answer in self.answers if answer.id == command), None)


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

    def shown(self) -> Seat:
        """The seat as everybody sees it."""
        if self.bot:
            return Seat(kind="bot", name=self.bot)
        if self.owner:
            return Seat(kind="person", name=self.owner.name, present=self.here)
        return Seat(kind="open")


Chairs = tuple[Chair, ...]


def laid(seats: int, bots: int) -> Chairs:
    """A new table, with bots on the last seats."""
    chairs: Chairs = (Chair(),) * seats
    for seat in range(seats - bots, seats):
        chairs = with_chair(chairs, seat, Chair(bot=bot_name(chairs)))
    return chairs


def with_chair(chairs: Chairs, seat: int, chair: Chair) -> Chairs:
    """The chairs, with that of one seat changed."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def filled(chairs: Chairs) -> Chairs:
    """Bots on all open seats."""
    for seat, chair in enumerate(chairs):
        if chair.name == "":
            chairs = with_chair(chairs, seat, Chair(bot=bot_name(chairs)))
    return chairs


def relieved(chairs: Chairs) -> Chairs:
    """Bots make room for those who wait for their seats."""
    return tuple(replace(chair, bot=None) if chair.owner else chair for chair in chairs)


def place_for_newcomer(chairs: Chairs, playing: bool) -> int | None:
    """An open seat, else a bot's, else, where no deal is being played, that of somebody who is away."""
    free = [seat for seat, chair in enumerate(chairs) if not chair.name]
    bots = [seat for seat, chair in enumerate(chairs) if chair.bot and not chair.owner]
    away = [seat for seat, chair in enumerate(chairs) if chair.owner and chair.owner.line is None and not playing]
    return next(iter(free + bots + away), None)


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
