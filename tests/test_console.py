"""The client in a real pseudo-terminal: the first start, a resize, Ctrl-C, a stop, a killed server, a fault of ours."""

from __future__ import annotations

import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tapis

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind, and no such signals", allow_module_level=True)

from tests.console import Console, console, running
from tests.test_coming_back import host

ESCAPE, CTRL_C, CTRL_Z, CTRL_BACKSLASH, ENTER = "\x1b", "\x03", "\x1a", "\x1c", "\r"

PLAY = ("play", "tarot", "--pace", "0", "--seed", "3", "--name", "Anna")


@pytest.fixture
def playing() -> Iterator[Console]:
    """At the terminal of a person whose bid is asked."""
    with console(*PLAY) as at:
        at.shows("Your bid")
        yield at


def test_the_first_start_asks_for_a_name_once_and_leads_to_a_game() -> None:
    with console() as at:
        at.shows("What are you called")
        at.press(f"Zoé{ENTER}")
        at.shows("Where do you want to play?")
        at.press(ENTER)
        at.shows("Which game?")
        at.press(ENTER)
        at.shows("Your hand, 18 cards")
        at.press(CTRL_C + CTRL_C)
        at.shows("Where do you want to play?")
        at.press(ESCAPE)
        assert at.ends() == 0
        assert at.restored
    with console() as again:
        again.shows("Where do you want to play?")
        assert "Zoé" in again.text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("discover",), "Listening for tables on this network…"),
        (("tables", "--mqtt", "mqtt://u:secret@127.0.0.1:1"), "Listening to the broker at mqtt://127.0.0.1:1…"),
        (("watch", "--mqtt", "mqtt://127.0.0.1:1", "t1"), "Listening to the broker at mqtt://127.0.0.1:1…"),
    ],
)
def test_whoever_has_to_wait_for_what_is_heard_is_told_so_at_once(words: tuple[str, ...], told: str) -> None:
    with console(*words) as at:
        at.shows(told)


@pytest.mark.parametrize("words", [("rules", "bridge"), ("play", "poker"), ("rules", "belote", "3.8")])
def test_no_word_of_what_is_printed_is_broken_and_no_line_of_it_elsewhere(words: tuple[str, ...]) -> None:
    piped = subprocess.run([sys.executable, "-m", "tapis", *words], capture_output=True, text=True, encoding="utf-8")
    with console(*words) as at:
        at.ends()
    lines = at.written.decode().splitlines()
    assert all(len(line) <= 80 for line in lines)
    whole = (piped.stdout + piped.stderr).replace("- **3.8** ", "3.8 ")
    assert " ".join(lines).split() == whole.split()
    assert len(lines) > 1
    assert len(piped.stderr.splitlines()) <= 1


def test_a_book_that_is_longer_than_the_screen_is_read_through_the_pager_of_who_reads_it() -> None:
    with console("rules", "belote", PAGER="head -n 3") as at:
        assert at.ends() == 0
        assert "Four players in two partnerships" in at.text, "without the marks of a page"
        assert "1 Cards" not in at.written.decode()
    for pager in ("", "/no/such/pager", "'"):
        with console("rules", "belote", PAGER=pager) as at:
            assert at.ends() == 0
            assert b"1 Cards" in at.written
    with console("rules", "belote", "3.8", PAGER="head -n 0") as at:
        assert at.ends() == 0
        assert "rebelote" in at.text, "what is seen at once needs none"


def test_a_game_is_there_at_once_and_left_with_escape(playing: Console) -> None:
    assert "Your hand, 18 cards" in playing.text
    assert not playing.restored, "a full screen takes the terminal"
    playing.press(ESCAPE)
    playing.shows("Leave?")
    playing.press("y")
    assert playing.ends() == 0
    assert playing.restored


def test_the_screen_follows_the_window(playing: Console) -> None:
    playing.resize(40, 12)
    playing.until(lambda: "Your bid" in playing.text and "French Tarot" not in playing.text)
    assert playing.text.splitlines()[-2].startswith(" ▸ Your bid")
    playing.resize(120, 40)
    playing.until(lambda: "French Tarot" in playing.text and playing.text.splitlines()[-2].startswith(" ▸ Your bid"))
    assert "Your hand, 18 cards" in playing.text


def test_ctrl_c_asks_first_and_does_not_ask_twice(playing: Console) -> None:
    playing.press(CTRL_C)
    playing.shows("Leave?")
    playing.press(CTRL_C)
    assert playing.ends() == 0
    assert playing.restored


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_a_signal_that_ends_it_leaves_the_terminal_as_it_was(playing: Console, end: signal.Signals) -> None:
    playing.process.send_signal(end)
    if end == signal.SIGINT:
        playing.shows("Leave?")
        playing.press("y")
    playing.ends()
    assert playing.restored


def test_ctrl_backslash_ends_it_at_once_as_it_ends_whatever_does_not_take_the_terminal(playing: Console) -> None:
    playing.press(CTRL_BACKSLASH)
    assert playing.ends() == 1
    assert playing.restored


