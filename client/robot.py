"""A seat played by a program over the wire, as a person would play it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from client.account import of, sums_told
from client.link import LinkError
from client.model import Model
from client.outages import Heard
from client.session import Session
from client.shuffle import news
from client.signals import CLOSED, INTERRUPT, handled
from client.text import words
from protocol import View
from protocol.from_server import Lobby, Update, Welcome

Bot = Callable[[View, Random], str]
"""One decision: what the seat knows in, a token out."""

BREATH = 2.0
"""Seconds to wait for a server that says that one is too fast."""


class Robot:
    """Plays until the line ends or somebody stops it; with `start` it also asks for every deal."""

    def __init__(
        self,
        session: Session,
        bot: Bot,
        rng: Random,
        write: Callable[[str], None],
        *,
        start: bool,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._session = session
        self._bot = bot
        self._rng = rng
        self._write = write
        self._start = start
        self._sleep = sleep
        self._started = False
        self._changed = asyncio.Event()
        self._stopped = False

    async def run(self) -> LinkError | Lobby | None:
        """None where it was stopped, else why the line ended."""
        listening = asyncio.create_task(self._session.listen(self._told))
        listening.add_done_callback(lambda _: self._changed.set())
        try:
            with handled(CLOSED + INTERRUPT, self._stop):
                while not listening.done() and not self._stopped:
                    self._changed.clear()
                    await self._play()
                    await self._changed.wait()
                if listening.done():
                    return listening.result()
            await self._session.leave()
            return None
        finally:
            listening.cancel()

    async def _play(self) -> None:
        too_fast = self._session.model.refusal is not None and self._session.model.refusal.code == "too_fast"
        if too_fast:
            await self._sleep(BREATH)
        model = self._session.model
        if model.playing:
            self._started = False
        elif self._start and (too_fast or not self._started):
            self._started = True
            await self._session.start()
        if model.to_decide and model.view:
            token = await asyncio.to_thread(self._bot, model.view, self._rng)
            if model.refusal and not too_fast:  # the same question again would only bring the same answer
                token = model.view.legal[0]
            if self._session.model is model:
                await self._session.choose((token,))

    def _told(self, before: Model, message: Heard) -> None:
        if isinstance(message, Welcome):
            self._started = False  # the table may be another one by now, which nobody has asked for a deal
        if isinstance(message, Update) and message.view.result:
            model = self._session.model
            self._write(sums_told(of(message.view.result, model.table, words(model))) + "\n")
        for note in news(before.shuffle, self._session.model.shuffle):
            self._write(words(self._session.model).note(note) + "\n")
        self._changed.set()

    def _stop(self) -> None:
        self._stopped = True
        self._changed.set()
