"""Servers in processes of their own, so that what they cost can be told apart from what their clients do."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from time import clock_gettime, perf_counter, process_time
from typing import Any

Ready = Callable[[int], None]
"""Is told the port, once there is one."""

STATM = Path("/proc/self/statm")

CLOCK: Callable[[], float] = process_time if sys.platform == "linux" else perf_counter
"""How far a server is with its work: its CPU time, which stands still while the machine is busy with others; where one
process cannot read that of another, the time of day.
"""


class Served:
    """A server that runs elsewhere."""

    def __init__(self, pipe: Connection, pid: int | None) -> None:
        self._pipe = pipe
        self._pid = pid
        self.port: int = pipe.recv()

    def clock(self) -> float:
        """What its CLOCK shows, without asking it."""
        if sys.platform == "linux" and self._pid is not None:
            return clock_gettime(~self._pid << 3 | 2)  # as clock_getcpuclockid(3) has it
        return perf_counter()

    def answered(self) -> dict[str, float]:
        """When it answered each command since this was last asked, by its CLOCK, if it is one that notes that."""
        return dict(self._ask("answered"))

    def cpu(self) -> float:
        """Seconds of CPU time that it has used."""
        return float(self._ask("cpu"))

    def memory(self) -> int | None:
        """Bytes that it has in use, where the system tells."""
        size = self._ask("memory")
        return None if size is None else int(size)

    def _ask(self, what: str) -> Any:
        self._pipe.send(what)
        return self._pipe.recv()


@contextmanager
def serving(server: Callable[..., Coroutine[Any, Any, None]], *arguments: object) -> Iterator[Served]:
    """Run `server(ready, *arguments)` until the block is left."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_run, args=(theirs, server, arguments), daemon=True)
    process.start()
    try:
        yield Served(ours, process.pid)
    finally:
        process.terminate()
        process.join()


def _run(pipe: Connection, server: Callable[..., Coroutine[Any, Any, None]], arguments: tuple[object, ...]) -> None:
    many_files()

    def answer() -> None:
        while True:
            pipe.send(TOLD[pipe.recv()]())

    def ready(port: int) -> None:
        pipe.send(port)
        threading.Thread(target=answer, daemon=True).start()

    asyncio.run(server(ready, *arguments))


def memory() -> int | None:
    """Bytes of this process in memory, where the system tells."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if STATM.exists() else None


TOLD: dict[str, Callable[[], object]] = {"cpu": process_time, "memory": memory}
"""What a server tells about itself when it is asked."""


def many_files() -> None:
    """A thousand connections need more open files than some systems give unasked."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192) if most > 0 else 8192, most))
