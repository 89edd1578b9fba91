"""The servers that make themselves known on the local network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Interface, IPv6Interface, ip_address, ip_interface

import ifaddr
from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from client.address import Address, BadAddress
from client.language import later, tr
from client.text import about, listed, printable, tables_counted
from protocol import VERSION
from protocol.announcement import SERVICE, Announcement

PATIENCE = 2.0
"""Seconds to look around."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """A server, what it is called and where it is."""

    name: str
    address: Address
    about: Announcement

    @property
    def line(self) -> str:
        """It in a line."""
        remarks = [str(self.address), tables_counted(self.about.tables)]
        remarks += [tr("encrypted")] if self.about.tls else []
        remarks += [tr("pass phrase")] if self.about.phrase else []
        if self.about.version != VERSION:
            other = later("another version ({other}; this client has {ours})")
            remarks.append(tr(other, other=self.about.version, ours=VERSION))
        return about(self.name, ", ".join(remarks))

    @property
    def row(self) -> dict[str, object]:
        """It as a program reads it."""
        about = self.about
        return {
            "name": self.name, "host": self.address.host, "port": self.address.port, "id": about.id,
            "version": about.version, "tables": about.tables, "tls": about.tls, "phrase": about.phrase,
        }  # fmt: skip


class Around:
    """Who is there, by name, in the order in which they were found. Where nothing can be heard, there is nobody."""

    def __init__(self) -> None:
        self._told: Callable[[], None] = lambda: None
        self._found: dict[str, Nearby] = {}
        self._asking: set[asyncio.Task[None]] = set()
        self._interfaces: Sequence[str] = ()

    def tell(self, told: Callable[[], None]) -> None:
        """Call this at each change from now on."""
        self._told = told

    @property
    def servers(self) -> tuple[Nearby, ...]:
        """Those found so far."""
        return tuple(self._found.values())

    @asynccontextmanager
    async def listening(self, interfaces: Sequence[str] | None = None) -> AsyncIterator[None]:
        """Listen on these addresses of this machine, or on all of them (None)."""
        try:
            network = _network(interfaces)
        except (OSError, Error):
            yield
            return
        self._interfaces = interfaces or ()
        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[self._heard])
        try:
            yield
        finally:
            for task in self._asking:
                task.cancel()
            await browser.async_cancel()
            await network.async_close()

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            if self._found.pop(name, None):
                self._told()
            return
        task = asyncio.create_task(self._ask(zeroconf, service_type, name))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        try:
            info = AsyncServiceInfo(service_type, name)
            if not await info.async_request(zeroconf, 3000) or not info.port:
                return
        except Error:  # a name that nothing can be called
            return
        about = Announcement.read(info.properties)
        hosts = [host for host in info.parsed_scoped_addresses() if can_be_there(host, self._interfaces)]
        if about and hosts:
            title = printable(name.removesuffix(f".{SERVICE}"))
            self._found[name] = Nearby(title, Address(nearest(hosts, own_networks()), info.port), about)
            self._told()


async def look_around(seconds: float = PATIENCE, interfaces: Sequence[str] | None = None) -> tuple[Nearby, ...]:
    """Who is found in so many seconds."""
    around = Around()
    async with around.listening(interfaces):
        await asyncio.sleep(seconds)
    return around.servers


async def answers(address: Address) -> bool:
    """Whether anybody listens there."""
    with suppress(OSError):
        _, writer = await asyncio.open_connection(*address)
        writer.close()
        return True
    return False


def only(found: Sequence[Nearby]) -> Nearby | None:
    """The one server there is, if there is one. BadAddress, which lists them, where there are more."""
    if len(found) > 1:
        there = listed(server.line for server in found)
        raise BadAddress(tr("several servers are here, name one: {servers}.", servers=there))
    return found[0] if found else None


def can_be_there(host: str, interfaces: Sequence[str]) -> bool:
    """Whether somebody whom we hear on these addresses of ours can have that one: 127.0.0.1 is every machine itself."""
    address = ip_address(host)
    if address.is_loopback:
        return host in interfaces
    return not (address.is_multicast or address.is_unspecified)


def nearest(hosts: Sequence[str], own: Sequence[IPv4Interface | IPv6Interface]) -> str:
    """Of the addresses of a server that which is in a network of ours; an IPv4 one where none is."""

    def distance(host: str) -> tuple[bool, bool]:
        address = ip_address(host)
        return not any(address in each.network for each in own), address.version == 6

    return min(hosts, key=distance)


def own_networks() -> list[IPv4Interface | IPv6Interface]:
    """The networks that this machine is in."""
    found = (ip for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    return [ip_interface(f"{ip.ip if isinstance(ip.ip, str) else ip.ip[0]}/{ip.network_prefix}") for ip in found]


def _network(interfaces: Sequence[str] | None) -> AsyncZeroconf:
    if interfaces is not None:
        return AsyncZeroconf(interfaces=list(interfaces))
    try:
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)
    except OSError:  # a system without IPv6
        return AsyncZeroconf(interfaces=InterfaceChoice.All)
    except RuntimeError as error:  # no network at all
        raise OSError(str(error)) from None
