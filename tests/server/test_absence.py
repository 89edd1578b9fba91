"""Who is away, who comes back, and who is silent: no table waits for ever."""

from __future__ import annotations

from protocol.from_client import Leave
from protocol.from_server import Accepted, Failure, Farewell, Table, Update, Welcome
from server.deadlines import IDLE, wake_at
from server.orders import Arrive, Decided, Lost, Tick
from server.seating import FORGOTTEN
from tests.server.table_story import Story, only, three_people, told


def test_a_bot_plays_for_who_is_away_and_the_owner_takes_his_seat_back() -> None:
    story = three_people()
    story.start(0)
    effects = story.tell(Lost(0))
    assert story.seats()[0] == "person Anna (away)"
    assert [type(message) for message in told(effects, 1)] == [Table]
    assert story.asked() is None, "she may be back in a moment"
    story.wait(30)
    ask = story.asked()
    assert ask is not None
    assert (ask.view.viewer, ask.view.hand) == (0, ("1", "4", "7"))

    messages = story.arrive(7, "Somebody", token="token-of-line-0000")
    assert [type(message) for message in messages] == [Welcome, Update]
    assert story.seats()[0] == "person Anna"
    assert story.tell(Decided(ask.turn, "bury:1")) == [], "too late: she is back"
    assert isinstance(story.act(7, "bury:4"), Accepted)


def test_the_newest_connection_wins_and_the_older_is_told() -> None:
    story = three_people()
    effects = story.tell(Arrive(7, "Anna", "token-of-line-0000", "token-of-line-0007"))
    (farewell,) = told(effects, 0)
    assert isinstance(farewell, Farewell)
    assert farewell.reason == "replaced"
    story.tell(Lost(0))
    assert story.seats()[0] == "person Anna", "the end of the old line is not hers"


def test_a_wrong_token_changes_nothing() -> None:
    story = three_people()
    before = story.room
    (failure,) = story.arrive(7, token="token-of-nobody-here")
    assert isinstance(failure, Failure)
    assert failure.code == "token"
    assert story.room is before


def test_with_all_people_gone_the_deal_pauses_until_someone_returns() -> None:
    story = Story(bots=2)
    story.arrive(0)
    story.start(0)
    story.act(0, "bury:1", "play:7")
    ask = story.asked()
    assert ask is not None
    story.tell(Lost(0))
    before = story.room
    assert story.tell(Decided(ask.turn, ask.view.legal[0])) == []
    assert story.room is before
    effects = story.tell(Arrive(1, "Anna", "token-of-line-0000", "token-of-line-0001"))
    assert ask in effects
    story.bots_play()
    assert not story.room.playing


def test_everybody_is_told_at_once_who_is_away_and_how_long_it_is_until_a_bot_plays() -> None:
    story = three_people()
    story.start(0)
    table = only(Table, story.tell(Lost(0)), 1)
    assert (table.seats[0].present, table.seats[0].grace) == (False, 30)
    story.now = 12.5
    assert story.room.shown().seats[0].grace == 30, "as it was when the room was told something last"
    table = only(Table, story.tell(Lost(2)), 1)
    assert [seat.grace for seat in table.seats] == [18, None, 30]
    story.now = 100
    table = only(Table, story.tell(Arrive(7, "", "token-of-line-0002", "token-of-line-0007")), 1)
    assert [seat.grace for seat in table.seats] == [0, None, None]


def test_who_is_back_within_the_grace_has_lost_nothing() -> None:
    story = three_people()
    story.start(0)
    story.tell(Lost(0))
    story.wait(29.9)
    story.arrive(7, token="token-of-line-0000")
    story.wait(1000)
    assert story.asked() is None
    assert isinstance(story.act(7, "bury:1", "play:7"), Accepted)


def test_a_seat_is_taken_back_in_the_middle_of_a_trick() -> None:
    story = three_people()
    story.start(0)
    story.tell(Lost(1))
    story.act(0, "bury:1", "play:7")
    story.wait(30)
    ask = story.asked()
    assert ask is not None
    story.tell(Decided(ask.turn, "bury:2"))
    _, update = story.arrive(7, token="token-of-line-0001")
    assert isinstance(update, Update)
    assert (update.view.hand, update.view.legal) == (("5", "8"), ("play:5", "play:8"))
    assert isinstance(story.act(7, "play:8"), Accepted)


def test_after_the_grace_bots_need_no_other_for_as_long_as_he_is_away() -> None:
    story = three_people()
    story.tell(Lost(0))
    story.wait(60)
    story.start(1)
    assert story.asked() is not None


def test_without_a_clock_nobody_is_hurried() -> None:
    story = three_people()
    story.start(0)
    story.wait(100_000)
    assert story.asked() is None
    assert story.room.update(0).seconds is None


def test_by_the_clock_a_bot_decides_this_once() -> None:
    story = three_people(clock=60)
    story.start(0)
    story.wait(59)
    assert story.asked() is None
    story.wait(1)
    ask = story.asked()
    assert ask is not None
    story.tell(Decided(ask.turn, "bury:1"))
    story.bots_play()
    assert (story.room.to_act, story.room.asked) == (1, None)
    story.wait(59)
    assert story.room.asked is None, "his neighbour has the whole time"


