"""Stories of one table: people come, play, and go."""

from __future__ import annotations

from protocol.from_client import Act, Chat, Leave, Start
from protocol.from_server import Accepted, Failure, Farewell, Refused, Table, Update, Welcome
from server.orders import Arrive, Dismiss, Report, Send
from server.room import new_room
from server.terms import Terms
from tests.server.highest import GAME, HANDS, TOO_STRONG
from tests.server.table_story import Story, three_people, told


def test_people_take_the_open_seats_and_everybody_learns_of_it() -> None:
    story = Story()
    (welcome,) = story.arrive(1, "Anna")
    assert isinstance(welcome, Welcome)
    assert (welcome.seat, welcome.seat_token, welcome.about) == (0, "token-of-line-0001", GAME.about)
    effects = story.tell(Arrive(2, "Bruno", None, "token-of-line-0002"))
    (table,) = told(effects, 1)
    assert table == story.room.shown()
    assert [type(message) for message in told(effects, 2)] == [Welcome]
    assert Report(table) in effects
    assert story.seats() == ["person Anna", "person Bruno", "open "]


def test_the_second_of_one_name_is_numbered() -> None:
    story = Story()
    story.arrive(1, "Anna")
    story.arrive(2, "anna")
    assert story.seats()[1] == "person anna 2"


def test_bots_fill_the_empty_seats_at_the_start() -> None:
    story = Story()
    story.arrive(1)
    story.start(1)
    assert story.seats() == ["person Anna", "bot Léa", "bot Hugo"]
    assert story.room.playing


def test_a_full_table_turns_people_away() -> None:
    story = three_people()
    assert story.tell(Arrive(9, "Zoé", None, "token-of-line-0009")) == [
        Dismiss(9, Failure(code="full", message="All seats are taken."))
    ]


def test_a_whole_deal_is_played_and_the_scores_add_up() -> None:
    story = three_people()
    for deal in (1, 2):
        story.start(0)
        for line in [(story.room.dealer + 1 + turn) % 3 for turn in range(3)]:
            hand = HANDS["hands"][line]
            assert isinstance(story.act(line, f"bury:{hand[0]}", f"play:{hand[2]}"), Accepted)
        shown = story.room.shown()
        assert (shown.state, shown.deals, shown.scores) == ("over", deal, (-deal, -deal, 2 * deal))
    assert story.room.dealer == 1


def test_an_annulled_deal_scores_nothing_and_moves_the_dealer_on() -> None:
    story = three_people()
    story.start(0, TOO_STRONG)
    update, _revealed, table = told(story.effects, 1)[-3:]
    assert isinstance(update, Update)
    assert [note.key for note in update.events] == ["dealt", "annulled"]
    assert isinstance(table, Table)
    assert (table.state, table.deals, table.scores) == ("over", 0, (0, 0, 0))
    assert story.room.dealer == 0


def test_what_is_public_goes_to_all_and_what_is_secret_to_its_player_alone() -> None:
    story = three_people()
    story.start(0)
    effects = story.say(0, Act(id="a", seq=1, action="bury:1"))
    answer, update = told(effects, 0)
    assert answer == Accepted(id="a")
    assert isinstance(update, Update)
    assert (update.seq, update.events, update.view.hand) == (1, (), ("4", "7"))
    assert not told(effects, 1)
    assert not told(effects, 2)

    effects = story.say(0, Act(id="b", seq=1, action="play:4"))
    for line in range(3):
        update = told(effects, line)[-1]
        assert isinstance(update, Update)
        assert (update.seq, update.view.viewer) == (2, line)
        assert [note.key for note in update.events] == ["played"]


def test_an_illegal_action_is_refused_with_its_clause_and_changes_nothing() -> None:
    story = three_people()
    story.start(0)
    before = story.room.deal
    answer = story.act(0, "bury:9")
    assert answer == Refused(id="c2", code="illegal", message="Bury a card of your hand.", clause="1")
    assert story.room.deal is before


def test_an_answer_to_another_moment_or_out_of_turn_is_refused() -> None:
    story = three_people()
    assert told(story.say(0, Act(id="a", seq=0, action="bury:1")), 0)[0] == Refused(
        id="a", code="not_now", message="No deal is being played."
    )
    story.start(0)
    (stale,) = told(story.say(0, Act(id="b", seq=0, action="bury:1")), 0)
    assert isinstance(stale, Refused)
    assert stale.code == "stale"
    (early,) = told(story.say(1, Act(id="a", seq=1, action="bury:2")), 1)
    assert isinstance(early, Refused)
    assert early.code == "not_your_turn"
    (twice,) = told(story.say(1, Start(id="b")), 1)
    assert isinstance(twice, Refused)
    assert twice.code == "not_now"


