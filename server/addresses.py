"""Where a server can be reached, and how to listen there."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import socket
from dataclasses import dataclass
from itertools import chain
from urllib.parse import urlsplit

import ifaddr

BACKLOG = 100

RECEIVED = 8 * 1024
"""So many bytes of a client the system keeps until they are read: as many as its longest message has."""

SENT = 64 * 1024
"""So many bytes for a client the system keeps until they are taken. Left to itself it would keep megabytes for one who
takes nothing, before his outbox shows that.
"""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

EVERYWHERE = ("::", "0.0.0.0")

_WHY = {
    errno.EADDRINUSE: "port {port} is taken by another program; choose another with --port, or --port 0 for any",
    errno.EADDRNOTAVAIL: "{bind} is not an address of this machine",
    errno.EINVAL: "{bind} is not an address of this machine",
    errno.EACCES: "this user may not open port {port}; choose one from 1024 on",
}


class CannotListen(Exception):
    """An address and port where nobody can listen. The text says why."""


class PortTaken(CannotListen):
    """Another program listens at this port."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where clients reach a server, and whether the line there is encrypted."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @staticmethod
    def read(url: str) -> Reached:
        """From `ws://HOST:PORT` or `wss://HOST`. ValueError, which says what would be right, for anything else."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host = port = None
        if (
            not host
            or port == 0
            or parts.scheme not in ("ws", "wss")
            or parts.path not in ("", "/")
            or "@" in parts.netloc
        ):
            raise ValueError(f"{url!r} is not where a server is reached; write ws://HOST:PORT, wss://HOST or the like")
        tls = parts.scheme == "wss"
        return Reached(host, port or (443 if tls else 80), tls)


def listen(bind: str | None, port: int) -> socket.socket:
    """A listening socket on an address of this machine, or on all of them (None). CannotListen if that cannot be."""
    try:
        listening = _bound(bind, port)
    except (socket.gaierror, UnicodeError):
        raise CannotListen(f"{bind} is not an address; give one of this machine, as 192.168.1.7 is") from None
    except OSError as error:
        why = _WHY.get(error.errno or 0, error.strerror or str(error))
        kind = PortTaken if error.errno == errno.EADDRINUSE else CannotListen
        raise kind(why.format(bind=bind, port=port)) from None
    # Inherited by every connection. asyncio does it only for sockets of its own making; without it a second
    # small message waits for the first to be acknowledged, some 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Inherited too: all that has come on a line is taken apart at once, so a flood must come in small pieces.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT)
    return listening


def _bound(bind: str | None, port: int) -> socket.socket:
    if bind in (None, "::") and socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True)
    number = "0.0.0.0" if bind is None else bind
    found = socket.getaddrinfo(number, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    family, _, _, _, address = found[0]
    return socket.create_server(address[:2], family=family, backlog=BACKLOG)


def reachable(bind: str | None) -> tuple[str, ...]:
    """The addresses at which others can reach a server, the likeliest first. Nothing is sent to find them."""
    if bind is not None and bind not in EVERYWHERE:
        return (bind,)
    found = [ipaddress.ip_address(ip) for ip in chain(*_interfaces())]
    outside = [address for address in found if not (address.is_loopback or address.is_link_local)]
    local = [str(address) for address in outside if address.version == 4] or [str(address) for address in outside]
    first = _way_out()
    return tuple(dict.fromkeys([*([first] if first in local else []), *local])) or ("127.0.0.1",)


def plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address as addresses are compared: without its zone, and one of IPv4 as such. ValueError for what is none."""
    read = ipaddress.ip_address(address.partition("%")[0])
    return getattr(read, "ipv4_mapped", None) or read


def passed_on(text: str) -> str | None:
    """The address that a proxy has written down, in brackets or with a port perhaps; None for what is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(plain(text))
    except ValueError:
        return None


def spoken_on(bind: str | None) -> tuple[str, ...]:
    """The addresses of this machine to announce a server on that listens there: those on which others may hear it, and
    of IPv6 one for each interface.
    """
    outside = [[ip for ip in ips if not plain(ip).is_loopback] for ips in _interfaces()]
    if bind is not None and bind not in EVERYWHERE:
        return tuple(ip for ips in outside for ip in ips if same(ip, bind))[:1]
    four = [ip for ips in outside for ip in ips if plain(ip).version == 4]
    six = [ip for ips in outside for ip in [ip for ip in ips if plain(ip).version == 6][:1]]
    return (*four, *six)


def ours(host: str) -> bool:
    """Whether that is this machine, as far as the name tells."""
    if host.lower() in ("localhost", socket.gethostname().lower()):
        return True
    return any(same(ip, host) for ip in ("127.0.0.1", *chain(*_interfaces())))


def same(one: str, other: str) -> bool:
    """Whether two addresses are one, or both of the loopback interface; a name is none."""
    try:
        first, second = plain(one), plain(other)
    except ValueError:
        return False
    return first == second or (first.is_loopback and second.is_loopback)


def _interfaces() -> list[list[str]]:
    """The addresses of this machine, those of each interface together."""
    return [[ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in each.ips] for each in ifaddr.get_adapters()]


def _way_out() -> str | None:
    """The address from which this machine would speak to others: connecting a datagram socket sends nothing."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None