HERE = ("--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Anna")


def end(at: Console, by: signal.Signals | str) -> str:
    """All that is read once it was ended by a signal, or by a key, as one line."""
    at.press(by) if isinstance(by, str) else at.process.send_signal(by)
    at.ends()
    assert at.restored
    return " ".join(at.text.split())


ENDS = pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP, CTRL_BACKSLASH])


@ENDS
def test_who_hosts_and_plays_and_has_to_go_is_told_that_the_tables_are_kept(by: signal.Signals | str) -> None:
    with console("host", "--play", "--lang", "it", *HERE) as at:
        at.shows("Anna")
        told = end(at, by)
    assert told.endswith("Chi ospita si ferma; i tavoli vengono conservati, e si ritroveranno al prossimo avvio.")


def test_of_a_table_that_is_not_kept_that_is_not_said() -> None:
    with console("host", "--play", "--no-journal", *HERE) as at:
        at.shows("Anna")
        assert end(at, signal.SIGTERM).endswith("The table is closed.")


@ENDS
@pytest.mark.parametrize("mode", [(), ("--text",)])
def test_who_has_to_go_is_told_that_his_seat_is_kept(by: signal.Signals | str, mode: tuple[str, ...]) -> None:
    with host() as (_, port), console("join", f"127.0.0.1:{port}", "--name", "Anna", *mode) as at:
        at.shows("when everybody is here")
        told = end(at, by)
    assert f"is kept: `tapis join 127.0.0.1:{port} --name Anna` brings you back." in told


@pytest.mark.parametrize("words", [("host", *HERE), ("host", "--play", *HERE), ("join",), ("join", "--text"), PLAY])
def test_that_a_terminal_is_gone_is_no_fault(words: tuple[str, ...], tmp_path: Path) -> None:
    with host("--journal", str(tmp_path / "journal.db")) as (_, port):
        there = (f"127.0.0.1:{port}", "--name", "Anna", "--start") if words[0] == "join" else ()
        program = shlex.join([sys.executable, "-m", "tapis", *words, *there])
        with running("sh", "-c", f"exec {program} 2> {tmp_path}/err") as at:
            at.until(lambda: "Your hand" in at.text or "tapis join" in at.text)
            at.hang_up()
    assert (tmp_path / "err").read_text() == ""


@pytest.mark.skipif(not shutil.which("bash"), reason="a shell that knows jobs is needed")
def test_the_shell_gets_its_terminal_back_for_a_while() -> None:
    with running("bash", "--norc", "--noprofile", "-i", PS1="$ ") as at:
        at.shows("$")
        at.press(f"{shlex.join([sys.executable, '-m', 'tapis', *PLAY])}{ENTER}")
        at.shows("Your bid")
        at.press(CTRL_Z)
        at.shows("Stopped")
        at.press(f"echo $((6 * 7)){ENTER}")
        at.shows("42")
        at.resize(60, 20)
        at.press(f"fg{ENTER}")
        at.until(lambda: at.text.splitlines()[-2].startswith(" ▸ Your bid"))
        at.press(CTRL_C + CTRL_C)
        at.until(lambda: at.text.rstrip().endswith("$"))
        at.press(f"exit{ENTER}")
        assert at.ends() == 0
        assert at.restored


def test_a_server_that_is_killed_is_told_and_found_again(tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "journal.db"))
    with host(*journal) as (server, port), console("join", f"127.0.0.1:{port}", "--name", "Anna", "--start") as at:
        at.until(lambda: "Your hand" in at.text)
        server.kill()
        server.wait()
        at.shows("The line is broken")
        assert "Your hand" in at.text
        with host(*journal, "--port", str(port)):
            at.until(lambda: "The line is broken" not in at.text)
            at.press(CTRL_C)
            at.shows("Leave?")
            at.press("y")
            assert at.ends() == 0
        assert at.restored


FAULT = """
import sys
import {module}, tapis
right = {module}.{function}
def {function}(shown, *how, **more):
    if {ours}:
        raise RuntimeError("a fault of ours")
    return right(shown, *how, **more)
{module}.{function} = {function}
if __name__ == "__main__":
    sys.exit(tapis.main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("module", "function", "ours"),
    [
        ("client.screens.app", "picture", "shown.mode == 'deciding'"),
        ("client.session", "reduce", "how[0].type == 'update' and how[0].view.legal"),
        ("client.desk", "leaving", "True"),
    ],
    ids=["drawing", "listening", "a key"],
)
def test_a_fault_of_ours_gives_the_terminal_back_and_is_told(
    tmp_path: Path, module: str, function: str, ours: str
) -> None:
    program = tmp_path / "faulty.py"
    program.write_text(FAULT.format(module=module, function=function, ours=ours))
    with running(sys.executable, str(program), *PLAY, PYTHONPATH=str(Path(tapis.__file__).parent)) as at:
        if module == "client.desk":
            at.shows("Your bid")
            at.press(CTRL_C)
        assert at.ends() == 1
        assert at.restored
        assert "RuntimeError: a fault of ours" in at.text
