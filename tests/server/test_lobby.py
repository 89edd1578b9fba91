"""Many tables, and the way from one to another, over real sockets."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Bots, Chat, Close, Hello, Join, Leave, Move, Open, Remove, Start, Watch
from protocol.from_server import Accepted, Failure, Farewell, Lobby, Refused, Said, Table, Update, Welcome
from protocol.message import Message
from server import table as tables
from server.limits import Limits
from server.listener import SUSPENDED, Host, open_table
from server.orders import Command
from server.refusal import Refusal
from server.room import Outcome, Room
from server.story import handle
from server.terms import Lock
from tests.server.guest import Guest, guest
from tests.server.hosts import HIGHEST
from tests.server.rough import frame, rough

pytestmark = pytest.mark.usefixtures("highest_card")


async def enter(person: Guest, name: str = "Anna") -> Lobby:
    await person.send(Hello(version=1, name=name, lobby=True))
    return await person.hear(Lobby)


async def open_one(person: Guest, **wishes: object) -> Welcome:
    await person.send(Open.model_validate({"id": "open", "game": "highest", "name": "Friday"} | wishes))
    assert await person.hear(Accepted) == Accepted(id="open")
    return await person.hear(Welcome)


async def test_the_lobby_lists_the_tables_and_the_games(host: Host) -> None:
    async with guest(host.port) as anna:
        lobby = await enter(anna)
        (row,) = lobby.tables
        assert (row.game, row.title, row.name, row.state) == ("highest", "Highest Card", "Tapis Vert", "waiting")
        assert (row.seats, row.people, row.bots, row.free, row.private) == (3, (), 0, 3, False)
        assert lobby.games["tarot"] == "French Tarot"


async def test_who_opens_a_table_sits_at_it_and_the_others_see_it_in_the_lobby(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno:
        await enter(anna)
        await enter(bruno, "Bruno")
        welcome = await open_one(anna, bots=1, deals=3, clock=60, level="strong")
        assert (welcome.seat, welcome.name, welcome.server) == (0, "Friday", "Tapis Vert")
        table = welcome.table
        assert (table.opener, table.deals_wanted, table.clock, table.seats[2].kind) == (0, 3, 60, "bot")
        assert (table.level, table.seats[2].level) == ("strong", "strong")
        while len((lobby := await bruno.hear(Lobby)).tables) < 2 or not lobby.tables[1].people:
            pass
        row = lobby.tables[1]
        assert (row.id, row.name, row.people, row.bots, row.free) == (welcome.table_id, "Friday", ("Anna",), 1, 2)
        await bruno.send(Join(id="join", table=row.id, seat=2))
        assert await bruno.hear(Accepted) == Accepted(id="join")
        assert (await bruno.hear(Welcome)).seat == 2


@pytest.mark.parametrize("phrase", [None, "les copains"])
async def test_a_wish_that_is_said_twice_before_it_is_granted_opens_one_table(host: Host, phrase: str | None) -> None:
    wish = Open(id="open", game="highest", name="Friday", phrase=phrase, new_token="t" * 32)
    async with guest(host.port) as anna, guest(host.port) as again:
        for line in (anna, again):
            await enter(line)
        for line in (anna, again):
            await line.send(wish)
        first, second = await anna.hear(Welcome), await again.hear(Welcome)
        assert (first.table_id, first.seat, first.seat_token) == (second.table_id, second.seat, second.seat_token)
        assert len(host.lobby.tables) == 2, "that of the house, and this one"
        await again.leave()
        await again.hear(Farewell)
        await again.send(wish.model_copy(update={"phrase": None}))
        assert (await again.hear(Welcome)).table_id != first.table_id, "once it is closed, it is another wish"


async def test_a_wish_that_was_refused_is_judged_anew(host: Host) -> None:
    wish = Open(id="open", game="whist", name="Friday", new_token="t" * 32)
    async with guest(host.port) as anna:
        await enter(anna)
        await anna.send(wish)
        assert (await anna.hear(Refused)).code == "no_game"
        await anna.send(wish.model_copy(update={"game": "highest"}))
        await anna.hear(Welcome)


async def test_people_play_at_two_tables_at_the_same_time(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno:
        for person in (anna, bruno):
            await enter(person)
            await open_one(person)
            await person.start()
        ends = await asyncio.gather(anna.play(), bruno.play())
        assert all(end.view.result for end in ends)
        assert [table.room.deals for table in host.lobby.tables.values()] == [0, 1, 1]


async def test_who_leaves_a_table_is_in_the_lobby_again_and_an_empty_table_is_gone(host: Host) -> None:
    async with guest(host.port) as anna:
        await enter(anna)
        await open_one(anna)
        await anna.leave()
        assert (await anna.hear(Farewell)).reason == "left"
        while len((await anna.hear(Lobby)).tables) > 1:
            pass
        await anna.send(Leave(id="bye"))
        assert isinstance((await anna.until_closed())[-1], Farewell)


async def test_a_private_table_wants_its_phrase_and_one_not_listed_is_not_listed(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno, guest(host.port) as chloe:
        await enter(anna)
        table = (await open_one(anna, phrase="les copains")).table_id
        await enter(bruno, "Bruno")
        assert bruno.last(Lobby).tables[1].private
        for phrase in (None, "les copines"):
            await bruno.send(Join(id="a", table=table, phrase=phrase))
            assert (await bruno.hear(Refused)).code == "phrase"
            await bruno.send(Watch(id="a", table=table, phrase=phrase))
            assert (await bruno.hear(Refused)).code == "phrase"
        await bruno.send(Join(id="b", table=table, phrase="les copains"))
        await bruno.hear(Welcome)
        assert "copains" not in repr(host.lobby.tables[table].room)

        await enter(chloe, "Chloé")
        hidden = (await open_one(chloe, listed=False)).table_id
        async with guest(host.port) as dede:
            assert hidden not in [row.id for row in (await enter(dede, "Dédé")).tables]
            await dede.send(Join(id="c", table=hidden))
            assert (await dede.hear(Welcome)).table_id == hidden


async def test_a_pass_phrase_is_the_same_however_its_accents_are_typed(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno:
        await enter(anna)
        table = (await open_one(anna, phrase="s\u00e9same")).table_id
        await enter(bruno, "Bruno")
        await bruno.send(Join(id="b", table=table, phrase="se\u0301same"))
        await bruno.hear(Welcome)


async def test_hello_may_name_a_table_to_join_or_to_watch(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno, guest(host.port) as chloe:
        await enter(anna)
        table = (await open_one(anna, phrase="les copains")).table_id
        await bruno.send(Hello(version=1, name="Bruno", table=table, phrase="les copains"))
        assert (await bruno.hear(Welcome)).seat == 1
        await chloe.send(Hello(version=1, name="Chloé", table=table, phrase="les copains", watch=True))
        assert (await chloe.hear(Welcome)).seat is None
        await chloe.send(Chat(id="a", text="Good evening!"))
        assert (await anna.hear(Said)).name == "Chloé"


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"table": "nowhere"}, "no_table"),
        ({"seat_token": "token-of-nobody-here"}, "token"),
        ({"name": "\u200b"}, "name"),
    ],
)
async def test_a_hello_that_cannot_be_granted_ends_the_line(host: Host, hello: dict[str, str], code: str) -> None:
    async with guest(host.port) as anna:
        await anna.send(Hello.model_validate({"version": 1, "name": "Anna", "lobby": True} | hello))
        (failure,) = await anna.until_closed()
        assert isinstance(failure, Failure)
        assert failure.code == code


@pytest.mark.parametrize("closed", [{"phrase": "les copains"}, {"listed": False}])
async def test_who_asks_for_no_table_is_given_one_that_is_open_to_all_and_has_a_place(
    host: Host, closed: dict[str, object]
) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno, guest(host.port) as chloe:
        await enter(anna)
        await open_one(anna, **closed)
        await enter(bruno)
        table = (await open_one(bruno)).table_id
        first = next(iter(host.lobby.tables.values()))
        first.room = replace(first.room, chairs=host.lobby.tables[table].room.chairs[:1] * 3)
        assert (await chloe.sit("Chloé")).table_id == table


@pytest.mark.parametrize(
    ("wish", "code"),
    [({"game": "chess"}, "no_game"), ({"bots": 3}, "full"), ({"name": "\u200b"}, "name")],
)
async def test_a_table_that_cannot_be_is_not_opened(host: Host, wish: dict[str, object], code: str) -> None:
    async with guest(host.port) as anna:
        await enter(anna)
        await anna.send(Open.model_validate({"id": "a", "game": "highest", "name": "Friday"} | wish))
        assert (await anna.hear(Refused)).code == code
        assert len(host.lobby.tables) == 1


async def test_what_belongs_to_the_lobby_is_refused_at_a_table_and_the_other_way_round(host: Host) -> None:
    async with guest(host.port) as anna:
        table = (await enter(anna)).tables[0].id
        for command in (Start(id="a"), Bots(id="b", number=1), Move(id="c", seat=1), Close(id="d")):
            await anna.send(command)
            assert (await anna.hear(Refused)).code == "not_now"
        await anna.send(Join(id="e", table=table))
        await anna.hear(Welcome)
        for another in (Join(id="f", table=table), Watch(id="g", table=table), Open(id="h", game="highest", name="A")):
            await anna.send(another)
            assert (await anna.hear(Refused)).code == "not_now"


async def test_who_cannot_join_stays_in_the_lobby(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno:
        await enter(anna)
        table = (await open_one(anna)).table_id
        await enter(bruno, "Bruno")
        await bruno.send(Join(id="a", table=table, seat=0))
        refused = await bruno.hear(Refused)
        assert (refused.id, refused.code) == ("a", "taken")
        await bruno.hear(Lobby)
        await bruno.send(Join(id="b", table="nowhere"))
        assert (await bruno.hear(Refused)).code == "no_table"


async def test_the_opener_removes_and_closes_and_the_others_are_in_the_lobby(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno, guest(host.port) as chloe:
        await enter(anna)
        table = (await open_one(anna)).table_id
        for person in (bruno, chloe):
            await enter(person, "Guest")
            await person.send(Join(id="a", table=table))
            await person.hear(Welcome)
        await anna.send(Remove(id="b", seat=1))
        assert (await bruno.hear(Farewell)).reason == "removed"
        await bruno.hear(Lobby)
        await anna.send(Close(id="c"))
        for person in (anna, chloe):
            assert (await person.hear(Farewell)).reason == "closed"
            while len((await person.hear(Lobby)).tables) > 1:
                pass


async def test_the_lobby_is_made_once_for_all_who_come_until_it_changes(host: Host) -> None:
    before = host.lobby.shown()
    assert host.lobby.shown() is before
    async with guest(host.port) as anna:
        await enter(anna)
        assert host.lobby.shown() is before
        await open_one(anna)
        assert len(host.lobby.shown().tables) == 2


async def test_a_seat_is_found_by_its_token_wherever_it_is(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno:
        await enter(anna)
        welcome = await open_one(anna)
        await enter(bruno, "Bruno")
        await bruno.send(Join(id="a", table=welcome.table_id))
        await bruno.hear(Welcome)
        await anna.start()
        await anna.hear(Update)
        async with guest(host.port) as again:
            back = await again.sit("Anna", welcome.seat_token)
            assert (back.table_id, back.seat) == (welcome.table_id, 0)
            assert (await again.hear(Update)).view.viewer == 0
            assert isinstance((await anna.until_closed())[-1], Farewell), "even who knows the lobby is not there now"


async def test_who_has_lost_his_seat_to_a_newer_connection_is_not_heard_any_more(host: Host) -> None:
    async with rough(host.port) as old, guest(host.port) as new:
        await old.greet(host.port)
        hello = Hello(version=VERSION, name="Anna", new_token=TOKEN, lobby=True, table=host.house)
        await old.send(frame(encode(hello).encode()))
        await old.reader.readuntil(b'"seat_token"')
        await new.sit("Anna", TOKEN)
        await old.reader.readuntil(b'"replaced"')
        await old.send(frame(encode(Open(id="open", game="highest", name="Friday")).encode()))
        for line in "ab":
            await new.send(Chat(id=line, text="Hello!"))
            await new.hear(Said)
        assert list(host.lobby.tables) == [host.house]


async def test_a_line_that_is_silently_dead_is_noticed() -> None:
    limits = Limits(ping=0.05, pong=0.05, closing=0.05)
    async with open_table(replace(HIGHEST, limits=limits)) as host, guest(host.port) as anna, guest(host.port) as dead:
        await anna.sit()
        await dead.sit("Bruno")
        dead.socket.transport.pause_reading()
        while (await anna.hear(Table)).seats[1].present:
            pass
        dead.socket.transport.abort()


async def test_a_table_that_fails_ends_alone_and_the_others_play_on(
    host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(room: Room, command: Command, now: float) -> Outcome:
        if room.terms.lasting:
            return handle(room, command, now)
        raise RuntimeError("a bug")

    async with guest(host.port) as anna, guest(host.port) as bruno:
        await bruno.sit("Bruno")
        await bruno.start()
        await enter(anna)
        await open_one(anna)
        monkeypatch.setattr(tables, "handle", broken)
        await anna.start()
        assert (await anna.hear(Farewell)).reason == "failed"
        while len((await anna.hear(Lobby)).tables) > 1:
            pass
        await bruno.play()
    assert "A table has failed." in caplog.text
    assert "a bug" not in caplog.text


async def test_when_the_server_stops_the_lobby_is_told() -> None:
    async with open_table(HIGHEST) as host, guest(host.port) as anna:
        await enter(anna)
        await host.stop()
        with pytest.raises(Refusal, match="stopping"):
            await host.lobby.open(Open(id="a", game="highest", name="Friday"), "127.0.0.1")
        farewell = (await anna.until_closed())[-1]
        assert isinstance(farewell, Farewell)
        assert farewell.reason == "stopping"


async def test_who_is_at_a_table_is_not_sent_to_the_lobby_of_a_server_that_ends(host: Host) -> None:
    async with guest(host.port) as anna:
        await enter(anna)
        await open_one(anna)
        await host.lobby.end(SUSPENDED)
        assert (await anna.until_closed())[-1] == SUSPENDED


async def test_nobody_waits_at_a_table_that_has_ended(host: Host) -> None:
    await host.lobby.tables[host.house].end(Farewell(reason="closed", message=""))
    async with guest(host.port) as anna:
        await anna.send(Hello(version=VERSION, name="Anna"))
        (failure,) = await anna.until_closed()
        assert isinstance(failure, Failure)
        assert (failure.code, failure.message) == ("no_table", "The table has been closed.")


async def test_who_is_at_a_table_hears_nothing_of_the_lobby(host: Host) -> None:
    async with guest(host.port) as anna, guest(host.port) as bruno:
        await enter(anna)
        await open_one(anna)
        heard = len(anna.heard)
        await enter(bruno)
        await open_one(bruno)
        for line in "ab":
            await anna.send(Chat(id=line, text="Hello!"))
            await anna.hear(Said)
        assert not [message for message in anna.heard[heard:] if isinstance(message, Lobby)]


async def test_whoever_guesses_a_pass_phrase_waits_for_whoever_does(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, opens = list[str](), Lock.opens

    def noted(lock: Lock, phrase: str) -> bool:
        steps.append("in")
        found = opens(lock, phrase)
        steps.append("out")
        return found

    async with AsyncExitStack() as stack:
        anna, *others = [await stack.enter_async_context(guest(host.port)) for _ in range(5)]
        await enter(anna)
        table = (await open_one(anna, phrase="les copains")).table_id
        monkeypatch.setattr(Lock, "opens", noted)
        for other in others:
            await other.send(Hello(version=VERSION, name="Eve", table=table, phrase="les copines"))
        for other in others:
            assert (await other.hear(Failure)).code == "phrase"
    assert steps == ["in", "out"] * 4


@pytest.mark.parametrize("token", [None, "t" * 32])
async def test_who_says_hello_while_the_server_stops_is_told_that_it_does(token: str | None) -> None:
    """Not that there is no such seat or table: both may be there again."""
    async with open_table(HIGHEST) as host, guest(host.port) as anna:
        await host.lobby.end(SUSPENDED)
        await anna.send(Hello(version=VERSION, name="Anna", seat_token=token))
        assert await anna.until_closed() == [SUSPENDED]


async def test_who_was_removed_while_he_was_away_is_told_when_his_client_comes_again(host: Host) -> None:
    async with guest(host.port) as anna:
        await enter(anna)
        table = (await open_one(anna)).table_id
        async with guest(host.port) as bruno:
            await bruno.send(Hello(version=VERSION, name="Bruno", table=table, client="laptop"))
            token = (await bruno.hear(Welcome)).seat_token
        await anna.send(Remove(id="go", seat=1))
        await anna.hear(Accepted)
        async with guest(host.port) as woken:
            await woken.send(Hello(version=VERSION, name="Bruno", seat_token=token, client="laptop", again=True))
            (farewell,) = await woken.until_closed()
            assert isinstance(farewell, Farewell)
            assert farewell.reason == "removed"


async def test_nobody_watches_where_the_host_says_so() -> None:
    async with open_table(replace(HIGHEST, spectators=False)) as host, guest(host.port) as anna:
        lobby = await enter(anna)
        assert not lobby.tables[0].spectators
        await anna.send(Watch(id="a", table=lobby.tables[0].id))
        assert (await anna.hear(Refused)).code == "no_spectators"
        assert not (await open_one(anna, spectators=True)).table.watching
        assert not list(host.lobby.tables.values())[1].room.terms.spectators


async def test_bots_play_as_is_usual_here_unless_somebody_wishes_it_otherwise() -> None:
    async with open_table(replace(HIGHEST, level="easy")) as host, guest(host.port) as anna:
        await enter(anna)
        assert (await open_one(anna)).table.level == "easy"


TOKEN = "a-token-that-nobody-can-guess"


async def test_a_greeting_whose_answer_was_lost_is_said_again_for_the_same_seat(host: Host) -> None:
    async with guest(host.port) as anna:
        await anna.send(Hello(version=1, name="Anna", new_token=TOKEN))
        first = await anna.hear(Welcome)
    async with guest(host.port) as anna:
        await anna.send(Hello(version=1, name="Anna", lobby=True, new_token=TOKEN))
        again = await anna.hear(Welcome)
        assert (again.seat, again.seat_token, first.seat_token) == (first.seat, TOKEN, TOKEN)
        assert [seat.kind for seat in again.table.seats].count("person") == 1
        async with guest(host.port) as beside:
            await beside.send(Hello(version=1, name="Anna", watch=True, new_token=TOKEN))
            assert (await beside.hear(Welcome)).seat is None, "who wishes to watch does that"


@pytest.mark.parametrize("kind", [Open, Join])
async def test_a_wish_whose_answer_was_lost_leads_to_the_same_seat(host: Host, kind: type[Open | Join]) -> None:
    house = next(iter(host.lobby.tables))
    opening = {"game": "highest", "name": "Friday"}
    where = opening if kind is Open else {"table": house}
    wish = kind.model_validate({"id": "1", "new_token": TOKEN} | where)
    async with guest(host.port) as anna:
        await enter(anna)
        await anna.send(wish)
        first = await anna.hear(Welcome)
    async with guest(host.port) as anna:
        await enter(anna)
        await anna.send(wish)
        assert await anna.answer() == Accepted(id="1")
        again = await anna.hear(Welcome)
    assert (again.table_id, again.seat, again.seat_token) == (first.table_id, first.seat, TOKEN)


@pytest.mark.parametrize("kind", [Open, Join])
async def test_a_seat_is_that_of_the_client_that_has_wished_for_it_in_the_lobby(
    host: Host, kind: type[Open | Join]
) -> None:
    where = {"game": "highest", "name": "Friday"} if kind is Open else {"table": next(iter(host.lobby.tables))}
    anna = Hello(version=1, name="Anna", lobby=True, client="laptop")
    async with guest(host.port) as asleep:
        await asleep.send(anna)
        await asleep.send(kind.model_validate({"id": "1", "new_token": TOKEN} | where))
        await asleep.hear(Welcome)
    for client, answer in {"phone": Farewell, "laptop": Welcome}.items():
        async with guest(host.port) as awake:
            await awake.send(anna.model_copy(update={"seat_token": TOKEN, "client": client, "again": True}))
            assert isinstance(await awake.hear(Message), answer)
    assert len(host.lobby.tables) == (2 if kind is Open else 1)
