"""One connection to a server: says hello, sends commands, gives the messages that arrive.

LinkError
 ├─ Unreachable    nobody answers there, or somebody who is no table
 │   └─ Cut         a server is there, and the line to it has ended before our hello was answered
 ├─ TurnedAway     the table does not take us: it is full, or the name is not one it can use
 │   ├─ GivenUp     our seat was given up, or we were removed, while we were away
 │   ├─ NoSuchSeat  the seat that we wish to come back to is not ours any more
 │   └─ Crowded     too many are connected from our address
 ├─ HungUp         our own terminal is gone
 ├─ Kept           we have left ourselves, and our seat waits for us
 ├─ WrongVersion   the two sides speak different versions of the protocol
 └─ Gone           the line is closed; `farewell` is the reason, where the server gave one
"""

from __future__ import annotations

import asyncio
import errno
import os
import ssl
from contextlib import suppress
from socket import gaierror

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from client.address import Address
from client.language import later, told, tr
from client.text import printable
from protocol import VERSION, About
from protocol.codec import BadMessage, encode, read_from_server
from protocol.fitting import fits
from protocol.from_client import Hello
from protocol.from_server import Failure, Farewell, FromServer, Lobby, Welcome
from protocol.message import Message

LARGEST = 1 << 20
"""Bytes of one message from a server: far more than any view, far less than would hurt."""

PATIENCE = 10.0
"""Seconds for a server to accept a connection, and for its welcome."""

PING, PONG = 4.0, 4.0
"""Seconds between two looks whether the server is still there, and for it to show that it is."""

NO_TLS = later("Something answers at {address}, but it does not speak TLS.")
UNTRUSTED = later("The certificate of {address} is not to be trusted ({why}).")

PARTINGS = {
    "suspended": 3,
    "stopping": 0,
    "left": 0,
    "closed": 0,
    "removed": 4,
    "failed": 3,
    "replaced": 4,
    "too_slow": 4,
    "too_fast": 4,
}
"""What the command ends with, by the server's reason to close the line."""


class LinkError(Exception):
    """Why there is no line, as a sentence for a person; `exit_code` is what the command ends with.

    Whatever a server has put into it, it can be written anywhere.
    """

    exit_code = 3

    def __init__(self, why: str = "") -> None:
        super().__init__(printable(why))


class Unreachable(LinkError):
    """Nobody answers at that address, or somebody who is no table."""


class Cut(Unreachable):
    """The line has ended before our hello was answered; a moment later it may be."""


class TurnedAway(LinkError):
    """The table answered, and does not take us."""

    exit_code = 4


class GivenUp(TurnedAway):
    """Our seat was given up, or we were removed, while we were away."""


class NoSuchSeat(TurnedAway):
    """The seat that we have a token for is not ours any more."""


class Crowded(TurnedAway):
    """Too many are connected from here; that may pass."""


class HungUp(LinkError):
    """This end is gone: the terminal was closed, or the system asked us to end. Our seat is kept."""

    exit_code = 1


class Kept(LinkError):
    """We have left, and may come back to our seat: how."""

    exit_code = 0


class WrongVersion(LinkError):
    """The server speaks another version of the protocol."""

    exit_code = 5


class Gone(LinkError):
    """The line is closed. `farewell` is the server's last word, if it had one."""

    def __init__(self, farewell: Farewell | None = None) -> None:
        super().__init__(told(farewell) if farewell else tr("The connection to the table is lost."))
        self.farewell = farewell
        if farewell:
            self.exit_code = PARTINGS[farewell.reason]


