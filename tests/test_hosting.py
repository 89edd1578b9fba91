"""The files in examples/hosting do what they say: commands that can be given, and proxies that pass everything on."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import re
import shlex
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.client import connect

from protocol import VERSION
from protocol.codec import encode, read_from_server
from protocol.from_client import Hello
from protocol.from_server import Welcome
from server.limits import Limits
from server.listener import open_table
from server.options import options
from server.settings import Settings

ROOT = Path(__file__).parent.parent

HOSTING = ROOT / "examples/hosting"

COMMAND = re.compile(r"tapis host (.*)")


def commands() -> Iterator[list[str]]:
    """How a server is started, by what each file says."""
    for file in (HOSTING / "tapis.service", HOSTING / "Caddyfile", HOSTING / "nginx.conf", ROOT / "docs/hosting.md"):
        for found in COMMAND.finditer(file.read_text(encoding="utf-8").replace("\\\n", "")):
            words = shlex.split(found[1].split("`")[0])
            if words != ["--help"]:
                yield words
    container = (HOSTING / "Containerfile").read_text(encoding="utf-8")
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)
    program, command, *words = json.loads(entry)
    assert (program, command) == ("tapis", "host")
    (run,) = re.findall(r"podman run .* tapis (.*)", container)
    yield [*words, *shlex.split(run)]


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_a_server_can_be_started_so(words: list[str]) -> None:
    options(playable=True).parse_args(words)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed here")
def test_the_unit_is_one(tmp_path: Path) -> None:
    program = tmp_path / "tapis"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "tapis.service"
    unit.write_text((HOSTING / "tapis.service").read_text().replace("/opt/tapis/bin/tapis", str(program)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def nginx(folder: Path, port: int, to: int) -> list[str]:
    """With a certificate for localhost, signed by what is in ca.pem."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "ca.pem")
    certificate = authority.issue_cert("localhost")
    certificate.private_key_pem.write_to_path(folder / "privkey.pem")
    certificate.cert_chain_pems[0].write_to_path(folder / "fullchain.pem")
    site = (HOSTING / "nginx.conf").read_text()
    for word, here in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("tapis.example", "localhost"),
        ("/etc/letsencrypt/live/localhost", str(folder)),
        ("127.0.0.1:7878", f"127.0.0.1:{to}"),
    ):
        assert word in site
        site = site.replace(word, here)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "main.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {places}\n{site}\n}}"
    )
    return ["nginx", "-c", f"{folder}/main.conf", "-e", "stderr"]


def caddy(folder: Path, port: int, to: int) -> list[str]:
    """Without a certificate, as it would fetch one."""
    site = (HOSTING / "Caddyfile").read_text()
    for word, here in (("tapis.example {", f"http://localhost:{port} {{"), ("127.0.0.1:7878", f"127.0.0.1:{to}")):
        assert word in site
        site = site.replace(word, here)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{site}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


@pytest.mark.parametrize("proxy", [nginx, caddy])
async def test_a_proxy_passes_on_who_connects_and_what_he_says(
    proxy: Callable[[Path, int, int], list[str]], tmp_path: Path
) -> None:
    name = proxy.__name__
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed here")
    settings = Settings(
        game="belote", bind="127.0.0.1", port=0, proxy=ipaddress.ip_network("127.0.0.1"), limits=Limits(connections=1)
    )
    port = free_port()
    async with open_table(settings) as host:
        command = proxy(tmp_path, port, host.port)
        process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
        try:
            await listening(port)
            ca = tmp_path / "ca.pem"
            tls = ssl.create_default_context(cafile=ca) if ca.exists() else None
            url = f"ws{'s' if tls else ''}://localhost:{port}/"
            async with (
                connect(url, ssl=tls, proxy=None, local_addr=("127.0.0.2", 0)) as anna,
                connect(url, ssl=tls, proxy=None, local_addr=("127.0.0.3", 0)) as bruno,
            ):
                for line in (anna, bruno):
                    await line.send(encode(Hello(version=VERSION, name="Anna")))
                    assert isinstance(read_from_server(await line.recv()), Welcome)
        finally:
            process.terminate()
            await process.wait()


async def listening(port: int) -> None:
    """Until somebody listens there."""
    async with asyncio.timeout(30):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                await writer.wait_closed()
                return
