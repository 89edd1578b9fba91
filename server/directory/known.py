"""What is known of the tables of all hosts, from what was heard on the bus. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from protocol.directory import Listed, Node, subject
from protocol.from_server import Row, Table

LASTS = 2
"""So often everything is said again before what was not is forgotten; by then the broker has forgotten it too."""

LONGEST_NODE, LONGEST_ROW, LONGEST = 1000, 800, 64 * 1024
"""So many bytes tell of a server, of a table in a lobby, and of a table with all that who watches it sees. Whoever can
write to the broker could fill every lobby otherwise.
"""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A table, the server that has it, and how it stands, where anybody may watch."""

    node: str
    server: Node
    row: Row
    table: Table | None = None


class Known:
    """Servers by their ids, and their tables. What an earlier run of a server says is not heard any more, as long as
    the later one is remembered; nor is a table on the topic of another.
    """

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self._tables: dict[tuple[str, str], Listed] = {}
        self._heard: dict[str, int] = {}
        self._age = 0

    def hear(self, topic: str, payload: bytes) -> str | None:
        """Take in what was said; of which server something is known now that was not."""
        about = subject(topic)
        if about is None:
            return None
        node, table = about
        if len(payload) > (LONGEST if table else LONGEST_NODE):
            return None
        before = self._standing(node, table)
        if not payload:
            self._forget(topic, node, table)
            return node if before else None
        try:
            said = (Listed if table else Node).model_validate_json(payload)
        except ValidationError:
            return None
        if (before and said.epoch < before.epoch) or not fits(said, table):
            return None
        self._heard[topic] = self._age
        if isinstance(said, Node):
            self.nodes[node] = said
        elif table:
            self._tables[node, table] = said
        return node if said != before else None

    def grow_older(self) -> bool:
        """Everything has been said again: forget what was not for too long, and tell whether there was any."""
        self._age += 1
        late = [topic for topic, age in self._heard.items() if age + LASTS < self._age]
        for topic in late:
            self.hear(topic, b"")
        return bool(late)

    def tables(self) -> Iterator[Elsewhere]:
        """Every table of a server that is up."""
        for (node, _), listed in self._tables.items():
            server = self.nodes.get(node)
            if server and server.state == "up" and listed.epoch == server.epoch:
                yield Elsewhere(node, server, listed.row, listed.table)

    def whole(self, node: str) -> bool:
        """Whether as many tables of a server are known as it says that it has."""
        server = self.nodes.get(node)
        return server is not None and sum(each.node == node for each in self.tables()) == server.tables

    @property
    def missing(self) -> int:
        """How many tables the servers that are up say that they have, beyond those that are known."""
        there = Counter(each.node for each in self.tables())
        up = [(node, server) for node, server in self.nodes.items() if server.state == "up"]
        return sum(max(0, server.tables - there[node]) for node, server in up)

    def _standing(self, node: str, table: str | None) -> Node | Listed | None:
        return self._tables.get((node, table)) if table else self.nodes.get(node)

    def _forget(self, topic: str, node: str, table: str | None) -> None:
        self._heard.pop(topic, None)
        if table:
            self._tables.pop((node, table), None)
        else:
            self.nodes.pop(node, None)


def fits(said: Node | Listed, table: str | None) -> bool:
    """Whether what is said of a table is about that one, can be, and is short enough for a lobby."""
    if isinstance(said, Node):
        return True
    row = said.row
    return row.id == table and row.free <= row.seats and len(row.model_dump_json()) <= LONGEST_ROW
