from __future__ import annotations

import asyncio
from random import Random

from client.outages import Broken
from client.robot import Robot
from client.session import Session
from protocol import Result, View
from protocol.from_server import Accepted, Refused, Update
from tests.client.lines import FakeLine
from tests.client.tables import table, view, welcome


async def at_once(_seconds: float) -> None:
    """No time passes."""


async def play(link: FakeLine, *, start: bool = False, choice: str = "play:QH") -> tuple[list[str], int]:
    """A robot at Anna's place until the line ends: what it wrote, and how often it was asked."""
    written: list[str] = []
    asked: list[View] = []

    def bot(known: View, _rng: Random) -> str:
        asked.append(known)
        return choice

    async with asyncio.timeout(5):
        await Robot(Session(link, link.welcome), bot, Random(1), written.append, start=start, sleep=at_once).run()
    return written, len(asked)


async def test_it_decides_when_it_is_its_turn() -> None:
    link = FakeLine()
    link.deal()
    link.on_sent = link.hang_up
    await play(link)
    assert link.sent == ["play:QH"]


async def test_it_asks_for_no_deal_unless_told_to() -> None:
    link = FakeLine()
    link.hang_up()
    await play(link)
    assert link.sent == []
    link = FakeLine()
    link.on_sent = link.hang_up
    await play(link, start=True)
    assert link.sent == ["start"]


async def test_it_asks_again_where_the_table_was_laid_anew() -> None:
    link = FakeLine()

    def answer() -> None:
        if len(link.sent) == 1:
            link.tell(Broken(), welcome())
        else:
            link.hang_up()

    link.on_sent = answer
    await play(link, start=True)
    assert link.sent == ["start", "start"]


async def test_a_choice_that_is_refused_is_not_made_again() -> None:
    link = FakeLine()
    link.deal()

    def answer() -> None:
        if len(link.sent) == 1:
            link.tell(Refused(id="1", code="illegal", message="No.", clause="5.2"))
        else:
            link.hang_up()

    link.on_sent = answer
    await play(link, choice="play:KS")
    assert link.sent == ["play:KS", "play:7H"]


async def test_what_came_too_fast_for_the_server_is_said_again() -> None:
    for deals in (False, True):
        link = FakeLine()
        if deals:
            link.deal()

        def answer(link: FakeLine = link) -> None:
            if len(link.sent) == 1:
                link.tell(Refused(id="1", code="too_fast", message="Wait a moment."))
            else:
                link.hang_up()

        link.on_sent = answer
        await play(link, start=not deals)
        assert link.sent == (["play:QH"] if deals else ["start"]) * 2


async def test_it_says_how_each_deal_ended() -> None:
    link = FakeLine()
    link.deal()

    def end() -> None:
        settled = view(to_act=None, hand=(), legal=(), result=Result("played", (174, -58, -58, -58)))
        link.tell(Accepted(id="1"), Update(seq=2, events=(), view=settled), table("over", deals=1))
        link.hang_up()

    link.on_sent = end
    written, asked = await play(link)
    assert written == ["This deal: Anna +174, Bruno −58, Clara −58, Dédé −58\n"]
    assert asked == 1
