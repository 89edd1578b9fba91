"""Several deals at one table: the ledger, the end of a match, another one, and seats changed in between."""

from __future__ import annotations

from protocol.from_client import Leave, Move, Start
from protocol.from_server import Accepted, Entry, Refused, Table, Welcome
from server.ledger import KEPT
from server.lobby import row
from tests.server.highest import TOO_STRONG
from tests.server.table_story import Story, only, three_people


def test_the_ledger_has_an_entry_for_each_deal() -> None:
    story = three_people()
    story.deal(0, 1, 2)
    story.start(0, TOO_STRONG)
    story.deal(0, 1, 2)
    table = story.room.shown()
    assert table.ledger == (
        Entry(dealer=2, status="played", scores=(-1, -1, 2)),
        Entry(dealer=0, status="annulled", scores=(0, 0, 0)),
        Entry(dealer=1, status="played", scores=(-1, -1, 2)),
    )
    assert (table.deals, table.scores) == (2, (-2, -2, 4))


def test_a_match_has_so_many_deals_and_an_annulled_one_is_none() -> None:
    story = three_people(deals=2)
    story.deal(0, 1, 2)
    story.start(0, TOO_STRONG)
    assert not story.room.finished
    story.deal(0, 1, 2)
    table = story.room.shown()
    assert story.room.finished
    assert (table.state, table.deals, table.deals_wanted, len(table.ledger)) == ("over", 2, 2, 3)


def test_after_its_end_start_begins_another_match() -> None:
    story = three_people(deals=1)
    story.deal(0, 1, 2)
    story.start(1)
    table = story.room.shown()
    assert (table.state, table.deals, table.scores, table.ledger) == ("playing", 0, (0, 0, 0), ())
    assert story.room.dealer == 0, "the deal goes on from seat to seat"


def test_an_evening_without_end_shows_its_last_deals_and_forgets_no_point() -> None:
    story = three_people()
    for _ in range(KEPT + 5):
        story.deal(0, 1, 2)
    table = story.room.shown()
    assert (len(table.ledger), table.deals, table.scores[2]) == (KEPT, KEPT + 5, 2 * (KEPT + 5))


def test_who_changes_his_seat_takes_along_what_he_has_won() -> None:
    story = Story(bots=1)
    story.arrive(0, "Anna")
    story.arrive(1, "Bruno")
    story.start(0)
    story.act(0, "bury:1", "play:7")
    story.act(1, "bury:2", "play:8")
    story.bots_play()
    before = story.room.shown()
    effects = story.say(1, Move(id="m", seat=2))
    welcome = only(Welcome, effects, 1)
    assert only(Accepted, effects, 1) == Accepted(id="m")
    assert (welcome.seat, welcome.seat_token) == (2, "token-of-line-0001")
    assert story.seats() == ["person Anna", "bot Léa", "person Bruno"]
    assert before.scores == (-1, 2, -1)
    table = only(Table, effects, 0)
    assert table.scores == (-1, -1, 2)
    assert table.ledger == (Entry(dealer=1, status="played", scores=(-1, -1, 2)),)
    assert isinstance(story.act(1, "anything"), Refused), "he is known on his new seat"


def test_a_table_whose_people_have_moved_after_a_deal_stands_between_deals_in_the_lobby() -> None:
    story = three_people()
    assert row(story.room).state == "waiting"
    story.deal(0, 1, 2)
    story.say(2, Leave(id="bye"))
    story.say(1, Move(id="m", seat=2))
    assert row(story.room).state == "over"
    story.start(0)
    assert row(story.room).state == "playing"


def test_nobody_takes_the_seat_of_another_nor_changes_in_the_middle_of_a_deal() -> None:
    story = three_people()
    taken = only(Refused, story.say(0, Move(id="a", seat=1)), 0)
    nowhere = only(Refused, story.say(0, Move(id="b", seat=7)), 0)
    story.start(0)
    late = only(Refused, story.say(0, Move(id="c", seat=0)), 0)
    assert (taken.code, nowhere.code, late.code) == ("taken", "taken", "not_now")


def test_bots_take_the_seats_of_who_leaves_and_make_room_for_who_comes() -> None:
    story = three_people()
    story.say(2, Leave(id="bye"))
    story.start(0)
    assert story.seats() == ["person Anna", "person Bruno", "bot Léa"]
    story.act(0, "bury:1", "play:7")
    story.act(1, "bury:2", "play:8")
    story.bots_play()
    story.arrive(7, "Dédé")
    assert story.seats() == ["person Anna", "person Bruno", "person Dédé"]


def test_a_start_said_twice_deals_once() -> None:
    story = three_people()
    story.start(0)
    once = story.room
    assert only(Accepted, story.say(0, Start(id="c1")), 0) == Accepted(id="c1")
    assert story.room is once
