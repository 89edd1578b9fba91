from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.directory.brokers import MOSQUITTO, Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    if not MOSQUITTO:
        pytest.skip("Mosquitto is not installed here")
    broker = Mosquitto(tmp_path)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
