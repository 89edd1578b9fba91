"""Which client has the seat where its owner has several: the one that he came to last, whatever wakes up meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from protocol.from_client import Leave, Move, Remove
from protocol.from_server import Failure, Farewell, Welcome
from protocol.message import Message
from server.orders import Arrive, Lost
from tests.server.table_story import Story, three_people, told

ANNA = "token-of-anna-here"


class Evening(Story):
    """Anna has sat down at her laptop, on line 0."""

    def __init__(self, client: str | None = "laptop") -> None:
        super().__init__(lasting=True)
        self.tell(Arrive(0, "Anna", None, ANNA, client=client))
        self.arrive(1, "Bruno")

    def comes(self, line: int, client: str | None = None, *, again: bool = False) -> Sequence[Message]:
        """What Anna is told at a client: where she wishes for her seat, or it comes `again` by itself."""
        return told(self.tell(Arrive(line, "", ANNA, "token-never-used", client=client, again=again)), line)

    def refuses(self, line: int, client: str | None) -> bool:
        """Whether a client that comes again is told that the seat is another's, and nothing has changed."""
        before = self.room
        effects = self.tell(Arrive(line, "", ANNA, "token-never-used", client=client, again=True))
        (farewell,) = told(effects, line)
        assert isinstance(farewell, Farewell | Welcome)
        return self.room is before and len(effects) == 1 and getattr(farewell, "reason", "") == "replaced"


def test_a_client_that_wakes_up_does_not_take_the_seat_from_the_one_to_which_its_owner_has_gone() -> None:
    evening = Evening()
    evening.tell(Lost(0))
    assert isinstance(evening.comes(2, "desk")[0], Welcome)
    assert evening.refuses(3, "laptop")
    assert evening.room.owner(0).line == 2


def test_the_one_to_which_he_has_gone_comes_again_and_the_other_one_does_not() -> None:
    evening = Evening()
    evening.tell(Lost(0))
    evening.comes(2, "desk")
    evening.tell(Lost(2))
    assert isinstance(evening.comes(3, "desk", again=True)[0], Welcome)
    evening.tell(Lost(3))
    assert evening.refuses(4, "laptop"), "though nobody is there"


def test_a_client_takes_the_seat_from_its_own_line_that_is_not_known_to_be_broken() -> None:
    evening = Evening()
    assert isinstance(evening.comes(2, "laptop", again=True)[0], Welcome)
    (farewell,) = told(evening.effects, 0)[-1:]
    assert isinstance(farewell, Farewell)


def test_whoever_asks_for_his_seat_has_it_and_then_the_other_client_comes_in_vain() -> None:
    evening = Evening()
    evening.comes(2, "desk")
    assert isinstance(evening.comes(3, "laptop")[0], Welcome)
    assert evening.refuses(4, "desk")


@pytest.mark.parametrize("client", [None, "desk"])
def test_a_client_without_a_name_takes_the_seat_as_ever_and_is_the_last_one_too(client: str | None) -> None:
    evening = Evening(client)
    for line in (2, 3):
        assert isinstance(evening.comes(line)[0], Welcome)
    assert evening.refuses(4, "laptop")


@pytest.mark.parametrize("alone", [False, True])
def test_a_client_that_wakes_up_is_told_that_its_seat_was_given_up(alone: bool) -> None:
    evening = Evening()
    if alone:
        evening.say(1, Leave(id="bye"))
    evening.tell(Lost(0))
    evening.comes(2, "desk")
    evening.say(2, Leave(id="bye"))
    (farewell,) = evening.comes(3, "laptop", again=True)
    assert isinstance(farewell, Farewell)
    assert farewell.reason == "left"
    assert all(chair.name != "Anna" for chair in evening.room.chairs)
    (failure,) = evening.comes(4, "laptop")
    assert isinstance(failure, Failure), "whoever wishes for a seat may have another"
    assert failure.code == "token"


def test_a_client_that_wakes_up_is_told_that_it_was_removed() -> None:
    story = three_people()
    token = story.room.owner(1).token
    story.tell(Lost(1))
    story.say(0, Remove(id="go", seat=1))
    (farewell,) = told(story.tell(Arrive(5, "", token, "token-never-used", client=None, again=True)), 5)
    assert isinstance(farewell, Farewell)
    assert (farewell.reason, farewell.message) == ("removed", "You have been asked to leave the table.")


def test_a_greeting_that_was_not_answered_is_said_again_by_its_new_token() -> None:
    evening = Evening()
    greeting = Arrive(2, "Anna", None, ANNA, client="laptop")
    assert isinstance(told(evening.tell(greeting), 2)[0], Welcome)
    assert isinstance(evening.comes(3, "laptop", again=True)[0], Welcome)


def test_a_seat_that_was_given_up_and_is_anothers_by_now_is_left_to_him() -> None:
    evening = Evening()
    evening.comes(2, "desk")
    evening.say(2, Leave(id="bye"))
    evening.arrive(3, "Zoé")
    (farewell,) = evening.comes(4, "laptop", again=True)
    assert isinstance(farewell, Farewell)
    assert farewell.reason == "left"
    assert "Zoé" in [chair.name for chair in evening.room.chairs]


def test_who_watches_takes_no_seat_and_comes_as_he_likes() -> None:
    story = three_people()
    for line in (7, 8):
        watcher = Arrive(line, "Zoé", None, "token-never-used", watch=True, client="desk", again=line == 8)
        assert isinstance(told(story.tell(watcher), line)[0], Welcome)


def test_whoever_takes_another_seat_is_known_there_by_the_same_client() -> None:
    evening = Evening()
    evening.say(0, Move(id="move", seat=2))
    assert evening.refuses(2, "desk")
    assert isinstance(evening.comes(3, "laptop", again=True)[0], Welcome)
