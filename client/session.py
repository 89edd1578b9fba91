"""A line and the model that it feeds: what both the full screen and the text mode sit on."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace

from client.choices import choices
from client.link import Link, LinkError
from client.model import Model, decided, reduce, seated, started
from client.text import words
from protocol.from_server import Commitment, FromServer, Pledges

Told = Callable[[Model, FromServer], None]
"""Whoever looks on: told the model as it was before a message, and the message."""


class Session:
    """One seat at one table, from the welcome on."""

    def __init__(self, link: Link, invitation: tuple[str, ...] = ()) -> None:
        self.link = link
        self.model = seated(link.welcome, invitation)

    async def listen(self, told: Told) -> LinkError:
        """Take in every message until the line ends, and give back why it did."""
        try:
            async for message in self.link:
                before = self.model
                self.model = reduce(before, message)
                await self._take_part(message)
                tokens = self.model.queue or forced(self.model)
                if tokens and self.model.to_decide:
                    await self.choose(tokens)
                told(before, message)
        except LinkError as error:
            return error
        raise AssertionError("a line ends with an error that says why")

    async def _take_part(self, message: FromServer) -> None:
        """Add our part to a shuffle; there is nothing to ask the person."""
        known = self.model.shuffle
        if known and self.link.welcome.seat is not None and isinstance(message, Commitment | Pledges):
            if known.pledges is None and not known.contribution:
                known = replace(known, contribution=secrets.token_hex(32))
                self.model = replace(self.model, shuffle=known)
            if known.answer:
                await self.link.shuffle(known.answer)

    def choose(self, tokens: tuple[str, ...]) -> Awaitable[None]:
        """Decide, at once and only once; what is to be awaited is the sending.

        The tokens after the first follow as soon as the one before is taken.
        """
        command = self.link.new_id()
        self.model = decided(self.model, command, tokens[1:])
        return self.link.act(command, self.model.seq, tokens[0])

    def start(self) -> Awaitable[None]:
        """Ask for the next deal, in the same manner."""
        self.model = started(self.model)
        return self.link.start()

    async def leave(self) -> None:
        """Get up for good."""
        await self.link.leave()


def forced(model: Model) -> tuple[str, ...]:
    """What needs no question: the only token there is, where it is no card of the hand. Not again once refused."""
    view = model.view
    if view is None or len(view.legal) != 1 or model.refusal:
        return ()
    return view.legal if all(choice.card is None for choice in choices(view, words(model))) else ()
