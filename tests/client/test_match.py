"""The match at a table: its ledger, its end, and what else can be done with the table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from client import ledger
from client import options as measures
from client.desk import Desk, Layout, pressed, typed
from client.model import Model, reduce, seated
from client.options import LATER, Option
from client.outages import Broken
from client.screens.frame import picture
from client.text import words
from client.viewmodel import shown
from protocol import Result
from protocol.from_client import Bots, Close, Move, Remove
from protocol.from_server import Entry, Record, Revealed, Seat, Update
from tests.client.sizes import EVERY_SIZE
from tests.client.tables import NAMES, model, table, view, welcome
from tests.client.test_frame import read

ANNULLED = Entry(dealer=3, status="annulled", scores=(0, 0, 0, 0))
FIRST = Entry(dealer=0, status="played", scores=(-84, 28, 28, 28))
SECOND = Entry(dealer=1, status="played", scores=(174, -58, -58, -58))
RESULT = Result("played", (174, -58, -58, -58))


def at(**changes: Any) -> Model:
    """Anna, when a deal is over."""
    over = reduce(model(), Update(seq=2, events=(), view=view(to_act=None, hand=(), legal=(), result=RESULT)))
    return reduce(over, table("over", **{"deals": 2, "scores": (90, -30, -30, -30)} | changes))


def test_the_ledger_has_a_line_for_each_deal() -> None:
    known = at(ledger=(ANNULLED, FIRST, SECOND), deals_wanted=12)
    assert list(ledger.spoken(ledger.of(known.table, words(known)))) == [
        "Annulled, Dédé dealt",
        "Deal 1, Anna dealt: Anna −84, Bruno +28, Clara +28, Dédé +28",
        "Deal 2, Bruno dealt: Anna +174, Bruno −58, Clara −58, Dédé −58",
        "Match, 2 of 12 deals: Anna +90, Bruno −30, Clara −30, Dédé −30",
    ]


def test_of_a_long_match_the_last_deals_are_known_by_their_numbers() -> None:
    known = at(deals=130, ledger=(FIRST, SECOND))
    assert [label for label, _ in ledger.of(known.table, words(known)).rows] == [
        "Deal 129, Anna dealt",
        "Deal 130, Bruno dealt",
    ]


def test_the_deals_to_go_are_told() -> None:
    assert shown(at(deals_wanted=12)).phase.endswith("deal 2 of 12")
    assert shown(reduce(model(), table(deals=2, deals_wanted=12))).phase == "Play · deal 3 of 12"
    assert shown(reduce(seated(welcome()), table("waiting", deals_wanted=12))).phase == "12 deals"


def test_the_end_of_a_match_says_who_has_won() -> None:
    assert "for the next deal" in shown(at(deals_wanted=3)).ask
    ended = shown(at(deals_wanted=2))
    assert ended.ask == "The match is over: Anna wins with +90. Press s for another match."
    even = shown(at(deals_wanted=2, scores=(30, 30, -30, -30)))
    assert "Anna and Bruno win with +30" in even.ask


@EVERY_SIZE
def test_the_end_of_a_match_shows_the_ledger(columns: int, rows: int) -> None:
    entries = (ANNULLED, FIRST, SECOND)
    text = " ".join(read(shown(at(deals_wanted=2, ledger=entries)), columns, rows, Desk()).split())
    for told in (
        "This deal",
        "Anna wins with +90",
        "2 of 2 deals",
        "Deal 1, Anna dealt",
        "−84",
        "Annulled, Dédé dealt",
    ):
        assert told in text
    ended = shown(at(deals_wanted=2, ledger=entries))
    screens = picture(ended, Desk(), columns, rows).layout.furthest + 1
    assert text.count("Anna wins with +90") == screens
    assert "Deal 1" not in read(shown(at(deals_wanted=3, ledger=entries)), columns, rows, Desk())
    assert "Deal 1" in read(shown(at(deals_wanted=3, ledger=entries)), columns, rows, Desk(page="ledger"))


def test_the_account_names_those_who_have_played_though_it_is_told_again_when_others_sit_there() -> None:
    known = at(seats=(*table().seats[:3], Seat(kind="person", name="Eva")))
    assert known.view
    again = Update(seq=2, events=(), view=known.view)
    for message in (again, Broken(), welcome(table=known.table), again):
        known = reduce(known, message)
    account = shown(known).account
    assert account
    assert (account.names, account.match) == (NAMES, ("+90", "−30", "−30", "−30"))
    assert "Eva" in shown(known).ledger.names


def test_what_was_uncovered_of_a_deal_is_there_until_the_next_one() -> None:
    record = Record(game="tarot", dealer=0, deal={"hands": []}, actions=())
    known = reduce(at(), Revealed(deal=1, record=record))
    assert known.view
    assert shown(reduce(known, Update(seq=2, events=(), view=known.view))).uncovered
    assert not shown(reduce(known, Update(seq=3, events=(), view=view()))).uncovered


def test_when_places_are_changed_the_deal_is_put_away_and_still_told_of_those_who_played_it() -> None:
    anna, bruno, clara, dede = at().table.seats
    known = at()
    assert known.view
    for after in (
        reduce(known, table("over", deals=2, seats=(bruno, anna, clara, dede))),
        reduce(known, welcome(seat=1, table=table("over", deals=2, seats=(bruno, anna, clara, dede)))),
        reduce(known, table("over", deals=2, seats=(anna, Seat(kind="open"), clara, dede))),
    ):
        now, before = shown(after), shown(known)
        assert (now.mode, now.at_stake) == ("over", True)
        assert [heading for heading, _ in now.tricks] == ["Anna wins trick 1", "Trick 2"]
        assert [[play.name for play in plays] for _, plays in now.tricks] == [
            ["Clara", "Dédé", "Anna", "Bruno"],
            ["Clara", "Dédé"],
        ]
        assert now.account == before.account
        assert now.facts in ((), before.facts), "what stood beside others stands beside nobody"
    assert after.view, "whoever gets up leaves the deal where it lies"
    assert not reduce(known, table("over", deals=2, seats=(bruno, anna, clara, dede))).view


def offered(known: Model) -> dict[str, object]:
    return {option.text: option.command for option in measures.options(known, words(known))}


def test_between_deals_everybody_can_change_seats() -> None:
    free = (*table().seats[:3], Seat(kind="open"))
    assert offered(at(seats=free)) == {
        "Ask Bruno to change places": Move(id=LATER, seat=1),
        "Change places with Clara": Move(id=LATER, seat=2),
        "Take seat 4, which is free": Move(id=LATER, seat=3),
    }
    assert offered(reduce(model(), table())) == {}


def test_two_people_change_places_when_both_wish_it() -> None:
    anna, bruno, *others = at().table.seats
    asked = at(seats=(anna.model_copy(update={"wishes": 1}), bruno, *others))
    assert shown(asked).log[-1] == "Anna would like to change places with Bruno."
    assert shown(reduce(asked, asked.table)).log == shown(asked).log, "which is told once"
    assert shown(reduce(asked, at().table)).log[-1] == "Anna and Bruno stay where they are."
    changed = table("over", deals=2, seats=(bruno, anna, *others))
    assert "stay" not in " ".join(shown(reduce(asked, changed)).log)
    assert offered(asked) == {
        "Stay on your seat after all": Move(id=LATER, seat=0),
        "Change places with Clara": Move(id=LATER, seat=2),
        "Change places with Dédé": Move(id=LATER, seat=3),
    }
    wished = offered(at(seats=(anna, bruno.model_copy(update={"wishes": 0}), *others)))
    assert wished["Change places with Bruno"] == Move(id=LATER, seat=1)


def test_who_comes_between_deals_is_asked_for_the_next_one_and_told_nothing_of_the_last() -> None:
    now = shown(seated(welcome(table=table("over", deals=2, ledger=(FIRST, SECOND)))))
    assert (now.mode, now.at_stake, now.ask) == ("over", True, "Press s for the next deal.")
    assert "No deal has ended since you came." in read(now, 80, 24, Desk(page="last deal"))


@EVERY_SIZE
@pytest.mark.parametrize("known", [at(), reduce(seated(welcome()), table("waiting"))], ids=["account", "before"])
def test_what_people_do_between_deals_is_read_at_every_size(known: Model, columns: int, rows: int) -> None:
    anna, bruno, *others = known.table.seats
    for change, told in (({"present": False}, "Bruno is away."), ({"wishes": 0}, "Bruno would like to")):
        seats = (anna, bruno.model_copy(update=change), *others)
        after = reduce(known, known.table.model_copy(update={"seats": seats}))
        assert told in " ".join(read(shown(after), columns, rows, Desk()).replace("│", " ").split())


def test_the_opener_has_his_powers() -> None:
    free = (*table().seats[:3], Seat(kind="open"))
    powers = {key: command for key, command in offered(at(opener=0, seats=free)).items() if "eat" not in key}
    assert {key: command for key, command in powers.items() if "places" not in key} == {
        "Add a bot": Bots(id=LATER, number=2),
        "Remove a bot": Bots(id=LATER, number=0),
        "Let bots play at the level “easy”": Bots(id=LATER, number=1, level="easy"),
        "Let bots play at the level “strong”": Bots(id=LATER, number=1, level="strong"),
        "Remove Bruno": Remove(id=LATER, seat=1),
        "Close the table": Close(id=LATER),
    }
    playing = offered(reduce(model(), table(opener=0)))
    assert list(playing) == ["Remove Bruno", "Close the table"]
    assert offered(at(opener=1)) == offered(at())


def test_who_watches_can_do_nothing_with_the_table() -> None:
    watching = reduce(seated(welcome(seat=None, seat_token=None)), table("waiting", opener=0))
    assert offered(watching) == {}


def test_on_the_screen_an_option_is_a_digit_and_what_cannot_be_undone_is_asked_first() -> None:
    now = shown(at(opener=0))
    desk, _ = pressed(Desk(), "options", now, Layout())
    numbers = {option.text: str(number) for number, option in enumerate(now.options, start=1)}
    desk_after, order = typed(desk, numbers["Change places with Clara"], now)
    assert isinstance(order, Option)
    assert (order.command, desk_after.page) == (Move(id=LATER, seat=2), None)
    asked, order = typed(desk, numbers["Close the table"], now)
    assert order is None
    assert asked.option
    assert typed(asked, "n", now) == (Desk(), None)
    closed = typed(asked, "y", now)[1]
    assert isinstance(closed, Option)
    assert closed.command == Close(id=LATER)
    assert typed(desk, "9", now) == (Desk(), None)


@EVERY_SIZE
def test_the_options_are_shown_by_number(columns: int, rows: int) -> None:
    text = read(shown(at(opener=0)), columns, rows, Desk(page="options"))
    assert "Change places with Clara" in text
    assert "Close the table" in text


@pytest.mark.parametrize("aside", [True, False])
def test_a_page_without_options_says_so(aside: bool) -> None:
    known = seated(welcome(seat=None, seat_token=None)) if aside else model()
    between = "Seats, and how well bots play, are settled between deals."
    assert ("watches" if aside else between) in read(shown(known), 80, 24, Desk(page="options"))
    assert between in read(shown(reduce(model(), table(opener=0))), 80, 24, Desk(page="options"))


@EVERY_SIZE
def test_ones_own_column_is_marked_wherever_one_sits(columns: int, rows: int) -> None:
    known = at(ledger=(FIRST, SECOND))
    for page in (None, "ledger"):
        assert re.search(r"you +Bruno +Clara +Dédé", read(shown(known), columns, rows, Desk(page=page)))
        looked_at = read(shown(replace(known, aside=True)), columns, rows, Desk(page=page))
        assert re.search(r"Anna +Bruno +Clara +Dédé", looked_at), "who watches has none"
    moved = reduce(known, welcome(seat=1, table=known.table))
    assert re.search(r"Anna +you +Clara +Dédé", read(shown(moved), columns, rows, Desk(page="ledger")))
    assert re.search(r"you +Bruno +Clara +Dédé", read(shown(moved), columns, rows, Desk())), "where one sat then"
