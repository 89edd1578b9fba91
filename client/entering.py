"""From a server to a place there: the seat we had, the table that was named, the only one there is, or the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from client.line import Line
from client.link import TurnedAway
from client.outages import Unseated
from client.seats import Seats
from client.text import printable
from protocol import VERSION
from protocol.from_client import Hello, Join, Watch
from protocol.from_server import Lobby, Refused, Row, Welcome


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
        return Hello(version=VERSION, name=self.name, lobby=True, phrase=self.phrase)


async def entered(line: Line, wish: Wish, seats: Seats) -> Welcome | Lobby:
    """A place at a table, or the lobby where there is something to choose. LinkError where there is no place.

    Whoever did not look around in the lobby will not come into it later either.
    """
    token = seats.token()
    if token and not (wish.lobby or wish.watch or wish.table):
        await line.come_back(token)
    asked = False
    while True:
        match await line.receive():
            case Welcome() as welcome:
                line.home = Hello(version=VERSION, name=wish.name)
                return welcome
            case Unseated():
                asked = False
            case Refused() as refused:
                raise TurnedAway(refused.message)
            case Lobby() as lobby if not asked:
                table = meant(lobby.tables, wish)
                if table is None:
                    return lobby
                asked = True
                await go(line, table, wish, seats)


async def go(line: Line, table: str, wish: Wish, seats: Seats) -> None:
    """To a table: to our seat, if we have one there."""
    token = seats.token(table)
    if token and not wish.watch:
        await line.come_back(token)
    else:
        kind = Watch if wish.watch else Join
        await line.say(kind(id=line.new_id(), table=table, phrase=wish.phrase))


def meant(rows: Sequence[Row], wish: Wish) -> str | None:
    """The id of the table to go to at once; None where there is something to choose. TurnedAway for one that is none.

    A table that is not listed is known by its id alone.
    """
    if wish.lobby:
        return None
    if wish.table is not None:
        word = wish.table.casefold()
        found = [row.id for row in rows if row.id == wish.table] or [
            row.id for row in rows if row.name.casefold() == word
        ]
        if len(found) > 1:
            raise TurnedAway(f"Several tables are called “{wish.table}”; name one by its id: {', '.join(found)}.")
        if not found and not (word.isascii() and word.isalnum() and len(word) <= 16):
            there = ", ".join(printable(row.name) for row in rows) or "none yet"
            raise TurnedAway(f"No table is called “{wish.table}”; there are {there}.")
        return found[0] if found else word
    if len(rows) != 1 or (rows[0].private and wish.phrase is None):
        return None
    return rows[0].id
