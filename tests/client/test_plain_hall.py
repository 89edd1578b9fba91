"""The lobby in lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from client.entering import Away
from client.keys import USUAL, Keyboard, remapped
from client.link import LinkError
from client.outages import Broken
from client.plain_hall import HallReader
from client.seats import Seats
from client.visit import Visit
from protocol.from_client import Join, Open, Watch
from protocol.from_server import Farewell, Lobby, Refused, Welcome
from tests.client.halls import CLUB, FRIDAY, FULL, lobby
from tests.client.handed import Handed
from tests.client.lines import FakeLine
from tests.client.tables import welcome


class Foyer(Handed):
    """Anna in the lobby."""

    def __init__(self, line: FakeLine, here: Lobby, keyboard: Keyboard = USUAL) -> None:
        super().__init__()
        self.line = line
        reader = HallReader(Visit(line, Seats(), here), self, self.write, keyboard=keyboard)
        self.running: asyncio.Task[LinkError | Welcome | Away | None] = asyncio.create_task(reader.run())

    def grant(self) -> None:
        """Whatever is asked for is granted."""
        self.line.on_sent = lambda: self.line.tell(welcome())


@asynccontextmanager
async def foyer(here: Lobby | None = None, keyboard: Keyboard = USUAL) -> AsyncIterator[Foyer]:
    at = Foyer(FakeLine(), here or lobby(FRIDAY, CLUB, FULL), keyboard)
    try:
        await at.heard("> ")
        yield at
    finally:
        await at.end()


async def test_the_tables_are_told_one_a_line() -> None:
    async with foyer() as at:
        assert at.text.splitlines()[:5] == [
            "The lobby of “Here”.",
            "3 tables.",
            "1) Friday: French Tarot, 2 of 4 free, playing; Bruno, Clara, 1 bot · 1 watching.",
            "2) The club: Belote, 3 of 4 free, not begun; Dédé · private.",
            "3) Full house: Pao De Kuai, full, between deals; Eva, Fritz, Gina.",
        ]


async def test_of_very_many_tables_the_first_are_told_and_how_many_more_there_are() -> None:
    many = [FRIDAY.model_copy(update={"id": f"t{number}", "name": f"Table {number}"}) for number in range(1, 101)]
    async with foyer(lobby(*many)) as at:
        assert at.text.splitlines()[1] == "100 tables."
        assert at.text.count("French Tarot") == 20
        assert "20) Table 20: " in at.text
        assert "80 more tables; say list for all of them." in at.text
        at.say("101")
        await at.heard("“101” is no table; say 1–100, open, watch and a number, or help.")
        at.say("list")
        await at.heard("100) Table 100: ")
        at.line.tell(lobby(*many[:3], *many[5:6]))
        await at.heard("“Table 100” is closed.")
        at.say("5")
        await at.heard("“5” is no table; say 1–3, 6, open,")


async def test_a_number_or_a_name_sits_down() -> None:
    for said in ("1", "friday", "join 1"):
        async with foyer() as at:
            at.grant()
            at.say(said)
            assert await at.running == welcome()
            assert at.line.said == [Join(id="1", table="k3x8")]


async def test_what_is_no_table_is_told_what_could_be_said() -> None:
    for keyboard, lines in ((USUAL, ("watch", "w", "join", "9")), (remapped({"watch": "g", "open": "f9"}), "owljh")):
        async with foyer(keyboard=keyboard) as at:
            for said in lines:
                at.say(said)
                await at.heard(f"“{said}” is no table; say 1–3, open, watch and a number, or help.")


async def test_watch_and_a_number_watches() -> None:
    async with foyer() as at:
        at.grant()
        at.say("watch 3")
        assert await at.running == welcome()
        assert at.line.said == [Watch(id="1", table="f0f0")]


async def test_a_letter_is_what_it_is_a_key_for_on_the_full_screen() -> None:
    for keyboard, watch, open_ in ((USUAL, "w", "o"), (remapped({"watch": "g", "open": ["f9", "+"]}), "g", "+")):
        async with foyer(keyboard=keyboard) as at:
            at.say(open_)
            await at.heard("Which game?")
            at.say("back", "help")
            await at.heard(f"watch 2 ({watch}): watch the table of that number.")
            assert f"open ({open_}): " in at.text
            at.grant()
            at.say(f"{watch} 3")
            assert await at.running == welcome()
            assert at.line.said == [Watch(id="1", table="f0f0")]


async def test_a_private_table_asks_and_a_refusal_is_told() -> None:
    async with foyer() as at:
        at.say("2")
        await at.heard("Its pass phrase:")
        at.say("les copains")
        await at.heard("les copains\n")
        at.line.tell(Refused(id="1", code="phrase", message="That is not its pass phrase."))
        await at.heard("That is not its pass phrase.")
        assert at.line.said == [Join(id="1", table="p2mc", phrase="les copains")]
        at.say("quit")
        assert await at.running is None


async def test_open_asks_what_is_to_be_known() -> None:
    async with foyer() as at:
        at.grant()
        at.say("open", "belote", "Saturday", "", "12", "soon", "60", "strong")
        await at.heard("“soon” cannot be; say a number from 5 to 3600, or nothing.")
        assert await at.running == welcome()
        assert at.line.said == [Open(id="1", game="belote", name="Saturday", deals=12, clock=60, level="strong")]


async def test_back_leaves_the_questions() -> None:
    async with foyer() as at:
        at.grant()
        at.say("open", "back", "1")
        assert await at.running == welcome()
        assert at.line.said == [Join(id="1", table="k3x8")]


async def test_changes_are_told_and_nothing_else() -> None:
    async with foyer() as at:
        told = len(at.text)
        busy = FRIDAY.model_copy(update={"watching": 9})
        at.line.tell(lobby(busy, FULL, CLUB.model_copy(update={"id": "new", "name": "Two"})))
        await at.heard("“The club” is closed.")
        assert at.text[told:].splitlines() == [
            "",
            "4) Two: Belote, 3 of 4 free, not begun; Dédé · private.",
            "“The club” is closed.",
        ]


async def test_a_line_that_breaks_and_comes_back_is_told() -> None:
    async with foyer() as at:
        at.line.tell(Broken(), Broken())
        await at.heard("The line is broken")
        at.line.tell(lobby(FRIDAY, CLUB, FULL))
        await at.heard("The line is back.")
        assert at.text.count("broken") == 1


async def test_the_end_of_the_lines_and_the_end_of_the_line() -> None:
    async with foyer() as at:
        at.say(None)
        assert await at.running is None
    async with foyer() as at:
        at.line.hang_up(Farewell(reason="stopping", message="The host has closed the table."))
        assert str(await at.running) == "The host has closed the table."


async def test_why_one_is_here_again_is_told() -> None:
    line = FakeLine()
    line.farewell = Farewell(reason="removed", message="You have been asked to leave the table.")
    at = Foyer(line, lobby(FRIDAY))
    await at.heard("You have been asked to leave the table.")
    await at.end()
