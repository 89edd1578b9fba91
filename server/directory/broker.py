"""The address of a broker."""

from __future__ import annotations

import argparse
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

WRITE = "that is not an address of a broker; write mqtt://HOST:1883, mqtt://USER:PASSWORD@HOST or mqtts://HOST."

PASSWORD = "TAPIS_MQTT_PASSWORD"
"""The variable of the environment with the password of an address without one: others can see a command line."""


class BadBroker(ValueError):
    """An address of a broker that cannot be. The text says what would be right."""


@dataclass(frozen=True, kw_only=True)
class Broker:
    """Where a broker is, and as whom to go there. Its password is never shown."""

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None

    def __repr__(self) -> str:
        return f"mqtt{'s' if self.tls else ''}://{self.host}:{self.port}"

    @staticmethod
    def read(url: str, ca: Path | None = None, environ: Mapping[str, str] | None = None) -> Broker:
        """From `mqtt://user:pass@host:1883` or `mqtts://…`. BadBroker for anything else, without the password."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BadBroker(WRITE) from None
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or parts.path not in ("", "/"):
            raise BadBroker(WRITE)
        if parts.query or parts.fragment or port == 0:
            raise BadBroker(WRITE)
        encrypted = parts.scheme == "mqtts"
        if ca and not encrypted:
            raise BadBroker("--mqtt-ca is for an encrypted line; write mqtts:// instead of mqtt://.")
        user, password = (None if word is None else unquote(word) for word in (parts.username, parts.password))
        if user and password is None:
            password = (os.environ if environ is None else environ).get(PASSWORD)
        tls = _trusting(ca) if encrypted else None
        port = port or (8883 if encrypted else 1883)
        return Broker(host=parts.hostname, port=port, user=user, password=password, tls=tls)


def _trusting(ca: Path | None) -> ssl.SSLContext:
    """How to encrypt a line to whoever has a certificate that this file signs; without one, that this machine knows."""
    try:
        context = ssl.create_default_context(cafile=ca)
    except OSError as error:  # one of TLS as well
        why = "it holds no certificate" if isinstance(error, ssl.SSLError) else (error.strerror or "no file").lower()
        raise BadBroker(f"{ca} is not to be trusted ({why}); give the certificates of an authority, PEM.") from None
    context.sslsocket_class = Closing
    return context


class Closing(ssl.SSLSocket):
    """One that does not stay open when there is nobody to be trusted at the other end, as paho would leave it."""

    def do_handshake(self, block: bool = False) -> None:
        """Closed where it fails."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def add_to(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """The arguments of a command that name a broker."""
    what = f"the broker: mqtt://USER:PASSWORD@HOST:1883, or mqtts://; {PASSWORD} may have the password"
    parser.add_argument("--mqtt", required=required, metavar="URL", help=what)
    parser.add_argument(
        "--mqtt-ca", type=Path, metavar="FILE", help="trust what this PEM file signs, for a broker of mqtts://"
    )


def given(args: argparse.Namespace) -> Broker | None:
    """The broker that they name. BadBroker where it cannot be."""
    if args.mqtt is None:
        if args.mqtt_ca:
            raise BadBroker("--mqtt-ca goes with --mqtt: the broker.")
        return None
    return Broker.read(args.mqtt, args.mqtt_ca)
