"""What is lent to a client that knows no game and no bot, by the command that knows both."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from client.advice import Adviser
from client.past import Past
from protocol.message import Level

Recall = Callable[[str], Past]
"""Makes a deal to look at out of its record. ValueError, which says why, where it cannot."""

Again = Callable[[str, int, Level], AbstractAsyncContextManager[int]]
"""Opens a table on this machine, at a port, where the deal of a record is dealt again, and bots play so well: whoever
comes first has the cards of that seat.
"""


@dataclass(frozen=True, kw_only=True)
class Aid:
    """`advise` is a bot that is asked for hints, `recall` and `again` are for deals that are over."""

    advise: Adviser
    recall: Recall
    again: Again
