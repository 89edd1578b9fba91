"""A real server with real clients is killed at random moments: nothing that it has acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from engine import GAMES, game_named, record
from engine.proof import verdict
from engine.shuffle import pledge
from protocol import VERSION
from protocol.codec import encode, read_from_server
from protocol.from_client import Act, Entropy, Hello, Pledge, Start
from protocol.from_server import Accepted, Commitment, FromServer, Pledges, Refused, Table, Update, Welcome
from protocol.message import Message
from server.journal import finished
from tests.lengths import length

KILLS = 5

MATCHES = length(short=1, long=20)
"""In each of them the server is killed five times."""


@contextmanager
def server(*argv: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server in a process of its own, and its port."""
    command = [sys.executable, "-m", "tapis", "host", "--bind", "127.0.0.1", "--port", "0", "--pace", "60", *argv]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            address = next(line for line in process.stdout if "tapis join" in line).split()[-1]
            yield process, int(address.partition(":")[2])
        finally:
            process.kill()


class Player:
    """A person who comes back with his token, and says again what has not been answered."""

    def __init__(self, number: int, rng: Random) -> None:
        self.number = number
        self.rng = rng
        self.token: str | None = None
        self.seat = -1
        self.unanswered: Act | Start | None = None
        self.done: list[str] = []
        self.seq = 0
        self.deals = 0
        self.scores: tuple[int | float, ...] = ()
        self.started = False
        self.choices: tuple[str, ...] = ()
        self.ids = itertools.count()
        self.bytes = f"{number:064x}"
        self.parts: list[Message] = []

    async def sit(self, port: int, moment: Callable[[], bool], deals: int | None) -> None:
        """Play until the connection ends, or so many deals are over. `moment` is asked after whatever happens."""
        with contextlib.suppress(ConnectionClosed):
            async with connect(f"ws://127.0.0.1:{port}/", proxy=None, max_size=None) as line:
                await line.send(encode(Hello(version=VERSION, name=f"Guest {self.number}", seat_token=self.token)))
                if self.unanswered:
                    await line.send(encode(self.unanswered))
                async for frame in line:
                    assert isinstance(frame, str)
                    self.hear(read_from_server(frame))
                    if moment() or (deals is not None and self.deals >= deals and not self.unanswered):
                        return
                    for answer in self.answers():
                        await line.send(encode(answer))
                        if moment():
                            return

    def hear(self, message: FromServer) -> None:
        match message:
            case Welcome():
                assert self.token in (None, message.seat_token), "the seat is still his"
                assert message.seat is not None
                self.seat, self.token = message.seat, message.seat_token
                self.table(message.table)
            case Table():
                self.table(message)
            case Update():
                assert message.seq >= self.seq, "what was told once has happened"
                self.seq, self.started = message.seq, False
                self.state = "over" if message.view.result else "playing"
                self.choices = message.view.legal
            case Accepted(id=number) if self.unanswered and number == self.unanswered.id:
                if isinstance(self.unanswered, Act):
                    self.done.append(self.unanswered.action)
                else:
                    self.started = True
                self.unanswered = None
            case Refused(id=number) if self.unanswered and number == self.unanswered.id:
                self.unanswered = None  # it was a choice from before a command that he has said again
            case Commitment(deal=deal, hash=commitment):
                self.parts = [Pledge(id=self.id(), deal=deal, hash=pledge(commitment, self.seat, self.bytes))]
            case Pledges(deal=deal):
                self.parts = [Entropy(id=self.id(), deal=deal, bytes=self.bytes)]

    def table(self, table: Table) -> None:
        assert table.deals >= self.deals
        if table.deals == self.deals and self.scores:
            assert table.scores == self.scores
        self.state, self.deals, self.scores = table.state, table.deals, table.scores
        self.everybody = all(seat.kind == "person" and seat.present for seat in table.seats)

    def answers(self) -> Iterator[Message]:
        """What he has to say now: his part in a shuffle, and one command after the other."""
        while self.parts:
            yield self.parts.pop()
        if not self.unanswered and (self.choices or self.idle):
            self.unanswered = self.choice() if self.choices else Start(id=self.id())
            yield self.unanswered

    @property
    def idle(self) -> bool:
        """Whether it is for him to start a deal."""
        return self.number == 0 and self.everybody and self.state != "playing" and not self.started

    def choice(self) -> Act:
        action, self.choices = self.rng.choice(self.choices), ()
        return Act(id=self.id(), seq=self.seq, action=action)

    def id(self) -> str:
        return f"{self.number}-{next(self.ids)}"


@pytest.mark.parametrize("match", range(MATCHES))
async def test_a_server_that_is_killed_loses_nothing(match: int, tmp_path: Path) -> None:
    rng = Random(match)
    game = game_named(list(GAMES)[match % len(GAMES)])
    journal = str(tmp_path / "journal.db")
    players = [Player(number, rng) for number in range(game.about.seats)]
    for _ in range(KILLS):
        with server("--game", game.about.key, "--journal", journal) as (process, port):
            left = rng.randrange(1, 200)

            def moment(process: subprocess.Popen[str] = process) -> bool:
                nonlocal left
                left -= all(player.token for player in players)
                if left == 0:
                    process.kill()
                return left <= 0

            await asyncio.gather(*(player.sit(port, moment, None) for player in players))
    deals = max(player.deals for player in players) + 1
    with server("--game", game.about.key, "--journal", journal) as (process, port):
        await asyncio.gather(*(player.sit(port, bool, deals) for player in players))
    assert acted(journal) == [player.done for player in sorted(players, key=lambda player: player.seat)]


def acted(journal: str) -> list[list[str]]:
    """What each seat has done in the finished deals."""
    done: list[list[str]] = []
    for line in finished(Path(journal), None, None):
        parsed = record.parse(line)
        replayed = record.replay(parsed)
        assert verdict(parsed, parsed["deal"])[0], "every shuffle, also one that was broken off, can be checked"
        done = done or [[] for _ in range(replayed.game.about.seats)]
        for step in replayed.steps:
            done[step.seat].append(step.action)
    return done
