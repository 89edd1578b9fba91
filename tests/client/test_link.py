from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.server import ServerConnection, serve

from client.address import Address, BadAddress, parse
from client.link import Gone, LinkError, TurnedAway, Unreachable, WrongVersion, opened
from client.session import Session
from client.trust import BadAuthority, trusting
from protocol import VERSION
from protocol.codec import encode, read_from_client
from protocol.from_client import Act, Hello, Leave, Start
from protocol.from_server import Failure, Farewell
from protocol.message import Message
from tests.client.tables import table, welcome


@asynccontextmanager
async def server(
    answer: Callable[[ServerConnection], Awaitable[None]], tls: ssl.SSLContext | None = None
) -> AsyncIterator[Address]:
    async with serve(answer, "127.0.0.1", 0, ssl=tls) as listening:
        yield Address("127.0.0.1", next(iter(listening.sockets)).getsockname()[1])


def says(*messages: Message) -> Callable[[ServerConnection], Awaitable[None]]:
    async def answer(line: ServerConnection) -> None:
        await line.recv()
        for message in messages:
            await line.send(encode(message))

    return answer


async def test_hello_goes_first_and_the_welcome_comes_back() -> None:
    heard = []

    async def answer(line: ServerConnection) -> None:
        heard.append(read_from_client(await line.recv()))
        await line.send(encode(welcome()))
        await line.send(encode(table()))
        heard.extend([read_from_client(await line.recv()) for _ in range(3)])

    async with server(answer) as at, opened(at, "Anna") as link:
        assert link.welcome == welcome()
        await link.start()
        await link.act(link.new_id(), 4, "bid:pass")
        await link.leave()
        told: list[object] = []
        assert isinstance(await Session(link).listen(lambda _, message: told.append(message)), Gone)
        assert told == [table()]
    ids = [command.id for command in heard if not isinstance(command, Hello)]
    assert heard == [
        Hello(version=VERSION, name="Anna"),
        Start(id=ids[0]),
        Act(id=ids[1], seq=4, action="bid:pass"),
        Leave(id=ids[2]),
    ]


async def test_an_id_is_new_to_the_seat_even_after_another_connection() -> None:
    async def answer(line: ServerConnection) -> None:
        await line.recv()
        await line.send(encode(welcome()))

    ids: list[str] = []
    async with server(answer) as at:
        for _ in range(2):
            async with opened(at, "Anna") as link:
                ids += [link.new_id() for _ in range(3)]
    assert len(set(ids)) == 6


async def test_nobody_there() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        at = Address(*closed.getsockname())
        with pytest.raises(Unreachable, match=f"No table answers at 127.0.0.1:{at.port}"):
            async with opened(at, "Anna"):
                pass


async def test_somebody_else_there() -> None:
    async with server(says(table())) as at:
        with pytest.raises(Unreachable, match="did not answer the greeting"):
            async with opened(at, "Anna"):
                pass


async def test_a_server_that_hangs_up() -> None:
    async with server(says()) as at:
        with pytest.raises(Unreachable, match="closed the line"):
            async with opened(at, "Anna"):
                pass


async def test_a_table_that_is_full() -> None:
    async with server(says(Failure(code="full", message="The table is full."))) as at:
        with pytest.raises(TurnedAway, match="The table is full") as refused:
            async with opened(at, "Anna"):
                pass
        assert refused.value.exit_code == 4


async def test_a_server_of_another_version_says_which_is_needed() -> None:
    async with server(says(Failure(code="version", message="No.", version=9))) as at:
        with pytest.raises(
            WrongVersion, match=f"speaks version 9 of the protocol and this client version {VERSION}"
        ) as wrong:
            async with opened(at, "Anna"):
                pass
        assert wrong.value.exit_code == 5


@pytest.mark.parametrize(("reason", "code"), [("stopping", 0), ("left", 0), ("replaced", 4), ("failed", 3)])
async def test_the_last_word_of_a_server(reason: str, code: int) -> None:
    farewell = Farewell.model_validate({"reason": reason, "message": "Good night."})

    async def answer(line: ServerConnection) -> None:
        await line.recv()
        await line.send(encode(welcome()))
        await line.send(encode(farewell))

    async with server(answer) as at, opened(at, "Anna") as link:
        ended = await Session(link).listen(lambda *_: None)
        assert isinstance(ended, Gone)
        assert (str(ended), ended.exit_code) == ("Good night.", code)


async def test_a_server_that_sends_rubbish_after_the_welcome() -> None:
    async def answer(line: ServerConnection) -> None:
        await line.recv()
        await line.send(encode(welcome()))
        await line.send("{}")
        await line.wait_closed()

    async with server(answer) as at, opened(at, "Anna") as link:
        ended = await Session(link).listen(lambda *_: None)
        assert type(ended) is LinkError
        assert "no message" in str(ended)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.7", "192.168.1.7", 7878),
        ("192.168.1.7:9000", "192.168.1.7", 9000),
        (" table.local ", "table.local", 7878),
        ("[::1]", "::1", 7878),
        ("[fe80::1]:9000", "fe80::1", 9000),
        ("::1", "::1", 7878),
    ],
)
def test_addresses(text: str, host: str, port: int) -> None:
    assert parse(text) == Address(host, port)


@pytest.mark.parametrize(
    "text", ["", ":7878", "host:", "host:x", "host:0", "host:65536", "host:٣", "[::1", "[::1]9", "a b", "ws://x", "h/p"]
)
def test_addresses_that_are_none_say_so(text: str) -> None:
    with pytest.raises(BadAddress, match=r"is no (address|port)"):
        parse(text)


def test_an_address_is_written_as_it_is_typed() -> None:
    assert str(Address("::1", 7878)) == "[::1]:7878"
    assert str(Address("localhost", 1)) == "localhost:1"


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def certificate(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


@pytest.fixture
def encrypted(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    return context


async def test_an_encrypted_line_to_a_table_whose_certificate_is_trusted(
    encrypted: ssl.SSLContext, certificate: Path
) -> None:
    async with (
        server(says(welcome()), encrypted) as at,
        opened(at, "Anna", trusting(certificate)) as link,
    ):
        assert link.welcome == welcome()


async def test_a_certificate_that_nobody_vouches_for_is_said_clearly(encrypted: ssl.SSLContext) -> None:
    async with server(says(welcome()), encrypted) as at:
        with pytest.raises(Unreachable, match="is not to be trusted"):
            async with opened(at, "Anna", trusting(None)):
                pass


async def test_a_table_that_does_not_speak_tls_is_said_clearly(certificate: Path) -> None:
    async with server(says(welcome())) as at:
        with pytest.raises(Unreachable, match="does not speak TLS"):
            async with opened(at, "Anna", trusting(certificate)):
                pass


def test_a_file_that_holds_no_certificate_is_said_clearly(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing")
    with pytest.raises(BadAuthority, match="holds no certificate"):
        trusting(empty)
    with pytest.raises(BadAuthority, match="cannot be read"):
        trusting(tmp_path / "missing.pem")
