"""From an address to a place and on from there, shown in the way that suits this terminal; and how it ended."""

from __future__ import annotations

import ssl
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from random import Random

from client.address import Address
from client.entering import Wish, entered
from client.line import Line
from client.link import Gone, HungUp, LinkError, TurnedAway, dial
from client.robot import Bot, Robot
from client.seats import Seats, kept
from client.session import Session
from client.settings import AS_USUAL, Settings
from client.terminals import Terminal, full_screen_fits, in_full_screen, in_text, writer
from protocol.from_server import Lobby, Welcome


@dataclass(frozen=True, kw_only=True)
class Server:
    """Where to go: an address, and `tls` where the line is encrypted.

    Our seats there are remembered under `known_as`, unless that is None; those that another client holds are left to
    it, unless we are `taking_over`.
    """

    address: Address
    tls: ssl.SSLContext | None = None
    known_as: str | None = None
    taking_over: bool = False

    @asynccontextmanager
    async def line(self, wish: Wish) -> AsyncIterator[tuple[Line, Seats]]:
        """A line to it, which is not dialled yet and closed in the end, and our seats there."""
        ours = kept(self.known_as, wish.name, taking_over=self.taking_over) if self.known_as else nullcontext(Seats())
        with ours as seats:
            line = Line(partial(dial, self.address, tls=self.tls), wish.home, seats)
            try:
                yield line, seats
            finally:
                await line.close()


async def sit_down(
    server: Server,
    wish: Wish,
    *,
    settings: Settings = AS_USUAL,
    text: bool = False,
    start: bool = False,
    invitation: Sequence[str] = (),
) -> int:
    """Play, watch and look around at that server until the person leaves. An exit code.

    `start` asks for a deal at once; `invitation` says how others can join, to somebody who can pass it on.
    """
    plain = text or not full_screen_fits(settings)
    terminal = in_text(settings.bell) if plain else in_full_screen(settings)
    try:
        async with server.line(wish) as (line, seats):
            return told(await visit(line, seats, wish, terminal, settings, start=start, invitation=tuple(invitation)))
    except LinkError as error:
        return told(error)


async def visit(
    line: Line, seats: Seats, wish: Wish, terminal: Terminal, own: Settings, *, start: bool, invitation: tuple[str, ...]
) -> LinkError | None:
    """From place to place, until the person leaves (None) or there is no place (and why)."""
    place: Welcome | Lobby | LinkError | None = await entered(line, wish, seats)
    lobby = False
    while place is not None and not isinstance(place, LinkError):
        if isinstance(place, Welcome):
            session = Session(line, place, invitation, own=own, returning=lobby)
            if start and place.seat is not None and place.table.state != "playing":
                await session.start()
            start = False
            place = await terminal.table(session)
        elif line.farewell and not lobby:  # who did not come from the lobby has nothing to do there
            return Gone(line.farewell)
        else:
            lobby = True
            place = await terminal.lobby(line, seats, place)
    return place


async def sit_down_as(bot: Bot, server: Server, wish: Wish, *, start: bool = False) -> int:
    """Let a program play at a table of that server. An exit code."""
    try:
        async with server.line(wish) as (line, seats):
            place = await entered(line, wish, seats)
            if isinstance(place, Lobby):
                tables = ", ".join(row.id for row in place.tables) or "none"
                raise TurnedAway(f"Say at which table the bot is to play, with --table; there are {tables}.")
            ended = await Robot(Session(line, place), bot, Random(), writer()[0], start=start).run()
            return told(Gone(line.farewell) if isinstance(ended, Lobby) else ended)
    except LinkError as error:
        return told(error)


def told(ended: LinkError | None) -> int:
    """Say why it is over, unless the person knows; what the command ends with."""
    if ended is None:
        return 0
    if not isinstance(ended, HungUp):  # nobody is there to read it
        print(ended, file=sys.stderr)
    return ended.exit_code
