"""All tables of a server, and the people between them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from engine import GAMES, game_named
from engine.game import Game
from engine.notes import Sentence
from protocol import VERSION
from protocol.from_client import Open
from protocol.from_server import Farewell, Redirect, Row
from protocol.from_server import Lobby as Shown
from protocol.from_server import Table as Board
from server.chairs import owned_by
from server.database import BadJournal
from server.directory.member import Member
from server.journal import Journal
from server.logs import failure
from server.opening import Openings
from server.refusal import Refusal
from server.room import Room, new_room
from server.seating import NO_SEAT
from server.table import Table
from server.terms import Lock, Terms
from server.visitor import Visitor

log = logging.getLogger(__name__)

Work = Callable[[Room, Callable[[], None]], Table]
"""Puts a room to work as a table, which calls back when everybody may see that it has changed."""

TOGETHER = 0.25
"""Seconds in which all that is new of other servers is collected: a directory may change a thousand times at once."""


class Lobby:
    """Tables by their ids, in the order in which they were opened; `house` is what they have in common.

    No more stand than are `allowed` of those that were opened from one address.
    `broken` is set when a table cannot be written down any more: what it would have said next has not been said.
    Once it ends there is a `farewell`, for whoever still comes too. The tables of other servers are those that
    `directory` knows.
    """

    def __init__(
        self, house: Terms, rng: Random, work: Work, journal: Journal | None = None, allowed: int = 10
    ) -> None:
        self.house = house
        self.tables: dict[str, Table] = {}
        self.directory: Member | None = None
        self._rng = rng
        self._work = work
        self._journal = journal
        self.broken = asyncio.Event()
        self._waiting: set[Visitor] = set()
        self._tending: set[asyncio.Task[None]] = set()
        self._guessing = asyncio.Semaphore(1)
        self._changed = False
        self._shown: Shown | None = None
        self._collecting = False
        self._onlookers: list[Callable[[], None]] = []
        self.farewell: Farewell | None = None
        self._openings = Openings(house, self._lay_new, allowed)

    def lay(self, room: Room) -> Table:
        """A table at work, from now on until it is closed."""
        if self._journal:
            try:
                self._journal.lay(room)
            except BadJournal:
                self.broken.set()
                raise
        table = self.tables[room.terms.id] = self._work(room, self.changed)
        task = asyncio.create_task(self._tend(room.terms, table))
        self._tending.add(task)
        log.info("A table is open.", extra={"table": room.terms.id, "game": room.game.about.key})
        task.add_done_callback(self._tended)
        self.changed()
        return table

    async def open(self, wish: Open, address: str) -> Table:
        """A new table as somebody at this address wishes it. Refusal where it cannot be."""
        return await self._openings.open(wish, address)

    def new_id(self) -> str:
        """An id that no table has, and that nobody can guess."""
        return next(found for found in iter(lambda: secrets.token_hex(4), "") if found not in self.tables)

    def called(self, room: Room) -> str:
        """What a table is called; with its game and its id where another has the same name."""
        others = (table.room.name for key, table in self.tables.items() if key != room.terms.id)
        return f"{room.name} ({room.game.about.title}, {room.terms.id})" if room.name in others else room.name

    async def table(self, wanted: str | None, phrase: str | None) -> Table:
        """The table of an id, or (None) the first that has a place for everybody. Refusal for a wrong pass phrase."""
        if wanted is None:
            return self._anywhere()
        table = self.tables.get(wanted)
        if table is None:
            raise Refusal("no_table", "There is no such table.")
        lock = table.room.terms.lock
        if lock and not await self._opens(lock, phrase):
            raise Refusal("phrase", "This table is private, and that is not its pass phrase.")
        return table

    def with_seat(self, token: str) -> Table:
        """The table where a token's seat is, or was until its owner got up. Refusal where it is nowhere."""
        parted = (table for table in self.tables.values() if table.room.parted_by(token))
        if table := self.seat_of(token) or next(parted, None):
            return table
        raise Refusal("token", NO_SEAT)

    def seat_of(self, token: str | None) -> Table | None:
        """The table where a token's seat is, if it is anywhere."""
        tables = self.tables.values() if token else ()
        return next((table for table in tables if owned_by(table.room.chairs, str(token)) is not None), None)

    def enter(self, visitor: Visitor) -> None:
        """Somebody is in the lobby."""
        self._waiting.add(visitor)
        visitor.send(self.shown())

    def leave(self, visitor: Visitor) -> None:
        """Somebody is in the lobby no more."""
        self._waiting.discard(visitor)

    def changed(self) -> None:
        """A table is not as it was: everybody in the lobby is told, once for all that happens at the same moment."""
        self._shown = None
        if not self._changed:
            self._changed = True
            asyncio.get_running_loop().call_soon(self._tell)

    def others_changed(self) -> None:
        """The tables of other servers are not as they were."""
        if not self._collecting:
            self._collecting = True
            asyncio.get_running_loop().call_later(TOGETHER, self._collected)

    def tell(self, told: Callable[[], None]) -> None:
        """Call this too, from now on, whenever the lobby has changed."""
        self._onlookers.append(told)

    def shown(self) -> Shown:
        """The lobby as it is shown to all who are in it: made once, however many come, until it has changed."""
        if self._shown is None:
            self._shown = Shown(
                version=VERSION,
                server=self.house.server,
                games={key: game_named(key).about.title for key in GAMES},
                tables=self.rows(),
                elsewhere=self.directory.houses if self.directory else (),
                stale=self.directory is not None and self.directory.stale,
            )
        return self._shown

    @property
    def listed(self) -> list[Room]:
        """Our own tables that are shown to all."""
        return [table.room for table in self.tables.values() if table.room.terms.listed]

    def rows(self) -> tuple[Row, ...]:
        """The same, as a lobby shows them."""
        return tuple(map(row, self.listed))

    def board(self, table: str) -> Board | None:
        """How a table of ours stands, where anybody may watch."""
        ours = self.tables.get(table)
        return ours.board if ours and ours.room.terms.public else None

    def way_to(self, table: str, *, watch: bool) -> Redirect | None:
        """How to get to a table that is not ours; None where it is, or is nowhere."""
        return self.directory.way_to(table, watch=watch) if self.directory and table not in self.tables else None

    async def end(self, farewell: Farewell) -> None:
        """Every table ends, with this word to all who are at it or in the lobby."""
        self.farewell = farewell
        for task in self._tending:
            task.cancel()
        for table in self.tables.values():
            await table.end(farewell)
        for visitor in set(self._waiting):
            visitor.dismiss(farewell)
        if self._tending:
            await asyncio.wait(self._tending)

    def _lay_new(self, game: Game[Any], terms: Terms) -> Table:
        if self.farewell:
            raise Refusal("not_now", "The server is stopping.")
        return self.lay(new_room(game, replace(terms, id=self.new_id()), self._rng.randrange(game.about.seats)))

    async def _tend(self, terms: Terms, table: Table) -> None:
        """Keep a table going until it is closed. One that breaks is ended; one that is to last is laid anew."""
        try:
            await table.run()
        except Exception as error:
            if self._journal and self._journal.broken:
                raise
            log.error("A table has failed.", extra=failure(error))
            lost = Sentence("The table has failed, and its deal is lost. Join again.")
            await table.end(Farewell.saying(lost, reason="failed"))
        if terms.lasting:
            self.lay(new_room(table.room.game, terms, table.room.dealer))
        else:
            if self._journal:
                self._journal.clear(terms.id)
            del self.tables[terms.id]
            self._openings.closed(table)
            log.info("A table is closed.", extra={"table": terms.id})
            self.changed()

    def _tended(self, task: asyncio.Task[None]) -> None:
        self._tending.discard(task)
        if not task.cancelled() and task.exception():
            self.broken.set()

    def _anywhere(self) -> Table:
        open_to_all = [table for table in self.tables.values() if not table.room.terms.lock and table.room.terms.listed]
        if not open_to_all:
            raise Refusal("no_table", "There is no table for everybody here.")
        return next((table for table in open_to_all if free(table.room)), open_to_all[0])

    async def _opens(self, lock: Lock, phrase: str | None) -> bool:
        if phrase is None:
            return False
        async with self._guessing:  # whoever guesses waits for whoever guesses, and nobody else does
            return await asyncio.to_thread(lock.opens, phrase)

    def _collected(self) -> None:
        self._collecting = False
        self.changed()

    def _tell(self) -> None:
        self._changed = False
        for told in self._onlookers:
            told()
        if not self._waiting:
            return
        shown = self.shown()
        for visitor in self._waiting:
            visitor.send(shown)


def free(room: Room) -> int:
    """How many seats a newcomer can have: those of nobody, and those of bots."""
    return sum(chair.owner is None for chair in room.chairs)


def row(room: Room) -> Row:
    """A table as the lobby shows it: one whose last deal was put away, since people have moved, has begun all the
    same.
    """
    owners = [chair.owner for chair in room.chairs if chair.owner]
    return Row(
        id=room.terms.id,
        game=room.game.about.key,
        title=room.game.about.title,
        name=room.terms.name,
        state=room.state,
        seats=len(room.chairs),
        people=tuple(owner.name for owner in owners),
        bots=sum(chair.bot is not None and chair.owner is None for chair in room.chairs),
        free=free(room),
        watching=len(room.watchers),
        spectators=room.terms.spectators,
        private=room.terms.lock is not None,
    )
