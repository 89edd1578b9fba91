"""A line that breaks and is there again, told without a network and without waiting."""

from __future__ import annotations

import asyncio
import json
from io import StringIO
from random import Random

import pytest

from client.language import speaking
from client.line import LONGEST, PATIENCE, SHORTEST, Line
from client.link import Crowded, Cut, GivenUp, Gone, Link, LinkError, NoSuchSeat, TurnedAway, Unreachable, WrongVersion
from client.outages import Broken, Heard, Unseated
from client.seats import Seats
from protocol import VERSION
from protocol.from_client import Act, Chat, Hello, Join, Leave, Open
from protocol.from_server import Accepted, Farewell, FromServer, Lobby, Refused, Welcome
from protocol.message import Message
from tests.client.tables import table, welcome

HOME = Hello(version=VERSION, name="Anna", lobby=True)
TOKEN = welcome().seat_token
LOBBY = Lobby(version=VERSION, server="Here", games={}, tables=())
ACT = Act(id="7", seq=1, action="play:7H")


class Answered(Link):
    """A connection on which these messages arrive, and then nothing more: a `Gone` ends it, or what was given."""

    def __init__(self, first: Welcome | Lobby, *messages: FromServer | LinkError) -> None:
        self.first = first
        self.messages = [*messages, Gone()]
        self.sent: list[Message] = []

    async def receive(self) -> FromServer:
        message = self.messages.pop(0)
        if isinstance(message, LinkError):
            raise message
        return message

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def close(self) -> None:
        """Nothing is there to be closed."""


class Server:
    """Answers each call in turn with a connection, or with why there is none."""

    def __init__(self, *answers: Answered | LinkError) -> None:
        self.answers = list(answers)
        self.greetings: list[Hello] = []
        self.chosen: list[str | None] = []
        self.clients: list[tuple[str | None, bool]] = []
        self.pauses: list[float] = []
        self.file = StringIO()
        self.seats = Seats(file=self.file)
        self.line = Line(self.dial, HOME, self.seats, sleep=self.sleep, rng=Random(1))

    async def dial(self, hello: Hello) -> Link:
        self.greetings.append(hello.model_copy(update={"new_token": None, "client": None, "again": False}))
        self.chosen.append(hello.new_token)
        self.clients.append((hello.client, hello.again))
        answer = self.answers.pop(0)
        if isinstance(answer, LinkError):
            raise answer
        return answer

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    async def hear(self, number: int) -> list[Heard]:
        return [await self.line.receive() for _ in range(number)]


async def test_the_line_comes_back_by_itself_and_with_it_the_seat() -> None:
    server = Server(Answered(welcome(), table()), Unreachable("nobody"), Unreachable("nobody"), Answered(welcome()))
    heard = await server.hear(6)
    assert [type(message) for message in heard] == [Welcome, type(table()), Broken, Broken, Broken, Welcome]
    assert [hello.seat_token for hello in server.greetings] == [None, TOKEN, TOKEN, TOKEN]


async def test_whoever_was_welcomed_to_a_seat_comes_back_to_it_again_as_the_same_client() -> None:
    server = Server(Answered(LOBBY), Answered(LOBBY, welcome()), Unreachable("nobody"), Answered(welcome()))
    await server.hear(7)
    assert [again for _, again in server.clients] == [False, False, True, True]
    (client,) = {client for client, _ in server.clients}
    assert client not in (None, Server(Answered(LOBBY)).line.new_id().partition("-")[0])


async def test_whoever_asks_for_a_seat_does_not_come_again_until_he_has_it() -> None:
    server = Server(Answered(welcome()), Answered(LOBBY), Unreachable("nobody"), Answered(welcome()), Answered(LOBBY))
    await server.hear(2)
    await server.line.come_back(str(TOKEN))
    await server.hear(1)
    await server.line.come_back(str(TOKEN))
    await server.hear(4)
    assert [again for _, again in server.clients] == [False, False, False, False, True]


async def test_who_watches_comes_again_to_no_seat() -> None:
    server = Server(Answered(LOBBY, welcome(seat=None, seat_token=None)), Answered(LOBBY))
    await server.hear(4)
    assert [again for _, again in server.clients] == [False, False]


async def test_a_seat_to_which_another_client_has_come_meanwhile_is_the_end_and_stays_kept_for_it() -> None:
    server = Server(Answered(welcome()), TurnedAway("Your seat was taken over from another connection."))
    await server.hear(2)
    with pytest.raises(TurnedAway, match="taken over"):
        await server.hear(1)
    assert server.seats.token() == TOKEN


async def test_a_seat_is_remembered_by_its_table_and_the_game_as_its_owner_calls_it() -> None:
    server = Server(Answered(welcome()))
    with speaking("cs"):
        await server.hear(1)
    assert json.loads(server.file.getvalue())["called"] == {"t1": "Anna's table, Francouzský tarok"}


