from __future__ import annotations

from dataclasses import replace

import pytest

from client import hall as halls
from client.form import Unclear, one_of
from client.hall import Hall, Joining, Opening, Returning
from client.outages import Broken, Unseated
from protocol.from_server import Farewell, Refused
from tests.client.halls import CLUB, FRIDAY, FULL, after, hall, lobby


def fill_in(at: Hall, *answers: str) -> tuple[Hall, halls.Errand | None]:
    errand = None
    for answer in answers:
        at, errand = halls.answer(at, answer)
    return at, errand


def test_a_table_is_told_with_who_is_there_and_what_is_to_be_known() -> None:
    assert halls.heading(hall(), FRIDAY) == ("Friday", "French Tarot", "2 of 4 free, playing")
    assert halls.company(hall(), FRIDAY) == ("Bruno, Clara, 1 bot", "1 watching")
    assert halls.company(hall(ours=frozenset({"p2mc"})), CLUB) == ("Dédé", "private", "your seat is here")
    assert halls.heading(hall(), FULL)[2] == "full, between deals"


def test_two_tables_of_one_name_are_told_apart_by_their_ids() -> None:
    twin = CLUB.model_copy(update={"name": FRIDAY.name})
    there = hall(FRIDAY, twin, FULL)
    names = [halls.heading(there, row)[0] for row in there.rows]
    assert names == [f"{FRIDAY.name} ({FRIDAY.id})", f"{FRIDAY.name} ({twin.id})", FULL.name]


def test_a_number_means_the_same_table_as_long_as_one_is_here() -> None:
    later = after(hall(), CLUB, FULL, FRIDAY.model_copy(update={"id": "new"}))
    assert [later.number(row) for row in later.rows] == [2, 3, 4]


def test_whoever_is_here_again_finds_numbers_and_cursor_as_they_were() -> None:
    before = halls.moved(hall(FRIDAY, CLUB), 1)
    again = halls.entered(lobby(FULL, CLUB, FRIDAY), "Anna", message="You were removed.", before=before)
    assert [again.number(row) for row in again.rows] == [1, 2, 3]
    assert (again.pointed, again.message) == (CLUB, "You were removed.")


def test_the_cursor_goes_through_the_tables_and_stays_on_one_that_is_there() -> None:
    at = hall()
    assert at.pointed == FRIDAY
    assert halls.moved(at, 1).pointed == CLUB
    assert halls.moved(at, -1).pointed == FULL
    assert after(halls.moved(at, 1), FRIDAY, FULL).pointed == FRIDAY
    assert after(at).pointed is None


def test_one_sits_down_where_a_seat_is_free() -> None:
    at, errand = halls.join(hall(), FRIDAY)
    assert errand == Joining("k3x8")
    assert at.busy
    at, errand = halls.join(hall(), FULL)
    assert errand is None
    assert at.message == "All seats of “Full house” are taken; you can watch it."
    assert halls.join(hall(), None)[0].message == "There is no table yet; open one."


def test_one_comes_back_to_ones_own_seat_without_a_question() -> None:
    for row in (CLUB, FULL):
        assert halls.join(hall(ours=frozenset({row.id})), row)[1] == Returning(row.id)


def test_a_private_table_asks_for_its_pass_phrase() -> None:
    asked, errand = halls.join(hall(), CLUB)
    assert errand is None
    assert halls.asking(asked) == "“The club” is private. Its pass phrase"
    assert fill_in(asked, "les copains")[1] == Joining("p2mc", "les copains")
    watched, _ = halls.watch(hall(), CLUB.model_copy(update={"spectators": True}))
    assert fill_in(watched, "les copains")[1] == Joining("p2mc", "les copains", watch=True)


def test_one_watches_where_that_is_allowed() -> None:
    assert halls.watch(hall(), FULL)[1] == Joining("f0f0", watch=True)
    at, errand = halls.watch(hall(), CLUB)
    assert errand is None
    assert at.message == "Nobody may watch “The club”."


def test_a_table_is_opened_by_answers_to_questions() -> None:
    opening = halls.open_one(hall())
    assert "1) French Tarot, 2) Belote, 3) Pao De Kuai" in halls.asking(opening)
    at, errand = fill_in(opening, "2", "Saturday", "les copains", "12", "60", "str")
    assert errand == Opening("belote", "Saturday", "les copains", 12, 60, "strong")
    assert at.form is None
    assert fill_in(opening, "bel", "", "", "", "", "")[1] == Opening("belote", "Anna’s table", None, None, None)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["4"], "“4” is none of them; say a number from 1 to 3."),
        (["whist"], "“whist” is none of them"),
        (["?"], "Say its number"),
        (["1", "?"], "Enter alone means “Anna’s table”"),
        (["1", "7"], "A name has a letter in it"),
        (["1", "", "?"], "what stands in brackets"),
        (["1", "x" * 25], "1 to 24 characters, this one has 25"),
        (["1", "", "", "101"], "“101” cannot be; say a number from 1 to 100, or nothing."),
        (["1", "", "", "", "4"], "say a number from 5 to 3600"),
        (["1", "", "", "", "", "best"], "“best” is none of them; say easy, normal, strong, or nothing."),
        (["1", "", "", "٣"], "say a number from 1 to 100"),
    ],
)
def test_an_answer_that_cannot_be_is_asked_again(answers: list[str], told: str) -> None:
    at, errand = fill_in(halls.open_one(hall()), *answers)
    assert errand is None
    assert told in at.message
    assert at.form
    assert len(at.form.answers) == len(answers) - 1
    assert halls.explained(at).message
    if answers[-1] == "?":
        assert (halls.explained(at).message, at.typed) == (at.message, "")


def test_what_several_begin_with_is_no_answer() -> None:
    with pytest.raises(Unclear):
        one_of({"tarot": "French Tarot", "tarocchino": "Tarocchino"})("taro")


def test_what_was_being_asked_can_be_left() -> None:
    assert halls.cancelled(halls.open_one(hall())) == hall()


def test_a_refusal_is_said_and_one_may_choose_again() -> None:
    at, _ = halls.join(hall(), FRIDAY)
    at = halls.heard(at, Refused(id="1", code="full", message="All seats are taken."))
    assert (at.busy, at.message) == (False, "All seats are taken.")


def test_a_broken_line_is_told_until_the_lobby_is_there_again() -> None:
    broken = halls.heard(replace(hall(), busy=True), Broken())
    assert halls.asking(broken) == "The line is broken: it is tried again by itself."
    back = halls.heard(broken, lobby(FRIDAY))
    assert (back.broken, back.busy) == (False, True), "the line says again what was not answered"
    lost = halls.heard(halls.heard(broken, Unseated()), lobby(FRIDAY))
    assert (lost.busy, lost.message) == (False, "Your seat was not kept.")


def test_why_one_is_in_the_lobby_again_is_said() -> None:
    removed = Farewell(reason="removed", message="You have been\x1b[2J asked to leave.")
    assert halls.heard(hall(), removed).message.isprintable()
