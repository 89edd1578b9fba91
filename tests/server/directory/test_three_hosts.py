"""Three hosts in processes of their own and a broker, as people at terminals see them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, Queue
from threading import Thread

import pytest

from tests.server.directory.brokers import Mosquitto

NAMES = ("One", "Two", "Three")

DEAL = 17
"""Decisions of a deal of Pao De Kuai, at most."""


class Terminal:
    """A command at work: what it says is read line by line, what is said to it is a line."""

    def __init__(self, *words: str) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tapis", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", env=environment,
        )  # fmt: skip
        self.told: list[str] = []
        self._lines: Queue[str | None] = Queue()
        self._reading = Thread(target=self._read)
        self._reading.start()

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, *words: str) -> str:
        """Read on, up to a line with all these words."""
        with suppress(Empty):
            while (line := self._lines.get(timeout=60)) is not None:
                self.told.append(line)
                if all(word in line for word in words):
                    return line
        raise AssertionError(f"{words} was not said, but:\n{''.join(self.told)}")

    def kill(self) -> None:
        """No word of farewell."""
        self.process.kill()
        self._reading.join()
        self.process.communicate()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    there = Terminal(*words)
    try:
        yield there
    finally:
        there.kill()


class Club:
    """Three hosts, by their names, each with a table that has its name."""

    def __init__(self, broker: Mosquitto, stack: ExitStack) -> None:
        self._stack = stack
        self._broker = f"mqtt://127.0.0.1:{broker.port}"
        words = ("host", "--game", "paodekuai", "--bind", "127.0.0.1", "--port", "0", "--pace", "0", "--no-journal")
        self.hosts = {
            name: stack.enter_context(terminal(*words, "--name", name, "--mqtt", self._broker)) for name in NAMES
        }
        self.addresses = {name: host.until("tapis join").split()[-1] for name, host in self.hosts.items()}

    def join(self, name: str, *words: str) -> Terminal:
        """Anna in the lobby of a host, or where these words lead."""
        return self._stack.enter_context(
            terminal("join", self.addresses[name], "--text", "--name", "Anna", *(words or ("--lobby",)))
        )

    def watch(self, table: str) -> Terminal:
        """Somebody who watches a table by way of the broker."""
        return self._stack.enter_context(terminal("watch", "--mqtt", self._broker, table, "--text"))


@pytest.fixture
def club(broker: Mosquitto) -> Iterator[Club]:
    with ExitStack() as stack:
        yield Club(broker, stack)


def wait_for_all(lobby: Terminal, *others: str) -> None:
    for other in others:
        while not any(f"at {other} (" in line for line in lobby.told):
            lobby.until(f"at {other} (")


def test_the_tables_of_all_are_in_each_lobby_and_those_of_a_killed_host_are_not(club: Club) -> None:
    lobbies = {name: club.join(name) for name in NAMES}
    for name, lobby in lobbies.items():
        wait_for_all(lobby, *(other for other in NAMES if other != name))
    club.hosts["Three"].kill()
    for name in ("One", "Two"):
        lobbies[name].until("“Three” is closed.")
    if hasattr(signal, "SIGSTOP"):  # one that is there and says nothing any more
        club.hosts["Two"].process.send_signal(signal.SIGSTOP)
        lobbies["One"].until("“Two” is closed.")


def test_whoever_chooses_a_table_of_another_host_plays_there_and_is_back_in_the_first_lobby(club: Club) -> None:
    anna = club.join("One")
    wait_for_all(anna, "Two")
    anna.say("join Two")
    anna.until("Pao De Kuai, at “Two”")
    anna.say("start", *["1"] * DEAL)
    anna.until("This deal:")
    anna.say("quit")
    anna.until("The lobby of “One”.")
    wait_for_all(anna, "Two")
    anna.say("quit")
    assert anna.process.wait(60) == 0
    club.hosts["Two"].until("Anna gets up.")


def test_one_watches_at_another_host_too(club: Club) -> None:
    anna = club.join("One")
    wait_for_all(anna, "Two")
    bruno = club.join("Two", "--start")
    bruno.until("Your hand")
    anna.say("watch Two")
    anna.until("Pao De Kuai, at “Two”.")
    anna.until("Hugo: ")
    anna.say("quit")
    anna.until("The lobby of “One”.")


def test_a_host_that_is_gone_is_told_and_one_is_in_the_first_lobby_again(club: Club, broker: Mosquitto) -> None:
    anna = club.join("One")
    wait_for_all(anna, "Two")
    broker.kill()
    anna.until("The directory does not answer")
    club.hosts["Two"].kill()
    anna.say("join Two")
    anna.until("The lobby of “One”.")
    anna.until("No table answers at", club.addresses["Two"])


def test_ones_seat_at_another_host_is_kept_for_who_comes_back_by_the_first(club: Club) -> None:
    anna = club.join("One")
    wait_for_all(anna, "Two")
    anna.say("join Two")
    anna.until("Pao De Kuai, at “Two”")
    anna.say("start")
    hand = anna.until("Your hand")
    anna.kill()
    again = club.join("One", "--table", "Two")
    assert again.until("Your hand") == hand


def test_the_broker_is_killed_and_started_again_during_a_deal(club: Club, broker: Mosquitto) -> None:
    anna, bruno = club.join("One", "--start"), club.join("Three")
    wait_for_all(bruno, "One", "Two")
    anna.until("Your hand")
    broker.kill()
    bruno.until("The directory does not answer")
    anna.say(*["1"] * DEAL)
    anna.until("This deal:")
    broker.start()
    bruno.until("The directory answers again.")
    again = club.join("Three")
    wait_for_all(again, "One", "Two")


def test_a_deal_is_watched_by_who_knows_nothing_but_the_broker(club: Club, broker: Mosquitto) -> None:
    anna = club.join("One", "--start")
    anna.until("Your hand")
    watching = club.watch("One")
    watching.until("Pao De Kuai, at “One”.")
    watching.until("Anna")
    anna.say(*["1"] * DEAL)
    account = anna.until("This deal:")
    assert watching.until("This deal:") == account
    watching.say("ledger")
    watching.until("Match, 1 deal: Anna ")
    broker.kill()
    watching.until("The line is broken")
    broker.start()
    watching.until("The line is back.")
    anna.say("quit")
    watching.until("Anna gets up.")
    club.hosts["One"].kill()
    watching.until("The table is not there any more.")
    assert watching.process.wait(60) == 0
    for wrong, told in (("Nowhere", "name one table; there are"), ("Private", "nobody may watch")):
        if wrong == "Private":
            zoe = club.join("Two")
            zoe.say("open", "paodekuai", "Private", "les copains", "", "", "")
            zoe.until("at “Private”")
        refused = club.watch(wrong)
        refused.until(told)
        assert refused.process.wait(60) == 2
