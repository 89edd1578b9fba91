"""A whole deal between a real server and real clients, who take part in its shuffle and check it."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

from client.robot import Robot
from client.session import Session
from server.bots.anygame import decide
from server.listener import open_table
from server.settings import Settings
from tests.client.lines import seated_at


async def test_two_people_shuffle_with_the_server_and_both_find_that_nobody_can_have_stacked_the_cards() -> None:
    earnest = Settings(game="paodekuai", bind="127.0.0.1", port=0, pace=0)
    said = {"Anna": "", "Bruno": ""}
    checked = asyncio.Event()

    def write(name: str, text: str) -> None:
        said[name] += text
        if all("shuffle" in each for each in said.values()):
            checked.set()

    def play(session: Session, name: str) -> Robot:
        return Robot(session, decide, Random(1), partial(write, name), start=name == "Anna")

    async with (
        open_table(earnest) as host,
        seated_at(host.port, "Bruno") as one,
        seated_at(host.port, "Anna") as two,
        asyncio.TaskGroup() as tasks,
    ):
        playing = [tasks.create_task(play(at, name).run()) for at, name in ((one, "Bruno"), (two, "Anna"))]
        await checked.wait()
        for each in playing:
            each.cancel()
    for text in said.values():
        assert "The shuffle is checked: nobody can have stacked the cards." in text
