"""A server that goes and comes back: its tables stand, its people have their seats, and nothing unwritten is said."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from protocol import VERSION
from protocol.from_client import Act, Hello, Open, Start
from protocol.from_server import Accepted, Failure, Farewell, Lobby, Refused, Update, Welcome
from protocol.message import Message
from server import database
from server.bots.workers import Threads
from server.chairs import Person
from server.database import BadJournal
from server.journal import Journal, journal
from server.listener import open_table
from server.restart import as_it_stood
from server.room import new_room
from server.settings import Settings
from server.table import Table
from server.terms import Terms
from tests.server.guest import guest
from tests.server.highest import GAME

pytestmark = pytest.mark.usefixtures("highest_card")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    path = tmp_path / "journal.db"
    return Settings(game="highest", bind="127.0.0.1", port=0, pace=0, seed=1, journal=path)


async def test_a_seat_a_hand_and_the_moment_of_a_deal_outlive_the_server(settings: Settings) -> None:
    async with open_table(settings) as host, guest(host.port) as anna:
        welcome = await anna.sit("Anna")
        await anna.start()
        update = await anna.hear(Update)
        while not update.view.legal:
            update = await anna.hear(Update)
        assert isinstance(await anna.act(update.seq, "bury:nothing"), Refused), "which is not kept"
        await anna.act(update.seq, update.view.legal[0])
        update = await anna.hear(Update)
    async with open_table(settings) as host, guest(host.port) as anna:
        again = await anna.sit("Anna", welcome.seat_token)
        assert (again.seat, again.seat_token, again.table_id) == (welcome.seat, welcome.seat_token, welcome.table_id)
        assert (await anna.hear(Update)).view == update.view
        assert (await anna.play(update)).view.result


async def test_which_client_came_to_a_seat_last_outlives_the_server(settings: Settings) -> None:
    laptop = Hello(version=VERSION, name="Anna", new_token="a-token-of-annas-seat", client="laptop")
    back = laptop.model_copy(update={"new_token": None, "seat_token": laptop.new_token})
    async with open_table(settings) as host, guest(host.port) as asleep, guest(host.port) as awake:
        await asleep.send(laptop)
        await asleep.hear(Welcome)
        await awake.send(back.model_copy(update={"client": "desk"}))
        await awake.hear(Welcome)
    async with open_table(settings) as host, guest(host.port) as asleep, guest(host.port) as awake:
        await asleep.send(back.model_copy(update={"again": True}))
        assert isinstance(await asleep.hear(Message), Farewell)
        await awake.send(back.model_copy(update={"client": "desk", "again": True}))
        assert isinstance(await awake.hear(Message), Welcome)


async def test_every_table_stands_again_under_its_terms(settings: Settings) -> None:
    wish = Open(id="a", game="highest", name="Friends", phrase="sesame", deals=3, bots=1)
    async with open_table(settings) as host, guest(host.port) as anna, guest(host.port) as bruno:
        await bruno.sit("Bruno")
        await anna.send(Hello(version=VERSION, name="Anna", lobby=True))
        await anna.hear(Lobby)
        await anna.send(wish)
        token = (await anna.hear(Welcome)).seat_token
        terms = [table.room.terms for table in host.lobby.tables.values()]
    async with open_table(settings) as host, guest(host.port) as anna, guest(host.port) as other:
        assert [table.room.terms for table in host.lobby.tables.values()] == terms
        await other.send(Hello(version=VERSION, name="Eve", table=terms[1].id, phrase="password"))
        assert (await other.hear(Failure)).code == "phrase"
        assert (await anna.sit("Anna", token)).name == "Friends"
    assert wish.phrase
    assert settings.journal
    assert wish.phrase.encode() not in settings.journal.read_bytes()


async def test_a_table_that_all_have_left_is_not_there_again(settings: Settings) -> None:
    async with open_table(settings) as host, guest(host.port) as anna:
        await anna.send(Hello(version=VERSION, name="Anna", lobby=True))
        await anna.hear(Lobby)
        await anna.send(Open(id="a", game="highest", name="Friends"))
        await anna.hear(Welcome)
        await anna.leave()
        await anna.hear(Lobby)
        assert settings.journal
    with journal(settings.journal) as log:
        assert len(log.tables()) == 1
    async with open_table(settings) as host:
        assert [table.room.terms.lasting for table in host.lobby.tables.values()] == [True]


async def test_the_first_table_is_one_that_lasts(settings: Settings) -> None:
    async with open_table(replace(settings, game="belote")) as host, guest(host.port) as anna:
        await anna.send(Hello(version=VERSION, name="Anna", lobby=True))
        await anna.hear(Lobby)
        await anna.send(Open(id="a", game="highest", name="Friends"))
        await anna.hear(Welcome)
    async with open_table(settings) as host:
        assert [table.room.name for table in host.lobby.tables.values()] == ["Tapis Vert", "Friends"]


async def test_the_time_of_a_table_goes_on(settings: Settings) -> None:
    anna = Person("Anna", "a-token-of-annas-seat", None)
    room = new_room(GAME, Terms(id="t1", lasting=True), dealer=0).with_owner(0, anna)
    assert settings.journal
    with journal(settings.journal) as log:
        log.lay(replace(room, now=5000.0))
    async with open_table(settings) as host, guest(host.port) as person:
        await person.sit("Anna", anna.token)
        assert host.lobby.tables["t1"].room.now >= 5000.0


async def test_a_server_of_another_game_begins_with_a_table_for_it(settings: Settings) -> None:
    async with open_table(settings) as host, guest(host.port) as anna:
        token = (await anna.sit("Anna")).seat_token
    async with (
        open_table(replace(settings, game="belote")) as host,
        guest(host.port) as anna,
        guest(host.port) as bruno,
    ):
        assert [table.room.game.about.key for table in host.lobby.tables.values()] == ["belote", "highest"]
        assert (await anna.sit("Anna", token)).about.key == "highest"
        assert (await bruno.sit("Bruno")).about.key == "belote"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program that holds the journal up is not waited for."""
    monkeypatch.setattr(database, "PATIENCE", 0.0)


