"""What hosts tell each other of their tables, and on which topics of an MQTT broker. All of it is public."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from protocol.from_server import Row, Table
from protocol.message import Part

DIRECTORY = ("tapis/v1/node/+/status", "tapis/v1/dir/+/+")
"""The topics of the directory, as one subscribes to them."""

NODE = re.compile(r"[A-Za-z0-9._@-]{1,40}")
"""What a server may be called on a topic: as a user of the broker is, for access rules to tell who it is."""

_TOPIC = re.compile(rf"tapis/v1/(?:node/({NODE.pattern})/status|dir/({NODE.pattern})/([a-z0-9]{{1,16}}))")

Epoch = Annotated[int, Field(ge=0)]


class Node(Part):
    """A server: its name, where others reach it (nowhere: empty), and how many tables it lists. A later run has a
    higher `epoch`.

    It is said by itself, retained; by the broker, when it is `down` without having said so.
    """

    state: Literal["up", "down"]
    epoch: Epoch
    version: int
    name: str = ""
    address: str = ""
    tls: bool = False
    tables: int = 0


class Listed(Part):
    """A table of a server, as its lobby shows it, and as who watches sees it, where anybody may; nothing where it is no
    more.
    """

    epoch: Epoch
    row: Row
    table: Table | None = None


def node_topic(node: str) -> str:
    """Where a server says how it is."""
    return f"tapis/v1/node/{node}/status"


def table_topic(node: str, table: str) -> str:
    """Where a server shows a table."""
    return f"tapis/v1/dir/{node}/{table}"


def feed_topic(table: str) -> str:
    """Where what happens at a table is told, as to one who watches it."""
    return f"tapis/v1/pub/{table}/ev"


def subject(topic: str) -> tuple[str, str | None] | None:
    """The server that a topic is about, and its table where it is about one; None where it is about neither."""
    found = _TOPIC.fullmatch(topic)
    return (found[1] or found[2], found[3]) if found else None
