"""`tapis arena`: bots against bots, on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import NoReturn

from engine import GAMES, game_named
from engine.errors import UnknownGame
from server.bots.arena import Plan, Table, played
from server.bots.bot import DEADLINE, LEVELS
from server.bots.comparison import Comparison, Estimate, compared
from server.bots.workers import pool

Deals = Iterable[tuple[Table, ...]]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line says what is wrong; `--help` says the rest."""
        self.exit(2, f"{self.prog}: {message}\n")


def arena(argv: Sequence[str]) -> int:
    """`tapis arena GAME`: 0: played; 2: a bad argument, or the records cannot be written there."""
    args = _parser().parse_args(argv)
    try:
        seats = game_named(args.game).about.seats
    except UnknownGame as error:
        return _fail(str(error))
    if len(args.seats) != seats:
        return _fail(f"--seats needs {seats} levels for this game, not {len(args.seats)}: the tested one first.")
    plan = Plan(args.game, args.seats, args.seed, args.deadline or None, args.blunders)
    try:
        with ExitStack() as stack:
            records = stack.enter_context(args.records.open("w", encoding="utf-8")) if args.records else None
            deals = []
            for deal in _shown(_played(plan, args.deals, args.workers, stack), args.deals, stack):
                deals.append(deal)
                for table in deal if records else ():
                    print(json.dumps(table.record, ensure_ascii=False, separators=(",", ":")), file=records)
    except OSError as error:
        return _fail(f"{args.records}: {error.strerror}")
    except BrokenExecutor:
        return _fail("a process that played has died; the same words play the same deals again.")
    comparison = compared(plan, deals)
    print(json.dumps(comparison.plain()) if args.json else "\n".join(told(plan, comparison)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="tapis arena", description="Let bots play duplicate deals, and compare their levels.")
    parser.add_argument("game", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--seats", type=_levels, required=True, metavar="A,B,…",
        help=f"a level for each seat, the tested one first; there are {', '.join(LEVELS)}",
    )  # fmt: skip
    parser.add_argument("--deals", type=_whole(1), default=100, metavar="N", help="so many deals (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which deals (default: 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    parser.add_argument("--records", type=Path, metavar="FILE", help="write every deal there, for `tapis replay`")
    parser.add_argument("--blunders", action="store_true", help="judge every choice too, which takes far longer")
    parser.add_argument("--workers", type=_whole(1), default=1, metavar="N", help="so many processes (default: 1)")
    parser.add_argument(
        "--deadline", type=_seconds, default=DEADLINE, metavar="SECONDS",
        help=f"of CPU time for each choice (default: {DEADLINE:g}); 0 for none, so that all can be repeated exactly",
    )  # fmt: skip
    return parser


def _levels(text: str) -> tuple[str, ...]:
    levels = tuple(level.strip() for level in text.split(","))
    unknown = [level for level in levels if level not in LEVELS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r:.40} is no level; there are {', '.join(LEVELS)}")
    return levels


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 <= seconds < inf:
        raise argparse.ArgumentTypeError(f"{text!r:.40} cannot be; give 0 seconds or more")
    return seconds


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text[:9]) >= least):
            raise argparse.ArgumentTypeError(f"{text!r:.40} cannot be; give a whole number from {least} on")
        return int(text)

    return read


def _played(plan: Plan, deals: int, workers: int, stack: ExitStack) -> Iterator[tuple[Table, ...]]:
    """The deals in their order, as they are played, in processes like those of a server."""
    executor = pool(workers)
    stack.callback(executor.shutdown, cancel_futures=True)
    return executor.map(partial(played, plan), range(deals))


def _shown(deals: Deals, total: int, stack: ExitStack) -> Deals:
    """The same deals, with a bar on the terminal that tells how far they have come."""
    if sys.stderr is None or not sys.stderr.isatty():
        return deals
    from prompt_toolkit.output import create_output
    from prompt_toolkit.shortcuts import ProgressBar

    bar = stack.enter_context(ProgressBar(output=create_output(sys.stderr)))
    return bar(deals, label="Deals", total=total)


def told(plan: Plan, comparison: Comparison) -> Iterator[str]:
    """A comparison in lines for people."""
    title, tested = game_named(plan.game).about.title, comparison.tested
    times = f"at {len(plan.seatings)} seatings each" if len(plan.seatings) > 1 else "once each"
    deals = "1 deal" if comparison.deals == 1 else f"{comparison.deals} deals"
    yield f"{title}: {deals}, {times}, {', '.join(plan.seats)} and so on; seed {plan.seed}."
    if comparison.gain and comparison.wins:
        yield f"  {tested} scores {_between(comparison.gain, '+.2f')} points a deal more than the others,"
        yield f"  and has the highest score in {_between(comparison.wins, '.1%')} of them."
    yield "  CPU seconds for a choice   median     99 %  longest  choices"
    for level, thought in comparison.thoughts.items():
        seconds = "".join(f"{part:>9.4f}" for part in (thought.median, thought.p99, thought.longest))
        yield f"  {level:<24}{seconds}{thought.choices:>9}"
    for level, count in (comparison.blunders or {}).items():
        share = 100 * count / max(1, comparison.thoughts[level].choices)
        yield f"  {level}: {count} blunders, {share:.1f} in a hundred choices."


def _between(estimate: Estimate, how: str) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.mean:{how}}"
    return f"{estimate.mean:{how}} (95 %: {estimate.low:{how}} to {estimate.high:{how}})"


def _fail(message: str) -> int:
    print(f"tapis arena: {message}", file=sys.stderr)
    return 2
