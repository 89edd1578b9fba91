"""A server makes itself known on the local network, by DNS-SD over multicast DNS, as long as it is open.

Nothing that goes wrong here stops it: who cannot find it can still type its address.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from zeroconf import DNSQuestionType, Error, ServiceInfo
from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

from protocol.announcement import SERVICE, Announcement, label
from server.addresses import plain
from server.logs import failure
from server.whereabouts import Place

log = logging.getLogger(__name__)

logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # an interface on which nobody hears it is no news

AGAIN = 30.0
"""Seconds after which it is tried once more where it has failed."""

LISTENING = 1.5
"""Seconds to hear what others are called, before we take a name."""

ROOM = len(b"-999")
"""Bytes at the end of a name that another one may need when two servers are called the same."""


class Announcer:
    """Tells of a server called `name`, at its port, `where` it is and what `now` says; `changed` is set when either is
    not what it was. It is silent as long as there is no network.
    """

    def __init__(self, name: str, port: int, where: Callable[[], Place], now: Callable[[], Announcement]) -> None:
        self.changed = asyncio.Event()
        self.known = asyncio.Event()
        self.called = ""
        self._name = label(label(name).encode()[: 63 - ROOM].decode(errors="ignore"))
        self._port = port
        self._where = where
        self._now = now
        self._failed = False
        self._moves = 0

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Announce it until this is cancelled, and take it back then."""
        while True:
            try:
                if self._where().on:
                    await self._announce(self._where())
                else:
                    await self._change()
            except (OSError, Error) as error:
                if not self._failed:
                    log.warning("The server cannot be found by itself: announcing it has failed.", extra=failure(error))
                self._failed = True
                await sleep(AGAIN)
            finally:
                self.known.clear()

    async def _announce(self, where: Place) -> None:
        """In one place, until it is somewhere else."""
        network = _network(where)
        self._moves += 1
        told = self._now()
        service = self._service(where, told)
        # The question whether a name is free is answered to one program of the asking machine alone, which may be
        # another server there. What is asked for all to hear is heard by all, though not twice in a second.
        others = AsyncServiceBrowser(
            network.zeroconf, SERVICE, handlers=[lambda **_: None], question_type=DNSQuestionType.QM
        )
        try:
            await asyncio.sleep(LISTENING)
            await (await network.async_register_service(service, allow_name_change=True))
            self.called = service.name.removesuffix(f".{SERVICE}")
            self._failed = False
            self.known.set()
            log.info("The server can be found on this network.")
            while self._where() == where:
                if self._now() != told:
                    told = self._now()
                    await (await network.async_update_service(self._service(where, told, service.name)))
                await self._change()
        finally:
            with suppress(OSError, Error):
                await others.async_cancel()
                await network.async_unregister_all_services()
            await network.async_close()

    async def _change(self) -> None:
        await self.changed.wait()
        self.changed.clear()

    def _service(self, where: Place, told: Announcement, name: str | None = None) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            name or f"{self._name}.{SERVICE}",
            port=self._port,
            properties=told.txt(),
            server=f"tapis-{told.id}-{self._moves}.local.",  # others remember for a while where that of before was
            parsed_addresses=list(where.addresses),
        )


def _network(where: Place) -> AsyncZeroconf:
    try:
        return AsyncZeroconf(interfaces=list(where.on))
    except OSError:  # a system without IPv6
        return AsyncZeroconf(interfaces=[ip for ip in where.on if plain(ip).version == 4])
    except RuntimeError as error:  # an interface that has gone this moment
        raise OSError(str(error)) from None
