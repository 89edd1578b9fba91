"""What is agreed upon when a table is opened, and holds as long as it stands."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass

from protocol.message import Level

COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 2**26}
"""Of one guess at a pass phrase: 16 MiB, and some hundredths of a second."""


LONGEST_GRACE = 86_400
"""Seconds that who is away can be waited for at most: a day."""

LONGEST_PACE = 60
"""Seconds that a bot can take at most."""


@dataclass(frozen=True)
class Lock:
    """A pass phrase that cannot be read any more, only tried."""

    salt: str
    digest: str

    @staticmethod
    def of(phrase: str) -> Lock:
        """The lock that this phrase opens."""
        salt = secrets.token_hex(16)
        return Lock(salt, _digest(phrase, salt))

    def opens(self, phrase: str) -> bool:
        """Whether this is the phrase."""
        return secrets.compare_digest(_digest(phrase, self.salt), self.digest)


def _digest(phrase: str, salt: str) -> str:
    """However it was typed: an accent may be a sign of its own."""
    written = unicodedata.normalize("NFC", phrase)
    return hashlib.scrypt(written.encode(), salt=bytes.fromhex(salt), **COST).hex()


@dataclass(frozen=True, kw_only=True)
class Terms:
    """How a table is kept. `server` and `name` say where and what it is called, `id` what programs call it.

    `bots` sit there from the beginning; all that play there do so at `level`, until the opener wishes another. A match
    has `deals` (None: as many as they like). Who is away has `grace` seconds before a bot plays for him, who is present
    `clock` (None: all the time) for each decision; a bot shows a decision `pace` seconds after what went before. A
    `lasting` table is cleared when all have gone, any other closed.
    `crowd` is how many may watch at once, where `spectators` may at all.
    """

    id: str
    server: str = "Tapis Vert"
    name: str = "Tapis Vert"
    bots: int = 0
    level: Level = "normal"
    deals: int | None = None
    clock: int | None = None
    grace: float = 30.0
    pace: float = 0.0
    spectators: bool = True
    crowd: int = 200
    listed: bool = True
    lock: Lock | None = None
    lasting: bool = False

    @property
    def public(self) -> bool:
        """Whether anybody may watch, without being let in."""
        return self.spectators and self.listed and self.lock is None
