"""Lines of the standard input, one at a time and only when asked for, on every system alike."""

from __future__ import annotations

import asyncio
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import TextIO


class Lines:
    """Lines read in a thread, since no loop can wait for a pipe, a file and a console alike.

    The thread dies with the process: nothing can call back one that waits for a person.
    """

    def __init__(self, source: TextIO | None) -> None:
        self._source = source
        self._asked: SimpleQueue[asyncio.Future[str | None]] = SimpleQueue()
        self._thread: Thread | None = None
        self._next: asyncio.Future[str | None] | None = None

    def next(self) -> asyncio.Future[str | None]:
        """The next line, without its end; None once there are no more. The same one until it is taken."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
            self._asked.put(self._next)
        if self._thread is None:
            self._thread = Thread(target=self._read, daemon=True)
            self._thread.start()
        return self._next

    def take(self) -> None:
        """The next line has been read."""
        self._next = None

    def _read(self) -> None:
        while True:
            answer = self._asked.get()
            line = self._line()
            try:
                answer.get_loop().call_soon_threadsafe(_give, answer, line)
            except RuntimeError:  # the loop has ended, and with it whoever asked
                return

    def _line(self) -> str | None:
        try:
            line = self._source.readline() if self._source else ""
        except (OSError, ValueError):  # a terminal that has gone, a stream that is closed
            return None
        return line.rstrip("\r\n") if line else None


def standard_input() -> Lines:
    """The lines of the standard input, through a file of its own: the thread must not hold a lock on `sys.stdin`."""
    try:
        twin = os.dup(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # closed before the start
        return Lines(None)
    return Lines(open(twin, encoding=sys.stdin.encoding, errors="replace"))


def _give(answer: asyncio.Future[str | None], line: str | None) -> None:
    if not answer.done():
        answer.set_result(line)
