"""What the client offers on the command line: `tapis join`, `tapis discover` and `tapis rules`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

from client import rulebook, settings
from client.address import BadAddress, parse
from client.aid import Aid
from client.arguments import Arguments
from client.entering import Wish
from client.language import later, tr
from client.link import LinkError, Unreachable
from client.names import BadName, named
from client.pager import paged
from client.settings import BadSettings
from client.sitting import Server, parting, reached, say_why, sit_down, sit_down_as
from client.start import Going
from client.starting import chooses, somewhere
from client.terminals import is_terminal, suited, writer
from client.trust import BadAuthority
from client.wrapping import columns_of
from protocol import DEFAULT_PORT, View
from protocol.message import LONGEST_PHRASE, Level

Leveled = Callable[[View, Level, Random], str]
"""One decision of a bot: what the seat knows and how well it is to play in, a token out."""


def join(argv: Sequence[str], bot: Leveled, aid: Aid | None = None) -> int:
    """`tapis join [HOST[:PORT]]`. 0: left; 1: the terminal is gone; 2: a bad argument; 3: unreachable;
    4: turned away; 5: other version."""
    parser = _parser()
    args = parser.parse_args(argv)
    if args.as_bot and args.watch:
        parser.error("a bot plays, and does not watch; leave out --as-bot or --watch")
    try:
        own = settings.settled_with(args)
        wish = Wish(named(args.name, own), args.table, args.watch, phrase_of(args.phrase), args.lobby)
        terminal = suited(own, text=args.text)
        given = Going(parse(args.address), back=args.name is not None) if args.address is not None else None
        ended: LinkError | None = None
        while True:
            way = given or asyncio.run(somewhere(wish.name, terminal, parting(ended)))
            if not isinstance(way, Going):
                return say_why(way)
            wish = replace(wish, name=way.name or wish.name)
            encrypted = way.tls or args.tls or args.tls_ca is not None
            server = reached(replace(way, tls=encrypted, authority=args.tls_ca or way.authority))
            if args.as_bot:
                return _join_as_bot(bot, args.as_bot, server, wish, start=args.start)
            ended = asyncio.run(sit_down(server, wish, terminal, settings=own, start=args.start, aid=aid))
            if given or not (isinstance(ended, Unreachable) and chooses()):
                return say_why(ended)
    except (BadAddress, BadName, BadAuthority, BadPhrase, BadSettings) as error:
        print(f"tapis join: {error}", file=sys.stderr)
        return 2


def _parser() -> Arguments:
    parser = Arguments(prog="tapis join", description="Sit down at a table on this network.")
    parser.add_argument(
        "address", nargs="?", metavar="HOST[:PORT]",
        help=f"where the table is, port {DEFAULT_PORT} where none is named (default: what is found on this network)",
    )  # fmt: skip
    parser.add_argument("--name", help="what the others call you (default: your login name); a seat that you have "
                        "under it, in another terminal too, is yours again")  # fmt: skip
    parser.add_argument("--lobby", action="store_true", help="look around first: all tables, and how to open one")
    parser.add_argument("--table", metavar="NAME", help="go to this table, by its name or its id")
    parser.add_argument("--watch", action="store_true", help="watch, and play not")
    parser.add_argument("--phrase", metavar="TEXT", help="the pass phrase of a private table")
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    settings.add_to(parser)
    parser.add_argument("--bell", action="store_true", help="sound the bell when it is your turn")
    parser.add_argument("--as-bot", choices=get_args(Level), help="let a bot of this level play the seat")
    parser.add_argument("--start", action="store_true", help="ask for the deal at once; a bot asks for every one")
    parser.add_argument("--tls", action="store_true", help="encrypt the line")
    parser.add_argument("--tls-ca", type=Path, metavar="FILE", help="encrypt it, and trust this certificate (PEM) too")
    return parser


def _join_as_bot(bot: Leveled, level: Level, server: Server, wish: Wish, *, start: bool) -> int:
    def decide(view: View, rng: Random) -> str:
        return bot(view, level, rng)

    return asyncio.run(sit_down_as(decide, replace(server, known_as=None), wish, start=start))


def discover(argv: Sequence[str]) -> int:
    """`tapis discover [--json]`: the servers on this network. 0: there are some; 1: none was found."""
    parser = Arguments(prog="tapis discover", description="List the servers that can be found on this network.")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    args = parser.parse_args(argv)
    if is_terminal(sys.stderr):
        print(tr("Listening for tables on this network…"), file=sys.stderr)
    from client.nearby import look_around  # loads slowly

    found = asyncio.run(look_around())
    for server in found:
        print(json.dumps(server.row, ensure_ascii=False) if args.json else server.line)
    if not found and not args.json:
        print(tr("No server is found on this network."), file=sys.stderr)
    return 0 if found else 1


def rules(argv: Sequence[str]) -> int:
    """`tapis rules GAME [CLAUSE]`. 0: shown; 2: no such game or clause."""
    parser = Arguments(prog="tapis rules", description="Show a rulebook, a section or a clause.")
    parser.add_argument("game", help="the game, or `common`: what holds at every table")
    parser.add_argument("clause", nargs="?", help="a clause such as 5.3, or a section such as 5")
    args = parser.parse_args(argv)
    try:
        books = (*rulebook.books(), rulebook.COMMON)
        if args.game not in books:
            there = ", ".join(books)
            none = tr("no rulebook is called “{game}”; there are {books}.", game=args.game, books=there)
            raise rulebook.NoSuchClause(none)
        book = rulebook.book(args.game)
        text = book.find(args.clause) if args.clause else book.text
    except rulebook.NoSuchClause as error:
        print(f"tapis rules: {error}", file=sys.stderr)
        return 2
    if is_terminal(sys.stdout):
        from client.screens.help import book_page  # loads slowly

        read = book_page(text, columns_of(sys.stdout))
        paged("".join("".join(part for _, part in line).rstrip() + "\n" for line in read))
    else:
        writer()[0](text + "\n")
    return 0


class BadPhrase(ValueError):
    """A pass phrase that no table can have. The text says what would be right."""


def phrase_of(text: str | None) -> str | None:
    """The pass phrase that was given, if any. BadPhrase for one that no table can have."""
    if text is not None and not 1 <= len(text) <= LONGEST_PHRASE:
        what = later("a pass phrase has 1 to {most} characters, this one has {count}.")
        raise BadPhrase(tr(what, most=LONGEST_PHRASE, count=len(text)))
    return text
