"""What a plain web request finds on the port of the websockets: whether the server lives, and its numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.metrics import Metrics

METHODS = "GET", "HEAD"

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
        page = found.get(request.path.partition("?")[0])
        response = refusal(connection, request) or (page and page(connection))
        if request.method == "HEAD":
            return replace(response or connection.respond(HTTPStatus.NOT_FOUND, ""), body=b"")
        return response

    return answer


def refusal(connection: ServerConnection, request: Request) -> Response | None:
    """What nobody is answered. A browser names the page that connects: pages of other hosts are refused."""
    if len(hosts := request.headers.get_all("Host")) > 1:
        return connection.respond(HTTPStatus.BAD_REQUEST, "A request has one Host.\n")
    if any(origin.partition("://")[2] not in hosts for origin in request.headers.get_all("Origin")):
        return connection.respond(HTTPStatus.FORBIDDEN, "This page is not of this server.\n")
    if request.method not in METHODS:
        response = connection.respond(HTTPStatus.METHOD_NOT_ALLOWED, f"There is {' and '.join(METHODS)} here.\n")
        response.headers["Allow"] = ", ".join(METHODS)
        return response
    return None
