"""Where a table is: `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT`."""

from __future__ import annotations

from ipaddress import IPv6Address
from typing import NamedTuple

from client.language import later, tr
from protocol import DEFAULT_PORT


class BadAddress(ValueError):
    """An address that cannot be read. The text says what is wrong and what would be right."""


class Address(NamedTuple):
    """A host, by name or number, and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


PLAIN = later("“{text}” is not an address; leave out {scheme}, and write HOST or HOST:PORT.")
ENCRYPTED = later("“{text}” is not an address; write HOST or HOST:PORT, and --tls instead of {scheme}.")

SCHEMES = {"ws": PLAIN, "http": PLAIN, "wss": ENCRYPTED, "https": ENCRYPTED}
"""What stands before addresses elsewhere, and what to write instead."""


def parse(text: str) -> Address:
    """The address that a person typed; the port is 7878 where none is named. BadAddress for anything else."""
    text = text.strip()
    scheme = text.partition("://")[0]
    if scheme != text and scheme.lower() in SCHEMES:
        raise BadAddress(tr(SCHEMES[scheme.lower()], text=text, scheme=f"{scheme}://"))
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            six = later("“{text}” is not an address; an IPv6 address with a port is written [::1]:{port}.")
            raise BadAddress(tr(six, text=text, port=DEFAULT_PORT))
        port = rest[1:] if rest else str(DEFAULT_PORT)
    elif text.count(":") > 1:
        host, port = text, str(DEFAULT_PORT)
    else:
        host, colon, port = text.partition(":")
        port = port if colon else str(DEFAULT_PORT)
    odd = "://" in text or any(sign.isspace() or sign in "/@?#[]" or not sign.isprintable() for sign in host)
    if not host or odd or (":" in host and not numbered(host)):
        other = later("“{text}” is not an address; write HOST or HOST:PORT, such as 192.168.1.7:{port}.")
        raise BadAddress(tr(other, text=text, port=DEFAULT_PORT))
    if not (port.isascii() and port.isdigit() and len(port) < 6 and 1 <= int(port) <= 65535):
        raise BadAddress(tr("“{port}” is not a port, which is a number from 1 to 65535.", port=port))
    return Address(host, int(port))


def numbered(host: str) -> bool:
    """Whether that is an IPv6 address, with the link that it holds on or without."""
    try:
        return bool(IPv6Address(host))
    except ValueError:
        return False
