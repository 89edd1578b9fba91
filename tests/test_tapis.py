"""The command as it is typed: what it says, and what it ends with."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from threading import Thread

import pytest
from websockets.sync.server import serve

import tapis
from client.entering import Wish
from client.language import speaking
from client.link import HungUp, LinkError
from client.sitting import Server
from protocol import VERSION
from protocol.codec import encode
from protocol.from_client import Hello
from protocol.from_server import Failure, Welcome
from tests.server.guest import guest

SILENT = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def run(*words: str, **how: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    settings = {"timeout": 60, "encoding": "utf-8", "env": {**os.environ, "PYTHONIOENCODING": "utf-8"}} | SILENT | how
    return subprocess.run([sys.executable, "-m", "tapis", *words], check=False, **settings)  # type: ignore[call-overload, no-any-return]


def test_help_has_a_line_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["--help"]) == 0
    told = capsys.readouterr().out
    for command in ("play", "host", "join", "rules", "records", "replay"):
        assert f"tapis {command}" in told


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["--version"]) == 0
    assert capsys.readouterr().out == f"tapis {version('tapis-vert')}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["deal"], "tapis: there is no command “deal”; there are play, host, join, "),
        (["play", "whist"], "'whist'; the games are tarot"),
        (["play", "--name", "x" * 200], "a name has 1 to 24 characters, this one has 200"),
        (["play", "--name", "\x1b" * 24], "\\x1b\\x1b'."),
        (["play", "--deal", "3"], "give it with --again FILE"),
        (["play", "--seat", "0"], "give it with --again FILE"),
        (["play", "belote", "--again", "deals"], "leave out GAME and --seed"),
        (["play", "--again", "deals", "--seed", "0"], "leave out GAME and --seed"),
        (["play", "--pace", "soon"], "'soon' cannot be; give seconds from 0 to 60"),
        (["play", "--pace", "-1"], "'-1' cannot be; give seconds from 0 to 60"),
        (["join", "host:port"], "“port” is not a port"),
        (["join", "--name", "x" * 200], "a name has 1 to 24 characters, this one has 200"),
        (["join", "--name", " "], "a name has 1 to 24 characters, this one has 0"),
        (["rules", "whist"], "no rulebook is called “whist”"),
        (["rules", "tarot", "9.9"], "There is no part 9.9; there are 1 Aim, 2 Deal and auction, "),
    ],
)
def test_what_cannot_be_is_said_in_a_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(words) == 2
    said = capsys.readouterr().err
    assert told in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("words", [[], *([word] for word in tapis.COMMANDS), ["watch", "--mqtt", "mqtt://here"]])
def test_an_option_that_there_is_not_is_said_in_a_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main([*words, "--no-such-thing"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(" ".join(["tapis", *words[:1]]) + ": ")


def test_a_clause_of_a_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["rules", "common", "C.2"]) == 0
    assert capsys.readouterr().out.startswith("- **C.2**")
    assert tapis.main(["rules", "tarot", "5.3"]) == 0
    assert capsys.readouterr().out.startswith("- **5.3** ")


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        assert tapis.main(["join", f"127.0.0.1:{closed.getsockname()[1]}"]) == 3
    assert "No table answers at 127.0.0.1:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("failure", "code"),
    [(Failure(code="full", message="The table is full."), 4), (Failure(code="version", message="No.", version=9), 5)],
)
def test_turned_away(failure: Failure, code: int) -> None:
    def answer(line: object) -> None:
        line.recv()  # type: ignore[attr-defined]
        line.send(encode(failure))  # type: ignore[attr-defined]

    with serve(answer, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        ended = run("join", f"127.0.0.1:{server.socket.getsockname()[1]}")
        server.shutdown()
    assert ended.returncode == code
    assert len(ended.stderr.splitlines()) == 1


def test_without_a_person_the_table_is_told_and_left(data_folder: Path) -> None:
    ended = run("play", "tarot", "--pace", "0", "--seed", "3", "--name", "Anna")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("French Tarot, at “Tapis Vert”.\nAnna: you.\n")
    assert "Your hand, 18 cards" in ended.stdout
    assert not list(data_folder.glob("journal*")), "a table for an hour on one's own is not kept"


def test_a_whole_deal_from_a_pipe() -> None:
    lines = "\n".join(["2", "1 2 3 4 5 6", "yes", *["1"] * 40, "quit"])
    ended = run("play", "tarot", "--pace", "0", "--seed", "3", stdin=None, input=lines)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count("wins the trick.") == 18
    assert "This deal: " in ended.stdout


def test_an_output_without_suit_signs_gets_codes() -> None:
    ended = run("play", "--pace", "0", "--seed", "3", env={**os.environ, "PYTHONIOENCODING": "ascii"}, encoding="ascii")
    assert ended.returncode == 0
    assert "spades" in ended.stdout
    assert "♠" not in ended.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that is closed at its end is a thing of POSIX")
def test_a_reader_that_has_gone_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = run("play", "--pace", "0", stdout=writing)
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_an_output_in_an_older_encoding_gets_plainer_signs(encoding: str) -> None:
    record = (Path(__file__).parent / "engine" / "vectors" / "belote.jsonl").read_text(encoding="utf-8").splitlines()
    deals = "\n".join(
        json.dumps(json.loads(line)["record"]) for line in record if "error" not in json.loads(line)["answer"]
    )
    told = subprocess.run(
        [sys.executable, "-m", "tapis", "replay", "-"],
        input=deals.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert told.stderr == b""
    assert told.returncode == 0
    assert "Belote" in told.stdout.decode(encoding)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize(
    "words", [["rules", "tarot"], ["rules", "tarot", "5.3"], ["--help"], ["play", "tarot", "--text"]]
)
def test_an_output_that_is_full_is_said_in_a_line(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ended = run(*words, stdout=full)
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == ["tapis: No space left on device"]


@pytest.mark.parametrize("name", ["bad\udcff", "\x1b[31mred", "a\u202eb"])
def test_a_name_of_signs_that_cannot_be_seen_is_refused_here(name: str) -> None:
    ended = run("play", "tarot", "--text", "--name", name)
    assert ended.returncode == 2
    assert "a name is made of signs that can be seen" in ended.stderr


def test_who_hosts_and_plays_reads_in_his_language_how_others_join(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    async def play_at(*_: object, invitation: tuple[str, ...], **_how: object) -> None:
        read.extend(invitation)

    monkeypatch.setattr("client.sitting.play_at", play_at)
    here = ["host", "--bind", "127.0.0.1", "--port", "0", "--no-journal", "--no-announce"]
    with speaking("en"):
        assert tapis.main([*here, "--name", "Anna", "--play", "--lang", "cs"]) == 0
    assert read[0].startswith("Francouzský tarok, stůl „Anna“, míst: 4;")


def test_who_hosts_another_game_than_before_sits_down_at_a_table_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[str] = []

    async def sit_down(server: Server, wish: Wish, *_: object, **_how: object) -> LinkError:
        async with guest(server.address.port) as anna:
            assert wish.table, "not where he had a seat last"
            await anna.send(Hello(version=VERSION, name=wish.name, table=wish.table))
            games.append((await anna.hear(Welcome)).about.key)
        return HungUp()

    monkeypatch.setattr("client.sitting.sit_down", sit_down)
    for game in ("belote", "tarot", "belote"):
        argv = ["host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Anna", "--play"]
        assert tapis.main([*argv, "--game", game]) == 0
    assert games == ["belote", "tarot", "belote"]


def test_who_hosts_and_plays_is_told_of_settings_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
    tmp_path.joinpath("settings.toml").write_text("theme = 5")
    assert tapis.main(["host", "--play"]) == 2
    assert capsys.readouterr().err.startswith("tapis host: ")


def test_what_to_report_with_tells_no_name_and_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "zdenka"
    config = home / "config"
    config.mkdir(parents=True)
    config.joinpath("settings.toml").write_text('name = "Zdenka"\ntheme = "four-colour"\n')
    monkeypatch.setenv("TERM", "xterm")
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(home))
    for variable, folder in (("TAPIS_CONFIG", config), ("TAPIS_STATE", home / "state"), ("TAPIS_DATA", home / "data")):
        monkeypatch.setenv(variable, str(folder))
    assert tapis.main(["--debug-info"]) == 0
    told = capsys.readouterr().out
    assert "zdenka" not in told.casefold()
    assert version("prompt-toolkit") in told
    for part in ("settings.toml: theme = 'four-colour'", "state", "data", "no terminal", "Python", "TERM", "uvloop"):
        assert part in told
    config.joinpath("settings.toml").write_text('name = "Zdenka"\nname = 5')
    assert tapis.main(["--debug-info"]) == 0
    assert "cannot be read" in capsys.readouterr().out


def test_an_output_that_knows_no_accents_gets_letters_without_them() -> None:
    told = run("play", "--lang", "fr", "--pace", "0", "--seed", "3", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "Lea, un bot, prend la place." in told.stdout
    assert "coeur" in told.stdout


def test_watching_by_way_of_a_broker_is_in_the_help_and_shown_as_one_likes(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["watch", "--help"]) == 0
    assert "tapis watch --mqtt URL TABLE" in " ".join(capsys.readouterr().out.split())
    for wrong in ("--lang", "--theme"):
        assert tapis.main(["watch", "--mqtt", "mqtt://127.0.0.1:1", "x", wrong, "loud"]) == 2
        assert f"argument {wrong}: invalid choice: 'loud'" in capsys.readouterr().err
