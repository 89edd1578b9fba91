from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest
import trustme
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from client import link
from client.address import Address, BadAddress, parse
from client.link import Crowded, Cut, GivenUp, Gone, LinkError, TurnedAway, Unreachable, WrongVersion, dial, greeted
from client.talk import BELL
from client.terminals import writer
from client.trust import BadAuthority, trusting
from protocol import VERSION
from protocol.codec import encode, read_from_client
from protocol.from_client import Hello, Start
from protocol.from_server import Failure, Farewell
from protocol.message import Message
from tests.client.halls import lobby
from tests.client.tables import table, welcome

HELLO = Hello(version=VERSION, name="Anna")


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


def test_a_server_that_has_died_without_a_word_is_noticed_within_eight_seconds() -> None:
    assert link.PING + link.PONG <= 8


async def test_hello_goes_first_and_the_welcome_comes_back() -> None:
    heard = []

    async def answer(line: ServerConnection) -> None:
        heard.append(read_from_client(await line.recv()))
        await line.send(encode(welcome()))
        await line.send(encode(table()))
        heard.append(read_from_client(await line.recv()))

    async with server(answer) as at:
        link = await dial(at, HELLO)
        assert link.first == welcome()
        await link.send(Start(id="1"))
        assert await link.receive() == table()
        with pytest.raises(Gone):
            await link.receive()
    assert heard == [HELLO, Start(id="1")]


async def test_nobody_there() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        at = Address(*closed.getsockname())
        with pytest.raises(Unreachable, match=f"No table answers at 127.0.0.1:{at.port}"):
            await dial(at, HELLO)


async def test_somebody_else_there() -> None:
    async with server(says(table())) as at:
        with pytest.raises(Unreachable, match="did not answer the greeting"):
            await dial(at, HELLO)


async def test_a_server_that_hangs_up_was_there() -> None:
    async with server(says()) as at:
        with pytest.raises(Cut, match="closed the line"):
            await dial(at, HELLO)


async def test_why_a_server_has_closed_the_line_is_read_though_it_did_not_wait_for_our_hello() -> None:
    async def answer(line: ServerConnection) -> None:
        await line.send(encode(Failure(code="too_many", message="Too many are connected from here.")))

    async with server(answer) as at, connect(f"ws://{at}") as line:
        await line.wait_closed()
        with pytest.raises(Crowded, match="Too many are connected from here"):
            await greeted(line, at, HELLO)


async def test_a_table_that_is_full() -> None:
    async with server(says(Failure(code="full", message="The table is full."))) as at:
        with pytest.raises(TurnedAway, match="The table is full") as refused:
            await dial(at, HELLO)
        assert refused.value.exit_code == 4


async def test_so_was_one_that_is_about_to_end() -> None:
    async with server(says(Farewell(reason="suspended", message="The host is stopping."))) as at:
        with pytest.raises(Cut, match="The host is stopping"):
            await dial(at, HELLO)


async def test_a_server_of_another_version_says_which_is_needed() -> None:
    async with server(says(Failure(code="version", message="No.", version=9))) as at:
        with pytest.raises(
            WrongVersion, match=f"speaks version 9 of the protocol and this client version {VERSION}"
        ) as wrong:
            await dial(at, HELLO)
        assert wrong.value.exit_code == 5


@pytest.mark.parametrize("reason", ["left", "removed"])
async def test_a_seat_that_was_given_up_meanwhile(reason: Literal["left", "removed"]) -> None:
    async with server(says(Farewell(reason=reason, message="Your seat is not yours."))) as at:
        with pytest.raises(GivenUp, match="Your seat is not yours"):
            await dial(at, HELLO)


async def test_a_seat_that_another_client_has_by_now() -> None:
    async with server(says(Farewell(reason="replaced", message="Your seat was taken over."))) as at:
        with pytest.raises(TurnedAway, match="Your seat was taken over") as refused:
            await dial(at, HELLO)
        assert refused.value.exit_code == 4


@pytest.mark.parametrize(("reason", "code"), [("stopping", 0), ("left", 0), ("replaced", 4), ("failed", 3)])
async def test_the_last_word_of_a_server(reason: str, code: int) -> None:
    farewell = Farewell.model_validate({"reason": reason, "message": "Good night."})

    async def answer(line: ServerConnection) -> None:
        await line.recv()
        await line.send(encode(welcome()))
        await line.send(encode(farewell))

    async with server(answer) as at:
        link = await dial(at, HELLO)
        assert await link.receive() == farewell
        with pytest.raises(Gone, match=r"Good night\.") as gone:
            await link.receive()
    assert gone.value.exit_code == code


