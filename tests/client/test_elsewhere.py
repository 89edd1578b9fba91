"""Tables of other servers: in the lobby, on the way there, and back."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NoReturn

import pytest
from websockets.asyncio.server import ServerConnection, serve

from client import hall as halls
from client.address import Address
from client.aid import Aid
from client.doorstep import Doorstep
from client.entering import Away, Wish, meant
from client.hall import Errand, Hall, Joining, Leaving
from client.link import LinkError, TurnedAway
from client.lookback import LookingBack
from client.outages import Heard
from client.plain_hall import HallReader, listed, news
from client.screens.lobby import LobbyScreen
from client.seats import Seats
from client.session import Session
from client.sitting import Server, sit_down, sit_down_as
from client.visit import Underway, Visit
from protocol import VERSION
from protocol.codec import encode, read_from_client
from protocol.from_client import FromClient, Hello, Join
from protocol.from_server import Accepted, Failure, Farewell, House, Lobby, Redirect, Row, Welcome
from protocol.message import Message
from tests.client.emulator import emulated
from tests.client.halls import CLUB, FRIDAY, FULL, hall, lobby
from tests.client.handed import Handed
from tests.client.lines import FakeLine
from tests.client.tables import welcome
from tests.client.test_lobby_screen import screen


def house(*tables: Row, name: str = "The club", address: str = "192.168.1.9:7878") -> House:
    return House(name=name, address=address, tables=tables)


def shared(*houses: House, stale: bool = False) -> Lobby:
    """The lobby of a server with one table, and what it knows of others."""
    return lobby(FRIDAY).model_copy(update={"elsewhere": houses, "stale": stale})


def test_tables_of_other_servers_come_after_ours_with_where_they_are() -> None:
    at = halls.entered(shared(house(CLUB), house(FULL, name="Eva’s", address="10.0.0.7:1")), "Anna")
    assert [row.name for row in at.rows] == ["Friday", "The club", "Full house"]
    assert halls.company(at, CLUB) == ("Dédé", "private", "at The club (192.168.1.9:7878)")
    later = halls.heard(at, shared(house(CLUB)).model_copy(update={"tables": (FRIDAY, FULL)}))
    assert [(later.number(row), row.name) for row in later.rows] == [(1, "Friday"), (3, "Full house"), (2, "The club")]
    assert "at The club (192.168.1.9:7878)" in "\n".join(screen(at, 80, 24))


def test_whether_a_seat_there_is_ours_the_other_server_knows() -> None:
    assert halls.join(halls.entered(shared(house(FULL)), "Anna"), FULL)[1] == Joining(FULL.id)
    assert halls.join(hall(FULL), FULL)[1] is None


def test_to_a_private_table_where_our_seat_is_we_come_without_its_pass_phrase() -> None:
    private = CLUB.model_copy(update={"free": 0})
    asked: list[str] = []

    def kept(address: str) -> tuple[str, ...]:
        asked.append(address)
        return (private.id,)

    visit = Visit(FakeLine(), Seats(), shared(house(private)), elsewhere=kept)
    assert "your seat is here" in halls.company(visit.hall, private)
    assert halls.join(visit.hall, private)[1] == Joining(private.id)
    assert halls.join(Visit(FakeLine(), Seats(), shared(house(private))).hall, private)[1] is None
    assert asked == ["192.168.1.9:7878"]


def test_it_is_said_when_the_directory_does_not_answer() -> None:
    fresh, stale = (halls.entered(shared(house(CLUB), stale=stale), "Anna") for stale in (False, True))
    assert "The directory does not answer" in "\n".join(screen(stale, 80, 24))
    assert "The directory does not answer" not in "\n".join(screen(fresh, 80, 24))
    assert any("The directory does not answer" in line for line in listed(stale))
    assert any("The directory does not answer" in line for line in news(fresh, stale.lobby, stale))
    assert list(news(stale, fresh.lobby, fresh)) == ["The directory answers again."]


def test_a_table_that_is_named_is_looked_for_here_and_then_elsewhere() -> None:
    there = shared(house(CLUB, FRIDAY.model_copy(update={"id": "twin"})))
    assert meant(there, Wish("Anna", "The Club")) == CLUB.id
    assert meant(there, Wish("Anna", "Friday")) == FRIDAY.id
    assert meant(there, Wish("Anna")) == FRIDAY.id, "who names a server goes to its table, whatever others have"
    with pytest.raises(TurnedAway, match="there are Friday, The club, Friday"):
        meant(there, Wish("Anna", "next door"))


class Answering:
    """A server that answers as a test wishes; what it has heard is kept."""

    def __init__(self, answer: Callable[[FromClient], tuple[Message, ...]]) -> None:
        self.heard: list[FromClient] = []
        self.port = 0
        self._answer = answer

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def talk(self, line: ServerConnection) -> None:
        async for frame in line:
            self.heard.append(read_from_client(frame))
            for message in self._answer(self.heard[-1]):
                await line.send(encode(message))
                if isinstance(message, Farewell):
                    return

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Answering]:
        async with serve(self.talk, "127.0.0.1", 0) as listening:
            self.port = next(iter(listening.sockets)).getsockname()[1]
            yield self


class Scripted:
    """A person who does these errands, one in each lobby, and gets up from every table unless he `stays`; or he
    `turns_round` on his way to another server.
    """

    def __init__(self, *errands: Errand, stays: bool = False, turns_round: bool = False) -> None:
        self.places: list[str] = []
        self.ours: list[frozenset[str]] = []
        self._stays, self._turns_round = stays, turns_round
        self._errands = list(errands)

    async def start(self, doorstep: Doorstep) -> NoReturn:
        raise NotImplementedError

    async def past(self, back: LookingBack, aid: Aid) -> NoReturn:
        raise NotImplementedError

    async def table(self, session: Session) -> LinkError | Lobby | None:
        self.places.append(f"at {session.model.name}")
        if not self._stays:
            await session.leave()
        return await session.listen(lambda *_: None)

    async def lobby(self, visit: Visit) -> LinkError | Welcome | Away | None:
        self.ours.append(visit.hall.ours)
        if isinstance(visit, Underway):
            assert visit.hall.busy
            return None if self._turns_round else await visit.listen(told)
        self.places.append(f"lobby: {visit.hall.message}")
        errand = self._errands.pop(0) if self._errands else Leaving()
        if isinstance(errand, Leaving):
            return None
        await visit.send(errand)
        return await visit.listen(told)


def told(_before: Hall, _message: Heard) -> None:
    """Nobody looks on."""


LEFT = Farewell(reason="left", message="You have left.")


def first(other: Callable[[], str]) -> Answering:
    """A server that knows the table of another one."""

    def answer(said: FromClient) -> tuple[Message, ...]:
        match said:
            case Join():
                return Accepted(id=said.id), Redirect(address=other(), table=said.table)
            case _:
                return (shared(house(CLUB, address=other())),)

    return Answering(answer)


def second(*to_hello: Message) -> Answering:
    """The other one, and what it answers a greeting."""

    def answer(said: FromClient) -> tuple[Message, ...]:
        return to_hello if isinstance(said, Hello) else (Accepted(id=said.id), LEFT)

    return Answering(answer)


async def wander(one: Answering, person: Scripted, wish: Wish | None = None) -> LinkError | None:
    server = Server(address=Address("127.0.0.1", one.port), known_as=one.address)
    return await sit_down(server, wish or Wish("Anna", lobby=True), person)


SEATED = welcome().model_copy(update={"table_id": CLUB.id, "name": CLUB.name, "seat_token": "t" * 32})


async def test_one_goes_there_and_is_in_the_first_lobby_again() -> None:
    two = second(SEATED)
    async with two.open(), first(lambda: two.address).open() as one:
        person = Scripted(Joining(CLUB.id, "les copains"), Joining(CLUB.id))
        assert await wander(one, person) is None
        assert person.places == ["lobby: ", "at The club", "lobby: ", "at The club", "lobby: "]
    assert "les copains" not in str(one.heard), "the pass phrase is for the server of that table alone"
    greeting = two.heard[0]
    assert isinstance(greeting, Hello)
    assert (greeting.table, greeting.phrase, greeting.lobby) == (CLUB.id, "les copains", False)


async def test_a_seat_that_is_ours_there_is_taken_again() -> None:
    two = second(SEATED, Farewell(reason="replaced", message="You are elsewhere."))
    async with two.open(), first(lambda: two.address).open() as one:
        person = Scripted(Joining(CLUB.id), Joining(CLUB.id), stays=True)
        await wander(one, person)
        assert [CLUB.id in ours for ours in person.ours] == [False, False, True, True, True]
        assert person.places == ["lobby: ", *["at The club", "lobby: You are elsewhere."] * 2]
    greetings = [said for said in two.heard if isinstance(said, Hello)]
    assert greetings[0].seat_token is None
    assert greetings[-1].seat_token == SEATED.seat_token
    assert str(SEATED.seat_token) not in str(one.heard), "a token is for its own server alone"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Failure(code="phrase", message="That is not its pass phrase."), "That is not its pass phrase."),
        (Failure(code="full", message="All seats are taken."), "All seats are taken."),
        (Redirect(address="127.0.0.1:1", table=CLUB.id), "did not answer the greeting"),
        (lobby(FRIDAY).model_copy(update={"version": VERSION + 1}), "version"),
        (lobby(FRIDAY), "does not let you in"),
    ],
)
async def test_whoever_is_not_let_in_is_told_why_in_the_first_lobby(answer: Message, said: str) -> None:
    two = second(answer)
    async with two.open(), first(lambda: two.address).open() as one:
        person = Scripted(Joining(CLUB.id))
        assert await wander(one, person) is None
    assert len(person.places) == 2
    assert said in person.places[1]
    assert sum(isinstance(said, Hello) for said in two.heard) == 1, "nobody is sent on and on"


async def test_whoever_turns_round_on_the_way_is_in_the_first_lobby_again() -> None:
    two = second()
    async with two.open(), first(lambda: two.address).open() as one:
        person = Scripted(Joining(CLUB.id), turns_round=True)
        assert await wander(one, person) is None
    assert person.places == ["lobby: ", "lobby: "]


UNDERWAY = Away(Redirect(address="127.0.0.1:1", table=CLUB.id))


async def test_on_the_way_the_lobby_is_seen_and_escape_takes_it_back() -> None:
    visit = Underway(FakeLine(), Seats(), UNDERWAY, halls.entered(shared(house(CLUB)), "Anna"))
    with emulated(80, 24) as emulator:
        stage = LobbyScreen(visit, emulator.keys, emulator.output)
        running = asyncio.create_task(stage.run())
        emulator.watch(stage.app, running)
        await emulator.until(lambda: "On its way…" in emulator.text)
        assert "The club" in emulator.text
        emulator.keys.send_text("\x1b")
        assert await running is None


async def test_on_the_way_text_says_so_and_no_more() -> None:
    nobody, line = Handed(), FakeLine()
    visit = Underway(line, Seats(), UNDERWAY, halls.entered(shared(house(CLUB)), "Anna"))
    line.tell(SEATED)
    assert await HallReader(visit, nobody, nobody.write).run() == SEATED
    assert nobody.text == "On its way…\n"


async def test_a_program_goes_where_its_table_is(capsys: pytest.CaptureFixture[str]) -> None:
    two = second(SEATED, Farewell(reason="closed", message="It is closed."))
    async with two.open(), first(lambda: two.address).open() as one:
        server = Server(address=Address("127.0.0.1", one.port))
        assert await sit_down_as(lambda *_: "", server, Wish("Ada", CLUB.name, phrase="les copains")) == 0
    (greeting,) = (said for said in two.heard if isinstance(said, Hello))
    assert (greeting.table, greeting.phrase, greeting.name) == (CLUB.id, "les copains", "Ada")
    assert "It is closed." in capsys.readouterr().err


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere/at/all"])
async def test_a_server_that_is_gone_is_told_in_the_first_lobby(address: str) -> None:
    async with first(lambda: address).open() as one:
        person = Scripted(Joining(CLUB.id))
        assert await wander(one, person) is None
    assert address in person.places[1]


def test_a_line_there_is_encrypted_where_it_is_to_be_and_trusts_whom_we_trust() -> None:
    trusted = ssl.create_default_context()
    clear, encrypted = (Away(Redirect(address="[::1]:9", tls=tls, table=CLUB.id)) for tls in (False, True))
    here = Server(address=Address("127.0.0.1", 1), tls=trusted, known_as="here", taking_over=True)
    assert here.other(encrypted).tls is trusted
    assert here.other(clear).tls is None
    assert replace(here, tls=None).other(encrypted).tls is not None
    there = here.other(clear)
    assert (there.address, there.known_as, there.taking_over) == (Address("::1", 9), "[::1]:9", True)
    assert replace(here, known_as=None).other(clear).known_as is None, "who is remembered nowhere is not there either"


async def test_whoever_names_a_table_elsewhere_goes_there_at_once() -> None:
    two = second(SEATED)
    async with two.open(), first(lambda: two.address).open() as one:
        person = Scripted()
        await wander(one, person, Wish("Anna", CLUB.name, phrase="les copains"))
    assert person.places == ["at The club"]
    assert "les copains" not in str(one.heard)
    assert "les copains" in str(two.heard)
