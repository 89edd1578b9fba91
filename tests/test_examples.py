"""The examples do what they say."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path

import pytest

from engine import GAMES
from protocol.from_server import Table
from server.listener import Settings, open_table
from tests.server.guest import guest

BOT = Path(__file__).parent.parent / "examples" / "bot.py"


@pytest.mark.parametrize("game", list(GAMES))
async def test_the_bot_plays_a_deal(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    bot = runpy.run_path(str(BOT))
    async with (
        open_table(Settings(game=game, bind="127.0.0.1", port=0, pace=0, seed=2)) as host,
        guest(host.port) as anna,
    ):
        await anna.sit("Anna")
        playing = asyncio.create_task(bot["play"](f"127.0.0.1:{host.port}", "Example"))
        while (await anna.hear(Table)).seats[1].name != "Example":
            pass
        await anna.start()
        end = await anna.play()
        assert end.view.result
    await playing
    out = capsys.readouterr().out
    assert str(list(end.view.result.scores)) in out
    assert "refused" not in out
