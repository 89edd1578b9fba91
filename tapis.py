"""The command `tapis`: puts together what the layers offer, and loads a layer only when it is asked for."""

from __future__ import annotations

import asyncio
import codecs
import errno
import io
import os
import sys
import unicodedata
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from client.wrapping import AtWords

if TYPE_CHECKING:
    from argparse import Namespace
    from random import Random

    from client.advice import Advice
    from client.aid import Aid
    from client.past import Past
    from client.starting import Sit
    from protocol import Sentence, View
    from protocol.from_server import Welcome
    from protocol.message import Level

Command = Callable[[Sequence[str]], int]

PACE = 0.8
"""The seconds that a bot takes at a table of one's own."""

PLAIN_SIGNS = {"−": "-", "–": "-", "—": "-", "×": "x", "·": "-", "“": '"', "”": '"', "’": "'", "…": "...",
               "„": '"', "«": '"', "»": '"', "œ": "oe"}  # fmt: skip
"""What stands for the signs that an output in an older encoding cannot show; for other letters, they without their
accents do, and for the rest a question mark.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. The exit code is 2 for a command line that cannot be read; the commands have their own."""
    speak_plainly()
    code = 1
    try:
        code = run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where it can still be said that nothing can be written
        return code
    except SystemExit as end:  # argparse, after a word on what was wrong
        return end.code if isinstance(end.code, int) else 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has gone; nothing is left to say, not even at exit
        give_up_output()
        return 0
    except OSError as error:
        if error.errno == errno.EIO and isinstance(sys.stdout, AtWords):  # our terminal has gone, and with it who reads
            give_up_output()
            return code
        print(f"tapis: {error.strerror or error}", file=sys.stderr)
        give_up_output()
        return 1


def run(words: list[str]) -> int:
    """The command that the first word names, with the others."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks how its line can go on
        from client.completion import complete

        return complete(start, {word: command for word, (command, _) in COMMANDS.items()})
    if words and words[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if words and words[0] in ("-V", "--version"):
        print(f"tapis {release()}")
        return 0
    if words and words[0] == "--debug-info":
        return debug_info()
    if not words or words[0].startswith("-"):
        return start(words)
    if words[0] not in COMMANDS:
        print(f"tapis: there is no command “{words[0]}”; there are {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    command, _ = COMMANDS[words[0]]
    return command(words[1:])


def give_up_output() -> None:
    """What has not been written yet goes nowhere, instead of failing once more at the exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def without_accents(sign: str) -> str:
    """A letter as it is in ASCII; a question mark for a sign that is none there."""
    plain = unicodedata.normalize("NFKD", sign)[0]
    return plain if plain.isascii() else "?"


