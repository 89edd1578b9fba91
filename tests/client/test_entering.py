from __future__ import annotations

from dataclasses import replace

import pytest

from client.entering import Away, Wish, arrived, entered, meant
from client.link import TurnedAway
from client.outages import Broken, Unseated
from client.seats import Seats
from client.session import Session
from client.spoken import greeting
from client.visit import Visit
from protocol.from_client import Join, Watch
from protocol.from_server import Redirect, Refused, Row, Welcome
from tests.client.halls import CLUB, FRIDAY, FULL, lobby
from tests.client.lines import FakeLine
from tests.client.tables import welcome

ANNA = Wish("Anna")


class Came(FakeLine):
    """Somebody who comes back is heard of in `back`."""

    back = ""

    async def come_back(self, token: str) -> None:
        self.back = token


async def test_the_only_table_is_joined_at_once() -> None:
    line = Came()
    line.tell(lobby(FRIDAY), lobby(FRIDAY), welcome())
    assert await entered(line, ANNA, Seats()) == welcome()
    assert line.said == [Join(id="1", table="k3x8")]
    assert not line.home.lobby, "who did not look around is at no table when he leaves"


async def test_who_is_cut_off_on_the_way_is_told_once_that_it_is_tried_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = Came()
    line.tell(Broken(), Broken(), welcome(), Broken(), welcome())
    assert await entered(line, ANNA, Seats()) == welcome()
    assert capsys.readouterr().err == "The line is broken: it is tried again by itself.\n"
    assert await arrived(line, Away(Redirect(address="127.0.0.1:1", table=CLUB.id)), Seats()) == welcome()


@pytest.mark.parametrize("tables", [(), (FRIDAY, FULL), (CLUB,)])
async def test_where_there_is_something_to_choose_or_to_say_it_is_left_to_the_person(
    tables: tuple[Row, ...],
) -> None:
    line = Came()
    line.tell(lobby(*tables))
    assert await entered(line, ANNA, Seats()) == lobby(*tables)
    assert line.said == []


async def test_whoever_wants_to_look_around_first_can() -> None:
    line = Came()
    line.tell(lobby(FRIDAY))
    assert await entered(line, replace(ANNA, lobby=True), Seats()) == lobby(FRIDAY)


async def test_the_seat_that_one_had_is_asked_for_first() -> None:
    seats = Seats()
    seats.keep("k3x8", "t" * 32)
    line = Came()
    line.tell(welcome())
    assert await entered(line, ANNA, seats) == welcome()
    assert line.back == "t" * 32
    for wish in (replace(ANNA, lobby=True), replace(ANNA, watch=True)):
        line = Came()
        line.tell(lobby(FRIDAY), welcome())
        await entered(line, wish, seats)
        assert line.back == ""


async def test_a_table_that_is_named_is_joined_and_ones_own_seat_there_taken_back() -> None:
    seats = Seats()
    seats.keep("f0f0", "t" * 32)
    for name, back in (("friday", ""), ("k3x8", ""), ("Full house", "t" * 32)):
        line = Came()
        line.tell(lobby(FRIDAY, CLUB, FULL), welcome())
        await entered(line, replace(ANNA, table=name), seats)
        assert line.back == back
        assert len(line.said) == (back == "")


async def test_a_private_table_is_joined_with_its_phrase_and_watched_if_one_wishes() -> None:
    line = Came()
    line.tell(lobby(CLUB), welcome())
    await entered(line, replace(ANNA, phrase="les copains", watch=True), Seats())
    assert line.said == [Watch(id="1", table="p2mc", phrase="les copains")]


async def test_a_line_that_breaks_on_the_way_is_no_refusal() -> None:
    line = Came()
    line.tell(lobby(FRIDAY), Broken(), lobby(FRIDAY), welcome())
    assert await entered(line, ANNA, Seats()) == welcome()
    assert len(line.said) == 1, "the line itself says it again"


async def test_a_seat_that_was_not_kept_at_a_named_table_is_asked_for_anew() -> None:
    seats = Seats()
    seats.keep(FRIDAY.id, "t" * 32)
    line = Came()
    line.tell(lobby(FRIDAY), Unseated(), lobby(FRIDAY), welcome())
    assert await entered(line, replace(ANNA, table=FRIDAY.id), seats) == welcome()
    assert line.back


async def test_a_table_that_refuses_is_the_end() -> None:
    line = Came()
    line.tell(lobby(FULL), Refused(id="1", code="full", message="All seats are taken."))
    with pytest.raises(TurnedAway, match="All seats are taken"):
        await entered(line, ANNA, Seats())


def test_a_name_that_is_none_says_which_there_are() -> None:
    with pytest.raises(TurnedAway, match="No table is called “next door”; there are Friday, The club"):
        meant(lobby(FRIDAY, CLUB), replace(ANNA, table="next door"))
    many = (FRIDAY.model_copy(update={"id": f"t{number}", "name": f"Table {number}"}) for number in range(1, 101))
    with pytest.raises(TurnedAway, match=r"there are Table 1, .*Table 10 and 90 more\.$"):
        meant(lobby(*many), replace(ANNA, table="next door"))
    twin = FRIDAY.model_copy(update={"id": "twin"})
    with pytest.raises(TurnedAway, match="name one by its id: k3x8, twin"):
        meant(lobby(FRIDAY, twin), replace(ANNA, table="Friday"))


def test_a_table_that_is_not_listed_is_known_by_its_id() -> None:
    assert meant(lobby(FRIDAY), replace(ANNA, table="a1b2")) == "a1b2"


async def test_who_was_not_kept_his_seat_is_told_so_where_he_is_next() -> None:
    line = Came()
    line.tell(Unseated(), lobby(FRIDAY), welcome())
    line.unseated = True
    place = await entered(line, ANNA, Seats())
    assert isinstance(place, Welcome)
    text = list(greeting(Session(line, place).model, "plain", 0.0))
    assert text[1] == "Your seat was not kept; you sit down anew."
    assert len(list(greeting(Session(line, place).model, "plain", 0.0))) == len(text) - 1, "once"
    line.unseated = True
    assert Visit(line, Seats(), lobby(FRIDAY)).hall.message == "Your seat was not kept."
    assert not line.unseated
