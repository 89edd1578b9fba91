"""From an address to a place and on from there, shown in the way that suits this terminal; and how it ended."""

from __future__ import annotations

import shlex
import ssl
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from client.address import Address
from client.aid import Aid
from client.aside import at_table
from client.entering import Away, Wish, arrived, entered
from client.hall import Hall
from client.language import later, tr
from client.line import Line
from client.link import Gone, HungUp, Kept, LinkError, TurnedAway, dial
from client.names import named
from client.robot import Bot, Robot
from client.seats import Seats, kept, tables
from client.session import Session
from client.settings import AS_USUAL, Settings
from client.start import Going
from client.terminals import Terminal, writer
from client.text import first_of, printable
from client.trust import trusting
from client.viewmodel import handless, keeps
from client.visit import Underway, Visit
from protocol.from_client import Hello
from protocol.from_server import Lobby, Welcome


@dataclass(frozen=True, kw_only=True)
class Server:
    """Where to go: an address, and `tls` where the line is encrypted, with an `authority` that was named for it.

    Our seats there are remembered under `known_as`, unless that is None; those that another client holds are left to
    it, unless we are `taking_over`.
    """

    address: Address
    tls: ssl.SSLContext | None = None
    authority: Path | None = None
    known_as: str | None = None
    taking_over: bool = False

    @asynccontextmanager
    async def line(self, home: Hello) -> AsyncIterator[tuple[Line, Seats]]:
        """A line to it, which is not dialled yet and closed in the end, and our seats there."""
        with self._seats(home.name) as seats:
            line = Line(partial(dial, self.address, tls=self.tls), home, seats)
            try:
                yield line, seats
            finally:
                await line.close()

    def _seats(self, name: str) -> AbstractContextManager[Seats]:
        if self.known_as is None:
            return nullcontext(Seats())
        authority = str(self.authority.resolve()) if self.authority else None
        tls = self.tls is not None
        return kept(self.known_as, name, tls=tls, authority=authority, taking_over=self.taking_over)

    def way(self, name: str, own: Settings) -> str:
        """The command that leads somebody of that name here again."""
        authority = ["--tls-ca", str(self.authority)] if self.authority else []
        encrypted = authority or (["--tls"] if self.tls else [])
        called = [] if name == named(None, own) else ["--name", name]
        return shlex.join(["tapis", "join", str(self.address), *encrypted, *called])

    def tables(self, name: str, address: str) -> frozenset[str]:
        """The tables of the server at another address where we would have a seat, if we were sent there."""
        return tables(address, name, taking_over=self.taking_over) if self.known_as else frozenset()

    def other(self, away: Away) -> Server:
        """The server that this one sends us to; what we trust holds there too. LinkError for no address."""
        tls = (self.tls or trusting(None)) if away.way.tls else None
        return replace(self, address=away.address, tls=tls, known_as=self.known_as and str(away.address))


def here(host: str, port: int, *, lasting: bool) -> Server:
    """A server on this machine; its seats are remembered where they are `lasting`, by another name than by the address
    at which others are its guests.
    """
    return Server(address=Address(host, port), known_as=f"this machine, port {port}" if lasting else None)


def reached(way: Going) -> Server:
    """The server to which a way leads. BadAuthority for a certificate that cannot be used."""
    tls = trusting(way.authority) if way.tls else None
    at = way.address
    return Server(address=at, tls=tls, authority=way.authority, known_as=str(at), taking_over=way.back)


async def sit_down(
    server: Server,
    wish: Wish,
    terminal: Terminal,
    *,
    settings: Settings = AS_USUAL,
    start: bool = False,
    invitation: Sequence[str] = (),
    stopped: str = "",
    aid: Aid | None = None,
) -> LinkError | None:
    """Play, watch and look around at that server until the person leaves (None), or has to (and why).

    `start` asks for a deal at once; `invitation` says how others can join, to somebody who can pass it on, and
    `stopped` what becomes of his tables when he has to go at once; `aid` is what the command can do for him.
    """
    try:
        async with server.line(wish.home) as (line, seats):
            sit = partial(Session, own=settings, aid=aid)
            ended = await visit(server, line, seats, wish, terminal, sit, start=start, invitation=tuple(invitation))
            return HungUp(stopped) if stopped and isinstance(ended, HungUp) else ended
    except LinkError as error:
        return error


async def play_at(
    host: str,
    port: int,
    terminal: Terminal,
    *,
    name: str,
    table: str | None = None,
    settings: Settings,
    start: bool = False,
    invitation: Sequence[str] = (),
    stopped: str = "",
    aid: Aid,
) -> LinkError | None:
    """The same at a server on this machine. A seat at a `table` that is named by its id is come back to later."""
    how = here(host, port, lasting=table is not None), Wish(name, table), terminal
    return await sit_down(*how, settings=settings, start=start, invitation=invitation, stopped=stopped, aid=aid)


