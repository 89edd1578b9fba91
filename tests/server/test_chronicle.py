"""What a host reads of his table."""

from __future__ import annotations

from engine import game_named
from protocol import Line, Note, Result
from protocol.from_server import Entry, Seat, Table
from server.chronicle import Chronicle
from tests.server.highest import GAME

OPEN = Seat(kind="open")
ANNA = Seat(kind="person", name="Anna")
AWAY = Seat(kind="person", name="Anna", present=False)
LEA, HUGO = Seat(kind="bot", name="Léa"), Seat(kind="bot", name="Hugo")


def waiting(*seats: Seat) -> Table:
    return Table(state="waiting", seats=seats, deals=0, scores=(0, 0, 0))


def test_people_come_and_go() -> None:
    chronicle = Chronicle(GAME.about, waiting(OPEN, OPEN, OPEN))
    assert list(chronicle.lines(waiting(ANNA, OPEN, OPEN))) == ["Anna sits down."]
    assert list(chronicle.lines(waiting(ANNA, LEA, OPEN))) == ["Léa, a bot, takes the seat."]
    assert list(chronicle.lines(waiting(AWAY, LEA, OPEN))) == ["Anna is away."]
    assert list(chronicle.lines(waiting(ANNA, LEA, OPEN))) == ["Anna is back."]
    assert list(chronicle.lines(waiting(HUGO, LEA, OPEN))) == ["Anna gets up.", "Hugo, a bot, takes the seat."]
    assert list(chronicle.lines(waiting(HUGO, ANNA, OPEN))) == ["Anna sits down."]


def test_who_moves_is_told_of_once_and_where_he_sits_now() -> None:
    chronicle = Chronicle(GAME.about, waiting(ANNA, LEA, OPEN))
    assert list(chronicle.lines(waiting(OPEN, LEA, ANNA))) == ["Anna moves to seat 3."]
    assert list(chronicle.lines(waiting(OPEN, ANNA, LEA))) == ["Anna moves to seat 2.", "Léa moves to seat 3."]
    zoe = Seat(kind="bot", name="Zoé")
    assert list(chronicle.lines(waiting(ANNA, zoe, LEA))) == ["Anna moves to seat 1.", "Zoé, a bot, takes the seat."]


def test_who_is_away_is_told_of_once_whatever_is_left_of_his_grace() -> None:
    chronicle = Chronicle(GAME.about, waiting(ANNA, OPEN, OPEN))
    assert list(chronicle.lines(waiting(AWAY.model_copy(update={"grace": 30}), OPEN, OPEN))) == ["Anna is away."]
    later = waiting(AWAY.model_copy(update={"grace": 12}), LEA, OPEN)
    assert list(chronicle.lines(later)) == ["Léa, a bot, takes the seat."]


def test_a_deal_begins_and_is_settled() -> None:
    seats = (ANNA, LEA, HUGO)
    chronicle = Chronicle(GAME.about, waiting(*seats))
    begun = Table(state="playing", seats=seats, deals=0, scores=(0, 0, 0))
    assert list(chronicle.lines(begun)) == ["Deal 1 begins."]
    result = Result("played", (2, -1, -1), account=(Line(Note("trick", 0), "3", (2, -1, -1)),))
    assert list(chronicle.lines(result)) == [
        "  Anna wins the trick (3): Anna +2, Léa −1, Hugo −1",
        "This deal: Anna +2, Léa −1, Hugo −1",
    ]
    over = Table(state="over", seats=seats, deals=1, scores=(2, -1, -1))
    assert list(chronicle.lines(over)) == ["Match, 1 deal: Anna +2, Léa −1, Hugo −1"]


def test_an_empty_line_parts_a_deal_from_the_one_before() -> None:
    seats = (ANNA, LEA, HUGO)
    played = (Entry(dealer=0, status="played", scores=(2, -1, -1)),)
    over = Table(state="over", seats=seats, deals=1, scores=(2, -1, -1), ledger=played)
    for at, told in (("", "Deal 2 begins."), ("[Friday] ", "[Friday] Deal 2 begins.")):
        chronicle = Chronicle(GAME.about, over, at)
        assert list(chronicle.lines(over.model_copy(update={"state": "playing"}))) == [at.strip(), told]


def test_a_sentence_begins_with_a_capital_but_where_it_begins_with_a_name() -> None:
    anna, about = Seat(kind="person", name="anna"), game_named("tarot").about
    chronicle = Chronicle(about, Table(state="playing", seats=(anna,) * 4, deals=0, scores=(0,) * 4))
    made = Note("contract_made", args={"contract": "prise", "difference": 3, "multiplier": 1, "each": 28})
    account = (Line(made, "8.1", ()), Line(Note("trick", 0), "3", ()))
    told = list(chronicle.lines(Result("played", (0, 0, 0, 0), account=account)))
    assert told[:2] == ["  Prise made: (25 + 3) × 1 = 28 from each (8.1)", "  anna wins the trick (3)"]


def test_an_annulled_deal_is_dealt_anew_under_its_number() -> None:
    seats = (ANNA, LEA, HUGO)
    chronicle = Chronicle(GAME.about, waiting(*seats))
    annulled = (Entry(dealer=0, status="annulled", scores=(0, 0, 0)),)
    begun = Table(state="playing", seats=seats, deals=0, scores=(0, 0, 0))
    assert list(chronicle.lines(begun)) == ["Deal 1 begins."]
    assert list(chronicle.lines(begun.model_copy(update={"state": "over", "ledger": annulled}))) == []
    assert list(chronicle.lines(begun.model_copy(update={"ledger": annulled}))) == ["", "Deal 1 is dealt anew."]


def test_the_end_of_a_match_names_who_has_won() -> None:
    seats = (ANNA, LEA, HUGO)
    chronicle = Chronicle(GAME.about, Table(state="playing", seats=seats, deals=1, scores=(2, -1, -1), deals_wanted=2))
    over = Table(state="over", seats=seats, deals=2, scores=(1, 1, -2), deals_wanted=2)
    assert list(chronicle.lines(over)) == [
        "Match, 2 of 2 deals: Anna +1, Léa +1, Hugo −2",
        "The match is over: Anna and Léa win with +1.",
    ]


def test_each_line_says_at_which_table() -> None:
    chronicle = Chronicle(GAME.about, waiting(OPEN, OPEN, OPEN), "[Friday] ")
    assert list(chronicle.lines(waiting(ANNA, OPEN, OPEN))) == ["[Friday] Anna sits down."]
