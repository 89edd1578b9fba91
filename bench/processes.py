"""Servers in processes of their own, so that what they cost can be told apart from what their clients do."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any

Ready = Callable[[int], None]
"""Is told the port, once there is one."""

STATM = Path("/proc/self/statm")


class Served:
    """A server that runs elsewhere."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.port: int = pipe.recv()

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
        yield Served(ours)
    finally:
        process.terminate()
        process.join()


def _run(pipe: Connection, server: Callable[..., Coroutine[Any, Any, None]], arguments: tuple[object, ...]) -> None:
    many_files()

    def answer() -> None:
        while True:
            pipe.send(process_time() if pipe.recv() == "cpu" else memory())

    def ready(port: int) -> None:
        pipe.send(port)
        threading.Thread(target=answer, daemon=True).start()

    asyncio.run(server(ready, *arguments))


def memory() -> int | None:
    """Bytes of this process in memory, where the system tells."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if STATM.exists() else None


def many_files() -> None:
    """A thousand connections need more open files than some systems give unasked."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192) if most > 0 else 8192, most))
