"""`tapis host`, as it is typed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.notes import Sentence
from protocol import VERSION
from protocol.from_client import Hello, Open
from protocol.from_server import Farewell, Lobby, Table, Update
from server import commands, listener, whereabouts
from server.addresses import CannotListen, listen
from server.commands import GONE, CannotOpen, host, open_here, records
from server.journal import journal, usual_place
from server.listener import open_table
from server.settings import Settings
from server.whereabouts import Place, Whereabouts
from tests.server.guest import Guest, guest

KEPT = "The host is stopping; the tables are kept, and stand again when it is started.\n"


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--game", "chess"], "no game called 'chess'; the games are tarot"),
        (["--port", "99999"], "give a whole number from 0 to 65535"),
        (["--port", "-1"], "argument --port"),
        (["--bind", "999.1.1.1"], "999.1.1.1 is not an address"),
        (["--bind", "192.0.2.77"], "192.0.2.77 is not an address of this machine"),
        (["--bots", "4"], "--bots must be from 0 to 3"),
        (["--level", "best"], "argument --level: invalid choice: 'best'"),
        (["--pace", "soon"], "give seconds from 0 to 60, such as 0.5"),
        (["--grace", "-1"], "give seconds from 0 to 86400, such as 0.5"),
        (["--deals", "101"], "give a whole number from 1 to 100"),
        (["--clock", "4"], "give a whole number from 5 to 3600"),
        (["--name", "a" * 200], "1 to 24 visible characters, this one has 200"),
        (["--limit", "patience=3"], "no limit is called 'patience'; the limits are message, "),
        (["--limit", "chat=0"], "the limit chat must be a whole number"),
        (["--tls-cert", "cert.pem"], "--tls-cert and --tls-key go together"),
        (["--tls-cert", "no.pem", "--tls-key", "no.pem"], "no.pem cannot be read (no such file or directory)"),
        (["--log", "everything"], "argument --log: invalid choice"),
        (["--loud"], "unrecognized arguments: --loud"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
) -> None:
    assert exit_code(argv) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tapis host: ")
    assert printed.err.count("\n") == 1
    assert complaint in printed.err


def test_a_taken_port_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert exit_code(["--bind", "127.0.0.1", "--port", str(port)]) == 2
    assert f"port {port} is taken by another program" in capsys.readouterr().err


def test_a_file_that_is_no_journal_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["--bind", "127.0.0.1", "--port", "0", "--journal", __file__]) == 2
    assert f"{__file__} is not a journal of Tapis Vert" in capsys.readouterr().err


def test_a_damaged_journal_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with journal(usual_place()):
        pass
    whole = usual_place().read_bytes()
    usual_place().write_bytes(whole[:4096] + bytes(byte ^ 255 for byte in whole[4096:]))
    assert exit_code(["--bind", "127.0.0.1", "--port", "0"]) == 2
    assert "journal.db is damaged; `--journal PATH` begins another" in capsys.readouterr().err
    assert records([]) == 2
    assert "journal.db: database disk image is malformed." in capsys.readouterr().err


def test_the_second_server_of_one_journal_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with journal(usual_place()):
        assert exit_code(["--bind", "127.0.0.1", "--port", "0"]) == 2
    assert "is in use by another server; give this one a journal of its own" in capsys.readouterr().err


@pytest.mark.parametrize(("flags", "kept"), [([], True), (["--no-journal"], False)])
def test_a_host_that_comes_back_says_who_has_a_seat(flags: list[str], kept: bool) -> None:
    told: list[str] = []

    async def sit(
        address: str, port: int, _table: str, name: str | None, invitation: Sequence[Sentence], _: Sentence
    ) -> int:
        told[:] = map(str, invitation)
        async with guest(port) as anna:
            await anna.sit("Anna")
        return GONE

    for seated in (False, kept):
        assert host(["--bind", "127.0.0.1", "--port", "0", "--play", *flags], sit) == 0
        assert ("“Tapis Vert” stands as it was left: Anna can come back to it." in told) == seated
    assert usual_place().exists() == kept


def test_help_says_that_a_seed_is_for_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["--help"]) == 0
    assert "for tests, never to play" in " ".join(capsys.readouterr().out.split())


def test_the_owner_is_told_how_others_join_and_closes_the_table_by_getting_up() -> None:
    async def sit(
        address: str, port: int, _table: str, name: str | None, invitation: Sequence[Sentence], _: Sentence
    ) -> int:
        assert (address, name) == ("127.0.0.1", "Anna")
        assert list(map(str, invitation[1:])) == ["Only this machine can join:", f"  tapis join 127.0.0.1:{port}"]
        async with guest(port) as anna:
            assert (await anna.sit("Anna")).server == "Anna"
            await anna.leave()
            await anna.until_closed()
        return 0

    argv = ["--bind", "127.0.0.1", "--port", "0", "--name", "Anna", "--play"]
    assert host(argv, sit) == 0


async def test_a_host_that_is_carried_to_another_network_says_how_others_join_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = iter([Place(("127.0.0.1",), ())])
    said, carried = list[str](), asyncio.Event()

    def here(bind: str | None) -> Whereabouts:
        return Whereabouts(bind, lambda _: next(places, Place(("192.0.2.7",), ())))

    def read(line: str) -> None:
        said.append(line)
        if "192.0.2.7" in line:
            carried.set()

    monkeypatch.setattr(listener, "Whereabouts", here)
    monkeypatch.setattr(whereabouts, "LOOK", 0.0)
    monkeypatch.setattr(commands, "_print", read)
    watching = asyncio.create_task(commands.attend(Settings(bind="127.0.0.1", port=0)))
    await carried.wait()
    watching.cancel()
    await asyncio.wait([watching])
    assert said[1] == "Only this machine can join:"
    assert said[-2] == "Others on this network join with:"
    assert said[-1].startswith("  tapis join 192.0.2.7:")


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be sent Ctrl-C alone")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_host_shows_what_happens_and_stops_cleanly(number: signal.Signals) -> None:
    with opened() as (process, lines, port):
        asyncio.run(visit(port))
        said = [next(lines) for _ in range(3)]
        process.send_signal(number)
        rest, errors = process.communicate()
    assert said == [f"{commands.CTRL_C}\n", "Anna sits down.\n", "Anna gets up.\n"]
    assert rest == ("The table is closed.\n" if number == signal.SIGINT else KEPT)
    assert errors == ""
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be sent a signal alone")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_bots_end_with_their_host_however_it_ends(number: signal.Signals) -> None:
    with opened("--game", "belote", "--level", "easy") as (process, _, port):
        asyncio.run(play_a_deal(port))
        process.send_signal(number)
        process.communicate()  # which ends when nobody is left who could still say something


def test_a_host_that_comes_back_tells_of_those_who_do() -> None:
    with opened() as (process, lines, port):
        token = asyncio.run(sit_and_vanish(port))
        assert [next(lines) for _ in range(3)][1:] == ["Anna sits down.\n", "Anna is away.\n"]
        process.kill()
    with opened() as (process, lines, port):
        assert next(lines) == "“Tapis Vert” stands as it was left: Anna can come back to it.\n"
        assert next(lines) == "  tapis host --new  would forget it, and lay a new table.\n"
        asyncio.run(sit_and_vanish(port, token))
        assert [next(lines) for _ in range(3)][1:] == ["Anna is back.\n", "Anna is away.\n"]
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be sent Ctrl-C alone")
@pytest.mark.parametrize(("number", "stands"), [(signal.SIGINT, False), (signal.SIGTERM, True)])
def test_ctrl_c_closes_a_table_for_good_and_a_stopped_service_finds_it_again(
    number: signal.Signals, stands: bool
) -> None:
    with opened() as (process, lines, port):
        asyncio.run(sit_and_vanish(port))
        assert [next(lines) for _ in range(3)][1:] == ["Anna sits down.\n", "Anna is away.\n"]
        process.send_signal(number)
        rest, _ = process.communicate()
    assert rest == (KEPT if stands else "The table is closed.\n")
    assert process.returncode == 0
    with journal(usual_place()) as log:
        assert bool(log.tables()) == stands


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be sent Ctrl-C alone")
@pytest.mark.parametrize(
    ("deals", "played", "stands"), [(None, 0, True), (None, 1, False), (2, 1, True), (1, 1, False)]
)
def test_ctrl_c_in_the_middle_of_a_deal_or_a_match_loses_nothing(deals: int | None, played: int, stands: bool) -> None:
    async def begin(process: subprocess.Popen[str], port: int) -> None:
        async with guest(port) as anna:
            await anna.sit()
            if played:
                await play_one_that_counts(anna)
            else:
                await anna.start()
                await anna.hear(Update)
            process.send_signal(signal.SIGINT)
            assert (await anna.hear(Farewell)).reason == ("suspended" if stands else "stopping")

    flags = ["--game", "belote", "--level", "easy", *(["--deals", str(deals)] if deals else [])]
    with opened(*flags) as (process, _, port):
        asyncio.run(begin(process, port))
        process.communicate()
    with journal(usual_place()) as log:
        assert bool(log.tables()) == stands


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be sent Ctrl-C alone")
@pytest.mark.parametrize(("number", "reason"), [(signal.SIGINT, "stopping"), (signal.SIGTERM, "suspended")])
def test_whoever_is_in_the_lobby_waits_for_a_service_though_nobody_has_a_seat(
    number: signal.Signals, reason: str
) -> None:
    async def wait(process: subprocess.Popen[str], port: int) -> Farewell:
        async with guest(port) as anna:
            await anna.send(Hello(version=VERSION, name="Anna", lobby=True))
            await anna.hear(Lobby)
            process.send_signal(number)
            return await anna.hear(Farewell)

    with opened() as (process, _, port):
        assert asyncio.run(wait(process, port)).reason == reason
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot be sent Ctrl-C alone")
def test_without_a_journal_a_stopped_service_keeps_nothing_and_says_so() -> None:
    with opened("--no-journal") as (process, lines, port):
        asyncio.run(sit_and_vanish(port))
        first, *_ = [next(lines) for _ in range(3)]
        process.terminate()
        rest, _ = process.communicate()
    assert first == "Ctrl-C closes the table, and nothing of it is kept.\n"
    assert rest == "The table is closed.\n"
    assert process.returncode == 0


def test_new_forgets_the_tables_that_stand() -> None:
    with opened() as (process, lines, port):
        asyncio.run(sit_and_vanish(port))
        assert [next(lines) for _ in range(3)][1:] == ["Anna sits down.\n", "Anna is away.\n"]
        process.kill()
    with opened("--new") as (process, lines, port):
        assert next(lines) == f"{commands.CTRL_C}\n"
        process.kill()


@contextmanager
def opened(*flags: str) -> Iterator[tuple[subprocess.Popen[str], Iterator[str], int]]:
    """A host in a process of its own, what it says after its address, and its port."""
    command = "import sys; from server.commands import host; sys.exit(host(sys.argv[1:]))"
    argv = [sys.executable, "-c", command, "--bind", "127.0.0.1", "--port", "0", "--bots", "3", "--pace", "0", *flags]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        assert process.stdout is not None
        lines = iter(process.stdout)
        address = next(line for line in lines if "tapis join" in line).split()[-1]
        yield process, lines, int(address.partition(":")[2])


async def play_one_that_counts(anna: Guest) -> None:
    """A deal in which not all have passed."""
    table = None
    while table is None or table.deals == 0:
        await anna.start()
        await anna.play()
        while (table := await anna.hear(Table)).state != "over":
            pass


async def sit_and_vanish(port: int, token: str | None = None) -> str | None:
    async with guest(port) as anna:
        return (await anna.sit("Anna", token)).seat_token


async def play_a_deal(port: int) -> None:
    async with guest(port) as anna:
        assert {seat.level for seat in (await anna.sit("Anna")).table.seats if seat.kind == "bot"} == {"easy"}
        await anna.start()
        await anna.play()


async def visit(port: int) -> None:
    async with guest(port) as anna:
        await anna.sit("Anna")
        await anna.leave()
        await anna.until_closed()


def exit_code(argv: list[str]) -> int:
    """What the shell would see: argparse leaves by SystemExit."""
    try:
        return host(argv)
    except SystemExit as end:
        return int(end.code or 0)


async def test_two_tables_of_one_name_are_told_apart(highest_card: None) -> None:
    async with open_table(Settings(game="highest", bind="127.0.0.1", port=0)) as opened:
        (first,) = opened.lobby.tables.values()
        assert opened.lobby.called(first.room) == "Tapis Vert"
        second = await opened.lobby.open(Open(id="1", game="highest", name="Tapis Vert"), "127.0.0.1")
        ids = [table.room.terms.id for table in (first, second)]
        called = [opened.lobby.called(table.room) for table in (first, second)]
        assert called == [f"Tapis Vert (Highest Card, {id})" for id in ids]  # noqa: A001


def test_behind_a_proxy_others_are_told_to_join_there() -> None:
    async def sit(
        address: str, port: int, _table: str, name: str | None, invitation: Sequence[Sentence], _: Sentence
    ) -> int:
        assert list(map(str, invitation[1:])) == ["Others join with:", "  tapis join --tls club.example:443"]
        return 0

    argv = ["--bind", "127.0.0.1", "--port", "0", "--public", "wss://club.example", "--play", "--no-journal"]
    assert host(argv, sit) == 0


def test_where_a_host_is_reached_must_be_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["--public", "https://club.example"]) == 2
    assert "write ws://HOST:PORT, wss://HOST" in capsys.readouterr().err


async def sit(
    _at: str, _port: int, _table: str, _name: str | None, _how: Sequence[Sentence], _stopped: Sentence
) -> int:
    return 0


async def test_a_table_is_opened_from_the_start_as_the_command_alone_would(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Settings] = []

    async def take_part(settings: Settings, seat: object, name: str | None) -> int:
        assert (seat, name) == (sit, None)
        opened.append(settings)
        return 0

    monkeypatch.setattr(commands, "_take_part", take_part)
    assert await open_here("belote", "Zoé", sit) == 0
    assert opened == [Settings(game="belote", name="Zoé", journal=usual_place(), announce=True)]


async def test_beside_another_server_it_is_opened_with_what_is_left(
    tmp_path: Path,
) -> None:
    told: list[tuple[int, list[str]]] = []

    async def seat(
        _at: str, port: int, _table: str, _name: str | None, how: Sequence[Sentence], _stopped: Sentence
    ) -> int:
        told.append((port, [str(sentence) for sentence in how if "journal" in str(sentence)]))
        return 0

    kept = tmp_path / "journal.db"
    with listen("127.0.0.1", 0) as taken, journal(kept):
        port = taken.getsockname()[1]
        settings = Settings(bind="127.0.0.1", port=port, journal=kept, announce=False)
        assert await commands.beside_others(settings, seat) == 0
    ((other, notes),) = told
    assert other not in (0, port)
    assert notes == ["Another server on this machine has your journal: the deals of this table are not kept."]


def test_where_no_deal_is_kept_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with journal(tmp_path / "journal.db"):
        assert records(["--journal", str(tmp_path / "journal.db")]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "", "tapis records: there is no such deal; those of `tapis host` are kept, when they are over.\n"
    )  # fmt: skip


async def test_where_it_cannot_be_opened_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def take_part(*_: object) -> int:
        raise CannotListen("port 7878 is taken by another program")

    monkeypatch.setattr(commands, "_take_part", take_part)
    with pytest.raises(CannotOpen, match="tapis host: port 7878 is taken"):
        await open_here("belote", "Zoé", sit)
    with pytest.raises(CannotOpen, match="1 to 24 visible characters"):
        await open_here("belote", "", sit)
