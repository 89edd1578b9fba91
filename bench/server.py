"""A server under load, beside a bare websockets server that sends frames of the same sizes to as many clients.

Ours validates what it reads, knows the rules, makes a view for each player and writes a journal; the bare one does
nothing of it. Both run in a process of their own.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench.clients import Crowd, Table, crowd, grouped, seated
from bench.processes import Served, many_files, serving
from bench.servers import ENDLESS, PEOPLE, Step, bare, ours, recorded
from bench.trouble import SPECTATORS, flooding, spectators, stalled
from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Hello
from server.limits import Limits

SECONDS = 5.0
"""How long each load lasts."""

IDLE = 500
"""So many connections say nothing."""

TROUBLED = Limits(connections=10**6, tables=10**6, spectators=1000, ping=3600.0)
"""Floods are stopped, and nobody is asked whether he is still there."""

TROUBLE = {f"{SPECTATORS} spectators": spectators, "a stalled reader": stalled, "a flood": flooding}

Seating = Callable[[], AbstractAsyncContextManager[list[Table]]]


class Speed(NamedTuple):
    """Decisions a second of CPU time, and what share of one core was used."""

    decisions: float
    share: float


class Waits(NamedTuple):
    """Seconds from a command to its answer, and what share of one core the server used."""

    p50: float
    p99: float
    share: float


async def full_tilt(server: Served, seating: Seating) -> Speed:
    """Everybody answers at once."""
    async with seating() as tables:
        await asyncio.sleep(0.5)
        begun, spent, done = perf_counter(), server.cpu(), sum(table.done for table in tables)
        await asyncio.sleep(SECONDS)
        cpu, decisions = server.cpu() - spent, sum(table.done for table in tables) - done
        return Speed(decisions / cpu, cpu / (perf_counter() - begun))


async def steady(server: Served, seating: Seating, rate: float, seconds: float = SECONDS) -> Waits:
    """So many commands a second, table after table."""
    async with seating() as tables:
        await asyncio.sleep(1.0)
        return await paced(server, tables, rate, seconds)


async def paced(server: Served, tables: list[Table], rate: float, seconds: float) -> Waits:
    """The same at tables that stand."""
    for table in tables:
        table.waits.clear()
    begun, spent = perf_counter(), server.cpu()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - perf_counter()))
        await tables[number % len(tables)].go_on()
    await asyncio.sleep(0.5)
    cpu, lasted = server.cpu() - spent, perf_counter() - begun
    cuts = statistics.quantiles((wait for table in tables for wait in table.waits), n=100)
    return Waits(cuts[49], cuts[98], cpu / lasted)


async def idle(server: Served, hello: str) -> float | None:
    """Bytes for each connection that says hello and nothing more."""
    async with crowd() as people:
        await settle(people, server, 50, hello)
        before = server.memory()
        await settle(people, server, IDLE, hello)
        after = server.memory()
        return None if before is None or after is None else (after - before) / IDLE


async def settle(people: Crowd, server: Served, number: int, hello: str) -> None:
    """So many more, until all is quiet."""
    for _ in range(number):
        line = await people.come(server.port)
        await line.send(hello)
    await asyncio.sleep(1.0)


def measure_full_tilt(journal: str, steps: tuple[Step, ...]) -> None:
    """Aim: half as many decisions a second of CPU time as the bare server."""
    with serving(ours, journal, ENDLESS) as server:
        mine = asyncio.run(full_tilt(server, lambda: seated(server.port, 10)))
    with serving(bare, steps) as server:
        theirs = asyncio.run(full_tilt(server, lambda: grouped(server.port, 10, steps[0][0])))
    frames = statistics.mean(1 + len(step[2]) for step in steps)
    print(f"Full tilt, 10 tables of {PEOPLE} clients, {frames:.1f} frames a decision")
    for name, speed in (("ours", mine), ("bare", theirs)):
        print(f"  {name:12}{speed.decisions:>10,.0f} decisions a CPU second   {speed.share:>5.0%} of a core")
    print(f"  {'ratio':12}{mine.decisions / theirs.decisions:>10.2f}   (aim: 0.5)")


def measure_latency(journal: str, steps: tuple[Step, ...]) -> None:
    """Aim: p50 of 5 ms, p99 of 50 ms, a quarter of a core."""
    tables, watchers = 200, 1
    rate = 1000 / (1 + PEOPLE + watchers)
    with serving(ours, journal, ENDLESS) as server:
        mine = asyncio.run(steady(server, lambda: seated(server.port, tables, watchers, at_once=False), rate))
    with serving(bare, steps) as server:
        seating = lambda: grouped(server.port, tables, steps[0][0], watchers, at_once=False)  # noqa: E731
        theirs = asyncio.run(steady(server, seating, rate))
    print(f"\n1,000 frames a second to {tables * (PEOPLE + watchers):,} connections at {tables} tables")
    for name, waits in (("ours", mine), ("bare", theirs)):
        print(f"  {name:12}p50 {milli(waits.p50)}   p99 {milli(waits.p99)}   {waits.share:>5.0%} of a core")
    added = f"p50 {milli(mine.p50 - theirs.p50)}   p99 {milli(mine.p99 - theirs.p99)}"
    print(f"  {'added':12}{added}   (aim: 5 ms, 50 ms, 25%)")


def measure_trouble(journal: str) -> None:
    """Aim: the others' p99 moves by less than a tenth."""
    with serving(ours, journal, TROUBLED) as server:
        found = asyncio.run(troubled(server))
    print("\n20 tables, 1,000 frames a second, with trouble at a table beside them (aim: p99 moves by less than 10%)")
    quiet = found["nobody"]
    for name, waits in found.items():
        moved = f"{waits.p99 / quiet.p99 - 1:+.0%}" if waits is not quiet else ""
        print(f"  {name:18}p50 {milli(waits.p50)}   p99 {milli(waits.p99)}   {waits.share:>5.0%} of a core   {moved}")


async def troubled(server: Served) -> dict[str, Waits]:
    """Twenty tables that play on, first alone, then beside each kind of trouble."""
    rate = 1000 / (1 + PEOPLE)
    async with seated(server.port, 21, at_once=False) as (stage, *tables):
        await asyncio.sleep(1.0)
        found: dict[str, list[Waits]] = {"nobody": []}
        for name, kind in list(TROUBLE.items()) * 2:
            found["nobody"].append(await paced(server, tables, rate, SECONDS / 2))
            with serving(kind, server.port, stage.key):
                await asyncio.sleep(0.5)
                playing = asyncio.create_task(paced(server, [stage], 1.0, SECONDS / 2))
                found.setdefault(name, []).append(await paced(server, tables, rate, SECONDS / 2))
                await playing
        return {name: Waits(*map(statistics.median, zip(*waits, strict=True))) for name, waits in found.items()}


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
        measure_trouble(next(journals))
        measure_memory(next(journals), steps)


if __name__ == "__main__":
    main()
