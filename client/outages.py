"""What a line tells of itself, among the messages that come by it."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.from_server import FromServer


@dataclass(frozen=True, slots=True)
class Broken:
    """The line is broken, and will be tried again."""


@dataclass(frozen=True, slots=True)
class Unseated:
    """The seat that we came back to is not kept for us any more; another is asked for."""


Heard = FromServer | Broken | Unseated
"""Everything that one may hear on a line."""
