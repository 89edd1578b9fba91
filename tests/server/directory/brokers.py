"""A real broker for tests: Mosquitto, on a free port of the loopback interface."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from pathlib import Path

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin")
PASSWD = shutil.which("mosquitto_passwd")

OPEN = """
listener 1883
allow_anonymous true
"""


class Mosquitto:
    """Started and stopped as a test wishes; always at the same port."""

    def __init__(self, folder: Path, settings: str = OPEN) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.folder = folder
        self._config = folder / "mosquitto.conf"
        here = re.sub(r"^listener \d+$", f"listener {self.port} 127.0.0.1", settings, flags=re.MULTILINE)
        self._config.write_text(f"user root\n{here}")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO
        self._process = subprocess.Popen([MOSQUITTO, "-c", self._config], stderr=subprocess.PIPE)
        assert self._process.stderr
        for line in self._process.stderr:  # it says so when it listens
            if b"running" in line:
                break

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None