def test_the_clock_counts_from_what_everybody_has_seen() -> None:
    """A secret step gives no more time: else the others could see from the clock that there was one."""
    story = three_people(clock=60)
    story.start(0)
    story.wait(40)
    story.act(0, "bury:1")
    assert story.room.update(0).seconds == 20
    story.wait(20)
    assert story.room.asked == story.room.turn


def test_who_acts_while_the_bot_still_thinks_has_acted_himself() -> None:
    story = three_people(clock=60)
    story.start(0)
    story.wait(60)
    ask = story.asked()
    assert ask is not None
    assert isinstance(story.act(0, "bury:4"), Accepted)
    before = story.room
    assert story.tell(Decided(ask.turn, "bury:1")) == []
    assert story.room is before


def test_who_comes_back_to_a_table_that_has_waited_has_the_whole_clock() -> None:
    story = three_people(clock=60)
    story.start(0)
    story.wait(10)
    for line in range(3):
        story.tell(Lost(line))
    story.wait(1000)
    _, update = story.arrive(7, token="token-of-line-0000")
    assert isinstance(update, Update)
    assert update.seconds == 60


def test_a_bot_shows_its_decision_when_the_pace_allows_and_not_sooner() -> None:
    story = Story(bots=2, pace=0.8)
    story.arrive(0)
    story.start(0)
    story.act(0, "bury:1", "play:7")
    for action in ("bury:2", "play:8"):
        ask = story.asked()
        assert ask is not None
        story.tell(Decided(ask.turn, action))
    assert (story.room.to_act, wake_at(story.room)) == (1, 0.8), "what is secret is done, what is not is kept"
    story.wait(0.8)
    assert story.room.to_act == 2


def test_a_decision_that_is_kept_back_is_forgotten_when_the_owner_is_back() -> None:
    story = Story(bots=1, pace=0.8)
    story.arrive(0)
    story.arrive(1)
    story.start(0)
    story.tell(Lost(0))
    story.wait(30)
    ask = story.asked()
    assert ask is not None
    story.tell(Decided(ask.turn, "bury:1"))
    story.arrive(7, token="token-of-line-0000")
    assert story.room.decision is None
    assert isinstance(story.act(7, "play:4"), Accepted)


def test_between_deals_a_newcomer_has_the_seat_of_who_is_away_after_the_grace() -> None:
    story = three_people()
    story.tell(Lost(1))
    (failure,) = story.arrive(7, "Dédé")
    assert isinstance(failure, Failure)
    story.wait(30)
    (welcome,) = story.arrive(8, "Dédé")
    assert isinstance(welcome, Welcome)
    assert welcome.seat == 1


def test_a_newcomer_has_the_seat_of_a_bot_before_that_of_who_is_away() -> None:
    story = Story(bots=1)
    for line in range(2):
        story.arrive(line)
    story.tell(Lost(0))
    story.wait(30)
    (welcome,) = story.arrive(7, "Dédé")
    assert isinstance(welcome, Welcome)
    assert welcome.seat == 2


def test_no_clock_runs_for_a_bot() -> None:
    story = Story(bots=2, clock=60)
    story.arrive(0)
    story.start(0)
    assert story.room.update(0).seconds == 60
    story.act(0, "bury:1", "play:7")
    assert story.room.update(0).seconds is None


def test_a_deal_that_all_have_left_alone_shuts_nobody_out_for_ever() -> None:
    story = three_people()
    story.start(0)
    for line in range(3):
        story.tell(Lost(line))
    story.wait(FORGOTTEN - 1)
    assert isinstance(story.arrive(7)[0], Failure)
    story.wait(1)
    welcome, update = story.arrive(8, "Dédé")
    assert isinstance(welcome, Welcome)
    assert isinstance(update, Update)
    assert (welcome.seat, update.view.viewer) == (0, None)
    story.bots_play()
    assert story.room.state == "over", "bots play the deal to its end, and then the seat is his"
    assert story.seats()[0] == "person Dédé"


def test_a_table_that_all_have_left_alone_is_closed() -> None:
    story = three_people()
    for line in range(3):
        story.tell(Lost(line))
        story.wait(10)
    story.tell(Arrive(7, "Zoé", None, "token-of-line-0007", watch=True))
    story.wait(IDLE - 11)
    assert not story.room.closed
    story.wait(1)
    assert story.room.closed
    farewell = only(Farewell, story.effects, 7)
    assert farewell.reason == "closed"
    assert story.tell(Tick()) == story.arrive(8) == [], "it does nothing any more"


def test_the_table_of_the_house_is_never_closed() -> None:
    story = Story(lasting=True)
    story.arrive(0)
    story.tell(Lost(0))
    assert wake_at(story.room) is None
    story.wait(100_000)
    assert not story.room.closed
    story.arrive(1, token="token-of-line-0000")
    story.say(1, Leave(id="bye"))
    assert not story.room.closed
    assert story.seats() == ["open ", "open ", "open "]
