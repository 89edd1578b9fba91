"""The one who opened the table: what he may do, and who has his powers after him."""

from __future__ import annotations

import pytest

from protocol.from_client import Bots, Close, Leave, Move, Remove
from protocol.from_server import Accepted, Farewell, Refused, Table
from server.orders import Lost
from tests.server.table_story import Story, only, three_people, told


def test_the_first_to_sit_down_is_the_opener() -> None:
    story = three_people()
    assert story.room.shown().opener == 0


def test_the_powers_of_who_gets_up_go_to_the_next() -> None:
    story = three_people()
    story.tell(Lost(0))
    assert story.room.shown().opener == 0, "not of who is only away"
    story.arrive(0, token="token-of-line-0000")
    assert only(Table, story.say(0, Leave(id="bye")), 1).opener == 1
    story.arrive(7)
    assert story.room.shown().opener == 1


def test_they_follow_him_to_another_seat() -> None:
    story = Story()
    story.arrive(0)
    story.say(0, Move(id="m", seat=2))
    assert story.room.shown().opener == 2


@pytest.mark.parametrize("command", [Bots(id="a", number=0), Remove(id="a", seat=0), Close(id="a")])
def test_nobody_else_may(command: Bots | Remove | Close) -> None:
    story = three_people()
    before = story.room
    assert only(Refused, story.say(1, command), 1).code == "not_yours"
    assert story.room is before


def test_he_sets_the_bots() -> None:
    story = Story()
    story.arrive(0, "Anna")
    for number, seats in [(1, ["open ", "bot Léa"]), (2, ["bot Hugo", "bot Léa"]), (0, ["open ", "open "])]:
        story.say(0, Bots(id=story.new_id(), number=number))
        assert story.seats() == ["person Anna", *seats]
    assert only(Refused, story.say(0, Bots(id="a", number=3)), 0).message == "Seats free for bots: 2."
    story.start(0)
    assert only(Refused, story.say(0, Bots(id="b", number=0)), 0).code == "not_now"


def test_he_says_how_well_bots_play_and_everybody_sees_it() -> None:
    story = Story()
    story.arrive(0, "Anna")
    story.say(0, Bots(id="a", number=1))
    assert [seat.level for seat in story.room.shown().seats] == [None, None, "normal"]
    effects = story.say(0, Bots(id="b", number=1, level="strong"))
    shown = only(Table, effects, 0)
    assert (shown.level, [seat.level for seat in shown.seats]) == ("strong", [None, None, "strong"])
    story.say(0, Bots(id="c", number=2))
    assert [seat.level for seat in story.room.shown().seats] == [None, "strong", "strong"]


def test_he_removes_somebody_who_is_told_and_may_come_again() -> None:
    story = three_people()
    story.start(0)
    effects = story.say(0, Remove(id="a", seat=1))
    assert only(Farewell, effects, 1).reason == "removed"
    assert story.seats() == ["person Anna", "bot Léa", "person Chloé"]
    assert len(told(story.tell(Lost(1)), 0)) == 0
    story.arrive(7, "Bruno")
    assert story.room.owner(1).name == "Bruno"


def test_he_removes_neither_himself_nor_nobody() -> None:
    story = Story()
    story.arrive(0)
    assert only(Refused, story.say(0, Remove(id="a", seat=0)), 0).code == "not_now"
    for seat in 1, 7:
        assert only(Refused, story.say(0, Remove(id="b", seat=seat)), 0).code == "taken"


def test_he_removes_somebody_who_is_away() -> None:
    story = three_people()
    story.tell(Lost(1))
    assert only(Accepted, story.say(0, Remove(id="a", seat=1)), 0)
    assert story.seats()[1] == "open "


def test_he_closes_the_table_at_any_moment() -> None:
    story = three_people()
    story.start(0)
    effects = story.say(0, Close(id="a"))
    assert [only(Farewell, effects, line).reason for line in range(3)] == ["closed"] * 3
    assert only(Accepted, effects, 0) == Accepted(id="a")
    assert story.room.closed


def test_the_table_of_the_house_is_only_cleared() -> None:
    story = Story(lasting=True, bots=1)
    story.arrive(0)
    story.say(0, Close(id="a"))
    assert not story.room.closed
    assert story.seats() == ["open ", "open ", "bot Léa"]
