"""`tapis arena`: bots against bots, on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack
from pathlib import Path

from engine import GAMES, game_named
from engine.errors import UnknownGame
from server.arguments import COUNT, SEED, Arguments, seconds, whole
from server.bots.arena import Plan, Table, even, played, sides
from server.bots.bot import DEADLINE, LEVELS
from server.bots.comparison import Comparison, Estimate, compared
from server.bots.workers import Pool

WORKERS = 1, 60
"""So many processes can one process have on every system."""

LONGEST = 3600
"""Seconds of CPU time that a bot can be given for a choice."""

Deals = Iterable[tuple[Table, ...]]


def arena(argv: Sequence[str]) -> int:
    """`tapis arena GAME`: 0: played; 2: a bad argument, a process has died, or the records cannot be written there;
    130: Ctrl-C. Whatever breaks off the play, the deals that were finished are compared.
    """
    args = _parser().parse_args(argv)
    try:
        seats = game_named(args.game).about.seats
    except UnknownGame as error:
        return _fail(str(error))
    if len(args.seats) != seats:
        return _fail(f"--seats needs {seats} levels for this game, not {len(args.seats)}: the tested one first.")
    plan = Plan(args.game, args.seats, args.seed, args.deadline or None, args.blunders)
    if even(plan):
        return _fail(
            f"{_partners(plan)} would play with the same levels: that compares nothing; give partners one level."
        )
    deals: list[tuple[Table, ...]] = []
    code, why = 0, ""
    try:
        _play(plan, args, deals)
    except KeyboardInterrupt:
        code, why = 130, "stopped"
    except OSError as error:
        code, why = 2, f"{args.records}: {error.strerror}"
    except BrokenExecutor:
        code, why = 2, "a process that played has died; the same words play the same deals again"
    if why:
        print(f"tapis arena: {why}; {len(deals) or 'none'} of {args.deals} deals finished.", file=sys.stderr)
    if deals:
        comparison = compared(plan, deals)
        print(json.dumps(comparison.plain()) if args.json else "\n".join(told(plan, comparison)))
    return code


def _play(plan: Plan, args: argparse.Namespace, deals: list[tuple[Table, ...]]) -> None:
    """Add to the deals one after the other, each when it is over and its records are written."""
    with ExitStack() as stack:
        records = stack.enter_context(args.records.open("w", encoding="utf-8")) if args.records else None
        processes = stack.enter_context(Pool(args.workers))
        for deal in _shown(_played(plan, args.deals, args.workers, processes), args.deals, stack):
            if records:
                lines = (json.dumps(table.record, ensure_ascii=False, separators=(",", ":")) for table in deal)
                records.write("".join(f"{line}\n" for line in lines))
            deals.append(deal)


def _partners(plan: Plan) -> str:
    """Who plays together, as seats counted from 1."""
    groups: dict[int | None, list[str]] = {}
    for seat, side in enumerate(sides(plan), 1):
        groups.setdefault(side, []).append(str(seat))
    return " and ".join(f"seats {'+'.join(group)}" for group in groups.values())


def _parser() -> argparse.ArgumentParser:
    parser = Arguments(prog="tapis arena", description="Let bots play duplicate deals, and compare their levels.")
    parser.add_argument("game", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--seats", type=_levels, required=True, metavar="A,B,…",
        help=f"a level for each seat, the tested one first; there are {', '.join(LEVELS)}",
    )  # fmt: skip
    parser.add_argument("--deals", type=whole(*COUNT), default=100, metavar="N", help="so many deals (default: 100)")
    parser.add_argument("--seed", type=whole(*SEED), default=1, metavar="S", help="which deals (default: 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    parser.add_argument("--records", type=Path, metavar="FILE", help="write every deal there, for `tapis replay`")
    parser.add_argument("--blunders", action="store_true", help="judge every choice too, which takes far longer")
    parser.add_argument(
        "--workers", type=whole(*WORKERS), default=1, metavar="N", help="so many processes (default: 1)"
    )
    parser.add_argument(
        "--deadline", type=seconds(LONGEST), default=DEADLINE, metavar="SECONDS",
        help=f"of CPU time for each choice (default: {DEADLINE:g}); 0 for none, so that all can be repeated exactly",
    )  # fmt: skip
    return parser


def _levels(text: str) -> tuple[str, ...]:
    levels = tuple(level.strip() for level in text.split(","))
    unknown = [level for level in levels if level not in LEVELS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0][:40]!r} is no level; there are {', '.join(LEVELS)}")
    return levels


def _played(plan: Plan, deals: int, workers: int, processes: Pool) -> Iterator[tuple[Table, ...]]:
    """The deals in their order, as they are played, in processes like those of a server; a few are played ahead."""
    ahead: deque[Future[tuple[Table, ...]]] = deque()
    for number in range(deals):
        ahead.append(processes.submit(played, plan, number))
        if len(ahead) > 4 * workers:
            yield ahead.popleft().result()
    while ahead:
        yield ahead.popleft().result()


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