def speak_plainly() -> None:
    """No sign that we write can fail on an output that does not know it; at a terminal no word is broken."""

    def plain(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        unknown = error.object[error.start : error.end]
        return "".join(PLAIN_SIGNS.get(sign) or without_accents(sign) for sign in unknown), error.end

    codecs.register_error("plain_signs", plain)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain_signs")
            if stream.isatty():
                setattr(sys, name, AtWords(stream))


def start(argv: Sequence[str]) -> int:
    """`tapis` alone: everything that one can do is offered."""
    from client.starting import Offers
    from client.starting import start as ask
    from engine import GAMES, game_named

    titles = {key: game_named(key).about.title for key in GAMES}
    return ask(argv, Offers(games=titles, play=with_bots, host=at_home), aid())


@asynccontextmanager
async def with_bots(game: str) -> AsyncIterator[int]:
    """A private table of that game; its port."""
    from server.bots.workers import Processes
    from server.listener import open_table
    from server.settings import Settings

    async with open_table(Settings(game=game, bind="127.0.0.1", port=0), bots=Processes()) as host:
        yield host.port


async def at_home(game: str, name: str, sit: Sit) -> int:
    """A table of that game for everybody on this network, as long as its owner is there. LinkError if there is none."""
    from client.language import said
    from client.link import LinkError
    from server.commands import CannotOpen, open_here

    async def seat(at: str, port: int, table: str, _: str | None, how: Sequence[Sentence], stopped: Sentence) -> int:
        return await sit(at, port, table, invited(how), said(stopped))

    try:
        return await open_here(game, name, seat)
    except CannotOpen as error:
        raise LinkError(str(error)) from None


def invited(how: Sequence[Sentence]) -> tuple[str, ...]:
    """How others can join, in the language of whoever reads it; so is the game."""
    from client.language import of, said
    from engine import GAMES, game_named
    from protocol import Sentence

    titles = {title: of(key).gettext(title) for key in GAMES for title in [game_named(key).about.title]}

    def told(sentence: Sentence) -> str:
        game = sentence.args.get("game")
        return said(Sentence(sentence.text, **{**sentence.args, "game": titles[game]}) if game in titles else sentence)

    return tuple(map(told, how))


def play(argv: Sequence[str]) -> int:
    """`tapis play [GAME]`: a private table with bots, in this process."""
    from client import settings
    from client.arguments import Arguments
    from client.names import BadName, named
    from client.replays import BadRecords, play_again
    from client.sitting import play_at, say_why
    from client.terminals import suited
    from engine import GAMES
    from engine.errors import UnknownGame
    from server.arguments import COUNT, SEATS, SEED, seconds, whole
    from server.bots.bot import LEVELS, NORMAL
    from server.bots.workers import Processes
    from server.listener import open_table
    from server.settings import Settings
    from server.terms import LONGEST_PACE

    parser = Arguments(prog="tapis play", description="Play here and now, against bots.")
    parser.add_argument("game", nargs="?", help=f"one of {', '.join(GAMES)} (default: tarot)")
    parser.add_argument("--level", choices=LEVELS, default=NORMAL, help=f"how well bots play (default: {NORMAL})")
    parser.add_argument("--name", help="what you are called (default: your login name)")
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    settings.add_to(parser)
    parser.add_argument(
        "--pace",
        type=seconds(LONGEST_PACE),
        default=PACE,
        metavar="SECONDS",
        help=f"how long a bot takes (default: {PACE})",
    )
    parser.add_argument("--seed", type=whole(*SEED), metavar="N", help="shuffle in a known way: for tests")
    parser.add_argument("--again", metavar="FILE", help="play a recorded deal again; - is the standard input")
    parser.add_argument("--deal", type=whole(*COUNT), metavar="N", help="which deal of that file (default: the first)")
    parser.add_argument("--seat", type=whole(*SEATS), metavar="N", help="in whose place, from 0 on (default: 0)")
    args = parser.parse_args(argv)
    if args.again is None and not (args.deal is None and args.seat is None):
        parser.error("--deal and --seat say which deal of a file is played again; give it with --again FILE")
    if args.again is not None and not (args.game is None and args.seed is None):
        parser.error("--again FILE says which game and which cards; leave out GAME and --seed")

    async def table() -> int:
        game = "tarot" if args.game is None else args.game
        private = Settings(game=game, bind="127.0.0.1", port=0, level=args.level, pace=args.pace, seed=args.seed)
        async with open_table(private, bots=Processes()) as host:
            at = "127.0.0.1", host.port, terminal
            return say_why(await play_at(*at, name=name, settings=own, start=True, aid=aid()))

    try:
        own = settings.settled_with(args)
        name = named(args.name, own)
        terminal = suited(own, text=args.text)
        if args.again is not None:
            lent = replace(aid(), again=partial(again, pace=args.pace))
            return play_again(args.again, args.deal or 1, args.seat or 0, lent, name, own, args.level, terminal)
        return asyncio.run(table())
    except (BadName, BadRecords, UnknownGame, settings.BadSettings) as error:
        print(f"tapis play: {error}", file=sys.stderr)
        return 2


def host(argv: Sequence[str]) -> int:
    """`tapis host`: a table for everybody on this network."""
    from client import settings
    from client.language import said
    from client.names import named
    from client.sitting import play_at, say_why
    from client.terminals import suited
    from server.commands import host as serve

    own = settings.AS_USUAL

    def settle(args: Namespace) -> None:
        nonlocal own
        own = settings.settled_with(args)

    async def sit(at: str, port: int, table: str, name: str | None, how: Sequence[Sentence], stopped: Sentence) -> int:
        ended = play_at(
            at, port, suited(own), name=named(name, own), table=table, settings=own,
            invitation=invited(how), stopped=said(stopped), aid=aid(),
        )  # fmt: skip
        return say_why(await ended)

    try:
        return serve(argv, sit, settings.add_to, settle)
    except settings.BadSettings as error:
        print(f"tapis host: {error}", file=sys.stderr)
        return 2


def join(argv: Sequence[str]) -> int:
    """`tapis join [HOST[:PORT]]`: sit down at somebody's table."""
    from client.commands import join as sit

    return sit(argv, bot=decide, aid=aid())


def discover(argv: Sequence[str]) -> int:
    """`tapis discover`: the servers on this network."""
    from client.commands import discover as look

    return look(argv)


def decide(view: View, level: Level, rng: Random) -> str:
    """The built-in bot, loaded when it has its first decision to make."""
    from server.bots import decide as bot
    from server.bots.bot import DEADLINE

    return bot(view, rng, level, DEADLINE)


def replay(argv: Sequence[str]) -> int:
    """`tapis replay FILE|-`: deals from their records."""
    from engine.commands import replay as tell

    return tell(argv)


def watch(argv: Sequence[str]) -> int:
    """`tapis watch FILE|-`: look back on recorded deals, step by step; with --mqtt, what happens at a table now."""
    if any(word.split("=")[0] == "--mqtt" for word in argv):
        return overhear(argv)
    from client.replays import watch as look

    return look(argv, aid())


def overhear(argv: Sequence[str]) -> int:
    """`tapis watch --mqtt URL TABLE`: a table that is told of at a broker, as the client shows it."""
    from client import settings
    from client.overhearing import overhear as show
    from client.sitting import say_why
    from client.terminals import suited
    from server.directory.commands import News
    from server.directory.commands import watch as follow

    own = settings.AS_USUAL

    def settle(args: Namespace) -> None:
        nonlocal own
        own = settings.settled_with(args)

    async def watched(welcome: Welcome, news: News, *, text: bool) -> int:
        return say_why(await show(welcome, news, suited(own, text=text), own, aid()))

    try:
        return follow(argv, watched, settings.add_to, settle)
    except settings.BadSettings as error:
        print(f"tapis watch: {error}", file=sys.stderr)
        return 2


def aid() -> Aid:
    """What the client cannot do without the other layers."""
    from client.aid import Aid

    return Aid(advise=advise, recall=recall, again=again)


def recall(line: str) -> Past:
    """The deal of a record, as the client looks back on it. ValueError for a record that is not one to the end."""
    from client.past import Moment, Past
    from engine import record
    from engine.errors import BadRecord

    try:
        written = record.parse(line)
        replay = record.replay(written)
    except BadRecord as error:
        raise ValueError(str(error)) from None
    if replay.refused:
        token, refusal = replay.refused
        raise ValueError(f"step {len(replay.steps) + 1}, {token[:40]!a}, is illegal: {refusal}")
    game, seats = replay.game, range(replay.game.about.seats)
    events = ((), *replay.told())
    chosen = (*(step.action for step in replay.steps), "")
    moments = (
        Moment(tuple(game.view(state, seat) for seat in seats), told, token)
        for state, told, token in zip(replay.states, events, chosen, strict=True)
    )
    return Past(game.about, replay.players, tuple(moments), line)


@asynccontextmanager
async def again(line: str, seat: int, level: Level, pace: float = PACE) -> AsyncIterator[int]:
    """The port of a table on this machine where the deal of a record is dealt, from that seat on, and bots play."""
    from engine import record
    from server.bots.workers import Processes
    from server.listener import open_table
    from server.orders import Dealt
    from server.settings import Settings

    lay = record.turned(record.parse(line), seat)
    laid = Dealt(lay["dealer"], lay["deal"], again=True)
    private = Settings(game=lay["game"], bind="127.0.0.1", port=0, level=level, pace=pace, laid=laid)
    async with open_table(private, bots=Processes()) as host:
        yield host.port


def advise(view: View) -> Advice:
    """What a strong bot would choose, and why."""
    from random import Random

    from client.advice import Advice
    from server.bots import labels_of
    from server.bots.bot import DEADLINE, Bot

    decided = Bot("strong").decide(view, DEADLINE, Random(0))
    return Advice(decided.token, decided.reason, labels_of(view.game))


def records(argv: Sequence[str]) -> int:
    """`tapis records`: the deals that were finished at this machine's tables."""
    from server.commands import records as write

    return write(argv)


def arena(argv: Sequence[str]) -> int:
    """`tapis arena GAME`: bots against bots."""
    from server.bots.commands import arena as play_out

    return play_out(argv)


def rules(argv: Sequence[str]) -> int:
    """`tapis rules GAME [CLAUSE]`: the rulebooks."""
    from client.commands import rules as show

    return show(argv)


def tables(argv: Sequence[str]) -> int:
    """`tapis tables --mqtt URL`: the tables of all servers at a broker."""
    from server.directory.commands import tables as show

    return show(argv)


def completion(argv: Sequence[str]) -> int:
    """`tapis completion SHELL`: the words of a command line, completed."""
    from client.completion import completion as write

    return write(argv)


def debug_info() -> int:
    """`tapis --debug-info`: what to tell whoever mends something."""
    from client.diagnosis import diagnosis
    from server.journal import usual_place
    from server.loops import fastest

    for line in diagnosis("uvloop" if fastest() else "asyncio", usual_place().parent):
        print(line)
    return 0


COMMANDS: dict[str, tuple[Command, str]] = {
    "play": (play, "play here and now, against bots"),
    "host": (host, "open a table for everybody on this network"),
    "join": (join, "sit down at somebody's table"),
    "arena": (arena, "let bots play against bots, and compare them"),
    "rules": (rules, "show a rulebook, or one clause of it"),
    "discover": (discover, "list the servers on this network"),
    "tables": (tables, "list the tables of all servers at a broker"),
    "records": (records, "write the deals finished at your tables as records"),
    "replay": (replay, "replay recorded deals"),
    "watch": (watch, "look back on recorded deals; at a table: join … --watch"),
    "completion": (completion, "make your shell complete the words of a command"),
}


def usage() -> str:
    """One line a command."""
    lines = [f"  tapis {word:<12}{what}" for word, (_, what) in COMMANDS.items()]
    alone = "  tapis             choose from what there is, at a terminal"
    more = "`tapis COMMAND --help` tells more; `tapis --version` the release,"
    report = "and `tapis --debug-info` what to add to a report of something that goes wrong."
    return "\n".join(["Tapis Vert, a card table for the local network.", "", alone, *lines, "", more, report])


def release() -> str:
    """The version of the installed package."""
    try:
        return version("tapis-vert")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    sys.exit(main())
