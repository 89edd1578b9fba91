"""A line and the model that it feeds: what both the full screen and the text mode sit on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace

from client.advice import advice_of
from client.aid import Aid
from client.choices import choices
from client.language import tr
from client.line import Line
from client.link import LinkError
from client.model import Model, advised, decided, heeded, noted, pondering, put_away, reduce, seated, started
from client.options import Measure
from client.outages import Heard, Unseated
from client.settings import AS_USUAL, Settings
from client.text import words
from protocol import Note
from protocol.from_client import Act, Chat, Leave, Start
from protocol.from_server import Commitment, Lobby, Pledges, Refused, Welcome

Told = Callable[[Model, Heard], None]
"""Whoever looks on: told the model as it was before a message, and the message."""


class Session:
    """One place at one table, from the welcome on. With `returning`, whoever gets up is in the lobby again. The
    `aid` is that of the command, where there is one. It has been `left` as the model was when the person turned to
    something else for a while; `kept` tells that he has gone and did not give his seat up. `unkept` is why his seat is
    not remembered, though it should be.
    """

    def __init__(
        self,
        line: Line,
        welcome: Welcome,
        invitation: tuple[str, ...] = (),
        *,
        own: Settings = AS_USUAL,
        aid: Aid | None = None,
        returning: bool = False,
        unkept: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.line = line
        self.now = now
        self.model = seated(welcome, invitation, now(), own, lasting=line.lasting)
        if line.unseated:
            self.model = reduce(self.model, Unseated())
            line.unseated = False
        if unkept:
            self.model = noted(self.model, Note("seat.unkept", args={"why": unkept}))
        self.aid = aid
        self.left: Model | None = None
        self.kept = False
        self._returning = returning

    async def listen(self, told: Told) -> LinkError | Lobby:
        """Take in every message until we are in the lobby again, or the line ends (and why)."""
        try:
            while True:
                message = await self.line.receive()
                if isinstance(message, Lobby):
                    return message
                if isinstance(message, Welcome):
                    self.line.unseated = False
                before = self.model
                self.model = reduce(before, message, self.now())
                await self._take_part(message)
                tokens = self.model.queue or forced(self.model)
                if tokens and self.model.to_decide:
                    await self.choose(tokens)
                told(before, message)
        except LinkError as error:
            return error

    async def _take_part(self, message: Heard) -> None:
        """Add our part to a shuffle; there is nothing to ask the person. What came too fast for the server is said
        again, or our part would be missing.
        """
        known = self.model.shuffle
        if known is None or self.model.aside:
            return
        match message:
            case Commitment() | Pledges():
                if known.pledges is None and not known.contribution:
                    known = replace(known, contribution=secrets.token_hex(32))
                    self.model = replace(self.model, shuffle=known)
            case Refused(code="too_fast", id=command) if known.answer and command == known.answer.id:
                await self.line.rest()
            case _:
                return
        if known.answer:
            await self.line.say(known.answer)

    def choose(self, tokens: tuple[str, ...]) -> Coroutine[None, None, None]:
        """Decide, at once and only once; what is to be awaited is the sending.

        The tokens after the first follow as soon as the one before is taken.
        """
        command = Act(id=self.line.new_id(), seq=self.model.seq, action=tokens[0])
        self.model = decided(self.model, command.id, tokens[1:])
        return self.line.say(command)

    def heed(self) -> None:
        """The last refusal has been read: whoever was refused does something else."""
        self.model = heeded(self.model)

    def put_away(self) -> None:
        """So has the hint."""
        self.model = put_away(self.model)

    async def ponder(self) -> str:
        """Let a bot think about our decision, beside everything else; what it would do is in the model then. Where that
        cannot be, why.
        """
        view = self.model.view
        if self.aid is None:
            return tr("There is no bot here that could be asked.")
        if view is None or not self.model.to_decide or self.model.pondered:
            return ""
        self.model = pondering(self.model)
        advice = await advice_of(self.aid.advise, view)
        self.model = advised(self.model, view, advice)
        return "" if advice else tr("The bot has failed, and has nothing to say.")

    def start(self) -> Coroutine[None, None, None]:
        """Ask for the next deal, in the same manner."""
        self.model = started(self.model)
        return self.line.say(Start(id=self.line.new_id()))

    def chat(self, text: str) -> Coroutine[None, None, None]:
        """Say something to everybody at the table, or hear that it waits for the line."""
        if self.model.broken and self.line.heard:
            self.model = noted(self.model, Note("chat.waits"))
        return self.line.say(Chat(id=self.line.new_id(), text=text))

    def take_measure(self, measure: Measure) -> Coroutine[None, None, None]:
        """Do one of the things that are done with a table."""
        return self.line.say(measure.model_copy(update={"id": self.line.new_id()}))

    async def leave(self, *, keeping: bool = False) -> bool:
        """Get up for good, or `keeping` the seat. Whether the lobby is to be waited for; while the line is broken our
        seat is kept.
        """
        self.kept = keeping or not self.line.up
        if keeping:
            return False
        if self.line.up:
            await self.line.say(Leave(id=self.line.new_id()))
        return self._returning and self.line.up


def forced(model: Model) -> tuple[str, ...]:
    """What needs no question: the only token there is. A card of the hand is asked for all the same, unless the person
    has settled that it is not. Nothing is tried again once refused.
    """
    view = model.view
    if view is None or len(view.legal) != 1 or model.refusal:
        return ()
    if model.own.forced:
        return view.legal
    return view.legal if all(choice.card is None for choice in choices(view, words(model))) else ()
