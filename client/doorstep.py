"""Somebody who has not gone anywhere yet: what he can choose, and the servers of which he hears meanwhile. What
`Visit` is in the lobby.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from client import start as starts
from client.language import tr
from client.start import Entry, Errand, Going, Naming, Start, Step

if TYPE_CHECKING:
    from client.nearby import Around, Nearby


async def all_around() -> Around:
    """Ears for this network. What hears takes a while to load, and nobody is to wait for it."""
    module = await asyncio.to_thread(import_module, "client.nearby")
    around: Around = module.Around()
    return around


def called(start: Start, name: str) -> Start:
    """Whoever is there is called so."""
    return replace(start, name=name)


class Doorstep:
    """From a `start` until he goes somewhere. `ears` opens what hears of servers, `named` is told what he is called."""

    def __init__(
        self,
        start: Start,
        ears: Callable[[], Awaitable[Around]] = all_around,
        named: Callable[[Start, str], Start] = called,
    ) -> None:
        self.start = start
        self._ears = ears
        self._named = named

    def take(self, step: Step) -> Errand | None:
        """What he has done; where that leads, if it leads away from here."""
        self.start, errand = step
        if isinstance(errand, Naming):
            self.start = self._named(self.start, errand.name)
            return None
        return errand

    async def listen(self, told: Callable[[], None]) -> None:
        """Take in which servers there are, for as long as one listens."""
        around = await self._ears()

        def changed() -> None:
            self.start = starts.heard(self.start, tuple(map(entry, around.servers)))
            told()

        around.tell(changed)
        async with around.listening():
            await asyncio.Event().wait()


def entry(server: Nearby) -> Entry:
    """A server on the network as something to choose."""
    way = Going(server.address, server.about.tls)
    return Entry(f"found {server.name}", tr("Join {server}", server=server.line), way)
