"""Signals that end the client, as far as they are not ignored on purpose."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from client.signals import handled

if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)


async def test_what_is_ignored_on_purpose_stays_so_and_all_is_as_before_afterwards() -> None:
    def other(_number: int, _frame: object) -> None:
        """Somebody else's."""

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN), signal.signal(signal.SIGTERM, other)
    heard: list[bool] = []
    came = asyncio.Event()

    def handle() -> None:
        heard.append(True)
        came.set()

    try:
        with handled(("SIGHUP", "SIGTERM", "SIGNAL_OF_ANOTHER_SYSTEM"), handle):
            signal.raise_signal(signal.SIGHUP)  # as under nohup
            signal.raise_signal(signal.SIGTERM)
            await came.wait()
            assert heard == [True]
        assert (signal.getsignal(signal.SIGHUP), signal.getsignal(signal.SIGTERM)) == (signal.SIG_IGN, other)
    finally:
        for number, handler in zip((signal.SIGHUP, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)
