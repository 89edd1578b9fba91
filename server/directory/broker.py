"""The address of a broker."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

WRITE = "that is no address of a broker; write mqtt://HOST:1883, mqtt://USER:PASSWORD@HOST or mqtts://HOST."


class BadBroker(ValueError):
    """An address of a broker that cannot be. The text says what would be right."""


@dataclass(frozen=True, kw_only=True)
class Broker:
    """Where a broker is, and as whom to go there. Its password is never shown."""

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: bool = False

    def __repr__(self) -> str:
        return f"mqtt{'s' * self.tls}://{self.host}:{self.port}"

    @staticmethod
    def read(url: str) -> Broker:
        """From `mqtt://user:pass@host:1883` or `mqtts://…`. BadBroker for anything else, without the password."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BadBroker(WRITE) from None
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise BadBroker(WRITE)
        tls = parts.scheme == "mqtts"
        user, password = (None if word is None else unquote(word) for word in (parts.username, parts.password))
        return Broker(host=parts.hostname, port=port or (8883 if tls else 1883), user=user, password=password, tls=tls)
