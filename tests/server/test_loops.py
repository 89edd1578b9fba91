"""With uvloop or without it."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable

import pytest

from server.listener import open_table
from server.loops import fastest
from server.settings import Settings
from tests.server.guest import guest

pytestmark = pytest.mark.usefixtures("highest_card")


def test_without_uvloop_it_is_the_loop_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert fastest() is None


@pytest.mark.skipif(importlib.util.find_spec("uvloop") is None, reason="uvloop is an extra")
def test_with_uvloop_a_deal_is_played_as_without_it() -> None:
    assert scores(fastest()) == scores(None)


def scores(factory: Callable[[], AbstractEventLoop] | None) -> tuple[int | float, ...]:
    """How a deal ends, played against bots in a loop of this kind."""

    async def play() -> tuple[int | float, ...]:
        settings = Settings(game="highest", bind="127.0.0.1", port=0, pace=0, seed=1)
        async with open_table(settings) as host, guest(host.port) as anna:
            await anna.sit()
            await anna.start()
            result = (await anna.play()).view.result
            assert result
            return result.scores

    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(play())
