from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tests.server.directory.brokers import MOSQUITTO, PASSWD, Mosquitto

EXAMPLE = Path(__file__).parents[3] / "examples/mosquitto"


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


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    """By the example that a club has, in a folder of its own instead of /etc/mosquitto, at a port of its own."""
    if not MOSQUITTO or not PASSWD:
        pytest.skip("Mosquitto is not installed here")
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    certificate = authority.issue_cert("localhost")
    (tmp_path / "certs").mkdir()
    certificate.private_key_pem.write_to_path(tmp_path / "certs/privkey.pem")
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(tmp_path / "certs/fullchain.pem", append=True)
    shutil.copy(EXAMPLE / "access.acl", tmp_path)
    for user in ("anna", "bruno", "watch", "stranger"):
        create = [] if (tmp_path / "passwords").exists() else ["-c"]
        subprocess.run([PASSWD, "-b", *create, tmp_path / "passwords", user, f"of {user}"], check=True)
    broker = Mosquitto(tmp_path, (EXAMPLE / "mosquitto.conf").read_text().replace("/etc/mosquitto", str(tmp_path)))
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
