"""Servers for tests: quick ones, of a game that is in no registry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from server.limits import Limits
from server.settings import Settings

HIGHEST = Settings(game="highest", bind="127.0.0.1", port=0, pace=0, grace=0, seed=1)


def with_limits(**limits: Any) -> Settings:
    return replace(HIGHEST, limits=Limits(**limits))
