"""How much one client, one address, one person may ask for: every number in one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal

SPAN = 10.0
"""Seconds in which commands and chat lines are counted."""

LARGEST = 1_000_000
"""No number is higher: one beyond it would be none."""

SHORTEST, LONGEST = 0.01, 3600.0
"""Seconds: a shorter time nobody could keep, nor could we look so often; a longer one would be none."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a server puts up with. Each is a number of `tapis host --limit NAME=VALUE`."""

    message: int = field(default=8 * 1024, metadata={"about": "bytes of one message", "least": 1024})
    inbound: int = field(default=16, metadata={"about": "messages of a client that wait to be read"})
    outbox: int = field(
        default=256 * 1024, metadata={"about": "bytes to a client that wait to be sent", "least": 65536}
    )
    handshake: float = field(default=5.0, metadata={"about": "seconds for a connection to become a websocket"})
    hello: float = field(default=5.0, metadata={"about": "seconds for a client to say hello"})
    ping: float = field(default=2.0, metadata={"about": "seconds of silence until a client is asked if it is there"})
    pong: float = field(default=2.0, metadata={"about": "seconds for a client to answer that it is"})
    closing: float = field(default=0.8, metadata={"about": "seconds for a client to agree to the end"})
    goodbye: float = field(default=2.0, metadata={"about": "seconds for a client to take its last message"})
    connections: int = field(default=100, metadata={"about": "connections from one address"})
    commands: int = field(default=200, metadata={"about": "messages of a client in 10 seconds"})
    chat: int = field(default=10, metadata={"about": "chat lines of a client in 10 seconds"})
    tables: int = field(default=10, metadata={"about": "tables opened from one address"})
    spectators: int = field(default=200, metadata={"about": "people who watch one table"})


class BadLimit(ValueError):
    """A limit that cannot be. The text says what would be right."""


def limited(settings: Iterable[str]) -> Limits:
    """The limits with some of them set, each written `NAME=VALUE`. BadLimit for what is none."""
    known = {each.name: each for each in fields(Limits)}
    chosen: dict[str, Any] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in known:
            raise BadLimit(f"no limit is called {name[:40]!r}; the limits are {', '.join(known)}")
        chosen[name] = _within(known[name], value)
    return Limits(**chosen)


def described() -> list[str]:
    """Every limit as it is unless told, and what it counts."""
    return [f"{each.name}={each.default:g}, {each.metadata['about']}" for each in fields(Limits)]


def _within(limit: Field[Any], value: str) -> int | float:
    """The value, where a limit can have it."""
    counted = isinstance(limit.default, int)
    least, most = (limit.metadata.get("least", 1), LARGEST) if counted else (SHORTEST, LONGEST)
    try:
        number = int(value) if counted else float(value)
    except ValueError:
        number = 0
    if least <= number <= most:
        return number
    what = "a whole number" if counted else "a number of seconds"
    raise BadLimit(f"the limit {limit.name} must be {what} from {least} to {most:.0f}, not {value[:40]!r}")


Verdict = Literal["fine", "too_fast", "abuse"]


class Allowance:
    """So many things in `SPAN` seconds: a store of `size` that fills again evenly.

    What is taken from the empty store is refused, and takes nothing from what fills it; but refusals are counted, and
    forgotten as evenly: whoever goes on until there are as many as the store holds abuses it.
    """

    __slots__ = ("_left", "_now", "_refused", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._left = float(size)
        self._refused = 0.0
        self._now = 0.0

    def take(self, now: float) -> Verdict:
        """One thing, at this time in seconds; time only grows."""
        more, self._now = (now - self._now) * self._size / SPAN, now
        self._left = min(self._left + more, self._size)
        self._refused = max(self._refused - more, 0.0)
        if self._left >= 1:
            self._left -= 1
            return "fine"
        self._refused += 1
        return "too_fast" if self._refused < self._size else "abuse"
