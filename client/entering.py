"""From a server to a place there: the seat we had, the table that was named, the only one there is, or the lobby; or
to a table of another server, by the way that this one has told.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from client.address import Address, BadAddress, parse
from client.language import later, told, tr
from client.line import Line
from client.link import TurnedAway, Unreachable
from client.outages import Broken, Unseated
from client.seats import Seats
from client.text import first_of, line_broken, printable
from protocol import VERSION
from protocol.from_client import Hello, Join, Watch
from protocol.from_server import Lobby, Redirect, Refused, Row, Welcome


@dataclass(frozen=True, slots=True)
class Wish:
    """Where somebody wishes to go, under which name: to a `table`, by its id or name, or to any; to `watch` it; with
    the `phrase` of a private one; or to the `lobby`, to look around.
    """

    name: str
    table: str | None = None
    watch: bool = False
    phrase: str | None = None
    lobby: bool = False

    @property
    def home(self) -> Hello:
        """The greeting of whoever has no seat and wants to see what there is."""
        return Hello(version=VERSION, name=self.name, lobby=True)


@dataclass(frozen=True, slots=True)
class Away:
    """Off to a table of another server: the way there, and the `phrase`, which is for that server alone."""

    way: Redirect
    phrase: str | None = None

    @property
    def address(self) -> Address:
        """Where it is. LinkError for an address that cannot be read."""
        try:
            return parse(self.way.address)
        except BadAddress as error:
            raise Unreachable(str(error)) from None

    def greeting(self, name: str) -> Hello:
        """How to say hello there. The lobby is not asked for, since we have one to come back to."""
        way = self.way
        return Hello(version=VERSION, name=name, table=way.table, watch=way.watch, phrase=self.phrase)


async def entered(line: Line, wish: Wish, seats: Seats) -> Welcome | Lobby | Away:
    """A place at a table, or the lobby where there is something to choose. LinkError where there is no place.

    Whoever did not look around in the lobby will not come into it later either. Nothing is on the screen yet, so that
    the line is broken is told beside it, once.
    """
    token = seats.token()
    if token and not (wish.lobby or wish.watch or wish.table):
        await line.come_back(token)
    asked = broken = False
    while True:
        match await line.receive():
            case Broken() if not broken:
                broken = True
                print(line_broken(), file=sys.stderr)
            case Welcome() as welcome:
                line.home = Hello(version=VERSION, name=wish.name)
                return welcome
            case Unseated():
                asked = False
            case Refused() as refused:
                raise TurnedAway(told(refused))
            case Redirect() as way:
                return Away(way, wish.phrase)
            case Lobby() as lobby if not asked:
                table = meant(lobby, wish)
                if table is None:
                    return lobby
                asked = True
                here = all(row.id != table for house in lobby.elsewhere for row in house.tables)
                await go(line, table, wish if here else replace(wish, phrase=None), seats)


async def arrived(line: Line, away: Away, seats: Seats) -> Welcome:
    """At the table that we were sent to: on our seat, if we have one there. LinkError where we are not let in."""
    token = seats.token(away.way.table)
    if token and not away.way.watch:
        await line.come_back(token)
    while True:
        match await line.receive():
            case Welcome() as welcome:
                return welcome
            case Broken() | Unseated():
                pass  # it is tried again; another seat is asked for
            case _:
                raise TurnedAway(tr("The server at {address} does not let you in.", address=away.address))


async def go(line: Line, table: str, wish: Wish, seats: Seats) -> None:
    """To a table: to our seat, if we have one there."""
    token = seats.token(table)
    if token and not wish.watch:
        await line.come_back(token)
    else:
        kind = Watch if wish.watch else Join
        await line.say(kind(id=line.new_id(), table=table, phrase=wish.phrase))


def meant(lobby: Lobby, wish: Wish) -> str | None:
    """The id of the table to go to at once; None where there is something to choose. TurnedAway for one that is none.

    Tables of other servers are gone to by their names alone; one that is not listed is known by its id alone.
    """
    if wish.lobby:
        return None
    ours = lobby.tables
    if wish.table is not None:
        others = [row for house in lobby.elsewhere for row in house.tables]
        return named(wish.table, ours) or named(wish.table, others) or unlisted(wish.table, [*ours, *others])
    return ours[0].id if len(ours) == 1 and (wish.phrase or not ours[0].private) else None


def named(table: str, rows: Sequence[Row]) -> str | None:
    """The id of the table with this id or name, if it is among them. TurnedAway where several are."""
    found = [row.id for row in rows if row.id == table] or [
        row.id for row in rows if row.name.casefold() == table.casefold()
    ]
    if len(found) > 1:
        several = later("Several tables are called “{table}”; name one by its id: {ids}.")
        raise TurnedAway(tr(several, table=table, ids=", ".join(found)))
    return found[0] if found else None


def unlisted(table: str, rows: Sequence[Row]) -> str:
    """What may be the id of a table that is not shown. TurnedAway for a word that is none."""
    word = table.casefold()
    if word.isascii() and word.isalnum() and len(word) <= 16:
        return word
    there = first_of([printable(row.name) for row in rows])
    if not there:
        raise TurnedAway(tr("No table is called “{table}”; there is none yet.", table=table))
    raise TurnedAway(tr("No table is called “{table}”; there are {tables}.", table=table, tables=there))
