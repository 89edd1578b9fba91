"""What is said at the table, however long it is."""

from __future__ import annotations

import pytest

from client import desk as desks
from client.desk import Desk, Say
from client.model import noted, reduce
from client.outages import Broken
from client.screens.frame import picture
from client.screens.panel import newest
from client.viewmodel import shown
from protocol import Note
from protocol.from_client import Chat
from protocol.from_server import Said, Update
from protocol.message import LONGEST_SAID
from tests.client.sizes import filled
from tests.client.tables import model, seen, table, view, welcome
from tests.client.test_desk import press
from tests.client.test_plain import conversation
from tests.client.test_screen import ENTER, terminal

WAITS = "What you wrote will be said when the line is there again."
MOST = "At most 300 characters can be said at once."
LONG = " ".join(f"word{number}" for number in range(1, 45))


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (80, 20), (60, 20), (50, 18), (40, 12)])
def test_what_is_longer_than_its_room_is_cut_and_not_left_out(columns: int, rows: int) -> None:
    told = shown(reduce(model(), Said(name="Bruno", seat=1, text=LONG)))
    screen = "\n".join(filled(picture(told, Desk(), columns, rows), columns, rows))
    assert "Bruno: word1" in screen
    assert "word44" in screen or " …" in screen


def test_of_the_log_the_end_is_seen_whole_and_what_is_too_long_before_it_as_far_as_there_is_room() -> None:
    def read(*log: str, rows: int) -> list[str]:
        return ["".join(text for _, text in line) for line in newest(log, 20, rows)]

    assert read("one", "two", "three", rows=2) == ["two", "three"]
    assert read(LONG, rows=2) == ["word1 word2 word3", "  word4 word5 …"]
    assert read(LONG, "the end", rows=3) == ["word1 word2 word3", "  word4 word5 …", "the end"]
    assert read("a sentence on two lines of them", "the end", rows=2) == ["the end"]
    assert read(LONG, rows=0) == []


def test_the_log_goes_on_after_it() -> None:
    said = reduce(model(), Said(name="Bruno", seat=1, text=LONG))
    gone_on = shown(reduce(said, Update(seq=2, events=(Note("played", 1, ("2H",)),), view=view())))
    screen = "\n".join(filled(picture(gone_on, Desk(), 80, 24), 80, 24))
    assert "Bruno plays 2♥." in screen


def test_on_the_screen_no_more_is_typed_than_can_be_said_and_that_is_told() -> None:
    full, _ = desks.typed(Desk(chat="a" * (LONGEST_SAID - 1)), "b", seen())
    assert (len(full.chat or ""), full.message) == (LONGEST_SAID, "")
    more, _ = desks.typed(full, "c", seen())
    assert (more.chat, more.message) == (full.chat, MOST)
    assert press(more, "erase")[0].message == ""
    assert press(more, "leave")[0] == Desk()
    assert press(more, "choose") == (Desk(), Say(full.chat or ""))


async def test_in_text_what_is_too_long_is_not_said_and_that_is_told() -> None:
    async with conversation() as talk:
        talk.say("/" + "a" * (LONGEST_SAID + 1), "/" + "b" * LONGEST_SAID)
        await talk.heard(MOST)
        await talk.sends("chat")


async def test_what_is_written_while_the_line_is_broken_is_said_later_and_that_is_told() -> None:
    async with conversation() as talk:
        talk.link.tell(Broken())
        await talk.heard("The line is broken")
        talk.say("/half a text")
        await talk.heard(WAITS)
        talk.link.tell(Broken())
        await talk.sends("chat")
    async with terminal() as at:
        at.press("/half")
        await at.shows("Say to the table: half")
        at.link.tell(Broken())
        await at.shows("The line is broken")
        at.press(" a text" + ENTER)
        await at.shows("What you wrote")
        at.press("/And more" + ENTER)
        await at.sends("chat", "chat")
    assert [said.text for said in (*talk.link.said, *at.link.said) if isinstance(said, Chat)] == [
        "half a text",
        "half a text",
        "And more",
    ]


async def test_what_is_written_by_who_watches_waits_too() -> None:
    async with conversation(deal=False) as talk:
        talk.link.tell(welcome(seat=None, seat_token=None, table=table()), Broken())
        await talk.heard("The line is broken")
        talk.say("/half a text")
        await talk.heard(WAITS)


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (60, 20), (40, 12)])
def test_that_it_waits_is_read_on_every_screen(columns: int, rows: int) -> None:
    waiting = shown(noted(reduce(model(), Broken()), Note("chat.waits")))
    screen = "\n".join(filled(picture(waiting, Desk(), columns, rows), columns, rows))
    assert "What you wrote" in screen
