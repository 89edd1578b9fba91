"""Somebody connected to the house: in the lobby, or at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.notes import Sentence
from protocol.from_client import AtTable, FromClient, Hello, InLobby, Join, Leave, Open, Watch
from protocol.from_server import Accepted, Failure, Farewell, Refused
from protocol.message import Message
from server import names
from server.refusal import Refusal
from server.seating import CLOSED
from server.table import Table, Wire

if TYPE_CHECKING:
    from server.connection import Connection
    from server.lobby import Lobby

FINAL = {"suspended", "stopping", "replaced"}
"""Where the line is closed even if its other end knows the lobby."""


class Visitor(Wire):
    """The other end of a connection. Without `knows_lobby` it is closed when he is at no table."""

    def __init__(self, lobby: Lobby, connection: Connection) -> None:
        self.name = ""
        self._client: str | None = None
        self._lobby = lobby
        self._connection = connection
        self._knows_lobby = False
        self._table: Table | None = None
        self._line = 0

    async def greet(self, hello: Hello) -> None:
        """The first thing he says: who he is, and where he wishes to go."""
        self._knows_lobby, self._client = hello.lobby, hello.client
        if self._lobby.farewell:
            self._turn_away(self._lobby.farewell)
            return
        try:
            self.name = names.clean(hello.name)
            if hello.seat_token is not None:
                await self._go(self._lobby.with_seat(hello.seat_token), token=hello.seat_token, again=hello.again)
            elif (table := self._lobby.seat_of(hello.new_token)) and not hello.watch:
                await self._go(table, token=hello.new_token, again=hello.again)
            elif hello.lobby and hello.table is None:
                self._lobby.enter(self)
            else:
                table = await self._lobby.table(hello.table, hello.phrase)
                await self._go(table, watch=hello.watch, new_token=hello.new_token)
        except Refusal as refusal:
            self._turn_away(refusal.of(None))

    async def hear(self, message: FromClient) -> None:
        """Whatever he says afterwards."""
        if isinstance(message, Hello):
            self.send(Failure.saying(Sentence("You have said hello already."), code="hello_twice"))
            return
        try:
            await self._obey(message)
        except Refusal as refusal:
            self.send(refusal.of(message.id))

    async def lost(self) -> None:
        """The connection has ended."""
        self._lobby.leave(self)
        if self._table:
            await self._table.lost(self._line)

    def send(self, message: Message) -> None:
        """Send a message some time soon."""
        self._connection.send(message)

    def dismiss(self, message: Failure | Refused | Farewell) -> None:
        """He is at no table any more: back in the lobby, if he knows it."""
        self._table = None
        if isinstance(message, Failure) or not self._knows_lobby or getattr(message, "reason", None) in FINAL:
            self._turn_away(message)
        else:
            self.send(message)
            self._lobby.enter(self)

    async def _obey(self, message: AtTable | InLobby) -> None:
        if self._table:
            if isinstance(message, Open | Join | Watch):
                raise Refusal("not_now", "Leave your table first.")
            await self._table.say(self._line, message)
            return
        match message:
            case Open() | Join() if table := self._lobby.seat_of(message.new_token):
                await self._go(table, token=message.new_token, command=message.id)
            case Open(new_token=own):
                table = await self._lobby.open(message, self._connection.address)
                await self._go(table, new_token=own, command=message.id)
            case Join() | Watch() if way := self._lobby.way_to(message.table, watch=isinstance(message, Watch)):
                self.send(Accepted(id=message.id))
                self.send(way)
            case Join(new_token=own):
                table = await self._lobby.table(message.table, message.phrase)
                await self._go(table, seat=message.seat, new_token=own, command=message.id)
            case Watch():
                await self._go(await self._lobby.table(message.table, message.phrase), watch=True, command=message.id)
            case Leave():
                self.send(Accepted(id=message.id))
                self._turn_away(Farewell.saying(Sentence("You have left."), reason="left"))
            case _:
                raise Refusal("not_now", "You are at no table.")

    async def _go(
        self,
        table: Table,
        *,
        token: str | None = None,
        new_token: str | None = None,
        seat: int | None = None,
        watch: bool = False,
        command: str | None = None,
        again: bool = False,
    ) -> None:
        if table.ended:
            raise Refusal("no_table", CLOSED)
        self._lobby.leave(self)
        self._table = table
        self._line = await table.join(
            self, self.name, token=token, new_token=new_token, seat=seat, watch=watch, command=command,
            client=self._client, again=again,
        )  # fmt: skip

    def _turn_away(self, message: Message) -> None:
        self._lobby.leave(self)
        self.send(message)
        self._connection.close()