def test_a_command_that_comes_again_is_answered_as_before_and_not_carried_out_twice() -> None:
    story = three_people()
    story.start(0)
    story.say(0, Act(id="a", seq=1, action="bury:1"))
    story.say(0, Chat(id="b", text="Hello!"))
    once = story.room
    effects = story.say(0, Act(id="a", seq=1, action="bury:1"))
    assert effects == [Send((0,), Accepted(id="a"))]
    assert story.room is once


def test_a_command_that_was_refused_has_left_no_trace() -> None:
    story = three_people()
    before = story.room
    for _ in range(100):
        assert isinstance(story.act(0, "nonsense"), Refused)
    assert story.room is before


def test_only_the_last_commands_are_remembered() -> None:
    story = three_people()
    for _ in range(100):
        story.say(0, Chat(id=story.new_id(), text="Hello!"))
    assert len(story.room.owner(0).done) == 32


def test_who_gets_up_leaves_his_cards_to_a_bot() -> None:
    story = three_people()
    story.start(1)
    effects = story.say(0, Leave(id="bye"))
    answer, farewell = told(effects, 0)
    assert answer == Accepted(id="bye")
    assert isinstance(farewell, Farewell)
    assert farewell.reason == "left"
    assert story.seats()[0] == "bot Léa"
    story.bots_play()
    assert story.room.to_act == 1


def test_between_deals_a_seat_that_is_left_is_open() -> None:
    story = three_people()
    story.say(1, Leave(id="bye"))
    assert story.seats() == ["person Anna", "open ", "person Chloé"]


def test_when_the_last_person_gets_up_the_table_is_cleared() -> None:
    story = Story(bots=1)
    story.arrive(0)
    story.start(0)
    ask_before = story.asked()
    story.say(0, Leave(id="bye"))
    assert story.room.shown() == new_room(GAME, Terms(id="t1", bots=1), dealer=2).shown()
    assert story.asked() == ask_before, "no bot plays alone"
    assert (story.room.seq, story.room.deal) == (1, None), "what is counted goes on"


def test_who_watches_stays_when_the_last_person_gets_up_from_a_table_that_lasts() -> None:
    story = Story(lasting=True)
    story.arrive(0)
    story.tell(Arrive(7, "Zoé", None, "token-of-line-0007", watch=True))
    assert told(story.say(0, Leave(id="bye")), 7) == [story.room.shown()]
    assert story.room.shown().watching == 1


def test_only_the_last_who_got_up_are_remembered() -> None:
    story = three_people()
    for line in range(100, 140):
        story.say(2, Leave(id="bye"))
        story.say(line - 1, Leave(id="bye"))
        story.arrive(line)
    assert len(story.room.parted) == 32
    assert story.room.parted[-1].token == "token-of-line-0138"


def test_who_comes_after_a_deal_is_not_shown_it() -> None:
    story = three_people()
    story.deal(0, 1, 2)
    story.say(2, Leave(id="bye"))
    assert [type(message) for message in story.arrive(7)] == [Welcome]


def test_who_comes_during_a_deal_watches_it_and_has_a_bots_seat_from_the_next_on() -> None:
    story = Story(bots=2)
    story.arrive(0, "Anna")
    story.start(0)
    welcome, update = story.arrive(1, "Bruno")
    assert isinstance(welcome, Welcome)
    assert isinstance(update, Update)
    assert (welcome.seat, update.view.viewer, update.view.hand) == (1, None, ())
    refused = story.act(1, "bury:2")
    assert isinstance(refused, Refused)
    assert refused.code == "not_now"
    assert story.seats()[1].startswith("bot")
    story.act(0, "bury:1", "play:7")
    story.bots_play()
    assert story.seats()[:2] == ["person Anna", "person Bruno"]
    story.start(1)
    update = told(story.effects, 1)[-2]
    assert isinstance(update, Update)
    assert update.view.hand == ("2", "5", "8")


def test_the_house_learns_what_everybody_may_know() -> None:
    story = Story(bots=2)
    story.arrive(0)
    story.start(0)
    story.act(0, "bury:1", "play:7")
    story.bots_play()
    reports = [effect.what for effect in story.effects if isinstance(effect, Report)]
    assert [getattr(what, "state", "result") for what in reports] == ["waiting", "playing", "result", "over"]


def test_the_house_learns_of_who_waits_for_the_seat_of_a_bot() -> None:
    """The lobby shows him; at the table nothing has changed."""
    story = Story()
    story.arrive(1)
    story.start(1)
    effects = story.tell(Arrive(2, "Bruno", None, "token-of-line-0002"))
    assert Report(story.room.shown()) in effects
    assert told(effects, 1) == []
