"""The lobby on the full screen: what is drawn, and what the keys do."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from client import hall as halls
from client.hall import Hall, Joining, Leaving, Opening
from client.keys import IN_THE_LOBBY, USUAL, Action, remapped
from client.outages import Broken
from client.screens.lobby import LobbyScreen, clicked, picture, pressed, typed
from client.screens.look import Look
from client.screens.picture import Press
from tests.client.halls import CLUB, FRIDAY, FULL, after, hall, lobby
from tests.client.scenes import Scene
from tests.client.sizes import EVERY_SIZE, filled
from tests.client.staging import staged


def screen(at: Hall, columns: int, rows: int) -> list[str]:
    """The screen as text, line by line, at exactly its size."""
    return filled(picture(at, columns, rows), columns, rows)


def press(at: Hall, *keys: str) -> tuple[Hall, halls.Errand | None]:
    """Keys by their names, anything else typed."""
    errand = None
    for key in keys:
        if key in get_args(Action):
            at, errand = pressed(at, key)  # type: ignore[arg-type]
        else:
            at, errand = typed(at, key)
    return at, errand


@EVERY_SIZE
def test_every_table_is_shown_with_who_is_there(columns: int, rows: int) -> None:
    text = "\n".join(screen(hall(), columns, rows))
    for told in ("› 1  Friday", "2 of 4 free", "Bruno, Clara", "2  The club", "private", "3  Full house", "full"):
        assert told in text


@EVERY_SIZE
def test_the_table_under_the_cursor_is_always_in_sight(columns: int, rows: int) -> None:
    at = hall(*(FRIDAY.model_copy(update={"id": f"t{number}", "name": f"Table {number}"}) for number in range(30)))
    for number in range(30):
        assert f"› {number + 1}  Table {number}" in "\n".join(screen(at, columns, rows))
        at = halls.moved(at, 1)


@EVERY_SIZE
def test_a_question_and_its_answer_are_whole(columns: int, rows: int) -> None:
    opening, _ = press(hall(), "open", "bel")
    text = " ".join("".join(screen(opening, columns, rows)).split())
    assert "3) Pao De Kuai" in text
    assert "bel" in text


def test_a_number_is_the_table_of_that_number() -> None:
    assert press(hall(), "1")[1] == Joining("k3x8")
    assert press(hall(), "2")[0].pending == Joining("p2mc"), "its pass phrase is asked for first"
    assert press(hall(), "7") == (hall(message="There is no 7 here; say a number from 1 to 3."), None)
    assert press(halls.entered(lobby(), "Anna"), "1")[0].message == "There is no table yet; open one."


def test_where_a_longer_number_begins_so_a_digit_waits_for_the_next_or_for_enter() -> None:
    many = hall(*(FRIDAY.model_copy(update={"id": f"t{number}"}) for number in range(1, 13)))
    assert press(many, "1")[0].cursor == "t1"
    assert press(many, "1")[1] is None
    assert press(many, "1", "choose")[1] == Joining("t1")
    assert press(many, "1", "2")[1] == Joining("t12")
    assert press(many, "1", "down", "2")[1] == Joining("t2")
    assert press(many, "1", "5")[1] == Joining("t5")
    assert press(many, "3")[1] == Joining("t3")


def test_what_the_keys_do() -> None:
    assert press(hall(), "choose")[1] == Joining("k3x8")
    assert press(hall(), "down", "down", "watch")[1] == Joining("f0f0", watch=True)
    assert press(hall(), "down", "choose", "les c", "opains", "erase", "choose")[1] == Joining("p2mc", "les copain")
    opened = press(hall(), "open", "choose", "choose", "choose", "2", "choose", "choose", "choose")[1]
    assert opened == Opening("tarot", "Anna’s table", None, 2, None)


@EVERY_SIZE
def test_a_click_moves_the_cursor_to_a_table_and_another_one_sits_down_there(columns: int, rows: int) -> None:
    at = hall()
    drawn, lines = picture(at, columns, rows), screen(at, columns, rows)
    row = next(row for row, line in enumerate(lines) if "3  Full house" in line)
    assert drawn.at(5, row) == drawn.at(5, row + 1) == "f0f0"
    assert drawn.at(5, row - 1) == "p2mc"
    assert drawn.at(3, rows - 1) == Press("enter")
    there, errand = clicked(at, "f0f0")
    assert (there.cursor, errand) == ("f0f0", None)
    assert clicked(hall(), "k3x8")[1] == Joining("k3x8")
    asked, _ = press(at, "open")
    assert clicked(asked, "k3x8") == (asked, None)


def test_escape_leaves_a_question_first_and_then_the_lobby() -> None:
    at, errand = press(hall(), "open", "leave")
    assert (at.form, errand) == (None, None)
    assert press(at, "leave")[1] == Leaving()
    assert press(hall(), "open", "quit")[1] == Leaving()


def test_while_something_is_on_its_way_or_the_line_is_broken_one_can_only_leave() -> None:
    busy, _ = press(hall(), "choose")
    broken = halls.heard(hall(), Broken())
    for at in (busy, broken):
        assert press(at, "down", "choose") == (at, None)
        assert clicked(at, "k3x8") == clicked(at, "f0f0") == (at, None)
        assert press(at, "leave")[1] == Leaving()


@EVERY_SIZE
def test_that_the_line_is_broken_is_read_whatever_one_does(columns: int, rows: int) -> None:
    opening = press(hall(), "open", "bel")[0]
    refused = press(hall(), "choose")[0]
    for at in (hall(), opening, refused, replace(hall(), message="That is no table. " * 5)):
        text = " ".join("".join(screen(halls.heard(at, Broken()), columns, rows)).split())
        assert "The line is broken: it is tried again by itself." in text


def test_an_empty_lobby_says_what_to_do() -> None:
    assert "There is no table yet. Open one." in "\n".join(screen(after(hall()), 80, 24))


@given(columns=st.integers(20, 200), rows=st.integers(6, 60), typing=st.text(max_size=120))
def test_a_lobby_of_any_size_can_be_drawn(columns: int, rows: int, typing: str) -> None:
    strange = CLUB.model_copy(update={"name": "安娜\x1b[2J", "people": ("ブルーノさん\u202e",) * 9})
    at = hall(FRIDAY, strange, FULL)
    assert "".join(screen(at, columns, rows)).isprintable()
    screen(press(at, "open", typing)[0], columns, rows)


async def test_keys_that_are_settled_are_those_of_the_lobby_too() -> None:
    mine = Look(keyboard=remapped({"open": "g"}))
    async with staged(Scene("lobby", lobby(FRIDAY), ("o", "g")), look=mine) as (emulator, _):
        assert "Which game?" in emulator.text
    async with staged(Scene("lobby", lobby(FRIDAY), ("o",)), look=mine) as (emulator, _):
        assert "g  open" in emulator.text


@EVERY_SIZE
async def test_the_keys_are_explained_and_any_key_is_back(columns: int, rows: int) -> None:
    async with staged(Scene("lobby", lobby(FRIDAY, CLUB), ("?",)), columns, rows) as (emulator, stage):
        page = " ".join(emulator.text.split())
        for key, told in USUAL.help_elsewhere(IN_THE_LOBBY):
            assert f"{key} {told}" in page
        assert "Friday" not in page
        await emulator.press("x")
        assert "Friday" in emulator.text
        await emulator.press("?", "\x1b[B")
        emulator.keys.send_text("\x03")
        await emulator.until(lambda: stage.app.is_done)


async def test_a_key_that_closes_the_page_does_what_it_does_but_enter_chooses_nothing_unseen() -> None:
    async with staged(Scene("lobby", lobby(FRIDAY, CLUB), ("?", "\r"))) as (emulator, stage):
        assert isinstance(stage, LobbyScreen)
        assert "Friday" in emulator.text
        assert not stage.visit.hall.busy
        await emulator.press("?", "2")
        assert stage.visit.hall.cursor == CLUB.id


async def test_that_the_line_is_broken_is_read_by_who_reads_of_the_keys() -> None:
    async with staged(Scene("lobby", lobby(FRIDAY), ("?", Broken()))) as (emulator, _):
        assert "The line is broken" in emulator.text


def test_every_key_of_the_lobby_is_named_where_there_is_room() -> None:
    for columns, named in ((80, "sit down help watch open leave move"), (60, "sit down help watch open")):
        assert all(word in screen(hall(), columns, 20)[-1] for word in named.split())
