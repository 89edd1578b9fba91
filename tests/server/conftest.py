from __future__ import annotations

import sys
from types import ModuleType

import pytest

import engine
from tests.server import highest


@pytest.fixture
def highest_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """For this test there is one game more in the registry."""
    module = ModuleType("highest_card")
    module.__dict__["GAME"] = highest.GAME
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(engine.GAMES, "highest", module.__name__)