async def visit(
    server: Server,
    line: Line,
    seats: Seats,
    wish: Wish,
    terminal: Terminal,
    sit: Callable[..., Session],
    *,
    start: bool,
    invitation: tuple[str, ...],
) -> LinkError | None:
    """From place to place, until the person leaves (None) or there is no place (and why). `sit` makes a session."""
    place: Welcome | Lobby | Away | LinkError | None = await entered(line, wish, seats)
    hall: Hall | None = None
    why = ""
    while place is not None and not isinstance(place, LinkError):
        if isinstance(place, Welcome):
            session = sit(line, place, invitation, returning=hall is not None, unkept=unkept(place, seats))
            if start and place.seat is not None and place.table.state != "playing":
                await session.start()
            start = False
            place = await seated(server, session, terminal)
        elif isinstance(place, Away):
            await line.close()
            ended = await elsewhere(server, place, wish.name, terminal, sit, hall)
            if hall is None or isinstance(ended, HungUp):
                return ended
            line.farewell, why = None, parting(ended)
            place = hall.lobby
        elif line.farewell and not hall:  # who did not come from the lobby has nothing to do there
            return Gone(line.farewell)
        else:
            visiting = Visit(line, seats, place, why, hall, partial(server.tables, wish.name))
            place = await terminal.lobby(visiting)
            hall, why = visiting.hall, ""
    return place


async def elsewhere(
    server: Server, away: Away, name: str, terminal: Terminal, sit: Callable[..., Session], hall: Hall | None
) -> LinkError | None:
    """At the table of another server, until the person leaves or thinks better of it on the way (None), or is not there
    any more (and why). On the way he sees the lobby from which he comes, if he does.

    The lobby of the other server is not asked for, so nobody is sent on from there.
    """
    try:
        async with server.other(away).line(away.greeting(name)) as (line, seats):
            there = Underway(line, seats, away, hall) if hall else None
            place = await terminal.lobby(there) if there else await arrived(line, away, seats)
            if not isinstance(place, Welcome):
                return place if isinstance(place, LinkError) else None
            session = sit(line, place, returning=hall is not None, unkept=unkept(place, seats))
            ended = await seated(server.other(away), session, terminal)
            return ended if isinstance(ended, LinkError) else None
    except LinkError as error:
        return error


async def seated(server: Server, session: Session, terminal: Terminal) -> LinkError | Lobby | None:
    """At a table of that server, until the person leaves (None), is in the lobby again, or is not there any more (and
    why). Who keeps his seat, also because he has to go at once, is told how he comes back to it.
    """
    ended = await at_table(session, terminal)
    if not keeps(session.model):
        return ended
    if isinstance(ended, HungUp):
        return HungUp(kept_seat(server, session))
    return Kept(kept_seat(server, session)) if ended is None and session.kept else ended


def unkept(place: Welcome, seats: Seats) -> str:
    """Why the seat there is not remembered, if there is one, and that has not been said yet."""
    return "" if place.seat is None else seats.complaint()


def kept_seat(server: Server, session: Session) -> str:
    """What becomes of a seat that is not given up."""
    model = session.model
    gaps = {"table": printable(model.name), "command": server.way(session.line.home.name, model.own)}
    if not session.line.up:
        return tr("The line was broken; if your seat at “{table}” is still there, `{command}` brings you back.", **gaps)
    told = tr("Your seat at “{table}” is kept: `{command}` brings you back.", **gaps)
    if model.table.state != "playing":
        return told
    others = any(
        seat.present for at, seat in enumerate(model.table.seats) if at != model.seat and seat.kind == "person"
    )
    soon = handless(model) or tr("After a while a bot plays for you.")
    return f"{told} {soon if others else tr('The deal waits for you.')}"


def parting(ended: LinkError | None) -> str:
    """What is to be said in the lobby, or at the start, to who was elsewhere; nothing where he knows or sees it."""
    left = isinstance(ended, Gone) and ended.farewell is not None and ended.farewell.reason == "left"
    return "" if ended is None or left or isinstance(ended, Kept) else str(ended)


async def sit_down_as(bot: Bot, server: Server, wish: Wish, *, start: bool = False) -> int:
    """Let a program play at a table of that server, or of the one to which it is sent from there. An exit code."""

    async def play(line: Line, place: Welcome) -> int:
        ended = await Robot(Session(line, place), bot, Random(), writer()[0], start=start).run()
        return say_why(Gone(line.farewell) if isinstance(ended, Lobby) else ended)

    try:
        async with server.line(wish.home) as (line, seats):
            place = await entered(line, wish, seats)
            if isinstance(place, Lobby):
                there = first_of([row.id for row in place.tables]) or tr("none yet")
                which = later("Say at which table the bot is to play, with --table; there are {tables}.")
                raise TurnedAway(tr(which, tables=there))
            if isinstance(place, Welcome):
                return await play(line, place)
        async with server.other(place).line(place.greeting(wish.name)) as (line, seats):
            return await play(line, await arrived(line, place, seats))
    except LinkError as error:
        return say_why(error)


def say_why(ended: LinkError | None) -> int:
    """Say why it is over, or what becomes of the seat, unless the person knows; what the command ends with."""
    if ended is None:
        return 0
    if not isinstance(ended, HungUp | Kept):
        print(ended, file=sys.stderr)
    elif str(ended):
        with suppress(OSError):  # the terminal may be gone
            print(ended, flush=True)
    return ended.exit_code
