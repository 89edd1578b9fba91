"""What the server offers on the command line: `tapis host` and `tapis records`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ipaddress
import shlex
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from engine import GAMES, game_named
from engine.errors import UnknownGame
from engine.notes import Sentence, later
from protocol import DEFAULT_PORT, About, Result
from protocol.from_server import Table
from server.addresses import EVERYWHERE, CannotListen, PortTaken, Reached
from server.arguments import Arguments
from server.bots.workers import Processes
from server.chronicle import Chronicle
from server.database import BadJournal, InUse
from server.directory.broker import BadBroker
from server.journal import finished, usual_place
from server.limits import BadLimit
from server.listener import Host, open_table
from server.logs import logged
from server.loops import fastest, for_brokers
from server.names import BadName, clean
from server.options import BadOption, options, settings_of
from server.room import Room, new_room
from server.settings import Settings
from server.terms import Terms
from server.tls import BadCertificate

Sit = Callable[[str, int, str, str | None, Sequence[Sentence], Sentence], Awaitable[int]]
"""Seats somebody from this terminal at an address and port, at the table of that id, under a name, and tells him how
others can join; and what becomes of the table, when his terminal is gone or the system has asked to end. Ends with an
exit code: 0 when he has got up, GONE when he had to.
"""

GONE = 1

CTRL_C = "Ctrl-C closes the table; in the middle of a deal, or of a match of so many, it is kept for the next start."

STOPPED = Sentence("The host is stopping; the tables are kept, and stand again when it is started.")
CLOSED = Sentence("The table is closed.")


def host(
    argv: Sequence[str],
    sit: Sit | None = None,
    add_own: Callable[[argparse.ArgumentParser], None] = lambda _: None,
    settle: Callable[[argparse.Namespace], None] = lambda _: None,
) -> int:
    """`tapis host`: open a table on this network until it is stopped. 0: stopped; 2: it cannot be opened so.

    With `--play`, `sit` seats the owner, and the table closes when he gets up; what he has said of his terminal, in
    arguments that `add_own` adds, is for `settle`.
    """
    parser = options(sit is not None)
    add_own(parser)
    args = parser.parse_args(argv)
    if sit and args.play:
        settle(args)
    try:
        settings = settings_of(args)
        with logged(args.log, args.log_json):
            loop = for_brokers() if settings.broker else None
            if sit and args.play:
                with asyncio.Runner(loop_factory=loop) as runner:
                    return runner.run(_take_part(settings, sit, args.name))
            with asyncio.Runner(loop_factory=loop or fastest()) as runner:
                return runner.run(attend(settings))
    except (
        UnknownGame,
        BadName,
        CannotListen,
        BadLimit,
        BadJournal,
        BadCertificate,
        BadBroker,
        BadOption,
    ) as error:
        print(f"tapis host: {error}", file=sys.stderr)
        return 2


async def open_here(game: str, called: str, sit: Sit) -> int:
    """What `tapis host --play` does of itself, with a table of that game and name; also beside another server, which
    leaves it any port that is free, and no journal. CannotOpen where it cannot be.
    """
    try:
        args = options(playable=True).parse_args(["--game", game, "--play"])
        settings = replace(settings_of(args), name=clean(called))
        with logged(args.log, args.log_json):
            return await beside_others(settings, sit)
    except (BadName, CannotListen, BadJournal) as error:
        raise CannotOpen(f"tapis host: {error}") from None


def records(argv: Sequence[str]) -> int:
    """`tapis records`: finished deals, one JSON object a line. 0, or 2: there is no such game, or no journal."""
    parser = Arguments(
        prog="tapis records", description="Write the finished deals as game records, for `tapis replay`."
    )
    parser.add_argument("--game", help=f"of one game alone: {', '.join(GAMES)}")
    parser.add_argument("--since", type=_day, metavar="YYYY-MM-DD", help="those from this day on")
    parser.add_argument("--journal", type=Path, metavar="PATH", help="of this journal (default: your own)")
    args = parser.parse_args(argv)
    try:
        game = None if args.game is None else game_named(args.game).about.key
        found = False
        for line in finished(args.journal or usual_place(), game, args.since):
            found = True
            print(line)
        if not found:
            print("tapis records: there is no such deal; those of `tapis host` are kept, when they are over.",
                  file=sys.stderr)  # fmt: skip
    except (UnknownGame, BadJournal) as error:
        print(f"tapis records: {error}", file=sys.stderr)
        return 2
    return 0


class CannotOpen(Exception):
    """A table cannot be opened here. The text says why."""


def _day(text: str) -> datetime:
    """Its first moment, here. Only days of our times: where a calendar ends differs from one Python to the next."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day; give one such as 2026-05-17") from None
    if not 2000 <= day.year < 3000:
        raise argparse.ArgumentTypeError(f"{text!r} is no day from 2000-01-01 to 2999-12-31")
    return day.astimezone()