@pytest.mark.usefixtures("hasty")
async def test_what_cannot_be_written_is_not_said_and_the_server_ends(settings: Settings) -> None:
    with pytest.raises(BadJournal, match="cannot be written: database is locked"):
        await played_until_another_program_locks_it(settings)


async def played_until_another_program_locks_it(settings: Settings) -> None:
    assert settings.journal
    async with open_table(settings) as host, guest(host.port) as anna, guest(host.port) as bruno:
        await anna.sit("Anna")
        await bruno.sit("Bruno")
        with closing(sqlite3.connect(settings.journal, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await anna.start()
            heard = await anna.until_closed() + await bruno.until_closed()
            await host.ending.wait()
            assert [message.reason for message in heard if isinstance(message, Farewell)] == ["suspended"] * 2
            assert not [message for message in heard if isinstance(message, Accepted | Update)]


@pytest.mark.usefixtures("hasty")
async def test_a_table_that_cannot_be_written_is_not_opened_and_the_server_ends(settings: Settings) -> None:
    with pytest.raises(BadJournal, match="cannot be written: database is locked"):
        await opened_while_another_program_locks_it(settings)


async def opened_while_another_program_locks_it(settings: Settings) -> None:
    assert settings.journal
    async with open_table(settings) as host, guest(host.port) as anna:
        await anna.send(Hello(version=VERSION, name="Anna", lobby=True))
        await anna.hear(Lobby)
        with closing(sqlite3.connect(settings.journal, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await anna.send(Open(id="a", game="highest", name="Friends"))
            await host.ending.wait()
        assert not [message for message in await anna.until_closed() if isinstance(message, Welcome)]


class Checked:
    """A wire that looks, at each message, whether what it tells of is in the journal."""

    def __init__(self, log: Journal) -> None:
        self.log = log
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.table: Table | None = None

    def send(self, message: Message) -> None:
        assert self.table
        (saved,) = self.log.tables()
        assert as_it_stood(saved) == self.table.room
        self.messages.put_nowait(message)

    def dismiss(self, message: Message) -> None:
        self.send(message)


async def test_whatever_is_said_is_in_the_journal_by_then(tmp_path: Path) -> None:
    with journal(tmp_path / "journal.db") as log:
        room = new_room(GAME, Terms(id="t1", bots=2, lasting=True), dealer=0)
        log.lay(room)
        table = Table(room, Threads(), Random(1), journal=log)
        running = asyncio.create_task(table.run())
        anna = Checked(log)
        anna.table = table
        line = await table.join(anna, "Anna")
        await table.say(line, Start(id="a"))
        told = 0
        while not (table.room.deal and table.room.deal.result):
            message = await anna.messages.get()
            told += 1
            if isinstance(message, Update) and message.view.legal:
                await table.say(line, Act(id=f"{told}", seq=message.seq, action=message.view.legal[0]))
        assert told > 5
        running.cancel()
        await asyncio.wait([running])
