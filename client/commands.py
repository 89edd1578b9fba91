"""What the client offers on the command line: `tapis join` and `tapis rules`."""

from __future__ import annotations

import asyncio
import getpass
import sys
from collections.abc import Sequence
from pathlib import Path

from client import rulebook
from client.address import BadAddress, parse
from client.arguments import Arguments
from client.robot import Bot
from client.sitting import sit_down, sit_down_as, writer
from client.text import printable
from client.trust import BadAuthority, trusting
from protocol import DEFAULT_PORT

LONGEST_NAME = 24
NOBODY = "Player"

__all__ = ["join", "login_name", "named", "rules", "sit_down"]


def join(argv: Sequence[str], bot: Bot | None = None) -> int:
    """`tapis join [HOST[:PORT]]`. 0: left; 2: a bad argument; 3: unreachable; 4: turned away; 5: other version."""
    parser = Arguments(prog="tapis join", description="Sit down at a table on this network.")
    parser.add_argument(
        "address", nargs="?", default="127.0.0.1", metavar="HOST[:PORT]",
        help=f"where the table is (127.0.0.1 and {DEFAULT_PORT} unless told)",
    )  # fmt: skip
    parser.add_argument("--name", help="what the others call you (your login name unless told)")
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    parser.add_argument("--as-bot", action="store_true", help="let the built-in bot play the seat")
    parser.add_argument("--start", action="store_true", help="ask for the deal at once; a bot asks for every one")
    parser.add_argument("--tls", action="store_true", help="encrypt the line")
    parser.add_argument("--tls-ca", type=Path, metavar="FILE", help="encrypt it, and trust this certificate (PEM) too")
    args = parser.parse_args(argv)
    try:
        address, name = parse(args.address), named(args.name)
        tls = trusting(args.tls_ca) if args.tls or args.tls_ca else None
    except (BadAddress, BadName, BadAuthority) as error:
        print(f"tapis join: {error}", file=sys.stderr)
        return 2
    if not args.as_bot:
        return asyncio.run(sit_down(*address, name=name, text=args.text, start=args.start, tls=tls))
    if bot is None:
        print("tapis join: this installation has no bots.", file=sys.stderr)
        return 2
    return asyncio.run(sit_down_as(bot, *address, name=name, start=args.start, tls=tls))


def rules(argv: Sequence[str]) -> int:
    """`tapis rules GAME [CLAUSE]`. 0: shown; 2: no such game or clause."""
    parser = Arguments(prog="tapis rules", description="Show a rulebook, a section or a clause.")
    parser.add_argument("game", help="the game")
    parser.add_argument("clause", nargs="?", help="a clause such as 5.3, or a section such as 5")
    args = parser.parse_args(argv)
    try:
        if args.game not in rulebook.books():
            raise rulebook.NoSuchClause(f"no game is called “{args.game}”; there are {', '.join(rulebook.books())}.")
        book = rulebook.book(args.game)
        text = book.find(args.clause) if args.clause else book.text
    except rulebook.NoSuchClause as error:
        print(f"tapis rules: {error}", file=sys.stderr)
        return 2
    writer()[0](text + "\n")
    return 0


def named(name: str | None) -> str:
    """The name to sit down under: the one given, or the login name. BadName for one that no table would take."""
    if name is None:
        return login_name()
    if not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise BadName(f"a name has 1 to {LONGEST_NAME} characters, this one has {len(name.strip())}.")
    return name.strip()


class BadName(ValueError):
    """A name that no table would take. The text says what would be right."""


def login_name() -> str:
    """How the system calls whoever plays."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return NOBODY
    return printable(name).strip()[:LONGEST_NAME] or NOBODY
