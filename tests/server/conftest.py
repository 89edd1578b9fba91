from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from types import ModuleType

import pytest
import pytest_asyncio

import engine
from server.listener import Host, open_table
from tests.server import highest
from tests.server.hosts import HIGHEST


@pytest.fixture
def highest_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """For this test there is one game more in the registry."""
    module = ModuleType("highest_card")
    module.__dict__["GAME"] = highest.GAME
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(engine.GAMES, "highest", module.__name__)


@pytest_asyncio.fixture
async def host(highest_card: None) -> AsyncIterator[Host]:
    async with open_table(HIGHEST) as host:
        yield host


@pytest_asyncio.fixture
async def ahead(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the event loop is ahead by what it holds, in seconds."""
    time, ahead = asyncio.get_running_loop().time, [0.0]
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: time() + ahead[0])
    return ahead