async def test_the_pauses_double_up_to_the_longest() -> None:
    server = Server(Answered(welcome()), *[Unreachable("nobody")] * 9, Answered(welcome()), Unreachable("nobody"))
    await server.hear(11)
    first, *others = server.pauses
    assert first == 0, "at once"
    for trial, pause in enumerate(others):
        whole = min(LONGEST, SHORTEST * 2**trial)
        assert whole / 2 <= pause <= whole
    assert await server.hear(1) == [welcome()]
    (again,) = await server.hear(1)
    assert again == Broken()
    await server.hear(1)
    assert server.pauses[-1] <= SHORTEST, "after it was there, it begins anew"


async def test_who_has_waited_long_enough_is_told_why() -> None:
    server = Server(Answered(welcome()), *[Unreachable("nobody")] * 1000)
    await server.hear(1)
    with pytest.raises(Unreachable, match="nobody"):
        await server.hear(1000)
    assert PATIENCE <= sum(server.pauses) <= PATIENCE + LONGEST


async def test_who_was_back_may_wait_as_long_again() -> None:
    server = Server(
        Answered(welcome()), *[Unreachable("nobody")] * 100, Answered(welcome()), *[Unreachable("nobody")] * 1000
    )
    await server.hear(103)
    before = len(server.pauses)
    with pytest.raises(Unreachable):
        await server.hear(1000)
    assert sum(server.pauses[before:]) >= PATIENCE


async def test_who_never_got_through_is_told_at_once() -> None:
    for why in (Unreachable("nobody"), Crowded("too many")):
        with pytest.raises(type(why)):
            await Server(why).hear(1)


async def test_who_was_cut_off_before_his_first_hello_was_answered_tries_again_as_long_as_anybody() -> None:
    server = Server(Cut("cut"), Unreachable("nobody"), Answered(welcome()))
    heard = await server.hear(3)
    assert heard == [Broken(), Broken(), welcome()]
    server = Server(*[Cut("cut")] * 1000)
    with pytest.raises(Cut):
        await server.hear(1000)
    assert PATIENCE <= sum(server.pauses) <= PATIENCE + LONGEST


@pytest.mark.parametrize("why", [TurnedAway("full"), WrongVersion("2")])
async def test_a_refusal_is_not_tried_again(why: LinkError) -> None:
    server = Server(Answered(welcome()), why)
    await server.hear(2)
    with pytest.raises(type(why)):
        await server.hear(1)


@pytest.mark.parametrize(
    ("reason", "again", "kept"),
    [
        ("too_slow", True, True),
        ("suspended", True, True),
        ("stopping", False, False),
        ("closed", False, False),
        ("replaced", False, True),
    ],
)
async def test_a_farewell_is_the_end_but_for_who_was_too_slow_and_where_tables_are_kept(
    reason: str, again: bool, kept: bool
) -> None:
    farewell = Farewell.model_validate({"reason": reason, "message": "Good night."})
    server = Server(Answered(welcome(), farewell, Gone(farewell)), Answered(welcome()))
    assert (await server.hear(2))[1] == farewell
    assert (server.seats.token() is not None) == kept, "what is nobody's any more is not come back to"
    if again:
        assert isinstance((await server.hear(1))[0], Broken)
        return
    with pytest.raises(Gone, match=r"Good night\."):
        await server.hear(1)


async def test_what_was_not_answered_is_said_again_under_the_same_id() -> None:
    first, second = Answered(welcome()), Answered(welcome(), Accepted(id="7"))
    third = Answered(welcome())
    server = Server(first, second, third)
    await server.hear(1)
    await server.line.say(ACT)
    await server.hear(2)
    assert first.sent == second.sent == [ACT]
    await server.hear(3)
    assert third.sent == [], "answered, it is not said again"


async def test_what_is_said_while_the_line_is_broken_is_said_later() -> None:
    second = Answered(welcome())
    server = Server(Answered(welcome()), second)
    await server.hear(2)
    assert not server.line.up
    await server.line.say(ACT)
    await server.hear(1)
    assert second.sent == [ACT]


async def test_what_is_refused_is_answered_too() -> None:
    second = Answered(welcome())
    server = Server(Answered(welcome(), Refused(id="7", code="stale", message="Too late.")), second)
    await server.hear(1)
    await server.line.say(ACT)
    await server.hear(3)
    assert second.sent == []


async def test_a_token_that_holds_no_more_leads_to_a_new_seat_where_nothing_is_said_again() -> None:
    anew = Answered(welcome(seat=2, seat_token="f" * 32))
    server = Server(Answered(welcome()), NoSuchSeat("no"), anew)
    await server.hear(1)
    await server.line.say(ACT)
    heard = await server.hear(3)
    assert heard == [heard[0], Unseated(), anew.first]
    assert server.greetings[-1] == HOME
    assert anew.sent == []
    assert server.seats.token() == "f" * 32


