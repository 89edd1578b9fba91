"""What a plain web request finds on the port of the websockets: whether the server lives, and its numbers."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from prometheus_client import CONTENT_TYPE_LATEST
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.metrics import Metrics

Answer = Callable[[ServerConnection, Request], Response | None]
"""Before a connection becomes a websocket: a page instead, or None to let it."""


def pages(metrics: Metrics, ready: Callable[[], bool]) -> Answer:
    """`/health/live`, `/health/ready` and `/metrics`; no page for anything else."""

    def live(connection: ServerConnection) -> Response:
        return connection.respond(HTTPStatus.OK, "alive\n")

    def prepared(connection: ServerConnection) -> Response:
        if ready():
            return connection.respond(HTTPStatus.OK, "ready\n")
        return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "not ready\n")

    def numbers(connection: ServerConnection) -> Response:
        response = connection.respond(HTTPStatus.OK, metrics.text().decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = CONTENT_TYPE_LATEST
        return response

    found = {"/health/live": live, "/health/ready": prepared, "/metrics": numbers}

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        page = found.get(urlsplit(request.path).path)
        return foreign(connection, request) or (page(connection) if page else None)

    return answer


def foreign(connection: ServerConnection, request: Request) -> Response | None:
    """A browser names the page that connects: pages of other hosts are refused."""
    for origin in request.headers.get_all("Origin"):
        if urlsplit(origin).netloc != request.headers.get("Host"):
            return connection.respond(HTTPStatus.FORBIDDEN, "This page is not of this server.\n")
    return None
