"""Where a server listens."""

from __future__ import annotations

import socket

import pytest

from server.addresses import Reached, listen, ours, reachable, same


@pytest.mark.parametrize("bind", ["127.0.0.1", None])
def test_no_message_waits_for_the_one_before_to_be_acknowledged(bind: str | None) -> None:
    with listen(bind, 0) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)), listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_server_that_listens_to_one_address_is_reached_there() -> None:
    assert reachable("127.0.0.1") == ("127.0.0.1",)


@pytest.mark.parametrize("everywhere", [None, "0.0.0.0", "::"])
def test_a_server_that_listens_everywhere_is_reached_at_each_address_once(everywhere: str | None) -> None:
    addresses = reachable(everywhere)
    assert addresses
    assert len(set(addresses)) == len(addresses)
    assert "127.0.0.1" not in addresses[1:]


@pytest.mark.parametrize(
    ("url", "address", "tls"),
    [
        ("wss://club.example", "club.example:443", True),
        ("ws://192.168.1.7:7878/", "192.168.1.7:7878", False),
        ("ws://[2001:db8::7]", "[2001:db8::7]:80", False),
    ],
)
def test_where_a_server_is_reached_from_outside(url: str, address: str, tls: bool) -> None:
    reached = Reached.read(url)
    assert (str(reached), reached.tls) == (address, tls)


@pytest.mark.parametrize(
    "url",
    ["club.example", "https://club.example", "wss://", "ws://a:b", "ws://a:0", "ws://a:65536", "ws://h/p", "ws://u@h"],
)
def test_what_is_not_where_a_server_is_reached(url: str) -> None:
    with pytest.raises(ValueError, match="write ws://HOST:PORT"):
        Reached.read(url)


def test_a_host_that_is_this_machine() -> None:
    assert all(map(ours, ("localhost", "127.0.0.1", "127.8.8.8", "::1", socket.gethostname(), *reachable(None))))
    assert not any(map(ours, ("broker.example", "192.0.2.7", "")))
    assert same("fe80::7%cable", "fe80::7")
    assert not same("10.1.0.7", "10.1.0.8")
