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
    assert (row(story.room).state, story.room.shown().state) == ("over", "over")
    story.start(0)
    assert row(story.room).state == "playing"


def wishes(story: Story) -> list[int | None]:
    return [seat.wishes for seat in story.room.shown().seats]


def test_two_people_change_places_as_soon_as_both_wish_it() -> None:
    story = three_people()
    story.deal(0, 1, 2)
    scores = story.room.scores
    assert only(Table, story.say(0, Move(id="a", seat=2)), 1).seats[0].wishes == 2
    story.say(2, Move(id="b", seat=1))
    assert wishes(story) == [2, None, 1]
    story.say(1, Move(id="e", seat=0))
    effects = story.say(2, Move(id="c", seat=0))
    assert [only(Welcome, effects, line).seat for line in (0, 2)] == [2, 0]
    assert story.seats() == ["person Chloé", "person Bruno", "person Anna"]
    assert wishes(story) == [None, 2, None], "he wishes to sit where Anna does, wherever that is"
    assert story.room.scores == (scores[2], scores[1], scores[0])


def test_a_wish_is_taken_back_goes_with_people_and_ends_with_the_next_deal() -> None:
    story = three_people()
    story.say(0, Move(id="a", seat=2))
    story.say(0, Move(id="b", seat=0))
    assert wishes(story) == [None, None, None]
    story.say(0, Move(id="c", seat=2))
    story.say(1, Move(id="d", seat=0))
    story.say(2, Leave(id="bye"))
    assert wishes(story) == [None, 0, None], "with whom he would have changed is gone"
    story.say(1, Move(id="e", seat=2))
    assert story.seats() == ["person Anna", "open ", "person Bruno"]
    story.say(0, Move(id="f", seat=2))
    assert wishes(story) == [2, None, None]
    story.start(0)
    assert wishes(story) == [None, None, None]


def test_nobody_takes_the_seat_of_another_nor_changes_in_the_middle_of_a_deal() -> None:
    story = three_people()
    seats = story.seats()
    story.say(0, Move(id="a", seat=1))
    assert story.seats() == seats
    nowhere = only(Refused, story.say(0, Move(id="b", seat=7)), 0)
    story.start(0)
    late = only(Refused, story.say(0, Move(id="c", seat=0)), 0)
    assert (nowhere.code, late.code) == ("taken", "not_now")


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
