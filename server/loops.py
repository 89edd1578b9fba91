"""The event loop that a server runs in."""

from __future__ import annotations

import asyncio
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable


def fastest() -> Callable[[], AbstractEventLoop] | None:
    """What makes the loop of uvloop, if that is installed (the extra `fast`); None for the one that Python brings."""
    try:
        import uvloop
    except ImportError:
        return None
    make: Callable[[], AbstractEventLoop] = uvloop.new_event_loop
    return make


def for_brokers() -> Callable[[], AbstractEventLoop] | None:
    """What makes a loop that can watch a socket, as aiomqtt wishes: not the one that Python brings on Windows."""
    return asyncio.SelectorEventLoop if sys.platform == "win32" else None
