"""The two ways to show a place to a person: on the full screen, or in lines of text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Protocol

from client.aid import Aid
from client.doorstep import Doorstep
from client.entering import Away
from client.link import HungUp, LinkError
from client.lookback import LookingBack
from client.past import PlayAgain
from client.session import Session
from client.settings import Settings
from client.start import Errand, Leaving
from client.talk import BELL
from client.text import Style, printable
from client.visit import Visit
from protocol.from_server import Lobby, Welcome


class Terminal(Protocol):
    """A person, and what he looks at."""

    async def start(self, doorstep: Doorstep) -> Errand | HungUp:
        """At the start, until he knows where to go, leaves, or is gone."""

    async def table(self, session: Session) -> LinkError | Lobby | PlayAgain | None:
        """At a table, until he leaves (None), is in the lobby again, wishes to play a deal again, or the line ends
        (and why).
        """

    async def lobby(self, visit: Visit) -> LinkError | Welcome | Away | None:
        """In the lobby, until he leaves (None), is at a table or off to another server, or the line ends (and why)."""

    async def past(self, back: LookingBack, aid: Aid) -> HungUp | PlayAgain | None:
        """Looking back, until he leaves (None), wishes to play a deal again, or the terminal is gone."""


def suited(settings: Settings, *, text: bool = False) -> Terminal:
    """The way that suits this terminal, unless `text` is asked for."""
    return in_text(settings) if text or not full_screen_fits(settings) else in_full_screen(settings)


def in_full_screen(settings: Settings) -> Terminal:
    """The whole terminal."""
    # Whoever asked for text needs no screen, and does not wait for it to load.
    from client.screens.app import Screen
    from client.screens.lobby import LobbyScreen
    from client.screens.look import look
    from client.screens.looking import Looking
    from client.screens.start import StartScreen

    drawn = look(settings)

    class FullScreen:
        async def start(self, doorstep: Doorstep) -> Errand | HungUp:
            return await StartScreen(doorstep, look=drawn).run() or Leaving()

        async def table(self, session: Session) -> LinkError | Lobby | PlayAgain | None:
            return await Screen(session, look=drawn, bell=settings.bell).run()

        async def lobby(self, visit: Visit) -> LinkError | Welcome | Away | None:
            return await LobbyScreen(visit, look=drawn).run()

        async def past(self, back: LookingBack, aid: Aid) -> HungUp | PlayAgain | None:
            return await Looking(back, aid, look=drawn).run()

    return FullScreen()


def in_text(settings: Settings) -> Terminal:
    """Standard input and output."""
    from client.plain import Reader
    from client.plain_hall import HallReader
    from client.plain_past import look_back
    from client.plain_start import StartReader
    from client.stdin import standard_input

    lines, (write, style), echo = standard_input(), writer(), not is_terminal(sys.stdin)

    class Text:
        async def start(self, doorstep: Doorstep) -> Errand | HungUp:
            return await StartReader(doorstep, lines, write, echo=echo).run()

        async def table(self, session: Session) -> LinkError | Lobby | PlayAgain | None:
            return await Reader(session, lines, write, style=style, echo=echo, bell=settings.bell).run()

        async def lobby(self, visit: Visit) -> LinkError | Welcome | Away | None:
            return await HallReader(visit, lines, write, echo=echo, keyboard=settings.keyboard).run()

        async def past(self, back: LookingBack, aid: Aid) -> HungUp | PlayAgain | None:
            return await look_back(back, aid, lines, write, style, settings.keyboard)

    return Text()


def full_screen_fits(settings: Settings) -> bool:
    """Whether there is a terminal at both ends, one for more than lines, that knows the signs that are drawn."""
    there = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    return there and not lines_alone(os.environ) and (settings.ascii or writer()[1] != "ascii")


def lines_alone(environment: Mapping[str, str]) -> bool:
    """Whether a terminal cannot move its cursor, or is read aloud (ACCESSIBLE)."""
    return environment.get("TERM") == "dumb" or environment.get("ACCESSIBLE", "0") not in ("", "0")


def is_terminal(stream: object) -> bool:
    """Whether a stream is a terminal; one that is closed or missing is none."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


def writer() -> tuple[Callable[[str], None], Style]:
    """A function that writes to the standard output at once, and how cards can be written there. Nothing moves a cursor
    there but the end of a line, and nothing sounds but a bell of our own.
    """

    def write(text: str) -> None:
        if sys.stdout is not None:
            sys.stdout.write(text if text == BELL else "\n".join(map(printable, text.split("\n"))))
            sys.stdout.flush()

    try:
        "♠♥♣♦".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return write, "ascii"
    return write, "plain"
