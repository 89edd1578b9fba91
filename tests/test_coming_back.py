"""People who come back: to a host that was killed and started again, and from a terminal that was closed."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from client.address import Address
from client.line import Line
from client.link import Link, TurnedAway, dial
from client.outages import Broken
from client.robot import Robot
from client.seats import Seats
from client.session import Session
from engine.proof import verdict
from engine.record import parse
from protocol import VERSION, View
from protocol.from_client import Chat, Hello
from protocol.from_server import Accepted, Welcome
from protocol.message import Message
from server.bots.anygame import decide
from server.journal import finished
from server.listener import open_table
from server.settings import Settings


@contextmanager
def host(*argv: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A host in a process of its own, and its port."""
    command = [sys.executable, "-m", "tapis", "host", "--bind", "127.0.0.1", "--port", "0", "--pace", "0", *argv]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            address = next(line for line in process.stdout if "tapis join" in line).split()[-1]
            yield process, int(address.partition(":")[2] or 7878)
        finally:
            process.kill()


class Friends:
    """Anna and Bruno, each at a terminal that nobody touches."""

    def __init__(self, port: int) -> None:
        self.said = {"Anna": "", "Bruno": ""}
        self.decided = 0
        self.changed = asyncio.Event()
        self.restarted = asyncio.Event()
        self._port = port
        self._loop = asyncio.get_running_loop()

    async def sit(self, name: str) -> Robot:
        """Sit down, and play for as many deals as there are."""
        at = partial(dial, Address("127.0.0.1", self._port))
        line = Line(at, Hello(version=VERSION, name=name), Seats(), sleep=self._pause)
        welcome = await line.receive()
        assert isinstance(welcome, Welcome)
        return Robot(Session(line, welcome), self._decide, Random(1), partial(self._write, name), start=name == "Anna")

    async def until(self, decisions: int = 0, deals: int = 0) -> None:
        """Until they have decided so often, and have seen so many deals end."""
        while self.decided < decisions or any(text.count("The shuffle") < deals for text in self.said.values()):
            self.changed.clear()
            await self.changed.wait()

    async def _pause(self, seconds: float) -> None:
        if seconds:
            await self.restarted.wait()

    def _decide(self, view: View, rng: Random) -> str:
        self.decided += 1
        self._loop.call_soon_threadsafe(self.changed.set)
        return decide(view, rng)

    def _write(self, name: str, text: str) -> None:
        self.said[name] += text
        self.changed.set()


@pytest.mark.parametrize("end", [subprocess.Popen.kill, subprocess.Popen.terminate], ids=["killed", "stopped"])
async def test_the_host_ends_and_is_started_again_and_both_clients_play_on_without_a_key(
    tmp_path: Path, end: Callable[[subprocess.Popen[str]], None]
) -> None:
    journal = tmp_path / "journal.db"
    argv = ("--game", "paodekuai", "--journal", str(journal))
    with host(*argv) as (first, port):
        friends = Friends(port)
        playing = [asyncio.create_task((await friends.sit(name)).run()) for name in ("Bruno", "Anna")]
        await friends.until(decisions=5)
        end(first)
        first.wait()
        with host(*argv, "--port", str(port)):
            friends.restarted.set()
            await friends.until(deals=2)
        for each in playing:
            each.cancel()
        await asyncio.wait(playing)
    for text in friends.said.values():
        assert "WARNING" not in text
    deals = [[line for line in text.splitlines() if line.startswith("This deal")][:2] for text in friends.said.values()]
    assert deals[0] == deals[1]
    records = list(finished(journal, None, None))
    assert len(records) >= 2
    for line in records[:2]:
        record = parse(line)
        assert verdict(record, record["deal"])[0], "the shuffle fits its proof"


class Terminal:
    """A terminal of Anna's, the lines of which can be cut as if it slept."""

    def __init__(self, port: int, seats: Seats) -> None:
        self._at = Address("127.0.0.1", port)
        self.line = Line(self._dial, Hello(version=VERSION, name="Anna"), seats, sleep=self._pause)

    async def falls_asleep(self) -> None:
        await self._link.close()
        while not isinstance(await self.line.receive(), Broken):
            pass

    async def sees(self, message: type[Message]) -> None:
        while not isinstance(await self.line.receive(), message):
            pass

    async def _dial(self, hello: Hello) -> Link:
        self._link = await dial(self._at, hello)
        return self._link

    async def _pause(self, _seconds: float) -> None:
        """The machine is quick."""


async def test_a_terminal_that_wakes_up_does_not_take_the_seat_from_the_one_to_which_its_owner_has_gone() -> None:
    async with open_table(Settings(bind="127.0.0.1", port=0)) as at:
        seats = Seats()
        old, new = Terminal(at.port, seats), Terminal(at.port, seats)
        await old.sees(Welcome)
        await old.falls_asleep()
        await old.sees(Welcome)
        await old.falls_asleep()
        await new.line.come_back(str(seats.token()))
        await new.sees(Welcome)
        with pytest.raises(TurnedAway, match="Your seat was taken over"):
            await old.line.receive()
        await new.line.say(Chat(id="1", text="Here I am."))
        await new.sees(Accepted)
        await new.falls_asleep()
        await new.sees(Welcome)
        await new.line.close()


def test_a_seat_is_there_again_for_whoever_comes_from_another_terminal(tmp_path: Path) -> None:
    def join(port: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tapis", "join", f"127.0.0.1:{port}", "--text", "--name", "Anna"]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment
        )

    def hand(process: subprocess.Popen[str]) -> str:
        assert process.stdout
        return next(line for line in process.stdout if line.startswith("Your hand"))

    with host("--journal", str(tmp_path / "journal.db")) as (_, port):
        with join(port) as one:
            assert one.stdin
            one.stdin.write("start\n")
            one.stdin.flush()
            dealt = hand(one)
            with join(port) as two:
                assert hand(two) == dealt
                assert one.stdout
                one.stdout.read()  # its input stays open: it is to end by what it is told
                assert one.wait() == 4, "the newest connection has the seat, and the older is told"
                two.kill()
        with join(port) as three:
            assert hand(three) == dealt
            told, _ = three.communicate("quit\n")
            assert three.returncode == 0
        with join(port) as four:
            told, _ = four.communicate("")
            assert "Your hand" not in told, "a seat that was given up is not asked for again"


def test_whoever_keeps_his_seat_is_told_in_the_shell_how_to_come_back() -> None:
    def tapis(*argv: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "tapis", *argv]
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", env=environment)

    with host() as (_, port):
        with tapis("join", f"127.0.0.1:{port}", "--text", "--name", "Zoé B", "--start") as leaving:
            assert leaving.stdout
            dealt = next(line for line in leaving.stdout if line.startswith("Your hand"))
            told = leaving.communicate("keep\n")[0].splitlines()[-1]
            assert leaving.returncode == 0
        command = told.split("`")[1]
        assert told == f"Your seat at “Tapis Vert” is kept: `{command}` brings you back. The deal waits for you."
        program, *argv = shlex.split(command)
        assert program == "tapis"
        with tapis(*argv, "--text") as back:
            assert back.stdout
            assert next(line for line in back.stdout if line.startswith("Your hand")) == dealt
            told = "".join(back.communicate("quit\n"))
            assert ("is kept" in told, back.returncode) == (False, 0), "a seat that is given up is not kept"
