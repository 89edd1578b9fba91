"""Somebody in the lobby: the line, and what he sees there. What `Session` is at a table."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import asdict, replace
from functools import cache

from client import hall as halls
from client.entering import Away, arrived
from client.hall import Errand, Hall, Joining, Leaving, Opening, Returning
from client.language import told, tr
from client.line import Line
from client.link import LinkError
from client.outages import Heard
from client.seats import Seats
from client.text import printable
from protocol.from_client import Join, Open, Watch
from protocol.from_server import House, Lobby, Redirect, Welcome


def nowhere(_address: str) -> tuple[str, ...]:
    """There is no seat of ours."""
    return ()


class Visit:
    """From a `lobby` until one is at a table, on the way to another server, or gone. A farewell on the line, or `why`,
    says why one is here again, and the hall `before` how one left it. `elsewhere` tells at which tables of the server
    at an address one has a seat.
    """

    def __init__(
        self,
        line: Line,
        seats: Seats,
        lobby: Lobby,
        why: str = "",
        before: Hall | None = None,
        elsewhere: Callable[[str], Container[str]] = nowhere,
    ) -> None:
        self._line = line
        self._seats = seats
        self._elsewhere = cache(elsewhere)
        self._phrase: str | None = None
        if not why and line.farewell and line.farewell.reason != "left":
            why = printable(told(line.farewell))
        if line.unseated:
            why = tr("Your seat was not kept.")
            line.unseated = False
        self.hall = self._knowing(halls.entered(lobby, line.home.name, frozenset(), why, before))

    async def listen(self, told: Callable[[Hall, Heard], None]) -> LinkError | Welcome | Away:
        """Take in what is heard until we are at a table (its welcome), sent to that of another server, or the line ends
        (and why).
        """
        try:
            while True:
                message = await self._line.receive()
                if isinstance(message, Welcome):
                    return message
                if isinstance(message, Redirect):
                    return Away(message, self._phrase)
                before = self.hall
                self.hall = self._knowing(halls.heard(before, message))
                told(before, message)
        except LinkError as error:
            return error

    async def send(self, errand: Errand) -> None:
        """Do what the person wants. `Leaving` is nothing but to hang up."""
        match errand:
            case Opening():
                await self._line.say(Open(id=self._line.new_id(), **asdict(errand)))
            case Joining(table, phrase, watch):
                kind = Watch if watch else Join
                if table in self.hall.houses:  # whom the pass phrase is for
                    self._phrase, phrase = phrase, None
                await self._line.say(kind(id=self._line.new_id(), table=table, phrase=phrase))
            case Returning(table):
                token = self._seats.token(table)
                if token:
                    await self._line.come_back(token)
            case Leaving():
                pass

    def _knowing(self, hall: Hall) -> Hall:
        """The lobby with what we know of seats of ours."""
        ours = (row.id for row in hall.rows if self._is_ours(row.id, hall.houses.get(row.id)))
        return replace(hall, ours=frozenset(ours))

    def _is_ours(self, table: str, house: House | None) -> bool:
        return table in self._elsewhere(house.address) if house else self._seats.token(table) is not None


class Underway(Visit):
    """Still in the lobby, as it was left, while the `line` to another server is laid; from there one can turn round."""

    def __init__(self, line: Line, seats: Seats, away: Away, hall: Hall) -> None:
        super().__init__(line, seats, hall.lobby)
        self._away = away
        self.hall = replace(hall, busy=True, message="")

    async def listen(self, told: Callable[[Hall, Heard], None]) -> LinkError | Welcome | Away:
        """Until we are at the table there (its welcome), or are not let in (and why)."""
        try:
            return await arrived(self._line, self._away, self._seats)
        except LinkError as error:
            return error
