"""A program in a real pseudo-terminal: a kernel's own, with its line discipline, its size and its signals."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

import pyte

PATIENCE = 30.0
"""Seconds after which what is waited for will not come."""

USUAL = {b"7", b"25"}
"""The modes that are on where nobody has asked for anything: long lines are wrapped, the cursor is shown."""

TAKEN = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
"""Runs a program whose own this terminal is, so that it gets its signals."""


class Console:
    """What a program has written there is read off as a person reads it; `written` is all of it."""

    def __init__(self, words: Sequence[str], size: tuple[int, int], environment: Mapping[str, str]) -> None:
        self.written = b""
        self._display = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._display)
        self._ours, theirs = pty.openpty()
        self.resize(*size)
        self.untouched = termios.tcgetattr(theirs)
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKEN, *words], stdin=theirs, stdout=theirs, stderr=theirs,
            env={**os.environ, **environment}, start_new_session=True,
        )  # fmt: skip
        self._theirs = theirs

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self._display.display)

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """The window has another size; the kernel tells the program so."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._display.resize(rows, columns)

    def until(self, happened: Callable[[], bool]) -> None:
        """Read on until something holds of what was written."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, f"it has not come, and this is shown:\n{self.text}"
            if not self._read(within=0.2):
                assert self.process.poll() is None, f"it has ended, and shows:\n{self.text}"

    def shows(self, text: str) -> None:
        self.until(lambda: text in self.text)

    def ends(self) -> int:
        """All that it writes until it has ended, and its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it has not ended, and shows:\n{self.text}"
            self._read(within=0.05)
        while self._read(within=0):
            pass
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was before: its modes, its line discipline, no alternate screen."""
        modes = dict(re.findall(rb"\x1b\[\?(\d+)([hl])", self.written))
        as_usual = all((mode in USUAL) == (state == b"h") for mode, state in modes.items())
        return as_usual and self.line_discipline == self.untouched

    @property
    def line_discipline(self) -> list[object]:
        """Whether keys are echoed, lines edited, signals sent, and so on."""
        return termios.tcgetattr(self._theirs)

    def hang_up(self) -> int:
        """The window is closed, and the kernel tells the program so. Its exit code."""
        os.close(self._ours)
        self._ours = -1
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Nobody looks at it any more."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self._ours >= 0:
            os.close(self._ours)
        os.close(self._theirs)

    def _read(self, within: float) -> bool:
        """Whether there was something to read."""
        if not select.select([self._ours], [], [], within)[0]:
            return False
        data = os.read(self._ours, 65536)
        self.written += data
        self._stream.feed(data)
        return True


@contextmanager
def running(*words: str, **environment: str) -> Iterator[Console]:
    """A program with its arguments, in a terminal of 80 by 24."""
    usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "", "ACCESSIBLE": ""}
    at = Console(words, (80, 24), usual | environment)
    try:
        yield at
    finally:
        at.close()


def console(*words: str, **environment: str) -> AbstractContextManager[Console]:
    """`tapis` with these words."""
    return running(sys.executable, "-m", "tapis", *words, **environment)
