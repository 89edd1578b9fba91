"""Where bots think: beside the event loop, never in it."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import Protocol

from protocol import View
from server.bots import Decide, decide
from server.logs import failure

log = logging.getLogger(__name__)


class Bots(Protocol):
    """Somebody who decides for the seat of a view. The answer is always a legal token."""

    async def decide(self, view: View, seed: int) -> str:
        """One of the legal tokens of the view; the same for the same seed."""


class Threads:
    """Bots that think in threads of this process."""

    def __init__(self, think: Decide = decide) -> None:
        self._think = think

    async def decide(self, view: View, seed: int) -> str:
        """What the bot chose, or the first legal token where it fails: a table never waits for a broken bot.

        The log tells of no card: who reads it may not see that hand.
        """
        try:
            token = await asyncio.to_thread(self._think, view, Random(seed))
        except Exception as error:
            log.error("A bot has failed.", extra={"game": view.game, "phase": view.phase, **failure(error)})
            return view.legal[0]
        if token not in view.legal:
            log.error("A bot has chosen something illegal.", extra={"game": view.game, "phase": view.phase})
            return view.legal[0]
        return token
