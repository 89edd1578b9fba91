"""Whether a server lives, and its numbers, for whoever asks without a websocket."""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from server.listener import open_table
from server.metrics import Metrics
from server.pages import pages
from tests.server.guest import guest
from tests.server.hosts import HIGHEST

pytestmark = pytest.mark.usefixtures("highest_card")


async def page(port: int, path: str) -> tuple[int, str]:
    """Status and body, asked for in plain HTTP."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    return int(head.split()[1]), body


async def test_a_server_that_is_open_is_alive_and_ready() -> None:
    async with open_table(HIGHEST) as host:
        assert await page(host.port, "/health/live") == (200, "alive\n")
        assert await page(host.port, "/health/ready?full=1") == (200, "ready\n")


async def test_a_server_that_takes_nobody_in_is_alive_and_not_ready() -> None:
    async def answer(socket: ServerConnection) -> None:
        await socket.close()

    async with serve(answer, "127.0.0.1", 0, process_request=pages(Metrics(), ready=lambda: False)) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        assert await page(port, "/health/ready") == (503, "not ready\n")
        assert await page(port, "/health/live") == (200, "alive\n")


async def test_a_server_that_is_to_end_takes_nobody_in() -> None:
    async with open_table(HIGHEST) as host:
        host.ending.set()
        assert await page(host.port, "/health/ready") == (503, "not ready\n")


async def test_how_late_the_event_loop_is_is_looked_at_while_the_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[Metrics] = []

    async def watch_lag(metrics: Metrics) -> None:
        watched.append(metrics)

    monkeypatch.setattr(Metrics, "watch_lag", watch_lag)
    async with open_table(HIGHEST) as host:
        await page(host.port, "/metrics")
        assert watched == [host.metrics]


async def asked(port: int, request: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of the answer to any request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.replace("\n", "\r\n").encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *headers = head.split("\r\n")
    return int(first.split()[1]), dict(header.split(": ", 1) for header in headers), body


async def test_of_a_page_the_head_alone_can_be_asked_for() -> None:
    async with open_table(HIGHEST) as host:
        status, headers, body = await asked(host.port, "HEAD /health/live HTTP/1.1\nHost: x\n\n")
        assert (status, headers["Content-Length"], body) == (200, "6", "")


@pytest.mark.parametrize(
    ("head", "status"), [("/nothing HTTP/1.1\nHost: x", 404), ("/health/live HTTP/1.1\nHost: x\nOrigin: http://y", 403)]
)
async def test_a_head_has_no_body_whatever_the_answer(head: str, status: int) -> None:
    async with open_table(HIGHEST) as host:
        found, _, body = await asked(host.port, f"HEAD {head}\n\n")
        assert (found, body) == (status, "")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("GET /health/live HTTP/1.1\nHost: x\nHost: y\n\n", 400),
        ("GET /health/live HTTP/1.1\nHost: x\nHost: y\nOrigin: http://x\n\n", 400),
        ("GET /health/live HTTP/1.1\nHost: x\nOrigin: http://x\n\n", 200),
        ("GET /health/live HTTP/1.1\nHost: x\nOrigin: http://y\n\n", 403),
        ("GET /health/live HTTP/1.1\nHost: x\nOrigin: http://[\n\n", 403),
        ("GET /health/live HTTP/1.1\nHost: x\nOrigin: null\n\n", 403),
        ("GET /health/live HTTP/1.1\nOrigin: http://x\n\n", 403),
        ("GET //[ HTTP/1.1\nHost: x\n\n", 426),
        ("POST /health/live HTTP/1.1\nHost: x\n\n", 405),
        ("POST /health/live HTTP/1.1\nHost: x\nContent-Length: 5\n\nhello", 400),
        ("POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n0\n\n", 400),
        ("hello\n\n", 400),
    ],
)
async def test_whatever_is_asked_for_is_answered(request_: str, status: int) -> None:
    faults: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, fault: faults.append(fault))
    async with open_table(HIGHEST) as host:
        assert (await asked(host.port, request_))[0] == status
    assert faults == []


async def test_the_numbers_count_who_is_there_and_what_was_played() -> None:
    async with open_table(HIGHEST) as host, guest(host.port) as anna:
        await anna.sit()
        await anna.start()
        await anna.play()
        status, body = await page(host.port, "/metrics")
        assert status == 200
        lines = body.splitlines()
        assert "tapis_connections 1.0" in lines
        assert "tapis_tables 1.0" in lines
        assert "tapis_decisions_total 3.0" in lines
        assert "tapis_bot_thinking_seconds_count 2.0" in lines


async def test_a_websocket_is_a_websocket_and_nothing_else_is() -> None:
    async with open_table(HIGHEST) as host:
        assert (await page(host.port, "/"))[0] == 426
        assert (await page(host.port, "/favicon.ico"))[0] == 426
