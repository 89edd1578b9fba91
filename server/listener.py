"""A server: its address, its tables, and everybody who is connected."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

from websockets.asyncio.server import Server, ServerConnection, serve

from engine import game_named
from engine.notes import Sentence
from protocol import About, Result
from protocol.from_server import Failure, Farewell
from protocol.from_server import Table as Shown
from server.addresses import listen
from server.bots.workers import Bots, Threads
from server.clock import Clock, Running
from server.connection import Connection
from server.gate import Gate, Guarded, Headcount, room_for
from server.journal import Journal, journal
from server.lobby import Lobby
from server.logs import failure
from server.metrics import Metrics
from server.orders import Public
from server.pages import pages
from server.presence import Presence
from server.restart import restored
from server.room import Room, new_room
from server.settings import Settings
from server.table import Feed, Reporter, Table
from server.terms import Terms
from server.whereabouts import Whereabouts

log = logging.getLogger(__name__)

handshakes = logging.getLogger(f"{__name__}.handshakes")
handshakes.setLevel(logging.CRITICAL)  # whoever knocks with something else than a websocket is no news


CLOSED = Farewell.saying(Sentence("The host has closed the table."), reason="stopping")

SUSPENDED = Farewell.saying(
    Sentence("The host is stopping; the tables are kept, and stand again when it is back."), reason="suspended"
)


class Host:
    """A server that is open. `ending` is set once it is to end: by whoever wishes it, or because it cannot go on."""

    def __init__(self, settings: Settings, bots: Bots, report: Reporter | None, journal: Journal | None) -> None:
        self.about = game_named(settings.game).about
        self.whereabouts = Whereabouts(settings.bind)
        self.port = 0
        self.ending = asyncio.Event()
        self.feed: Feed | None = None
        self.settings = settings
        self._bots = bots
        self._report = report
        self._journal = journal
        self._rng: Random = SystemRandom() if settings.seed is None else Random(settings.seed)
        self._server: Server | None = None
        self._connections: set[Connection] = set()
        self._from = Headcount()
        self.metrics = Metrics(
            connections=lambda: len(self._connections),
            tables=lambda: len(self.lobby.tables),
            outbox=lambda: max((connection.waiting for connection in self._connections), default=0),
        )
        self.running = Running()
        self.lobby = Lobby(house(settings), self._rng, self._work, journal, allowed=settings.limits.tables)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where others can reach it, the likeliest first."""
        return self.whereabouts.now.addresses

    @property
    def house(self) -> str:
        """The id of the table of the house."""
        return next(iter(self.lobby.tables))

    async def stop(self) -> None:
        """Tell everybody, and close. What is kept is found again. Once is enough, twice does no harm."""
        await self._end(CLOSED if self._journal is None else SUSPENDED)

    async def _end(self, farewell: Farewell) -> None:
        self.ending.set()
        if self._server is not None and self._server.is_serving():
            await self.lobby.end(farewell)
            for connection in self._connections:
                connection.send(farewell)
                connection.close()
            self._server.close(close_connections=False)  # they close by themselves, after their last message
            await self._server.wait_closed()

    async def close_for_good(self) -> None:
        """Stop, and let no table stand in the journal. The finished deals stay there."""
        await self._end(CLOSED)
        if self._journal:
            self._journal.clear_all()

    async def give_up(self) -> None:
        """When the journal cannot be written any more, stop: nobody is to believe what would be forgotten."""
        await self.lobby.broken.wait()
        await self.stop()

    async def answer(self, socket: ServerConnection) -> None:
        """One connection, from its first message to its end."""
        assert isinstance(socket, Guarded)
        connection = Connection(socket, self.settings.limits, self.metrics, self.settings.proxy)
        self._connections.add(connection)
        self._from[connection.address] += 1
        if self._from[connection.address] > self.settings.limits.connections:
            connection.drop("too_many")
            connection.send(too_many(self.settings.limits.connections))
            connection.close()
        try:
            await connection.serve(self.lobby)
        except Exception as error:
            connection.drop("failed")
            log.error("A connection has failed.", extra=failure(error))
        finally:
            self._connections.discard(connection)
            self._from.leave(connection.address)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen. CannotListen where that cannot be."""
        settings = self.settings
        self._lay_tables(settings)
        gate = Gate(settings.limits, self.metrics, room_for(), settings.proxy)
        async with serve(
            self.answer,
            sock=listen(settings.bind, settings.port),
            ssl=settings.tls,
            process_request=pages(self.metrics, ready=lambda: not self.ending.is_set()),
            compression=None,
            max_size=settings.limits.message,
            max_queue=settings.limits.inbound,
            open_timeout=settings.limits.handshake,
            ping_interval=None,  # each connection asks by itself, for a fraction of the work
            close_timeout=settings.limits.closing,
            logger=handshakes,
            server_header=None,
            create_connection=partial(Guarded, gate),  # type: ignore[arg-type]  # it may be any function that makes one
        ) as self._server:
            self.port = next(iter(self._server.sockets)).getsockname()[1]
            try:
                yield
            finally:
                await self.stop()

    def _lay_tables(self, settings: Settings) -> None:
        """First the table of the house, for whoever asks for none: the one that stood, or a new one."""
        if self._journal and settings.afresh:
            self._journal.clear_all()
        rooms = restored(self._journal) if self._journal else ()
        first = [room for room in rooms if room.terms.lasting and room.game.about.key == settings.game][:1]
        for room in first or [self._first(settings)]:
            self.lobby.lay(room)
        for room in rooms:
            if room not in first:
                self.lobby.lay(room)

    def _first(self, settings: Settings) -> Room:
        """A new table of the house."""
        game = game_named(settings.game)
        terms = replace(self.lobby.house, id=self.lobby.new_id(), lasting=True)
        return new_room(game, terms, self._rng.randrange(game.about.seats))

    def _work(self, room: Room, changed: Callable[[], None]) -> Table:
        def report(terms: Terms, about: About, what: Shown | Result) -> None:
            changed()
            if isinstance(what, Result):
                settled = {"table": terms.id, "game": about.key, "status": what.status, "scores": what.scores}
                log.info("A deal is settled.", extra=settled)
            if self._report:
                self._report(terms, about, what)

        def publish(table: str, message: Public) -> None:
            if self.feed:
                self.feed(table, message)

        secret = (lambda: secrets.token_hex(32)) if self.settings.seed is None else None
        return Table(
            room,
            self._bots,
            self._rng,
            secret=secret,
            laid=self.settings.laid,
            clock=Clock(room.now, self.running.now),
            report=report,
            feed=publish,
            metrics=self.metrics,
            journal=self._journal,
        )


@asynccontextmanager
async def open_table(
    settings: Settings, *, bots: Bots | None = None, report: Reporter | None = None
) -> AsyncIterator[Host]:
    """A server with a table, open until the block is left. UnknownGame, CannotListen or BadJournal where that cannot
    be; BadJournal at the end, too, if the journal could not be written any more. `bots` are closed with it.
    """
    with journal(settings.journal) if settings.journal else nullcontext() as log:
        thinkers = bots or Threads()
        host = Host(settings, thinkers, report, log)
        async with host.open():
            work = host.metrics.watch_lag(), host.running.watch(), host.give_up(), *Presence(host).work()
            tasks = [asyncio.create_task(each) for each in work]
            try:
                yield host
            finally:
                await host.stop()
                await thinkers.close()
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
        if log and log.broken:
            raise log.broken


def house(settings: Settings) -> Terms:
    """What holds for the first table of the server; for every other one too, but for what its opener wishes."""
    return Terms(
        id="",
        server=settings.name,
        name=settings.name,
        bots=settings.bots,
        deals=settings.deals,
        clock=settings.clock,
        grace=settings.grace,
        level=settings.level,
        pace=settings.pace,
        spectators=settings.spectators,
        crowd=settings.limits.spectators,
    )


def too_many(limit: int) -> Failure:
    """The word to whoever connects from an address that has its fill."""
    why = Sentence("Connections from one address: {limit} at most; close another first.", limit=limit)
    return Failure.saying(why, code="too_many")