class Link:
    """One connection, from the answer to our hello (`first`) to its end. LinkError for one that fits no table."""

    def __init__(self, socket: ClientConnection, first: Welcome | Lobby) -> None:
        self.first = first
        self._socket = socket
        self._about: About | None = None
        self._farewell: Farewell | None = None
        self._fit(first)

    async def receive(self) -> FromServer:
        """The next message. Gone where there are no more; LinkError for something that is none, or does not fit."""
        try:
            message = read_from_server(await self._socket.recv())
        except ConnectionClosed:
            raise Gone(self._farewell) from None
        except BadMessage as error:
            raise LinkError(tr("The server sent something that is not a message: {error}", error=error)) from None
        self._fit(message)
        match message:
            case Farewell():
                self._farewell = message
            case Lobby() | Welcome():
                self._farewell = None
        return message

    def _fit(self, message: FromServer) -> None:
        """What is shown of a table relies on it."""
        if isinstance(message, Welcome):
            self._about = message.about
        if self._about and not fits(message, self._about):
            raise LinkError(tr("The server sent something that does not fit the table."))

    async def send(self, message: Message) -> None:
        """Say something. A line that is closed shows itself to whoever reads from it, who also knows why."""
        with suppress(ConnectionClosed):
            await self._socket.send(encode(message))

    async def close(self) -> None:
        """Close the line, once everything said before has gone out."""
        await self._socket.close()


async def dial(address: Address, hello: Hello, tls: ssl.SSLContext | None = None) -> Link:
    """A line to the server at that address, encrypted with `tls`, after this greeting. LinkError where there can be
    none.
    """
    host = f"[{address.host}]" if ":" in address.host else address.host
    try:
        socket = await connect(
            f"{'wss' if tls else 'ws'}://{host}:{address.port}/", ssl=tls, open_timeout=PATIENCE, close_timeout=1,
            ping_interval=PING, ping_timeout=PONG, max_size=LARGEST, proxy=None,
        )  # fmt: skip
    except ssl.SSLCertVerificationError as error:
        raise Unreachable(tr(UNTRUSTED, address=address, why=error.verify_message)) from None
    except (OSError, TimeoutError) as error:
        if tls and isinstance(error, ssl.SSLError | ConnectionError) and error.errno != errno.ECONNREFUSED:
            raise Unreachable(tr(NO_TLS, address=address)) from None
        raise Unreachable(tr("No table answers at {address} ({why}).", address=address, why=_reason(error))) from None
    except (WebSocketException, ValueError):
        raise Unreachable(tr("Something answers at {address}, but it is not a table.", address=address)) from None
    try:
        return Link(socket, await greeted(socket, address, hello))
    except BaseException:
        await socket.close()
        raise


async def greeted(line: ClientConnection, address: Address, hello: Hello) -> Welcome | Lobby:
    """Say hello and read the answer; a server that has closed the line already may have said why."""
    try:
        with suppress(ConnectionClosed):
            await line.send(encode(hello))
        async with asyncio.timeout(PATIENCE):
            answer = read_from_server(await line.recv())
    except TimeoutError:
        raise Unreachable(tr("The server at {address} did not answer the greeting.", address=address)) from None
    except ConnectionClosed:
        raise Cut(tr("The table at {address} closed the line without a word.", address=address)) from None
    except BadMessage:
        raise WrongVersion(
            tr(
                "The server at {address} does not speak version {ours} of the protocol, which is this client's.",
                address=address,
                ours=VERSION,
            )
        ) from None
    match answer:
        case Welcome() | Lobby() if answer.version == VERSION:
            return answer
        case Welcome(version=version) | Lobby(version=version) | Failure(code="version", version=int(version)):
            raise WrongVersion(
                tr(
                    "The table at {address} speaks version {version} of the protocol and this client version {ours};"
                    " install the release of Tapis Vert that the host has.",
                    address=address,
                    version=version,
                    ours=VERSION,
                )
            )
        case Failure(code="token"):
            raise NoSuchSeat(told(answer))
        case Failure(code="too_many"):
            raise Crowded(told(answer))
        case Farewell(reason="suspended"):  # it is about to end, and will be there again
            raise Cut(told(answer))
        case Farewell(reason="left" | "removed"):
            raise GivenUp(told(answer))
        case Failure() | Farewell():
            raise TurnedAway(told(answer))
        case _:
            raise Unreachable(tr("The server at {address} did not answer the greeting.", address=address))


def _reason(error: OSError | TimeoutError) -> str:
    """What the system says, without numbers and addresses."""
    if isinstance(error, TimeoutError):
        return tr("no answer in time")
    if isinstance(error, gaierror):
        return tr("no such host")
    return os.strerror(error.errno).lower() if error.errno else tr("refused at each of its addresses")
