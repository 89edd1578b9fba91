"""A server under load, beside a bare websockets server that sends frames of the same sizes to as many clients.

Ours validates what it reads, knows the rules, makes a view for each player and writes a journal; the bare one does
nothing of it. Both run in a process of their own, and take turns under load, round after round, so that whatever else
the machine does weighs on both. What is printed are the medians of the rounds.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench.clients import Table, grouped, seated
from bench.lines import Line
from bench.processes import Served, many_files, serving
from bench.servers import ENDLESS, PEOPLE, Step, bare, ours, recorded
from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Hello

ROUNDS = 5
"""So often each server has its turn."""

SECONDS = 2.0
"""How long each turn lasts."""

IDLE = 500
"""So many connections say nothing."""


class Speed(NamedTuple):
    """Decisions a second of CPU time, and what share of one core was used."""

    decisions: float
    share: float


class Waits(NamedTuple):
    """Seconds from a command to its answer, and what share of one core the server used."""

    p50: float
    p99: float
    share: float


def between(values: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
    """The median of each column."""
    return tuple(statistics.median(column) for column in zip(*values, strict=True))


async def full_tilt(server: Served, tables: list[Table]) -> Speed:
    """Everybody answers at once."""
    begun, spent, done = perf_counter(), server.cpu(), sum(table.done for table in tables)
    for table in tables:
        table.at_once = True
        table.go_on()
    await asyncio.sleep(SECONDS)
    cpu, decisions = server.cpu() - spent, sum(table.done for table in tables) - done
    lasted = perf_counter() - begun
    for table in tables:
        table.at_once = False
    await asyncio.sleep(0.2)
    return Speed(decisions / cpu, cpu / lasted)


async def paced(server: Served, tables: list[Table], rate: float) -> Waits:
    """So many commands a second, table after table."""
    for table in tables:
        table.waits.clear()
    begun, spent = perf_counter(), server.cpu()
    for number in range(int(rate * SECONDS)):
        await asyncio.sleep(max(0.0, begun + number / rate - perf_counter()))
        tables[number % len(tables)].go_on()
    await asyncio.sleep(0.2)
    cpu, lasted = server.cpu() - spent, perf_counter() - begun
    cuts = statistics.quantiles((wait for table in tables for wait in table.waits), n=100)
    return Waits(cuts[49], cuts[98], cpu / lasted)


def measure_full_tilt(journal: str, steps: tuple[Step, ...]) -> None:
    """Aim: half as many decisions a second of CPU time as the bare server."""

    async def measured() -> list[tuple[Speed, Speed]]:
        async with seated(mine.port, 10) as here, grouped(theirs.port, 10, steps[0][0]) as there:
            return [(await full_tilt(mine, here), await full_tilt(theirs, there)) for _ in range(ROUNDS)]

    with serving(ours, journal, ENDLESS) as mine, serving(bare, steps) as theirs:
        rounds = asyncio.run(measured())
    frames = statistics.mean(1 + len(step[2]) for step in steps)
    print(f"Full tilt, 10 tables of {PEOPLE} clients, {frames:.1f} frames a decision")
    for name, speeds in zip(("ours", "bare"), zip(*rounds, strict=True), strict=True):
        speed = Speed(*between(speeds))
        print(f"  {name:12}{speed.decisions:>10,.0f} decisions a CPU second   {speed.share:>5.0%} of a core")
    ratios = sorted(here.decisions / there.decisions for here, there in rounds)
    print(f"  {'ratio':12}{statistics.median(ratios):>10.2f}   (aim: 0.5; from {ratios[0]:.2f} to {ratios[-1]:.2f})")


def measure_latency(journal: str, steps: tuple[Step, ...]) -> None:
    """Aim: p50 of 5 ms, p99 of 50 ms, a quarter of a core."""
    tables, watchers = 200, 1
    rate = 1000 / (1 + PEOPLE + watchers)

    async def measured() -> list[tuple[Waits, Waits]]:
        async with (
            seated(mine.port, tables, watchers) as here,
            grouped(theirs.port, tables, steps[0][0], watchers) as there,
        ):
            return [(await paced(mine, here, rate), await paced(theirs, there, rate)) for _ in range(ROUNDS)]

    with serving(ours, journal, ENDLESS) as mine, serving(bare, steps) as theirs:
        rounds = asyncio.run(measured())
    print(f"\n1,000 frames a second to {tables * (PEOPLE + watchers):,} connections at {tables} tables")
    here, there = (Waits(*between(waits)) for waits in zip(*rounds, strict=True))
    for name, waits in (("ours", here), ("bare", there)):
        print(f"  {name:12}p50 {milli(waits.p50)}   p99 {milli(waits.p99)}   {waits.share:>5.1%} of a core")
    added = f"p50 {milli(here.p50 - there.p50)}   p99 {milli(here.p99 - there.p99)}"
    print(f"  {'added':12}{added}   (aim: 5 ms, 50 ms, 25%)")


async def idle(server: Served, hello: str) -> float | None:
    """Bytes for each connection that says hello and nothing more."""
    with ExitStack() as leaving:
        await settle(leaving, server, 50, hello)
        before = server.memory()
        await settle(leaving, server, IDLE, hello)
        after = server.memory()
        return None if before is None or after is None else (after - before) / IDLE


async def settle(leaving: ExitStack, server: Served, number: int, hello: str) -> None:
    """So many more, until all is quiet."""
    for _ in range(number):
        line = await Line.come(server.port, lambda _line, _message: None)
        leaving.callback(line.leave)
        line.say(hello)
    await asyncio.sleep(1.0)


def measure_memory(journal: str, steps: tuple[Step, ...]) -> None:
    """Aim: 40 KiB for each connection."""
    with serving(ours, journal, ENDLESS) as server:
        mine = asyncio.run(idle(server, encode(Hello(version=VERSION, name="Guest", lobby=True))))
    with serving(bare, steps) as server:
        theirs = asyncio.run(idle(server, "idle 0"))
    print(f"\nMemory for each of {IDLE} idle connections")
    if mine is None or theirs is None:
        print("  not told by this system")
        return
    for name, size in (("ours", mine), ("bare", theirs)):
        print(f"  {name:12}{size / 1024:>8.1f} KiB")
    print(f"  {'ratio':12}{mine / theirs:>8.2f}   (aim: 40 KiB)")


def milli(seconds: float) -> str:
    """In milliseconds, aligned."""
    return f"{seconds * 1000:>7.2f} ms"


def main() -> None:
    """Print one block for each question."""
    many_files()
    steps = recorded()
    with TemporaryDirectory() as folder:
        journals = (str(Path(folder) / f"{number}.sqlite") for number in itertools.count())
        measure_full_tilt(next(journals), steps)
        measure_latency(next(journals), steps)
        measure_memory(next(journals), steps)


if __name__ == "__main__":
    main()
