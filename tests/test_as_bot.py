"""`tapis join --as-bot LEVEL`: a bot at somebody else's table."""

from __future__ import annotations

import asyncio
import sys

import pytest

from protocol import About, Result
from protocol.from_server import Table
from server.listener import open_table
from server.settings import Settings
from server.terms import Terms
from tapis import main


async def test_it_sits_down_and_plays_until_the_table_closes() -> None:
    settled = asyncio.Event()

    def report(_terms: Terms, _about: About, what: Table | Result) -> None:
        if isinstance(what, Result):
            settled.set()

    settings = Settings(game="belote", bind="127.0.0.1", port=0, bots=3, pace=0, seed=2)
    async with open_table(settings, report=report) as host:
        words = ["join", f"127.0.0.1:{host.port}", "--as-bot", "easy", "--name", "Ada", "--start"]
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tapis", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        await settled.wait()
    said, _ = await bot.communicate()
    assert b"This deal: " in said


def test_a_level_that_is_none_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "127.0.0.1", "--as-bot", "best"]) == 2
    assert "argument --as-bot: invalid choice: 'best'" in capsys.readouterr().err


def test_a_bot_does_not_watch(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "127.0.0.1", "--as-bot", "easy", "--watch"]) == 2
    assert capsys.readouterr().err == "tapis join: a bot plays, and does not watch; leave out --as-bot or --watch\n"
