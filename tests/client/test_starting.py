"""From the start to a table and back: with keys on the full screen, in lines of text, and what is remembered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from client import commands, settings, starting
from client import start as starts
from client.address import Address
from client.doorstep import Doorstep
from client.keys import remapped
from client.language import speaking
from client.link import HungUp, LinkError, Unreachable
from client.names import BadName, named
from client.plain_start import StartReader
from client.screens.look import Look
from client.screens.start import StartScreen
from client.seats import kept
from client.settings import AS_USUAL
from client.start import Entry, Errand, Going, Hosting, Leaving, Naming, Playing, Speaking, Start
from client.starting import SHOWN, Offers, Outing, Sit
from tests.client.emulator import Emulator, emulated
from tests.client.handed import Handed
from tests.client.test_start import GAMES, LEA, SEAT

TOKEN = "t" * 32


class Network:
    """Servers that come and go as a test says; `heard` is what somebody who listens is told by."""

    def __init__(self) -> None:
        self.servers: tuple[Any, ...] = ()
        self.changed: Callable[[], None] = lambda: None
        self.listened = asyncio.Event()

    async def ears(self) -> Any:
        return self

    def tell(self, told: Any) -> None:
        self.changed = told

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        self.listened.set()
        yield

    def shows(self, *servers: Any) -> None:
        self.servers = servers
        self.changed()


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    monkeypatch.setattr("client.doorstep.entry", lambda server: server)
    return Network()


def doorstep(network: Network, name: str | None = "Anna") -> Doorstep:
    return Doorstep(starts.opened(Start(name, seats=(SEAT,), games=GAMES), "root"), network.ears)


@asynccontextmanager
async def on_screen(
    step: Doorstep, look: Look | None = None
) -> AsyncIterator[tuple[Emulator, asyncio.Task[Errand | HungUp | None]]]:
    with emulated() as emulator:
        screen = StartScreen(step, emulator.keys, emulator.output, look or Look())
        running = asyncio.create_task(screen.run())
        emulator.watch(screen.app, running)
        try:
            await emulator.until(lambda: "Enter" in emulator.text)
            yield emulator, running
        finally:
            running.cancel()
            await asyncio.wait([running])


async def test_the_keys_of_the_start(network: Network) -> None:
    async with on_screen(doorstep(network, None)) as (emulator, running):
        assert "What are you called (root)?" in emulator.text
        emulator.keys.send_text("Zoé\r")
        await emulator.until(lambda: "Where do you want to play?" in emulator.text)
        assert emulator.lines[0].endswith("Zoé ")
        assert not running.done(), "nothing that is pressed meanwhile is lost"
    async with on_screen(doorstep(network)) as (emulator, running):
        emulator.keys.send_text("\n")
        assert await running == SEAT.errand, "Enter, as it was pressed while the terminal was nobody's"
    async with on_screen(doorstep(network)) as (emulator, running):
        emulator.keys.send_text("\x1b[B\r")
        await emulator.until(lambda: "Which game?" in emulator.text)
        emulator.keys.send_text("\x1b")
        await emulator.until(lambda: "Which game?" not in emulator.text)
        emulator.keys.send_text("32")
        assert await running == Hosting("belote")
    async with on_screen(doorstep(network, None)) as (emulator, _):
        emulator.keys.send_text("\x1bOP")
        await emulator.until(lambda: "The name that others see" in emulator.text)
        emulator.keys.send_text("Zoé\r")
        await emulator.until(lambda: "Where do you want to play?" in emulator.text)
        for keys, closing in (("?", "x"), ("\x1bOP", "\x1b")):
            emulator.keys.send_text(keys)
            await emulator.until(lambda: str(settings.place()) in "".join(line.strip() for line in emulator.lines))
            emulator.keys.send_text(closing)
            await emulator.until(lambda: "Where do you want to play?" in emulator.text)
    for keys in ("\x1b", "\x03"):
        async with on_screen(doorstep(network)) as (emulator, running):
            emulator.keys.send_text(keys)
            assert await running is None


async def test_a_table_appears_while_one_looks_and_can_be_clicked(network: Network) -> None:
    async with on_screen(doorstep(network)) as (emulator, running):
        await network.listened.wait()
        assert "Listening for tables" in emulator.text
        network.shows(LEA)
        await emulator.until(lambda: "6  Join Léa: 10.1.0.8:7878" in emulator.text)
        assert "Listening" not in emulator.text
        row = next(row for row, line in enumerate(emulator.lines, start=1) if "Join Léa" in line)
        for _ in range(2):
            emulator.keys.send_text(f"\x1b[<0;9;{row}M\x1b[<0;9;{row}m")
        assert await running == LEA.errand


async def test_other_keys_do_the_same_where_they_are_settled(network: Network) -> None:
    mine = Look(keyboard=remapped({"down": ["ctrl-n"], "leave": "ctrl-q"}))
    async with on_screen(doorstep(network), mine) as (emulator, running):
        assert "↑ Ctrl-N  move" in emulator.text
        assert "Ctrl-Q  leave" in emulator.text
        emulator.keys.send_text("\x0e")
        await emulator.until(lambda: "› 2" in emulator.text)
        emulator.keys.send_text("\x11")
        assert await running is None


async def test_the_start_in_lines_of_text(network: Network) -> None:
    paper = Handed("Zoé", "quit")
    assert await StartReader(doorstep(network, None), paper, paper.write).run() == Leaving()
    assert paper.text.startswith("Welcome to Tapis Vert. What are you called (root)?\n> Zoé\n1) Back to your seat")
    paper, told = Handed("quit"), doorstep(network)
    told.start = replace(told.start, message="Port 7878 is taken.")
    assert await StartReader(told, paper, paper.write).run() == Leaving()
    assert paper.text.startswith("Port 7878 is taken.\n1) Back")
    assert paper.text.count("taken") == 1
    paper = Handed("?", "7", "quit")
    assert await StartReader(doorstep(network), paper, paper.write).run() == Leaving()
    assert "help (?): this list.\nquit: leave.\nWhere do you want to play?" in paper.text
    assert paper.text.count("There is no 7 here") == 1
    paper = Handed("7", "2", "2")
    assert await StartReader(doorstep(network), paper, paper.write).run() == Playing("belote")
    assert paper.text.startswith(
        "1) Back to your seat at Friday, Belote (10.1.0.1:7878)\n2) Play here with bots\n3) Host a table here\n"
        "4) Type an address\n5) Change your name or the language\n"
    )
    assert "There is no 7 here; say a number from 1 to 5." in paper.text
    assert "1) French Tarot\n2) Belote\n" in paper.text


async def test_a_table_is_told_as_it_is_heard_of(network: Network) -> None:
    paper = Handed()
    step = doorstep(network)
    reader = StartReader(step, paper, paper.write)
    running = asyncio.create_task(reader.run())
    await network.listened.wait()
    network.shows(LEA)
    assert paper.text.endswith("> \n6) Join Léa: 10.1.0.8:7878, 1 table\n")
    paper.say("6")
    network.shows(LEA)
    assert await running == LEA.errand


async def test_the_end_of_all_lines_leaves_and_tells_who_never_said_a_word(network: Network) -> None:
    for lines, unheard in (((None,), True), (("list", None), False)):
        paper = Handed(*lines)
        assert await StartReader(doorstep(network), paper, paper.write).run() == Leaving(unheard=unheard)


class Person:
    """Somebody who knows what he wants: errands, one after the other; `seen` is what he was shown before each."""

    def __init__(self, *errands: Errand | HungUp) -> None:
        self.errands = [*errands]
        self.seen: list[Start] = []

    async def start(self, step: Doorstep) -> Errand | HungUp:
        while True:
            self.seen.append(step.start)
            errand = self.errands.pop(0)
            away = errand if isinstance(errand, HungUp) else step.take((step.start, errand))
            if away:
                return away

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def outing(person: Person, play: Any = None, host: Any = None) -> Outing:
    offers = Offers(games=GAMES, play=play, host=host)
    return Outing(AS_USUAL, person, offers, None)  # type: ignore[arg-type]


async def test_a_name_is_settled_before_what_is_settled_already(monkeypatch: pytest.MonkeyPatch) -> None:
    path = settings.place()
    path.parent.mkdir(parents=True)
    path.write_text('theme = "monochrome"\n[keys]\nrules = "ctrl-r"\n', "utf-8")
    person = Person(Naming('Zoé "Z" \\'), Leaving())
    assert await outing(person).run(None) == 0
    assert [seen.name for seen in person.seen] == [None, 'Zoé "Z" \\']
    own = settings.settled({})
    assert (own.name, own.theme, own.keys) == ('Zoé "Z" \\', "monochrome", {"rules": "ctrl-r"})


async def test_name_and_language_are_settled_anew_and_the_start_is_in_that_language() -> None:
    settings.place().parent.mkdir(parents=True)
    settings.place().write_text('lang = "en"\nname = "Anna"\n[keys]\nrules = "ctrl-r"\n', "utf-8")
    with speaking("en"):
        person = Person(Naming("Zoé"), Speaking("fr"), Leaving())
        assert await outing(person).run("Anna") == 0
        assert [seen.name for seen in person.seen] == ["Anna", "Zoé", "Zoé"]
        assert person.seen[1].message == "You are called Zoé from now on."
        assert person.seen[2].entries[0].text == "Jouer ici avec des bots"
        own = settings.settled({})
    assert (own.name, own.lang, own.keys) == ("Zoé", "fr", {"rules": "ctrl-r"})


def test_a_settled_name_that_cannot_be_is_asked_for_again_or_told_where_it_stands() -> None:
    own = settings.Settings(name="?")
    assert starting.settled_name(own) is None
    assert starting.settled_name(settings.Settings(name="Anna")) == "Anna"
    with pytest.raises(BadName, match=r"has none: \?\. It stands in .*settings\.toml; `tapis` changes it\."):
        named(None, own)
    assert named("Anna", own) == "Anna"


async def test_where_it_cannot_be_settled_that_is_said_and_one_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    settings.place().parent.parent.joinpath("config").touch()
    person = Person(Naming("Zoé"), Leaving())
    assert await outing(person).run(None) == 0
    assert re.match(r"This cannot be kept in .*settings\.toml \(.*\)\.", person.seen[-1].message)
    assert person.seen[-1].name == "Zoé"


async def test_after_a_table_one_is_at_the_start_again_and_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    went: list[tuple[Address, str, bool]] = []

    async def sit_down(server: Any, wish: Any, *_: Any, **__: Any) -> LinkError | None:
        went.append((server.address, wish.name, server.taking_over))
        return Unreachable("No table answers.") if len(went) == 1 else None

    monkeypatch.setattr(starting, "sit_down", sit_down)
    with kept("10.1.0.1:7878", "Anna") as seats:
        seats.keep("k3x8", TOKEN, "Friday, Belote")
    back = Going(Address("10.1.0.1", 7878), back=True, name="Anna")
    person = Person(back, Going(Address("10.1.0.9", 1)), Leaving())
    assert await outing(person).run("Anna") == 0
    assert went == [(Address("10.1.0.1", 7878), "Anna", True), (Address("10.1.0.9", 1), "Anna", False)]
    assert [seen.message for seen in person.seen] == ["", "No table answers.", ""]
    assert person.seen[0].entries[0] == Entry(
        "seat 10.1.0.1:7878 Anna", "Back to your seat at Friday, Belote (10.1.0.1:7878)", back
    )


async def test_a_seat_is_there_to_come_back_to_whatever_one_is_called_today(monkeypatch: pytest.MonkeyPatch) -> None:
    went: list[tuple[str, bool]] = []

    async def sit_down(server: Any, wish: Any, *_: Any, **__: Any) -> None:
        went.append((wish.name, server.taking_over))

    monkeypatch.setattr(starting, "sit_down", sit_down)
    for name in ("Anna", "Žofie"):
        with kept("10.1.0.1:7878", name) as seats:
            seats.keep("k3x8", TOKEN, "Friday, Belote")
    person = Person(*(entry.errand for entry in starting.seats_of("Anna") if entry.errand), Leaving())
    assert await outing(person).run("Anna") == 0
    assert [entry.text for entry in person.seen[0].entries[:2]] == [
        "Back to your seat at Friday, Belote (10.1.0.1:7878)",
        "Back to your seat as Žofie at Friday, Belote (10.1.0.1:7878)",
    ]
    assert went == [("Anna", True), ("Žofie", True)]
    assert person.seen[-1].name == "Anna", "the name of a seat is nobody’s for good"


def test_only_the_last_seats_are_offered() -> None:
    for number in range(SHOWN + 1):
        with kept(f"10.1.0.{number}:7878", "Anna") as seats:
            seats.keep("k3x8", TOKEN, "Friday, Belote")
    assert len(starting.seats_of("Anna")) == SHOWN


async def test_a_game_that_is_opened_here_is_the_first_one_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Any, ...]] = []

    async def sit_down(server: Any, _wish: Any, _terminal: Any, **how: Any) -> LinkError | None:
        opened.append((server.address.port, server.known_as, how["start"], how["invitation"]))
        return None

    @asynccontextmanager
    async def play(game: str) -> AsyncIterator[int]:
        assert game == "belote"
        yield 7

    async def host(game: str, name: str, sit: Sit) -> int:
        assert (game, name) == ("tarot", "Anna’s table")
        return await sit("127.0.0.1", 8, "b", ["Come!"], "It is kept.")

    monkeypatch.setattr("client.sitting.sit_down", sit_down)
    person = Person(Playing("belote"), Leaving())
    assert await outing(person, play=play).run("Anna") == 0
    assert starting.last_game() == "belote"
    person = Person(Hosting("tarot"), Leaving())
    assert await outing(person, host=host).run("Anna") == 0
    assert person.seen[0].game == "belote"
    assert opened == [(7, None, True, ()), (8, "this machine, port 8", False, ["Come!"])]


async def test_a_table_that_cannot_be_opened_says_why() -> None:
    async def host(_game: str, _name: str, _sit: Sit) -> int:
        raise LinkError("Port 7878 is taken.")

    person = Person(Hosting("tarot"), Leaving())
    assert await outing(person, host=host).run("Anna") == 0
    assert person.seen[-1].message == "Port 7878 is taken."


async def test_who_has_to_go_from_a_table_of_his_own_is_told_what_becomes_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def sit_down(*_: Any, stopped: str, **__: Any) -> LinkError:
        return HungUp(stopped)

    async def host(_game: str, _name: str, sit: Sit) -> int:
        return await sit("127.0.0.1", 8, "b", ["Come!"], "The tables are kept.")

    monkeypatch.setattr("client.sitting.sit_down", sit_down)
    assert await outing(Person(Hosting("tarot")), host=host).run("Anna") == 1
    assert capsys.readouterr().out == "The tables are kept.\n"


async def test_a_terminal_that_is_gone_ends_it_and_where_nobody_is_that_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert await outing(Person(HungUp())).run("Anna") == 1
    assert await outing(Person(Leaving(unheard=True))).run("Anna") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "Nobody answers. `tapis play` deals at once, `tapis --help` lists all commands.\n"


def test_whoever_has_chosen_a_server_that_is_gone_chooses_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    ways = iter([Going(Address("127.0.0.1", 1)), None])

    async def choosing(_name: str, _terminal: object, why: str) -> Going | None:
        told.append(why)
        return next(ways)

    monkeypatch.setattr(commands, "somewhere", choosing)
    monkeypatch.setattr(commands, "chooses", lambda: True)
    assert commands.join(["--name", "Anna"], bot=lambda view, level, rng: "") == 0
    assert told[0] == ""
    assert told[1].startswith("No table answers at 127.0.0.1:1")
    assert len(told) == 2
