"""How long the property tests run (a short form by default, `make soak` the long one), and where tests keep data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]

os.environ["LANGUAGE"] = "en"
"""The tests read English, wherever they run."""

os.environ.pop("PYTHONUNBUFFERED", None)
"""What they start writes as it does for people, whoever runs them."""

settings.register_profile("suite", max_examples=40, deadline=None, derandomize=True, suppress_health_check=CHECKS)
settings.register_profile("soak", max_examples=10_000, deadline=None, suppress_health_check=CHECKS)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test writes to the folders of whoever runs it."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("TAPIS_DATA", str(folder))
    monkeypatch.setenv("TAPIS_STATE", str(folder / "state"))
    monkeypatch.setenv("TAPIS_CONFIG", str(folder / "config"))
    return folder
