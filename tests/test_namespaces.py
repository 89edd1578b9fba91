"""Two machines on one network, as far as one can be two: a host in one network namespace, a guest in another."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

HOST, GUEST = (f"tapis-{side}-{os.getpid()}" for side in ("host", "guest"))


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def network() -> Iterator[None]:
    """A cable between two namespaces."""
    if not shutil.which("ip"):
        pytest.skip("no network namespaces here: iproute2 is not installed")
    with ExitStack() as undo:
        try:
            for place in (HOST, GUEST):
                ip("netns", "add", place)
                undo.callback(ip, "netns", "del", place)
            ip("link", "add", "cable", "netns", HOST, "type", "veth", "peer", "name", "cable", "netns", GUEST)
            for number, place in enumerate((HOST, GUEST), 1):
                ip("-n", place, "address", "add", f"10.77.0.{number}/24", "dev", "cable")
                ip("-n", place, "link", "set", "lo", "up")
                ip("-n", place, "link", "set", "cable", "up")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces can be made here: {error.stderr.decode().strip()}")
        yield


def inside(place: str, *words: str) -> list[str]:
    return ["ip", "netns", "exec", place, sys.executable, "-m", "tapis", *words]


@pytest.fixture(scope="module")
def host(network: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A host in one of them, which can be found."""
    log = tmp_path_factory.mktemp("host") / "log"
    words = ["host", "--game", "paodekuai", "--no-journal", "--pace", "0", "--log", "info", "--log-json", "--name"]
    command = inside(HOST, *words, "Chez Léa")
    with log.open("wb") as writing:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            assert process.stderr
            for line in process.stderr:
                writing.write(line)
                if b"can be found" in line:
                    break
            writing.flush()
            assert all(json.loads(line)["logger"].startswith("server.") for line in log.read_text().splitlines())
            yield
        finally:
            process.terminate()
            process.communicate(timeout=30)


def test_who_looks_around_finds_it(host: None) -> None:
    told = subprocess.run(inside(GUEST, "discover", "--json"), capture_output=True, check=True, timeout=60)
    (found,) = map(json.loads, told.stdout.splitlines())
    assert (found["name"], found["host"], found["port"]) == ("Chez Léa", "10.77.0.1", 7878)
    assert (found["tables"], found["tls"], found["phrase"]) == (1, False, False)


def test_who_joins_without_an_address_plays_there(host: None) -> None:
    lines = "\n".join([*["1"] * 17, "quit", ""])
    command = inside(GUEST, "join", "--text", "--name", "Anna", "--start")
    played = subprocess.run(command, input=lines.encode(), capture_output=True, check=False, timeout=100)
    told = played.stdout.decode()
    assert played.returncode == 0, played.stderr.decode()
    assert "Pao De Kuai, at “Chez Léa”." in told
    assert "This deal: " in told, told
