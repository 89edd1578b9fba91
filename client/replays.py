"""What the client offers on the command line for deals that are over: `tapis watch`, and `tapis play --again`."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from client import settings
from client.aid import Aid, Recall
from client.arguments import Arguments
from client.aside import alone
from client.language import later, tr
from client.link import LinkError
from client.lookback import LookingBack
from client.names import named
from client.past import Past, PlayAgain
from client.settings import Settings
from client.sitting import say_why
from client.terminals import Terminal, suited
from protocol.message import Level


class BadRecords(ValueError):
    """A file out of which no deal can be made. The text says why."""


def watch(argv: Sequence[str], aid: Aid) -> int:
    """`tapis watch FILE|-`. 0: looked at; 1: the terminal is gone; 2: no file, no record in it, or a bad one."""
    what = "Look back on recorded deals, step by step, all hands open."
    live = (
        "A table is watched with `tapis join … --watch`. `tapis watch --mqtt URL TABLE` shows one at a broker as it is "
        "played (--mqtt URL --help says how)."
    )
    parser = Arguments(prog="tapis watch", description=what, epilog=live)
    parser.add_argument(
        "file", nargs="?", help="a file of records, as `tapis records` writes them, or - for standard input"
    )
    parser.add_argument("--text", action="store_true", help="lines of plain text instead of a full screen")
    settings.add_to(parser)
    args = parser.parse_args(argv)
    if args.file is None:
        parser.error("name a file of records, or - for standard input; a table is watched with `tapis join … --watch`")
    try:
        own = settings.settled_with(args)
        if args.file != "-" and not Path(args.file).exists():
            raise BadRecords(tr(NO_FILE, file=args.file, table=shlex.quote(args.file)))
        back = LookingBack(deals_in(args.file, aid.recall), named(None, own))
    except ValueError as error:
        print(f"tapis watch: {error}", file=sys.stderr)
        return 2
    return asyncio.run(_watch(back, aid, own, suited(own, text=args.text)))


async def _watch(back: LookingBack, aid: Aid, own: Settings, terminal: Terminal) -> int:
    while isinstance(ended := await terminal.past(back, aid), PlayAgain):
        gone = await alone(ended, aid, back.name, own, "normal", terminal)
        if gone is not None:
            return say_why(gone)
    return say_why(ended)


def play_again(
    file: str, number: int, seat: int, aid: Aid, name: str, own: Settings, level: Level, terminal: Terminal
) -> int:
    """`tapis play --again FILE`: the deal of that number, in the place of that seat. BadRecords where there is none."""
    deals = deals_in(file, aid.recall)
    if not 1 <= number <= len(deals):
        what = later("{file} has the deals 1 to {most}; there is no deal {number}.")
        raise BadRecords(tr(what, file=file, most=len(deals), number=number))
    deal = deals[number - 1]
    if not 0 <= seat < len(deal.names):
        what = later("the seats of this deal are 0 to {most}; there is no seat {seat}.")
        raise BadRecords(tr(what, most=len(deal.names) - 1, seat=seat))
    wish = PlayAgain(deal.record, seat)
    try:
        return say_why(asyncio.run(alone(wish, aid, name, own, level, terminal)))
    except LinkError as error:
        return say_why(error)


NO_FILE = later("there is no file {file}. A table is watched with `tapis join {table} --watch`.")

NOT_TEXT = later("{file} is not text in UTF-8; records are, one JSON object a line.")


def deals_in(file: str, recall: Recall) -> list[Past]:
    """The deals of a file of records. BadRecords where it has none, or one that is not right to its end."""
    deals = []
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        lines = data.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise BadRecords(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecords(tr(NOT_TEXT, file=file)) from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                deals.append(recall(line))
            except ValueError as error:
                raise BadRecords(tr("line {number}: {error}", number=number, error=error)) from None
    if not deals:
        raise BadRecords(tr("there is no record in {file}; `tapis records` writes those of your tables.", file=file))
    return deals