async def test_a_last_word_is_none_once_one_is_somewhere_else() -> None:
    async with server(says(welcome(), Farewell(reason="left", message="You have left."), lobby())) as at:
        link = await dial(at, HELLO)
        assert [await link.receive() for _ in range(2)][1] == lobby()
        with pytest.raises(Gone) as gone:
            await link.receive()
    assert (gone.value.farewell, gone.value.exit_code) == (None, 3)


async def test_a_server_that_sends_rubbish_after_the_welcome() -> None:
    async def answer(line: ServerConnection) -> None:
        await line.recv()
        await line.send(encode(welcome()))
        await line.send("{}")
        await line.wait_closed()

    async with server(answer) as at:
        link = await dial(at, HELLO)
        with pytest.raises(LinkError, match="not a message"):
            await link.receive()
        await link.close()


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.7", "192.168.1.7", 7878),
        ("192.168.1.7:9000", "192.168.1.7", 9000),
        (" table.local ", "table.local", 7878),
        ("[::1]", "::1", 7878),
        ("[fe80::1]:9000", "fe80::1", 9000),
        ("::1", "::1", 7878),
        ("fe80::1%eth0", "fe80::1%eth0", 7878),
    ],
)
def test_addresses(text: str, host: str, port: int) -> None:
    assert parse(text) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("ws://foo", "; leave out ws://, and write HOST or HOST:PORT."),
        ("HTTP://foo:7878/", "; leave out HTTP://, and write HOST or HOST:PORT."),
        ("http://[::1]:7878", "; leave out http://, and write HOST or HOST:PORT."),
        ("wss://foo", "; write HOST or HOST:PORT, and --tls instead of wss://."),
        ("https://foo", "; write HOST or HOST:PORT, and --tls instead of https://."),
        ("mqtt://foo", "; write HOST or HOST:PORT, such as 192.168.1.7:7878."),
    ],
)
def test_an_address_as_it_is_written_elsewhere_is_told_how_it_is_written_here(text: str, instead: str) -> None:
    with pytest.raises(BadAddress) as refused:
        parse(text)
    assert str(refused.value) == f"“{text}” is not an address{instead}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":7878",
        "host:",
        "host:x",
        "host:0",
        "host:65536",
        "host:٣",
        "[::1",
        "[::1]9",
        "::::1",
        ":::1",
        "[:::1]",
        "a b",
        "h/p",
    ],
)
def test_addresses_that_are_none_say_so(text: str) -> None:
    with pytest.raises(BadAddress, match=r"is not an? (address|port)"):
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
    async with server(says(welcome()), encrypted) as at:
        assert (await dial(at, HELLO, trusting(certificate))).first == welcome()


async def test_a_certificate_that_nobody_vouches_for_is_said_clearly(encrypted: ssl.SSLContext) -> None:
    async with server(says(welcome()), encrypted) as at:
        with pytest.raises(Unreachable, match="is not to be trusted"):
            await dial(at, HELLO, trusting(None))


async def test_a_table_that_does_not_speak_tls_is_said_clearly(certificate: Path) -> None:
    async with server(says(welcome())) as at:
        with pytest.raises(Unreachable, match="does not speak TLS"):
            await dial(at, HELLO, trusting(certificate))


def test_a_file_that_holds_no_certificate_is_said_clearly(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing")
    with pytest.raises(BadAuthority, match="holds no certificate"):
        trusting(empty)
    with pytest.raises(BadAuthority, match="cannot be read"):
        trusting(tmp_path / "missing.pem")


WILD = "bye\x1b[31mRED\x1b]0;title\x07\u202e"


def test_no_word_of_a_server_can_move_a_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    ended = Gone(Farewell(reason="closed", message=WILD))
    assert str(ended) == str(LinkError(WILD)) == "bye [31mRED ]0;title  "
    writer()[0](f"{WILD}\nand goes on\n")
    writer()[0](BELL)
    assert capsys.readouterr().out == "bye [31mRED ]0;title  \nand goes on\n\a"
