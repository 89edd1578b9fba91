"""Who watches sees what is public, talks, and breaks nothing by coming and going; and what is said at a table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from protocol.from_client import Act, Chat, Leave, Start
from protocol.from_server import Accepted, Failure, Farewell, Refused, Said, Table, Update, Welcome
from protocol.message import Message
from server.orders import Arrive, Lost
from server.room import TALK
from server.writing import read_room, write_room
from tests.server.table_story import Story, only, three_people, told


def watch(story: Story, line: int, name: str = "Zoé") -> Sequence[Message]:
    return told(story.tell(Arrive(line, name, None, f"token-of-line-{line:04}", watch=True)), line)


def test_who_watches_has_no_seat_no_token_and_sees_no_hand() -> None:
    story = three_people()
    story.start(0)
    welcome, update = watch(story, 7)
    assert isinstance(welcome, Welcome)
    assert isinstance(update, Update)
    assert (welcome.seat, welcome.seat_token, welcome.table.watching) == (None, None, 1)
    assert (update.view.viewer, update.view.hand, update.view.legal) == (None, (), ())


def test_he_sees_what_is_public_as_it_happens_and_nothing_else() -> None:
    story = three_people()
    story.start(0)
    watch(story, 7)
    assert told(story.say(0, Act(id="a", seq=1, action="bury:1")), 7) == []
    update = only(Update, story.say(0, Act(id="b", seq=1, action="play:7")), 7)
    assert [note.key for note in update.events] == ["played"]
    assert update.view == story.room.update(None).view


def test_two_hundred_come_and_go_in_the_middle_of_a_deal() -> None:
    story = three_people()
    story.start(0)
    for line in range(100, 300):
        watch(story, line)
    assert story.room.shown().watching == 200
    story.act(0, "bury:1", "play:7")
    deal = story.room.deal
    for line in range(100, 200):
        story.tell(Lost(line))
    effects = story.say(200, Leave(id="bye"))
    assert only(Farewell, effects, 200).reason == "left"
    assert only(Table, effects, 0).watching == 99
    assert story.room.deal is deal
    story.act(1, "bury:2", "play:8")
    story.act(2, "bury:3")
    effects = story.say(2, Act(id="last", seq=story.room.seq, action="play:9"))
    assert only(Update, effects, 299).view.result is not None


def test_a_crowd_is_not_told_how_it_grows_but_those_who_play_are() -> None:
    story = three_people()
    watch(story, 7)
    effects = story.tell(Arrive(8, "Zoé", None, "token-of-line-0008", watch=True))
    assert only(Table, effects, 0).watching == 2
    assert told(effects, 7) == []
    story.start(0)
    assert only(Table, story.tell(Lost(0)), 7).watching == 2


def test_what_needs_a_seat_is_refused() -> None:
    story = three_people()
    watch(story, 7)
    assert only(Refused, story.say(7, Start(id="a")), 7).code == "not_now"
    assert only(Refused, story.say(7, Act(id="b", seq=0, action="bury:1")), 7).code == "not_now"


def test_a_table_may_want_nobody_to_watch() -> None:
    story = Story(spectators=False)
    story.arrive(0)
    (failure,) = watch(story, 7)
    assert isinstance(failure, Failure)
    assert failure.code == "no_spectators"


def test_nobody_plays_for_those_who_watch_alone() -> None:
    story = Story(bots=2, lasting=True)
    story.arrive(0)
    story.start(0)
    watch(story, 7)
    story.tell(Lost(0))
    story.wait(1000)
    assert story.room.asked is None


def test_what_somebody_says_is_heard_by_all() -> None:
    story = three_people()
    watch(story, 7, "Anna")
    effects = story.say(0, Chat(id="a", text="  Well\tplayed!\x1b[2J\u202e "))
    assert told(effects, 0)[0] == Accepted(id="a")
    said = Said(number=1, name="Anna", seat=0, text="Well played![2J")
    assert [only(Said, effects, line) for line in (0, 1, 2, 7)] == [said] * 4
    effects = story.say(7, Chat(id="b", text="Bravo!"))
    assert only(Said, effects, 1) == Said(number=2, name="Anna 2", text="Bravo!"), "nobody speaks in another's name"


@pytest.mark.parametrize("text", ["\x07\x1b", " \t ", "\u200b"])
def test_what_cannot_be_seen_is_not_said(text: str) -> None:
    story = three_people()
    before = story.room
    assert only(Refused, story.say(0, Chat(id="a", text=text)), 0).code == "text"
    assert story.room is before


def test_what_is_said_twice_is_heard_once() -> None:
    story = three_people()
    story.say(0, Chat(id="a", text="Hello!"))
    assert told(story.say(0, Chat(id="a", text="Hello!")), 1) == []


@pytest.mark.usefixtures("highest_card")
def test_whoever_comes_or_comes_back_is_told_the_last_lines() -> None:
    story = three_people()
    for number in range(TALK + 5):
        story.say(0, Chat(id=story.new_id(), text=f"Line {number}"))
    story.tell(Lost(1))
    back = [message for message in story.arrive(7, token="token-of-line-0001") if isinstance(message, Said)]
    assert [said.text for said in back] == [f"Line {number}" for number in range(5, TALK + 5)]
    assert [said.number for said in back] == list(range(6, TALK + 6))
    assert read_room(write_room(story.room)).talk == tuple(back), "a restart forgets none of it"


def test_a_table_that_is_cleared_forgets_what_was_said_and_goes_on_counting() -> None:
    story = Story(lasting=True)
    story.arrive(0)
    story.say(0, Chat(id="c", text="Is anybody here?"))
    story.say(0, Leave(id="l"))
    assert not [message for message in story.arrive(1, "Bruno") if isinstance(message, Said)]
    assert only(Said, story.say(1, Chat(id="c", text="Hello!")), 1).number == 2
