"""`tapis` alone: from the start to wherever a person wishes to go, and back to it again."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from client import language, seats, settings
from client import start as starts
from client.address import BadAddress, parse
from client.aid import Aid
from client.arguments import Arguments
from client.doorstep import Doorstep
from client.entering import Wish
from client.language import later, tr
from client.link import HungUp, LinkError
from client.names import BadName, checked, login_name, table_of
from client.settings import BadSettings, Settings
from client.sitting import parting, play_at, reached, say_why, sit_down
from client.start import HERE, Entry, Going, Hosting, Leaving, Playing, Speaking, Start
from client.terminals import Terminal, is_terminal, suited
from client.text import printable
from client.trust import BadAuthority

SHOWN = 3
"""So many seats that one can come back to are shown; older ones are hardly there any more."""

Sit = Callable[[str, int, str | None, Sequence[str], str], Awaitable[int]]
"""Seats somebody at an address and port, at the table of that id if it is named, and tells him how others can join, and
what becomes of the table when he has to go at once; ends with an exit code.
"""


@dataclass(frozen=True, kw_only=True)
class Offers:
    """What the command can open on this machine: tables of these `games`, by their keys. `play` opens one with bots, at
    a port; `host` one for everybody that is called so, and seats its owner. LinkError where it cannot be opened.
    """

    games: Mapping[str, str]
    play: Callable[[str], AbstractAsyncContextManager[int]]
    host: Callable[[str, str, Sit], Awaitable[int]]


def start(argv: Sequence[str], offers: Offers, aid: Aid) -> int:
    """`tapis`. 0: left; 1: the terminal is gone; 2: a bad argument, or nobody there to answer."""
    parser = Arguments(prog="tapis", description="Play cards: here, on this network, or at an address.")
    parser.add_argument("--name", help="what you are called this time (default: as settled; you are asked once)")
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    settings.add_to(parser)
    args = parser.parse_args(argv)
    try:
        own = settings.settled_with(args)
        name = settled_name(own) if args.name is None else checked(args.name)
        return asyncio.run(Outing(own, suited(own, text=args.text), offers, aid).run(name))
    except (BadName, BadSettings) as error:
        print(f"tapis: {error}", file=sys.stderr)
        return 2


@dataclass(frozen=True)
class Outing:
    """One person at one terminal, on his way from the start to tables and back."""

    own: Settings
    terminal: Terminal
    offers: Offers
    aid: Aid

    async def run(self, name: str | None) -> int:
        """Until he leaves. An exit code."""
        at = Start(name, games=self.offers.games, game=last_game())
        while True:
            back = seats_of(at.name) if at.name else ()
            doorstep = Doorstep(starts.opened(replace(at, seats=back), login_name()), named=self._named)
            errand = await self.terminal.start(doorstep)
            at, ended = doorstep.start, None
            match errand:
                case HungUp():
                    return errand.exit_code
                case Leaving(unheard=True):
                    nobody = tr("Nobody answers. `tapis play` deals at once, `tapis --help` lists all commands.")
                    print(nobody, file=sys.stderr)
                    return 2
                case Leaving():
                    return 0
                case Speaking(lang):
                    language.speak(lang)
                    at = replace(at, message=remembered("lang", lang))
                    continue
                case Playing(game) | Hosting(game):
                    keep_game(game)
                    at = replace(at, game=game)
                    ended = await self._here(errand, at.name or login_name())
                case Going():
                    ended = await self._go(errand, errand.name or at.name or login_name())
            if isinstance(ended, HungUp):
                return say_why(ended)
            at = replace(at, message=parting(ended))

    def _named(self, at: Start, name: str) -> Start:
        called = remembered("name", name) or tr("You are called {name} from now on.", name=name)
        at = replace(at, name=name, seats=seats_of(name), message=called, numbers=())  # his seats come first
        at = starts.numbered(at)
        return replace(at, cursor=at.entries[0].key)

    async def _go(self, way: Going, name: str) -> LinkError | None:
        try:
            server = reached(way)
        except BadAuthority as error:
            return LinkError(str(error))
        return await sit_down(server, Wish(name), self.terminal, settings=self.own, aid=self.aid)

    async def _here(self, errand: Playing | Hosting, name: str) -> LinkError | None:
        """At a table on this machine, which is closed afterwards."""
        ended: LinkError | None = None

        async def sit(host: str, port: int, table: str | None, invitation: Sequence[str], stopped: str) -> int:
            nonlocal ended
            ended = await play_at(
                host, port, self.terminal, name=name, table=table, settings=self.own,
                start=not invitation, invitation=invitation, stopped=stopped, aid=self.aid,
            )  # fmt: skip
            return ended.exit_code if ended else 0

        try:
            if isinstance(errand, Hosting):
                await self.offers.host(errand.game, table_of(name), sit)
            else:
                async with self.offers.play(errand.game) as port:
                    await sit("127.0.0.1", port, None, (), "")
        except LinkError as error:
            return error
        return ended


def chooses() -> bool:
    """Whether there is a person to choose where to go."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


async def somewhere(name: str, terminal: Terminal, why: str = "") -> Going | HungUp | None:
    """A server to go to: what a person chooses (None: none), or all there is; `why` is told to who is to choose again.
    BadAddress where that is not clear.
    """
    if chooses():
        errand = await terminal.start(Doorstep(starts.opened(Start(name, seats=seats_of(name), message=why))))
        return errand if isinstance(errand, Going | HungUp) else None
    from client.nearby import answers, look_around, only  # loads slowly

    found = None if await answers(HERE) else only(await look_around())
    return Going(found.address, found.about.tls) if found else Going(HERE)


def seats_of(name: str) -> tuple[Entry, ...]:
    """The seats that somebody can come back to, those that he has under this name first."""
    found = (entry(ours, name) for ours in seats.remembered(name, time.time()))
    return tuple(filter(None, found))[:SHOWN]


def entry(ours: seats.Ours, name: str) -> Entry | None:
    """A seat as something to choose by somebody of that name; None for one that was at a table of our own, which is
    opened again instead.
    """
    try:
        address = parse(ours.server)
    except BadAddress:
        return None
    authority = Path(ours.authority) if ours.authority else None
    text = tr("Back to your seat at {table} ({address})", table=ours.last, address=address)
    if ours.name != name:
        what = later("Back to your seat as {name} at {table} ({address})")
        text = tr(what, name=printable(ours.name), table=ours.last, address=address)
    way = Going(address, ours.tls, authority, back=True, name=ours.name)
    return Entry(f"seat {ours.server} {ours.name}", text, way)


def settled_name(own: Settings) -> str | None:
    """What somebody has settled that he is called; None where that is to be asked, as what cannot be is again."""
    try:
        return None if own.name is None else checked(own.name)
    except BadName:
        return None


def remembered(setting: Literal["name", "lang"], value: str) -> str:
    """Settle something for somebody; what is to be said to him where that cannot be."""
    try:
        settings.remember(setting, value)
    except OSError as error:
        why = error.strerror or str(error)
        return tr("This cannot be kept in {file} ({why}).", file=settings.place(), why=why)
    return ""


def last_game() -> str:
    """The game that was opened last on this machine; none where that is not known."""
    with suppress(OSError, ValueError):
        return _game().read_text("utf-8").strip()
    return ""


def keep_game(game: str) -> None:
    """Remember it, where that is possible."""
    with suppress(OSError):
        _game().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _game().write_text(f"{game}\n", "utf-8")


def _game() -> Path:
    return seats.folder() / "game"
