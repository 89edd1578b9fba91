"""What a broker costs those who play: the same server with one and without, under the same load at the same time."""

from __future__ import annotations

import asyncio
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.clients import seated
from bench.processes import many_files, serving
from bench.server import Speed, between, full_tilt
from bench.servers import ENDLESS, ours
from server.directory.broker import Broker
from tests.server.directory.brokers import MOSQUITTO, Mosquitto

TABLES = 10

ROUNDS = 11
"""More than elsewhere: what is measured is small."""


def measure(folder: Path, broker: Broker) -> list[tuple[Speed, Speed]]:
    """Each with a broker, and without."""

    async def measured() -> list[tuple[Speed, Speed]]:
        async with seated(told.port, TABLES) as here, seated(alone.port, TABLES) as there:
            return [await asyncio.gather(full_tilt(told, here), full_tilt(alone, there)) for _ in range(ROUNDS)]

    with (
        serving(ours, str(folder / "told"), ENDLESS, broker) as told,
        serving(ours, str(folder / "alone"), ENDLESS) as alone,
    ):
        return asyncio.run(measured())


def main() -> None:
    """Aim: nine tenths of the decisions a second of CPU time."""
    many_files()
    print(f"\nFull tilt, {TABLES} tables, every one told to a broker too")
    if not MOSQUITTO:
        print("  Mosquitto is not installed here")
        return
    with TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder))
        broker.start()
        try:
            rounds = measure(Path(folder), Broker(host="127.0.0.1", port=broker.port))
        finally:
            broker.kill()
    for name, speeds in zip(("with it", "without"), zip(*rounds, strict=True), strict=True):
        speed = Speed(*between(speeds))
        print(f"  {name:12}{speed.decisions:>10,.0f} decisions a CPU second   {speed.share:>5.0%} of a core")
    ratios = sorted(here.decisions / there.decisions for here, there in rounds)
    print(f"  {'ratio':12}{statistics.median(ratios):>10.2f}   (aim: 0.9; from {ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    main()
