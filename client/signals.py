"""Signals of the system that mean: finish, or go on. Windows has fewer of them, and no handlers in the event loop."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

CLOSED = ("SIGHUP", "SIGTERM", "SIGQUIT")
"""The terminal was closed, or the system asks to end, or a person does by Ctrl-\\."""

CONTINUED = ("SIGCONT",)
"""The program goes on after it was stopped, as by Ctrl-Z and `fg`."""

INTERRUPT = ("SIGINT",)
"""Ctrl-C, where it is a signal and not a key."""


@contextmanager
def handled(names: tuple[str, ...], handle: Callable[[], None]) -> Iterator[None]:
    """Call `handle` in the running loop on any of these signals, as far as this system has them."""
    loop = asyncio.get_running_loop()
    undo: list[Callable[[], object]] = []

    def from_system(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(handle)

    for name in names:
        number = getattr(signal, name, None)
        if number is None:
            continue
        before = signal.getsignal(number)
        if before is signal.SIG_IGN:  # on purpose, as under nohup
            continue
        try:
            loop.add_signal_handler(number, handle)
            undo.append(lambda number=number: loop.remove_signal_handler(number))  # type: ignore[misc]
        except NotImplementedError:
            signal.signal(number, from_system)
        except (ValueError, RuntimeError):  # not in the main thread: signals are somebody else's
            continue
        undo.append(lambda number=number, before=before: signal.signal(number, before or signal.SIG_DFL))  # type: ignore[misc]
    try:
        yield
    finally:
        for step in undo:
            step()
