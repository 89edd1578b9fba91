"""How much those at other tables feel of a table where somebody makes trouble.

The others play at the pace at which latency is measured, one command after the other, since trouble takes its time by
the clock on the wall: beside a server that is driven faster than that, it would last for more of their commands than
it does in life. What the server does until it answers is counted in its own CPU time: those who make trouble take time
from the machine as well, and how it shares itself out among processes is not the server's doing. All kinds of trouble
take turns, round after round, and one of the kinds is none, whose figure is the error of the others.
"""

from __future__ import annotations

import asyncio
import json
import math
import statistics
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.clients import Table, seated
from bench.processes import Served, many_files, serving
from bench.server import milli
from bench.servers import PEOPLE, noting
from bench.trouble import SPECTATORS, flooding, nothing, spectators, stalled
from server.limits import Limits

TABLES = 20

RATE = 1000 / (1 + PEOPLE)
"""Commands a second: with what they bring about they make 1,000 frames."""

ROUNDS = 10
"""So often each kind of trouble has its turn, after as many commands without any: with half of it the figure for none
has been seen to be seven hundredths off.
"""

COMMANDS = 1200
"""In each turn."""

SHARE = 200
"""With every so many of them there is one at the table where the trouble is, at some moment between two of the others:
one a second, as people play.
"""

LIMITS = Limits(connections=10**6, tables=10**6, spectators=1000, ping=3600.0)
"""Floods are stopped, and nobody is asked whether he is still there: who stalls would be lost by that."""

TROUBLE = {
    "nothing": nothing,
    f"{SPECTATORS} spectators": spectators,
    "a stalled reader": stalled,
    "a flood": flooding,
}

Pair = tuple[list[float], list[float]]
"""Seconds until each command was answered, without any trouble and beside it."""


async def troubled(server: Served) -> dict[str, list[Pair]]:
    """Tables that play on, alone and beside each kind of trouble in turn, round after round."""
    rounds: dict[str, list[Pair]] = {name: [] for name in TROUBLE}
    async with seated(server.port, TABLES + 1) as (stage, *tables):
        for table in tables:
            table.clock = server.clock
        for name, kind in list(TROUBLE.items()) * ROUNDS:
            alone = await counted(server, tables, stage)
            with serving(kind, server.port, stage.key):
                await asyncio.sleep(1.0)
                rounds[name].append((alone, await counted(server, tables, stage)))
            await at_rest(server)
    return rounds


async def at_rest(server: Served) -> None:
    """Until the server has nothing more to do: all who were here have left."""
    busy = math.inf
    while busy > 0.01:
        before = server.cpu()
        await asyncio.sleep(0.2)
        busy = server.cpu() - before


async def counted(server: Served, tables: list[Table], stage: Table) -> list[float]:
    """How long each command takes by the clock of the server, from when it is sent until its answer leaves."""
    server.answered()
    for table in tables:
        table.sent.clear()
    begun, rng = perf_counter(), Random(1)
    for number in range(COMMANDS):
        due = begun + (number + 1) / RATE
        if number % SHARE == 0:
            await until(due - rng.random() / RATE)
            stage.go_on()
        await until(due)
        await tables[number % len(tables)].gone_on()
    answered = server.answered()
    sent = ((json.loads(command)["id"], begun) for table in tables for command, begun in table.sent)
    return [answered[key] - begun for key, begun in sent if key in answered]  # the last may not be noted yet


async def until(moment: float) -> None:
    """Wait for a moment of `perf_counter`."""
    await asyncio.sleep(max(0.0, moment - perf_counter()))


def percentiles(waits: Iterable[list[float]]) -> tuple[float, float]:
    """The 50th and the 99th."""
    cuts = statistics.quantiles(chain.from_iterable(waits), n=100)
    return cuts[49], cuts[98]


def main() -> None:
    """Print a line for each kind of trouble. Aim: the others' p99 moves by less than a tenth."""
    many_files()
    with (
        TemporaryDirectory() as folder,
        serving(noting, str(Path(folder) / "journal.sqlite"), LIMITS) as server,
    ):
        troubles = asyncio.run(troubled(server))
    print(f"\n{TABLES} tables, and trouble at one beside them: CPU time until the answer, p50 and p99")
    for name, rounds in troubles.items():
        (p50, alone), (beside50, beside) = (percentiles(waits) for waits in zip(*rounds, strict=True))
        each = sorted(percentiles([after])[1] / percentiles([before])[1] - 1 for before, after in rounds)
        figures = f"alone {milli(p50)}{milli(alone)}   beside it {milli(beside50)}{milli(beside)}"
        print(f"  {name:18}{figures}   p99 {beside / alone - 1:+.0%}   (from {each[0]:+.0%} to {each[-1]:+.0%})")
    print("  (aim: less than 10%)")


if __name__ == "__main__":
    main()
