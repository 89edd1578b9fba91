"""Behind a proxy: limits count the address of each client, and nobody chooses his own."""

from __future__ import annotations

import ipaddress
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import tapis
from protocol import VERSION
from protocol.codec import encode, read_from_server
from protocol.from_client import Hello
from protocol.from_server import Failure, Welcome
from server.addresses import Network
from server.listener import open_table
from tests.server.hosts import with_limits

pytestmark = pytest.mark.usefixtures("highest_card")

ONE_EACH = with_limits(connections=1)

HERE = ipaddress.ip_network("127.0.0.1")


async def taken_in(proxy: Network | None, *passed_on: str | None) -> list[bool]:
    """Who gets a seat, of clients for which a proxy says these addresses."""
    got = []
    async with open_table(replace(ONE_EACH, proxy=proxy)) as host, AsyncExitStack() as stack:
        for addresses in passed_on:
            headers = {} if addresses is None else {"X-Forwarded-For": addresses}
            line = await stack.enter_async_context(
                connect(f"ws://127.0.0.1:{host.port}/", proxy=None, additional_headers=headers)
            )
            try:
                await line.send(encode(Hello(version=VERSION, name="Anna")))
                message = read_from_server(await line.recv())
            except ConnectionClosed:
                message = Failure(code="too_many", message="")
            got.append(isinstance(message, Welcome))
    return got


async def test_each_client_of_a_proxy_has_an_address_of_its_own() -> None:
    assert await taken_in(HERE, "192.0.2.1", "192.0.2.2", "192.0.2.1", None) == [True, True, False, True]


async def test_what_a_client_says_of_itself_does_not_count() -> None:
    assert await taken_in(HERE, "192.0.2.1", "192.0.2.9, 192.0.2.1", "192.0.2.1, 192.0.2.2") == [True, False, True]


async def test_however_a_proxy_writes_an_address_it_is_one() -> None:
    same = "192.0.2.1", "192.0.2.1:5000", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:80"
    assert await taken_in(HERE, *same) == [True, False, False, False]
    assert await taken_in(HERE, "2001:db8::1", "[2001:DB8:0::1]:443", "[2001:db8::2]") == [True, False, True]


@pytest.mark.parametrize("none", ["unknown", "", "192.0.2.1, ", "999.1.1.1", "anna", "[", "192.0.2.1:80:90"])
async def test_what_is_no_address_counts_as_the_proxy_itself(none: str) -> None:
    assert await taken_in(HERE, None, none, "192.0.2.1") == [True, False, True]


@pytest.mark.parametrize("proxy", [None, ipaddress.ip_network("10.0.0.0/8")])
async def test_nobody_else_is_believed(proxy: Network | None) -> None:
    assert await taken_in(proxy, "192.0.2.1", "192.0.2.2") == [True, False]


def test_what_is_no_address_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["host", "--trust-proxy", "caddy"]) == 2
    assert "give one such as 127.0.0.1" in capsys.readouterr().err
