"""A table watched by way of a broker: what one who watches it there is told, without a line to its server."""

from __future__ import annotations

from collections.abc import Callable

from engine import game_named
from protocol import VERSION
from protocol.codec import BadMessage, read_from_server
from protocol.directory import feed_topic, node_topic, table_topic
from protocol.fitting import fits
from protocol.from_server import Farewell, FromServer, Table, Update, Welcome
from server.directory.known import Elsewhere, Known
from server.orders import Public

GONE = Farewell(reason="closed", message="The table is not there any more.")


class Spectator:
    """Hears of one table. `tell` is handed each message, and None when the line to the broker is broken; after that,
    how the table stands says that it is back.
    """

    def __init__(self, there: Elsewhere, tell: Callable[[FromServer | None], None]) -> None:
        self._tell = tell
        self._about = game_named(there.row.game).about
        self._feed = feed_topic(there.row.id)
        self.topics = (node_topic(there.node), table_topic(there.node, there.row.id), self._feed)
        self._known = Known()
        self._board: Table | None = None
        self._seen: Update | None = None

    def connected(self) -> None:
        """How the table stands comes by itself."""
        self._known = Known()
        self._board = self._seen = None

    def cut(self) -> None:
        """What happens until the line is laid again is not told; the next view shows it."""
        self._tell(None)

    def heard(self, topic: str, payload: bytes) -> None:
        """Something was said; what no table says to all, or this one cannot, is passed over."""
        if topic != self._feed:
            self._hear_how_it_stands(topic, payload)
            return
        try:
            said = read_from_server(payload.decode())
        except (BadMessage, UnicodeDecodeError):
            return
        if isinstance(said, Public) and fits(said, self._about) and for_all(said) and not self._is_old(said):
            self._tell(said)

    def _is_old(self, said: Public) -> bool:
        """Whether it says again, for others, how the deal stands."""
        if not isinstance(said, Update):
            return False
        before, self._seen = self._seen, said
        return before is not None and not said.events and (before.seq, before.view) == (said.seq, said.view)

    def _hear_how_it_stands(self, topic: str, payload: bytes) -> None:
        self._known.hear(topic, payload)
        there = next(self._known.tables(), None)
        if there and there.table:
            if not fits(there.table, self._about):
                return
            if there.table != self._board:
                self._tell(there.table)
            self._board = there.table
        elif self._board:
            self._tell(GONE)


def for_all(message: Public) -> bool:
    """Whether it is told as to one who watches."""
    return not isinstance(message, Update) or message.view.viewer is None


def welcome(there: Elsewhere) -> Welcome | None:
    """What one who comes to watch a table is told first; None where nobody may watch. UnknownGame for a game that we do
    not have.
    """
    if there.table is None:
        return None
    about = game_named(there.row.game).about
    if not fits(there.table, about):
        return None
    server, name = there.server.name or there.server.address, there.row.name
    return Welcome(version=VERSION, server=server, table_id=there.row.id, name=name, about=about, table=there.table)
