"""The start: where one can go from it, on both kinds of screen, and what comes of going."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from client import start as starts
from client.address import Address
from client.keys import Action
from client.language import LANGUAGES
from client.plain_start import said
from client.screens.start import clicked, picture, pressed, typed
from client.start import ADDRESS, HERE, Entry, Errand, Going, Hosting, Leaving, Naming, Playing, Speaking, Start
from tests.client.sizes import EVERY_SIZE, filled

GAMES = {"tarot": "French Tarot", "belote": "Belote"}
SEAT = Entry("seat a", "Back to your seat at Friday, Belote (10.1.0.1:7878)", Going(Address("10.1.0.1", 7878)))
LEA, MAX = (
    Entry(f"found {name}", f"Join {name}: 10.1.0.{at}:7878, 1 table", Going(Address(f"10.1.0.{at}", 7878)))
    for at, name in enumerate(("Léa", "Max"), start=8)
)


def start(*found: Entry, name: str | None = "Anna", **changes: object) -> Start:
    """Where Anna is, who has a seat at one table."""
    at = starts.opened(Start(name, seats=(SEAT,), games=GAMES), "root")
    return replace(starts.heard(at, found), **changes)  # type: ignore[arg-type]


def press(at: Start, *keys: str) -> tuple[Start, Errand | None]:
    """Keys by their names, anything else typed."""
    errand = None
    for key in keys:
        at, errand = pressed(at, key) if key in get_args(Action) else typed(at, key)  # type: ignore[arg-type]
    return at, errand


def told(at: Start, *lines: str) -> tuple[Start, Errand | None]:
    """The same in lines of text."""
    errand = None
    for line in lines:
        at, errand = said(at, line)
    return at, errand


def screen(at: Start, columns: int, rows: int) -> list[str]:
    """The screen as text, line by line, at exactly its size."""
    return filled(picture(at, columns, rows), columns, rows)


def test_a_name_is_asked_once_and_first() -> None:
    at = start(name=None)
    assert starts.asking(at) == "Welcome to Tapis Vert. What are you called (root)?"
    assert press(at, "Zoé", "choose")[1] == Naming("Zoé")
    assert press(at, "choose")[1] == Naming("root")
    assert press(at, "leave")[1] == Leaving()
    at, errand = press(at, "x" * 30, "choose")
    assert errand is None
    assert at.message == "A name has 1 to 24 characters, this one has 30."
    assert press(at, *["erase"] * 20, "choose")[1] == Naming("x" * 10), "it can be mended"
    assert told(at, "Zoé")[1] == Naming("Zoé")
    assert start().form is None


def test_a_name_has_a_letter_and_a_question_mark_is_a_question() -> None:
    for way in (press, told):
        enter = ("choose",) if way is press else ()
        for text in ("1", "42", "-", "…"):
            at, errand = way(start(name=None), text, *enter)
            assert errand is None
            assert at.message == f"A name has a letter in it, of any script; this one has none: {text}."
        at, errand = way(start(name=None), "?", *enter)
        assert (errand, at.message.partition(",")[0]) == (None, "The name that others see at a table")
        assert way(at, "Zoé", *enter)[1] == Naming("Zoé"), "the sign is no part of it"
        for name in ("Ž", "ليلى", "小明", "R2D2"):
            assert way(start(name=None), name, *enter)[1] == Naming(name)
    assert press(start(name=None), "help")[0].message.startswith("The name that others see")
    assert told(press(start(), "4")[0], "?")[0].message.startswith("The address that whoever hosts is shown")


def test_name_and_language_can_be_changed_from_the_list() -> None:
    for way in (press, told):
        back, enter = ("leave", ("choose",)) if way is press else ("back", ())
        at, _ = way(start(), "5")
        assert starts.asking(at) == "What is to be changed?"
        assert [entry.text for entry in at.entries] == ["Your name: Anna", *LANGUAGES.values()]
        assert [way(at, str(number))[1] for number in range(2, 6)] == [Speaking(code) for code in LANGUAGES]
        asked, _ = way(at, "1")
        assert starts.asking(asked) == "What are you called (Anna)?"
        assert way(asked, "?", *enter)[0].message
        changed, errand = way(asked, *(["Zoé", *enter]))
        assert (errand, changed.purpose) == (Naming("Zoé"), "")
        _, errand = way(asked, *(enter or [""]))
        assert errand == Naming("Anna")
        assert way(asked, back, back)[0].purpose == ""
    assert "settle" not in [entry.key for entry in starts.opened(Start("Anna")).entries], "where one only joins"


def test_everything_can_be_reached_by_arrows_by_numbers_and_in_lines() -> None:
    at = start(LEA)
    for number, errand in enumerate((SEAT.errand, None, None, None, None, LEA.errand)):
        assert press(at, *["down"] * number, "choose")[1] == errand
        assert press(at, str(number + 1))[1] == errand
        assert told(at, str(number + 1))[1] == errand
    assert press(at, "up", "choose")[1] == LEA.errand
    assert press(at, "2", "2")[1] == told(at, "2", "2")[1] == Playing("belote")
    assert press(at, "3", "1")[1] == told(at, "3", "1")[1] == Hosting("tarot")
    typed_out = Going(Address("10.0.0.9", 1))
    assert press(at, "4", "10.0.", "0.9:1", "choose")[1] == told(at, "4", "10.0.0.9:1")[1] == typed_out
    assert told(at, "10.0.0.9:1")[1] == typed_out
    assert press(at, "4", "choose")[1] == told(at, "4", "")[1] == Going(HERE)


def test_the_cursor_is_on_the_game_that_was_played_last() -> None:
    assert press(start(game="belote"), "2", "choose")[1] == Playing("belote")
    assert press(start(game="whist"), "2", "choose")[1] == Playing("tarot")


def test_what_is_heard_of_gets_the_next_number_and_keeps_it() -> None:
    at = starts.heard(start(), (LEA, MAX))
    assert [at.number(entry) for entry in at.entries] == [1, 2, 3, 4, 5, 6, 7]
    without = starts.heard(at, (MAX,))
    assert without.entries[-1] == MAX
    assert without.number(MAX) == 7
    assert press(without, "6")[0].message == "There is no 6 here; say a number from 1 to 7."
    again = starts.heard(without, (MAX, LEA))
    assert [again.number(entry) for entry in again.entries] == [1, 2, 3, 4, 5, 6, 7]
    on_lea = starts.at_entry(again, LEA.key)
    assert starts.heard(on_lea, ()).pointed == SEAT, "the cursor is on something that is there"


def test_whoever_only_joins_has_the_first_server_under_his_cursor_but_for_a_seat_of_his_own() -> None:
    joining = starts.opened(Start("Anna"))
    assert [entry.key for entry in joining.entries] == ["address"]
    assert press(starts.heard(joining, (LEA,)), "choose")[1] == LEA.errand
    assert press(starts.heard(starts.heard(joining, (LEA,)), (LEA, MAX)), "choose")[1] == LEA.errand
    asked, _ = press(joining, "1")
    assert starts.heard(asked, (LEA,)).form, "nobody is disturbed who is typing"
    assert press(starts.heard(starts.opened(Start("Anna", seats=(SEAT,))), (LEA,)), "choose")[1] == SEAT.errand


def test_one_goes_back_step_by_step() -> None:
    for way in (press, told):
        back, quitting = ("leave", "quit") if way is press else ("back", "quit")
        at, errand = way(start(), "2")
        assert at.purpose
        at, errand = way(at, back)
        assert (at.purpose, errand, at.cursor) == ("", None, "play")
        at, errand = way(way(at, "4")[0], back)
        assert (at.form, errand) == (None, None)
        assert way(at, back)[1] == Leaving()
        assert way(way(at, "4")[0], quitting)[1] == Leaving()


def test_whoever_is_here_again_finds_the_cursor_where_it_was() -> None:
    assert starts.opened(replace(start(), cursor=ADDRESS)).cursor == ADDRESS
    assert starts.opened(replace(start(), cursor="tarot")).cursor == SEAT.key, "a game is no place"


def test_an_address_that_led_nowhere_is_there_to_be_mended() -> None:
    at, _ = press(start(), "4", "10.0.0.9:1", "choose")
    again = starts.opened(replace(at, message="Nobody answers."))
    assert press(again, "4", "erase", "2", "choose")[1] == Going(Address("10.0.0.9", 2))


def test_what_cannot_be_is_said() -> None:
    assert "“a b” is not an address" in press(start(), "4", "a b", "choose")[0].message
    assert "say a number, an address" in told(start(), "somewhere")[0].message
    assert "“70000” is not a port" in told(start(), "10.0.0.9:70000")[0].message
    assert "“000001999” is not a port" in told(start(), "10.0.0.9:000001999")[0].message
    assert told(start(), "list")[0].message == ""


def test_a_click_moves_the_cursor_and_another_one_goes_there() -> None:
    at, errand = clicked(start(LEA), LEA.key)
    assert (at.cursor, errand) == (LEA.key, None)
    assert clicked(at, LEA.key)[1] == LEA.errand
    asked, _ = press(at, "4")
    assert clicked(asked, LEA.key) == (asked, None)


@EVERY_SIZE
def test_every_place_and_what_the_keys_do_are_on_the_screen(columns: int, rows: int) -> None:
    at = start(LEA, MAX)
    lines = screen(at, columns, rows)
    for text in ("› 1  Back to your seat at Friday", "2  Play here with bots", "7  Join Max"):
        assert any(text in line for line in lines)
    assert "Esc  leave" in lines[-1]
    drawn = picture(at, columns, rows)
    for entry in at.entries:
        row = next(row for row, line in enumerate(lines) if f"{at.number(entry)}  {entry.text[:20]}" in line)
        assert drawn.at(5, row) == entry.key
    assert "Listening" in "\n".join(screen(start(), columns, rows))
    assert "?  help" in lines[-1]
    for number in ("2", "5"):
        last = screen(press(at, number)[0], columns, rows)[-1]
        assert "Esc  back" in last
        assert "?  help" in last


@EVERY_SIZE
def test_the_place_under_the_cursor_is_always_in_sight(columns: int, rows: int) -> None:
    at = start(*(replace(LEA, key=f"found {number}", text=f"Join number {number}") for number in range(30)))
    for number in range(30):
        at = starts.at_entry(at, f"found {number}")
        assert any("›" in line and f"Join number {number}" in line for line in screen(at, columns, rows))


@EVERY_SIZE
def test_where_a_server_is_found_is_seen_whole_whatever_it_is_called(columns: int, rows: int) -> None:
    found = Entry("found", f"Join {'漢字' * 10}: 192.168.100.107:17878, 2 tables", Going(Address("a", 1)))
    at = starts.at_entry(starts.heard(start(), (found,)), "found")
    assert "192.168.100.107:17878" in "\n".join(screen(at, columns, rows))
