"""A deal that is over, played again by oneself, while the table that it was played at goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

from client.address import Address
from client.aid import Aid
from client.line import Line
from client.link import HungUp, LinkError, dial
from client.model import Model
from client.outages import Heard
from client.past import PlayAgain
from client.seats import Seats
from client.session import Session
from client.settings import Settings
from client.terminals import Terminal
from protocol import VERSION
from protocol.from_client import Hello
from protocol.from_server import Commitment, Lobby, Welcome
from protocol.message import Level

HERE = "127.0.0.1"


async def at_table(session: Session, terminal: Terminal) -> LinkError | Lobby | None:
    """At a table, until the person leaves (None), is in the lobby again, or the line ends (and why)."""
    while isinstance(ended := await terminal.table(session), PlayAgain):
        assert session.aid, "who cannot look back does not wish to play again"
        own, level = session.model.own, session.model.table.level
        gone = await beside(session, alone(ended, session.aid, session.line.home.name, own, level, terminal))
        if gone is not None:
            return gone
    return ended


async def alone(
    wish: PlayAgain, aid: Aid, name: str, own: Settings, level: Level, terminal: Terminal
) -> LinkError | None:
    """At a table of one's own where that deal is dealt, with bots, until one leaves (None) or the line ends (why)."""
    async with aid.again(wish.record, wish.seat, level) as port:
        line = Line(partial(dial, Address(HERE, port)), Hello(version=VERSION, name=name), Seats())
        try:
            place = await line.receive()
            assert isinstance(place, Welcome), "the only table here has a seat"
            session = Session(line, place, own=own, aid=aid)
            await session.start()
            ended = await terminal.table(session)
            return ended if isinstance(ended, LinkError) else None
        finally:
            await line.close()


async def beside(session: Session, away: Coroutine[Any, Any, LinkError | None]) -> LinkError | Lobby | None:
    """While one is away the table goes on, and one is back (None) when it deals. What ended it, if it has ended."""
    dealing = asyncio.Event()

    def told(_before: Model, message: Heard) -> None:
        if session.model.playing or isinstance(message, Commitment):
            dealing.set()

    there, here = asyncio.create_task(away), asyncio.create_task(session.listen(told))
    called = asyncio.create_task(dealing.wait())
    await asyncio.wait((there, here, called), return_when=asyncio.FIRST_COMPLETED)
    for task in (there, here, called):
        task.cancel()
    ended, heard, _ = await asyncio.gather(there, here, called, return_exceptions=True)
    if isinstance(heard, LinkError | Lobby):
        return heard
    for fault in (ended, heard):
        if isinstance(fault, Exception) and not isinstance(fault, LinkError):
            raise fault
    return ended if isinstance(ended, HungUp) else None
