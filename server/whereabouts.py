"""Where this machine is on its networks: it may have none yet, and a laptop is carried from one to another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from server.addresses import plain, reachable, spoken_on

LOOK = 10.0
"""Seconds between two looks at the networks of this machine."""


@dataclass(frozen=True, slots=True)
class Place:
    """The `addresses` at which others can reach a server, the likeliest first, and those of ours to announce it `on`.
    Where there is no network it is reached from this machine alone, and there is nobody to announce it to.
    """

    addresses: tuple[str, ...]
    on: tuple[str, ...]

    @property
    def alone(self) -> bool:
        """Whether only this machine reaches it."""
        return plain(self.addresses[0]).is_loopback


def place(bind: str | None) -> Place:
    """Where a server is now that listens there. Nothing is sent to find out."""
    return Place(reachable(bind), spoken_on(bind))


class Whereabouts:
    """Where a server is, that listens at an address of this machine, or at all of them (None)."""

    def __init__(self, bind: str | None, look: Callable[[str | None], Place] = place) -> None:
        self._bind = bind
        self._look = look
        self._told: list[Callable[[], None]] = []
        self.now = self._look(bind)

    def tell(self, moved: Callable[[], None]) -> None:
        """Call this too, from now on, whenever it is somewhere else."""
        self._told.append(moved)

    async def watch(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Look again and again, until this is cancelled."""
        while True:
            await sleep(LOOK)
            before = self.now
            with suppress(OSError):  # the next look may tell
                self.now = self._look(self._bind)
            if self.now != before:
                for moved in self._told:
                    moved()
