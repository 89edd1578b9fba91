"""What is known of the tables of all hosts, from what was heard on the bus. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from protocol.directory import Listed, Node, subject
from protocol.from_server import Row, Table

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
    """Servers by their ids, and their tables. What an earlier run of a server says is not heard any more."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self._tables: dict[tuple[str, str], Listed] = {}

    def hear(self, topic: str, payload: bytes) -> str | None:
        """Take in what was said; of which server something is known now that was not."""
        about = subject(topic)
        if about is None:
            return None
        node, table = about
        if len(payload) > (LONGEST if table else LONGEST_NODE):
            return None
        try:
            if table is None:
                new = self._hear_node(node, Node.model_validate_json(payload) if payload else None)
            else:
                new = self._hear_table((node, table), Listed.model_validate_json(payload) if payload else None)
        except ValidationError:
            return None
        return node if new else None

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

    def _hear_node(self, node: str, said: Node | None) -> bool:
        known = self.nodes.get(node)
        if said is None:
            return self.nodes.pop(node, None) is not None
        if known == said or (known and said.epoch < known.epoch):
            return False
        self.nodes[node] = said
        return True

    def _hear_table(self, key: tuple[str, str], said: Listed | None) -> bool:
        known = self._tables.get(key)
        if said is None:
            return self._tables.pop(key, None) is not None
        if known == said or (known and said.epoch < known.epoch) or len(said.row.model_dump_json()) > LONGEST_ROW:
            return False
        self._tables[key] = said
        return True
