"""What a server tells the local network about itself, by DNS-SD: that it is there, and what to know before joining.

No name of a person is in it, and nothing that is secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SERVICE = "_tapis._tcp.local."
"""What it is called among the services of a network."""

TXTVERS = "1"

LABEL = 63
"""Bytes of a name there, at most."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """`id` is this run of the server, `version` that of its protocol, `tables` how many one can see in its lobby. With
    `tls` the line must be encrypted; with `phrase` every table asks for its pass phrase.
    """

    id: str
    version: int
    tables: int
    tls: bool = False
    phrase: bool = False

    def txt(self) -> dict[str, str]:
        """The properties of the service."""
        flags = {"tls": str(int(self.tls)), "phrase": str(int(self.phrase))}
        return {"txtvers": TXTVERS, "version": str(self.version), "id": self.id, "tables": str(self.tables), **flags}

    @staticmethod
    def read(txt: Mapping[bytes, bytes | None]) -> Announcement | None:
        """What properties say; None where they are not those of a table. What they have besides is left unread."""
        said = {key: value.decode("ascii", "replace") for key, value in txt.items() if value is not None}
        version, tables = (_number(said.get(key, "")) for key in (b"version", b"tables"))
        if version is None or not said.get(b"id"):
            return None
        return Announcement(said[b"id"][:40], version, tables or 0, said.get(b"tls") == "1", said.get(b"phrase") == "1")


def label(name: str) -> str:
    """The name of a server as a name in DNS-SD: one label, so without dots, and not too long."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name.replace(".", " ")).split())
    return plain.encode()[:LABEL].decode(errors="ignore").strip() or "Tapis Vert"


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None
