"""The line to a server: says hello, sends commands, gives the messages that arrive. There is no screen in it.

LinkError
 ├─ Unreachable    nobody answers there, or somebody who is no table
 ├─ TurnedAway     the table does not take us: it is full, or the name is not one it can use
 ├─ WrongVersion   the two sides speak different versions of the protocol
 └─ Gone           the line is closed; `farewell` is the reason, where the server gave one
"""

from __future__ import annotations

import errno
import os
import secrets
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from client.address import Address
from protocol import VERSION
from protocol.codec import BadMessage, encode, read_from_server
from protocol.from_client import Act, Entropy, Hello, Leave, Pledge, Start
from protocol.from_server import Failure, Farewell, FromServer, Welcome
from protocol.message import Message

LARGEST = 1 << 20
"""Bytes of one message from a server: far more than any view, far less than would hurt."""

PATIENCE = 10.0
"""Seconds for a server to answer, from the first packet to its welcome."""


PARTINGS = {
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
    """Why there is no line, as a sentence for a person; `exit_code` is what the command ends with."""

    exit_code = 3


class Unreachable(LinkError):
    """Nobody answers at that address, or somebody who is no table."""


class TurnedAway(LinkError):
    """The table answered, and does not take us."""

    exit_code = 4


class WrongVersion(LinkError):
    """The server speaks another version of the protocol."""

    exit_code = 5


class Gone(LinkError):
    """The line is closed. `farewell` is the server's last word, if it had one."""

    def __init__(self, farewell: Farewell | None = None) -> None:
        super().__init__(farewell.message if farewell else "The connection to the table is lost.")
        self.farewell = farewell
        if farewell:
            self.exit_code = PARTINGS[farewell.reason]


class Link:
    """An open line, after the welcome. Iterate over it for messages; it ends with Gone."""

    def __init__(self, line: ClientConnection, welcome: Welcome) -> None:
        self.welcome = welcome
        self._line = line
        self._prefix = secrets.token_hex(4)
        self._ids = count(1)

    async def __aiter__(self) -> AsyncIterator[FromServer]:
        farewell = None
        try:
            async for frame in self._line:
                message = read_from_server(frame)
                if isinstance(message, Farewell):
                    farewell = message
                yield message
        except ConnectionClosed:
            pass
        except BadMessage as error:
            raise LinkError(f"The server sent something that is no message: {error}") from None
        raise Gone(farewell)

    def new_id(self) -> str:
        """An id for the next command; no two commands of a seat have the same, whatever lines they came by."""
        return f"{self._prefix}-{next(self._ids)}"

    async def start(self) -> None:
        """Ask for the next deal."""
        await self._send(Start(id=self.new_id()))

    async def shuffle(self, part: Pledge | Entropy) -> None:
        """Take part in a shuffle."""
        await self._send(part)

    async def act(self, command: str, seq: int, action: str) -> None:
        """Send one decision, under an id from `new_id`, in answer to the update of that `seq`."""
        await self._send(Act(id=command, seq=seq, action=action))

    async def leave(self) -> None:
        """Get up for good."""
        await self._send(Leave(id=self.new_id()))

    async def _send(self, message: Message) -> None:
        # A line that is closed shows itself to whoever reads from it, who also knows why.
        try:
            await self._line.send(encode(message))
        except ConnectionClosed:
            return


@asynccontextmanager
async def opened(address: Address, name: str, tls: ssl.SSLContext | None = None) -> AsyncIterator[Link]:
    """A line to the table at that address, encrypted with `tls`, seated under that name. LinkError where there can be
    none.
    """
    host = f"[{address.host}]" if ":" in address.host else address.host
    try:
        line = await connect(
            f"{'wss' if tls else 'ws'}://{host}:{address.port}/", ssl=tls,
            open_timeout=PATIENCE, close_timeout=1, max_size=LARGEST, proxy=None,
        )  # fmt: skip
    except ssl.SSLCertVerificationError as error:
        raise Unreachable(f"The certificate of {address} is not to be trusted ({error.verify_message}).") from None
    except (OSError, TimeoutError) as error:
        if tls and isinstance(error, ssl.SSLError | ConnectionError) and error.errno != errno.ECONNREFUSED:
            raise Unreachable(f"Something answers at {address}, but it does not speak TLS.") from None
        raise Unreachable(f"No table answers at {address} ({_reason(error)}).") from None
    except (WebSocketException, ValueError):
        raise Unreachable(f"Something answers at {address}, but it is no table.") from None
    async with line:
        yield Link(line, await _greeted(line, address, name))


async def _greeted(line: ClientConnection, address: Address, name: str) -> Welcome:
    """Say hello and read the answer."""
    try:
        await line.send(encode(Hello(version=VERSION, name=name)))
        answer = read_from_server(await line.recv())
    except ConnectionClosed:
        raise Unreachable(f"The table at {address} closed the line without a word.") from None
    except BadMessage:
        raise WrongVersion(
            f"The server at {address} does not speak version {VERSION} of the protocol, which is this client's."
        ) from None
    match answer:
        case Welcome(version=version) if version == VERSION:
            return answer
        case Welcome(version=version) | Failure(code="version", version=int(version)):
            raise WrongVersion(
                f"The table at {address} speaks version {version} of the protocol and this client version {VERSION};"
                f" install the release of Tapis Vert that the host has."
            )
        case Failure() | Farewell():
            raise TurnedAway(answer.message)
        case _:
            raise Unreachable(f"The server at {address} did not answer the greeting.")


def _reason(error: OSError | TimeoutError) -> str:
    """What the system says, without numbers and addresses."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, socket.gaierror):
        return "no such host"
    return os.strerror(error.errno).lower() if error.errno else "refused at each of its addresses"
