"""A server makes itself known on the local network, by DNS-SD over multicast DNS, as long as it is open.

Nothing that goes wrong here stops it: who cannot find it can still type its address.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from zeroconf import DNSQuestionType, Error, InterfaceChoice, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

from protocol.announcement import SERVICE, Announcement, label
from server.logs import failure

log = logging.getLogger(__name__)

AGAIN = 30.0
"""Seconds after which it is tried once more where there was no network."""

LISTENING = 1.5
"""Seconds to hear what others are called, before we take a name."""

ROOM = len(b"-999")
"""Bytes at the end of a name that another one may need when two servers are called the same."""


class Announcer:
    """Tells of a server called `name`, at a port of these addresses, what `now` says; `changed` is set when that is
    not what it was. `interfaces` are addresses of this machine to speak on; None is all.
    """

    def __init__(
        self, name: str, port: int, addresses: Sequence[str], now: Callable[[], Announcement],
        interfaces: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        self.changed = asyncio.Event()
        self.known = asyncio.Event()
        self.called = ""
        self._name = label(label(name).encode()[: 63 - ROOM].decode(errors="ignore"))
        self._port = port
        self._addresses = addresses
        self._now = now
        self._interfaces = interfaces

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Announce it until this is cancelled, and take it back then."""
        while True:
            try:
                await self._announce()
            except (OSError, Error) as error:
                log.warning("The server cannot be found by itself: announcing it has failed.", extra=failure(error))
            self.known.clear()
            await sleep(AGAIN)

    async def _announce(self) -> None:
        network = _network(self._interfaces)
        told = self._now()
        service = self._service(told)
        # The question whether a name is free is answered to one program of the asking machine alone, which may be
        # another server there. What is asked for all to hear is heard by all, though not twice in a second.
        others = AsyncServiceBrowser(
            network.zeroconf, SERVICE, handlers=[lambda **_: None], question_type=DNSQuestionType.QM
        )
        try:
            await asyncio.sleep(LISTENING)
            await (await network.async_register_service(service, allow_name_change=True))
            self.called = service.name.removesuffix(f".{SERVICE}")
            self.known.set()
            log.info("The server can be found on this network.")
            while True:
                await self.changed.wait()
                self.changed.clear()
                if self._now() != told:
                    told = self._now()
                    await (await network.async_update_service(self._service(told, service.name)))
        finally:
            with suppress(OSError, Error):
                await others.async_cancel()
                await network.async_unregister_all_services()
            await network.async_close()

    def _service(self, told: Announcement, name: str | None = None) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            name or f"{self._name}.{SERVICE}",
            port=self._port,
            properties=told.txt(),
            server=f"tapis-{told.id}.local.",
            parsed_addresses=list(self._addresses),
        )


def _network(interfaces: Sequence[str] | None) -> AsyncZeroconf:
    if interfaces is not None:
        return AsyncZeroconf(interfaces=list(interfaces))
    try:
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)
    except OSError:  # a system without IPv6
        return AsyncZeroconf(interfaces=InterfaceChoice.All)
    except RuntimeError as error:  # no network at all
        raise OSError(str(error)) from None
