"""The way to a server: one connection after the other, as if they were one line that sometimes breaks.

Whoever is on it hears what the server says and, in between, that the line is broken; it is tried again by itself, and
the same seat asked for, unless its owner has gone to another client meanwhile. What was said and not answered is said
again, under the same id, so that nothing is lost and nothing done twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from itertools import count
from random import Random

from client import language
from client.link import Crowded, Cut, GivenUp, Gone, Link, LinkError, NoSuchSeat, Unreachable
from client.outages import Broken, Heard, Unseated
from client.seats import Seats
from protocol.from_client import AtTable, Entropy, Hello, InLobby, Join, Leave, Open, Pledge, Watch
from protocol.from_server import Accepted, Farewell, Lobby, Refused, Welcome

SHORTEST, LONGEST = 0.2, 5.0
"""Seconds before the line is tried again: at first, and at most; they double in between."""

PATIENCE = 600.0
"""Seconds of waiting after which nobody will come back any more."""

Command = AtTable | InLobby

FORGOTTEN = (Pledge, Entropy)
"""What is not said again by itself: whoever follows a shuffle knows better when to."""

PASSING = ("suspended", "too_slow")
"""The reasons of a server to close the line after which it may take us again."""

ENDING = ("left", "removed", "closed", "failed", "stopping")
"""The reasons after which our seat is nobody's."""

Dial = Callable[[Hello], Awaitable[Link]]
"""Opens a connection with this greeting. LinkError where it cannot."""


class Line:
    """`home` is the greeting of whoever has no seat yet. `sleep` and `rng` are for the pauses between two trials.

    `farewell` is the last word of the server, as long as we are at no table since; `unseated` tells that our seat was
    not kept, until whoever is told of it takes that back. On some lines nobody is `heard`.
    """

    heard = True

    def __init__(
        self,
        dial: Dial,
        home: Hello,
        seats: Seats,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        rng: Random | None = None,
    ) -> None:
        self.home = home
        self.farewell: Farewell | None = None
        self.unseated = False
        self._dial = dial
        self._seats = seats
        self._sleep = sleep
        self._rng = rng or Random()
        self._hello = home
        self._phrase: str | None = home.phrase
        self._link: Link | None = None
        self._known = False
        self._unanswered: dict[str, Command] = {}
        self._unsaid: set[str] = set()
        self._trials = 0
        self._pause = self._waited = 0.0
        self._new_token = secrets.token_urlsafe(24)
        self._client = secrets.token_hex(4)
        self._ids = count(1)

    @property
    def up(self) -> bool:
        """Whether there is a connection, as far as we know."""
        return self._link is not None

    @property
    def lasting(self) -> bool:
        """Whether our seat can be come back to from another run of this program."""
        return self._seats.lasting

    def new_id(self) -> str:
        """An id for the next command; no two commands of a seat have the same, whatever lines they came by."""
        return f"{self._client}-{next(self._ids)}"

    @property
    def _greeting(self) -> Hello:
        """How we say hello now. For a seat that we do not have yet we choose the token: if the answer is lost, we know
        it all the same, and take no second seat.
        """
        ours = self._hello.seat_token is not None or self._hello.watch
        chosen = {} if ours else {"new_token": self._new_token}
        return self._hello.model_copy(update={"client": self._client, **chosen})

    async def receive(self) -> Heard:
        """What is heard next. LinkError where nothing more will be."""
        link = self._link
        if link is None:
            return await self._again()
        try:
            message = await link.receive()
        except Gone as gone:
            if link is not self._link:  # we have hung up ourselves, to go elsewhere
                return await self._again()
            self._link = None
            if gone.farewell and gone.farewell.reason not in PASSING:
                raise
            return self._broken(gone)
        self._heard(message)
        return message

    async def say(self, command: Command) -> None:
        """Say something, and again when the line has broken before the answer came."""
        if isinstance(command, Open | Join):
            command = command.model_copy(update={"new_token": self._new_token})
        if not isinstance(command, FORGOTTEN):
            self._unanswered[command.id] = command
        if isinstance(command, Join | Watch):
            self._phrase = command.phrase
        if self._link:
            await self._link.send(command)
            if isinstance(command, Leave):
                self._seats.forget(self._hello.seat_token)
        else:
            self._unsaid.add(command.id)

    async def rest(self) -> None:
        """Let a moment pass."""
        await self._sleep(SHORTEST)

    async def come_back(self, token: str) -> None:
        """Leave this connection, and come back to the seat of that token."""
        await self.close()
        self._hello = self._seated(token)

    async def close(self) -> None:
        """Hang up, once everything said has gone out."""
        link, self._link = self._link, None
        if link:
            await link.close()

    async def _again(self) -> Heard:
        """Wait, and try once."""
        await self._sleep(self._pause)
        try:
            self._link = await self._dial(self._greeting)
        except (NoSuchSeat, GivenUp) as gone:
            self._seats.forget(self._hello.seat_token)
            if isinstance(gone, GivenUp) and not any(isinstance(said, Leave) for said in self._unanswered.values()):
                raise  # it was not we who gave it up
            self._hello, self._pause = self.home, 0.0
            self._unanswered.clear()
            self.unseated = True
            return Unseated()
        except (Unreachable, Crowded) as error:
            self._known = self._known or isinstance(error, Cut)
            return self._broken(error)
        self._known = True
        self._trials, self._pause, self._waited = 0, 0.0, 0.0
        self._heard(self._link.first)
        for command in tuple(self._unanswered.values()):
            await self._link.send(command)
        self._unsaid.clear()
        return self._link.first

    def _broken(self, why: LinkError) -> Broken:
        """The line is tried again, after a pause. Whoever has met no server, or has waited long enough, is told why
        instead.
        """
        if not self._known or self._waited >= PATIENCE:
            raise why
        self._pause = min(LONGEST, SHORTEST * 2**self._trials) * self._rng.uniform(0.5, 1.0)
        self._trials += 1
        self._waited += self._pause
        return Broken()

    def _heard(self, message: Heard) -> None:
        """Where we are now, and by which greeting we come back there."""
        match message:
            case Welcome(table_id=table, seat_token=str(token)):
                if token == self._new_token:
                    self._new_token = secrets.token_urlsafe(24)
                if token != self._hello.seat_token:
                    self._unanswered.clear()
                title = language.of(message.about.key).gettext(message.about.title)
                self._seats.keep(table, token, f"{message.name or message.server}, {title}")
                self._hello, self.farewell = self._seated(token, again=True), None
            case Welcome(table_id=table):
                watching = {"table": table, "watch": True, "phrase": self._phrase}
                unsaid = self._unanswered.items()  # of who watches nobody remembers what he has said once
                self._unanswered = {id_: command for id_, command in unsaid if id_ in self._unsaid}
                self._hello, self.farewell = self.home.model_copy(update=watching), None
            case Lobby():
                here = self._unanswered.items()
                self._unanswered = {id_: wish for id_, wish in here if isinstance(wish, Open | Join | Watch)}
                self._hello = self.home
            case Accepted(id=command) | Refused(id=command):
                self._unanswered.pop(command, None)
            case Farewell(reason="suspended"):
                pass  # where we are stands again when the server does
            case Farewell(reason=reason):
                self.farewell = message
                if reason in ENDING:
                    self._seats.forget(self._hello.seat_token)

    def _seated(self, token: str, *, again: bool = False) -> Hello:
        return self.home.model_copy(update={"seat_token": token, "again": again})
