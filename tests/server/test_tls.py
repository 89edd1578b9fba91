"""Encrypted lines."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.client import connect

from server.limits import Limits
from server.listener import open_table
from server.options import options, settings_of
from server.settings import Settings
from server.tls import BadCertificate, encrypted
from tests.server.guest import Guest

pytestmark = pytest.mark.usefixtures("highest_card")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def pem(authority: trustme.CA, folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine and its key, in two files."""
    issued = authority.issue_cert("127.0.0.1")
    cert, key = folder / "cert.pem", folder / "key.pem"
    issued.cert_chain_pems[0].write_to_path(str(cert))
    issued.private_key_pem.write_to_path(str(key))
    return cert, key


async def test_a_deal_over_an_encrypted_line(authority: trustme.CA, tmp_path: Path) -> None:
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    tls = encrypted(*pem(authority, tmp_path))
    async with (
        open_table(Settings(game="highest", bind="127.0.0.1", port=0, pace=0, seed=1, tls=tls)) as host,
        connect(f"wss://127.0.0.1:{host.port}/", ssl=trusting, proxy=None) as socket,
    ):
        anna = Guest(socket)
        await anna.sit()
        await anna.start()
        assert (await anna.play()).view.result


def test_a_server_is_given_a_certificate_and_its_key_by_two_options(authority: trustme.CA, tmp_path: Path) -> None:
    cert, key = map(str, pem(authority, tmp_path))
    assert settings_of(options(playable=False).parse_args(["--tls-cert", cert, "--tls-key", key])).tls


async def test_who_does_not_trust_the_certificate_is_not_connected(authority: trustme.CA, tmp_path: Path) -> None:
    tls = encrypted(*pem(authority, tmp_path))
    async with open_table(Settings(game="highest", bind="127.0.0.1", port=0, tls=tls)) as host:
        with pytest.raises(ssl.SSLCertVerificationError):
            await connect(f"wss://127.0.0.1:{host.port}/", proxy=None)


async def test_a_connection_that_is_not_encrypted_in_time_is_closed(authority: trustme.CA, tmp_path: Path) -> None:
    tls = encrypted(*pem(authority, tmp_path))
    limits = Limits(handshake=0.01)
    async with open_table(Settings(game="highest", bind="127.0.0.1", port=0, tls=tls, limits=limits)) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        assert await reader.read() == b""
        writer.close()


def test_files_that_cannot_be_used_are_said_clearly(authority: trustme.CA, tmp_path: Path) -> None:
    cert, key = pem(authority, tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    _, another_key = pem(authority, other)
    for wrong, complaint in [
        ((cert, another_key), "do not belong together"),
        ((key, cert), "are no certificate and no open key"),
        ((tmp_path / "missing.pem", key), "missing.pem cannot be read"),
    ]:
        with pytest.raises(BadCertificate, match=complaint):
            encrypted(*wrong)