async def test_whose_seat_was_given_up_elsewhere_does_not_take_another() -> None:
    server = Server(Answered(welcome()), GivenUp("You have been asked to leave the table."))
    await server.hear(1)
    with pytest.raises(GivenUp):
        await server.hear(3)
    assert server.seats.token() is None


async def test_who_had_got_up_himself_when_the_line_broke_goes_home() -> None:
    server = Server(Answered(welcome()), GivenUp("You have left the table."), Answered(LOBBY))
    await server.hear(1)
    await server.line.say(Leave(id="8"))
    assert (await server.hear(3))[1:] == [Unseated(), LOBBY]
    assert server.greetings[-1] == HOME


async def test_a_seat_that_was_given_up_is_not_asked_for_again() -> None:
    left = Farewell(reason="left", message="You have left.")
    server = Server(Answered(welcome(), Accepted(id="8"), left, LOBBY), Answered(LOBBY))
    await server.hear(1)
    assert server.seats.token() == TOKEN
    await server.line.say(Leave(id="8"))
    assert server.seats.token() is None, "whoever leaves need not wait for the answer"
    await server.hear(5)
    assert server.seats.token() is None
    assert server.greetings[-1] == HOME


async def test_what_was_wished_in_the_lobby_is_said_again_for_the_same_seat() -> None:
    first, second = Answered(LOBBY), Answered(LOBBY)
    server = Server(first, second)
    await server.hear(1)
    await server.line.say(Open(id="1", game="tarot", name="Friday"))
    await server.hear(2)
    assert second.sent == first.sent
    (wish,) = first.sent
    assert isinstance(wish, Open)
    assert server.chosen == [wish.new_token] * 2, "whoever knows the token already leads us there"


async def test_a_welcome_that_is_lost_is_asked_for_by_the_same_token_and_another_seat_by_another() -> None:
    server = Server(Answered(LOBBY), Answered(LOBBY))
    await server.hear(1)
    chosen = server.chosen[0]
    server.answers.append(Answered(welcome(seat_token=chosen), Farewell(reason="left", message=""), LOBBY))
    await server.hear(3)
    assert server.chosen == [chosen] * 2
    await server.hear(2)
    assert server.chosen[2] == chosen
    server.answers.append(Answered(LOBBY))
    await server.hear(4)
    assert server.chosen[3] not in (None, chosen)


async def test_who_is_at_the_table_that_he_wished_for_does_not_wish_for_it_again() -> None:
    server = Server(Answered(LOBBY))
    await server.hear(1)
    await server.line.say(Join(id="1", table="t1"))
    there = Answered(welcome(seat_token=server.chosen[0]))
    server.answers.append(there)
    await server.hear(2)
    assert there.sent == [], "the answer was lost with the line, and the welcome is one as well"


async def test_who_watched_watches_again_with_the_pass_phrase_he_said() -> None:
    watching = welcome(seat=None, seat_token=None, table_id="k3x8")
    again = Answered(watching)
    server = Server(Answered(LOBBY, watching), again)
    await server.hear(1)
    await server.line.say(Join(id="1", table="k3x8", phrase="les copains"))
    await server.hear(1)
    await server.line.say(Chat(id="2", text="Hello"))
    await server.hear(2)
    assert (server.greetings[-1].table, server.greetings[-1].watch) == ("k3x8", True)
    assert server.greetings[-1].phrase == "les copains"
    assert again.sent == [], "a server does not remember what was said by who only watches"


async def test_what_is_said_by_who_watches_while_the_line_is_broken_is_said_later_and_once() -> None:
    watching = welcome(seat=None, seat_token=None, table_id="k3x8")
    later, again = Answered(watching), Answered(watching)
    server = Server(Answered(watching), later, again)
    await server.hear(2)
    await server.line.say(Chat(id="2", text="Hello"))
    await server.hear(3)
    assert (later.sent, again.sent) == ([Chat(id="2", text="Hello")], [])


async def test_one_can_hang_up_to_come_back_to_a_seat() -> None:
    hanging = asyncio.Event()

    class Open(Answered):
        async def receive(self) -> FromServer:
            await hanging.wait()
            raise Gone

        async def close(self) -> None:
            hanging.set()

    server = Server(Open(LOBBY), Answered(welcome()))
    await server.hear(1)
    waiting = asyncio.create_task(server.line.receive())
    await asyncio.sleep(0)
    await server.line.come_back("t" * 32)
    assert await waiting == welcome()
    assert server.greetings[-1].seat_token == "t" * 32


async def test_an_id_is_new_to_the_seat_even_from_another_client() -> None:
    ids = [Server().line.new_id() for _ in range(3)]
    assert len(set(ids)) == 3
