"""The examples do what they say."""

from __future__ import annotations

import asyncio
import json
import runpy
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from engine import GAMES
from protocol.from_server import Table
from server.listener import open_table
from server.settings import Settings
from tests.server.guest import guest

BOT = Path(__file__).parent.parent / "examples" / "bot.py"


play, main, Over = itemgetter("play", "main", "Over")(runpy.run_path(str(BOT)))


@pytest.mark.parametrize("game", list(GAMES))
async def test_the_bot_plays_a_deal(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    async with (
        open_table(Settings(game=game, bind="127.0.0.1", port=0, pace=0, seed=2)) as host,
        guest(host.port) as anna,
    ):
        await anna.sit("Anna")
        playing = asyncio.create_task(play(f"127.0.0.1:{host.port}", "Example"))
        while (await anna.hear(Table)).seats[1].name != "Example":
            pass
        await anna.start()
        end = await anna.play()
        assert end.view.result
    await playing
    out = capsys.readouterr().out
    assert str(list(end.view.result.scores)) in out
    assert "refused" not in out


WELCOME = '{"type":"welcome","seat":0}'
ASKED = '{"type":"update","seq":5,"view":{"legal":["play:KH"]}}'
CLOSED = '{"type":"farewell","reason":"closed","message":"The host has closed the table."}'


async def played(*lines: Sequence[str | bytes]) -> list[list[dict[str, Any]]]:
    """What the bot says on each line to a server that says this on it, frame by frame, and then cuts it."""
    said: list[list[dict[str, Any]]] = []

    async def speak(line: ServerConnection) -> None:
        heard = [json.loads(await line.recv())]
        said.append(heard)
        for frame in lines[len(said) - 1]:
            await line.send(frame)
            if frame == ASKED:
                heard.append(json.loads(await line.recv()))
        line.transport.abort()

    async with serve(speak, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        await play(f"127.0.0.1:{port}", "Example", pauses=(0, 0))
    return said


def farewell(reason: str) -> str:
    return json.dumps({"type": "farewell", "reason": reason, "message": "For now."})


@pytest.mark.parametrize(
    "last", [[], [farewell("suspended")], [farewell("failed")], ['{"type":"refused","code":"too_fast"}']]
)
async def test_the_bot_comes_back_to_its_seat(last: list[str]) -> None:
    first, second = await played([WELCOME, ASKED, *last], [WELCOME, ASKED, CLOSED])
    assert first[0] == second[0], "the same hello, with the token of the seat"
    assert len(first[0]["new_token"]) >= 16
    assert [act["action"] for act in (first[1], second[1])] == ["play:KH"] * 2
    assert first[1]["id"] != second[1]["id"]


@pytest.mark.parametrize("reason", ["closed", "removed", "stopping", "replaced", "left"])
async def test_the_bot_leaves_for_good_when_it_is_told_so(reason: str) -> None:
    assert len(await played([WELCOME, farewell(reason)])) == 1


@pytest.mark.parametrize(
    "frame",
    ["{}", "7", "[]", "null", '{"type":7}', '{"type":"soon"}', '{"type":"update"}', '{"type":"update","view":[]}'],
)
async def test_the_bot_passes_over_what_it_does_not_know(frame: str) -> None:
    assert len(await played([WELCOME, frame, CLOSED])) == 1


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        ("Good evening.", "This is no server of Tapis Vert: it says 'Good evening.'"),
        (b"\xff\x00", "This is no server of Tapis Vert"),
        ('{"type":"failure","code":"full","message":"No seat is free."}', "No seat is free."),
    ],
)
async def test_the_bot_says_why_it_cannot_go_on(frame: str | bytes, told: str) -> None:
    with pytest.raises(Over) as over:
        await played([frame])
    assert told in str(over.value)


async def test_the_bot_does_not_call_for_ever() -> None:
    with pytest.raises(Over, match="cannot be reached"):
        await played([WELCOME], [], [])


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["127.0.0.1:1"], 1, "127.0.0.1:1 cannot be reached: "),
        (["127.0.0.1:99999"], 1, "127.0.0.1:99999 is not an address: "),
        (["[::1"], 1, "[::1 is not an address: "),
        (["a..b"], 1, "a..b is not an address: "),
        ([""], 1, " cannot be reached: "),
        (["--help"], 2, "usage: "),
        (["127.0.0.1:1", "Anna", "Bruno"], 2, "usage: "),
    ],
)
def test_the_bot_says_in_a_line_what_is_wrong(
    words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    said = capsys.readouterr().err
    assert said.startswith(told)
    assert len(said.splitlines()) == 1


def test_ctrl_c_ends_the_bot_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_name: str, _default: object = None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(main.__globals__, "play", interrupted)
    assert main([]) == 130
    assert capsys.readouterr().err == ""
