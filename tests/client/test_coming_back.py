"""What a model makes of a line that breaks and is there again."""

from __future__ import annotations

from client.model import Model, decided, reduce, started
from client.outages import Broken, Unseated
from client.spoken import news
from client.viewmodel import shown
from protocol import Note, View
from protocol.from_server import Accepted, Refused, Said, Update
from tests.client.tables import model, table, view, welcome

AFTER = view(hand=("QH",), to_act=1, legal=(), ask=None)


def back(known: Model, seen: View, seq: int = 1) -> Model:
    """The line broke, and is there again with this view."""
    for message in (Broken(), welcome(table=table()), Update(seq=seq, events=(), view=seen)):
        known = reduce(known, message)
    return known


def test_a_broken_line_leaves_the_table_in_sight_and_nothing_to_decide() -> None:
    broken = reduce(model(), Broken())
    now = shown(broken)
    assert now.mode == "broken"
    assert now.ask == "The line is broken: it is tried again by itself."
    assert now.hand
    assert now.trick
    assert not now.choices


def test_back_at_the_table_one_goes_on_where_one_was() -> None:
    again = back(model(view(), Note("played", 3, ("2H",))), view())
    assert again.to_decide
    assert shown(again).mode == "deciding"
    assert again.log == model(view(), Note("played", 3, ("2H",))).log


def test_who_came_and_went_meanwhile_is_told() -> None:
    gone = table(seats=(table().seats[0], table().seats[1].model_copy(update={"present": False}), *table().seats[2:]))
    again = reduce(reduce(model(), Broken()), welcome(table=gone))
    assert shown(again).log == ("Bruno is away.",)


def test_a_decision_that_was_not_carried_out_yet_is_not_asked_for_again() -> None:
    again = back(decided(model(), "7"), view())
    assert not again.to_decide
    accepted = reduce(again, Accepted(id="7"))
    assert not accepted.to_decide, "what comes of it is not known yet"
    assert reduce(accepted, Update(seq=2, events=(), view=view())).to_decide


def test_a_decision_that_had_been_carried_out_is_over_when_it_is_accepted_as_before() -> None:
    again = back(decided(model(), "7"), view(legal=("play:QH",)))
    assert not again.to_decide
    assert reduce(again, Accepted(id="7")).to_decide
    again = back(decided(model(), "7"), AFTER, seq=2)
    assert reduce(again, Accepted(id="7")).answered


def test_what_a_bot_has_decided_for_us_is_said_and_nothing_else_is_taken_for_that() -> None:
    told = "Your time was over: a bot has decided for you."
    timed = reduce(model(), Update(seq=1, events=(), view=view(), seconds=10.0))
    clock = Update(seq=2, events=(Note("played", 0, ("7H",)),), view=AFTER, seconds=10.0)
    assert shown(reduce(timed, clock)).log == (told, "Anna plays 7♥.")
    assert shown(reduce(decided(timed, "7"), clock)).log == ("Anna plays 7♥.",)
    assert shown(back(timed, view())).log == ()
    assert shown(back(model(), AFTER, seq=2)).log == ("You were away: a bot has decided for you.",)
    assert shown(back(decided(model(), "7"), AFTER, seq=2)).log == ()
    assert shown(reduce(reduce(timed, clock), Update(seq=3, events=(), view=view()))).log == (told, "Anna plays 7♥.")


def test_while_the_line_is_broken_no_clock_is_told_since_nobody_hears_how_it_runs() -> None:
    anna, bruno, *others = table().seats
    away = table(seats=(anna, bruno.model_copy(update={"present": False, "grace": 30}), *others))
    timed = reduce(reduce(model(), away), Update(seq=1, events=(), view=view(), seconds=10.0))
    before, now = shown(timed, now=2.0), shown(reduce(timed, Broken(), 1.0), now=2.0)
    assert (before.clock, before.ticking, before.players[1].marks[0]) == ("8 s", True, "away, bot in 28 s")
    assert (now.clock, now.ticking, now.players[1].marks[0]) == ("", False, "away")
    again = reduce(reduce(timed, Broken(), 1.0), welcome(table=away), 5.0)
    again = reduce(again, Update(seq=1, events=(), view=view(), seconds=6.0), 5.0)
    assert (shown(again, now=6.0).clock, shown(again, now=6.0).ticking) == ("5 s", True)
    assert shown(again).clock == "", "nor at no moment"


def test_a_decision_that_came_too_late_is_given_back() -> None:
    again = back(decided(model(), "7", ("hide:T9",)), view(legal=("play:QH",)), seq=5)
    refused = reduce(again, Refused(id="7", code="stale", message="Too late."))
    assert refused.to_decide
    assert refused.queue == ()


def test_a_deal_that_was_asked_for_still_is() -> None:
    over = model(AFTER)
    again = back(started(over), AFTER)
    assert again.starting
    assert not reduce(again, Update(seq=2, events=(), view=view())).starting


def test_a_seat_that_was_not_kept_leaves_nothing_behind_but_what_was_said() -> None:
    told = reduce(decided(model(), "7"), Said(name="Bruno", seat=1, text="Hello"))
    anew = reduce(reduce(told, Unseated()), welcome(seat=2, table=table("waiting")))
    assert anew.view is None
    assert anew.answered
    assert anew.seat == 2
    assert shown(anew).log == ("Bruno: Hello", "Your seat was not kept; you sit down anew.")


def test_a_refusal_of_something_else_leaves_a_decision_on_its_way() -> None:
    refused = reduce(decided(model(), "7"), Refused(id="8", code="too_fast", message="Wait a moment."))
    assert refused.sent == "7"
    assert not refused.to_decide
    assert shown(refused).refusal == "Wait a moment."


def test_what_was_said_is_heard_once_though_it_is_told_again() -> None:
    lines = [Said(number=number, name="Bruno", seat=1, text=f"Line {number}") for number in (1, 2, 3)]
    heard = reduce(reduce(model(), lines[0]), lines[1])
    for line in lines:
        before, heard = heard, reduce(heard, line)
        assert bool(list(news(before, line, heard, "plain", 0.0))) == (line.number == 3)
    assert [entry for entry in heard.log if isinstance(entry, Said)] == lines