async def attend(settings: Settings) -> int:
    """Show what happens until somebody stops it."""
    chronicles: dict[str, Chronicle] = {}

    def begin(room: Room) -> None:
        first = next(iter(opened.lobby.tables), room.terms.id)
        at = "" if room.terms.id == first else f"[{opened.lobby.called(room)}] "
        chronicles[room.terms.id] = Chronicle(room.game.about, room.shown(), at)

    def report(terms: Terms, about: About, what: Table | Result) -> None:
        if terms.id not in chronicles:
            begin(new_room(game_named(about.key), terms, 0))
        for line in chronicles[terms.id].lines(what):
            _print(line)

    async with open_table(settings, bots=Processes(), report=report) as opened:
        for_good = asyncio.Event()

        def interrupted() -> None:
            if not any(table.room.unfinished for table in opened.lobby.tables.values()):
                for_good.set()
            opened.ending.set()

        def moved() -> None:
            for line in ways(settings, opened):
                _print(str(line))

        _on_signals(opened.ending.set, interrupted)
        for line in invitation(settings, opened):
            _print(str(line))
        opened.whereabouts.tell(moved)
        for table in opened.lobby.tables.values():
            begin(table.room)
        _print(CTRL_C if settings.journal else "Ctrl-C closes the table, and nothing of it is kept.")
        await opened.ending.wait()
        if for_good.is_set() or not settings.journal:
            await opened.close_for_good()
            _print(str(CLOSED))
        else:
            await opened.stop()
            _print(str(STOPPED))
    return 0


async def beside_others(settings: Settings, sit: Sit, *notes: Sentence) -> int:
    """Without what another server on this machine has taken first."""
    try:
        return await _take_part(settings, sit, None, *notes)
    except InUse:
        kept = Sentence("Another server on this machine has your journal: the deals of this table are not kept.")
        return await beside_others(replace(settings, journal=None), sit, kept)
    except PortTaken:
        if not settings.port:
            raise
        return await beside_others(replace(settings, port=0), sit, *notes)


async def _take_part(settings: Settings, sit: Sit, name: str | None, *notes: Sentence) -> int:
    """Seat the owner, until he gets up or somebody stops it; `notes` are for him too."""
    async with open_table(settings, bots=Processes()) as host:
        at = "127.0.0.1" if settings.bind in (None, *EVERYWHERE) else host.addresses[0]
        how, stopped = (*invitation(settings, host), *notes), STOPPED if settings.journal else CLOSED
        code = await sit(at, host.port, host.house, name, how, stopped)
        if code == 0:  # the owner has got up: nobody is to find this table again
            await host.close_for_good()
        return 0 if code == GONE else code


def invitation(settings: Settings, host: Host) -> Iterator[Sentence]:
    """How others can join, with the exact commands to type, and who can come back."""
    about = host.about
    seats = later("{game} at “{table}”, {count} seats; bots take those still free at the start.")
    yield Sentence(seats, game=about.title, table=settings.name, count=about.seats)
    yield from ways(settings, host)
    for table in host.lobby.tables.values():
        away = [chair.owner.name for chair in table.room.chairs if chair.owner]
        if away:
            left = later("“{table}” stands as it was left: {names} can come back to it.")
            yield Sentence(left, table=host.lobby.called(table.room), names=", ".join(away))
            yield Sentence("  tapis host --new  would forget it, and lay a new table.")


def ways(settings: Settings, host: Host) -> Iterator[Sentence]:
    """How others can join, where this machine is now."""
    here = [Reached(address, host.port, tls=settings.tls is not None) for address in host.addresses]
    if settings.public:
        yield Sentence("Others join with:")
    elif all(ipaddress.ip_address(address).is_loopback for address in host.addresses):
        yield Sentence("Only this machine can join:")
    elif len(here) == 1:
        yield Sentence("Others on this network join with:")
    else:
        yield Sentence("Others on this network join with one of these:")
    for reached in [settings.public] if settings.public else here:
        tls = "--tls " if reached.tls else ""
        yield Sentence("  tapis join {address}", address=tls + shlex.quote(_written(reached)))


def _written(reached: Reached) -> str:
    return reached.host if reached.port == DEFAULT_PORT else str(reached)


def _on_signals(stop: Callable[[], object], on_interrupt: Callable[[], object]) -> None:
    """Ctrl-C may close the tables for good; a service that is stopped finds them again when it is started."""
    loop = asyncio.get_running_loop()
    for name, then in (("SIGINT", on_interrupt), ("SIGTERM", stop), ("SIGHUP", stop)):
        number = getattr(signal, name, None)  # Windows has no SIGHUP, and no handlers in its event loop
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, then)
        except NotImplementedError:
            signal.signal(number, lambda *_, then=then: loop.call_soon_threadsafe(then))


def _print(line: str) -> None:
    """A line to whoever still reads: the table goes on when its terminal is gone, or never was there."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError):
            print(line, flush=True)
