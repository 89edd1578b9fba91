from __future__ import annotations

import functools
from typing import get_args

from client.model import REMEMBERED, decided, reduce, seated, started
from client.text import LABELS
from client.viewmodel import shown
from protocol import Note
from protocol.from_server import Accepted, Failure, Refused, Seat, Update
from protocol.message import Level
from tests.client.tables import model, table, view, welcome


def test_nothing_is_known_before_the_first_update() -> None:
    begun = seated(welcome())
    assert begun.view is None
    assert not begun.to_decide
    assert not begun.playing


def test_an_update_brings_a_whole_view_and_what_was_said() -> None:
    told = model(view(), Note("played", 3, ("2H",)))
    assert told.view == view()
    assert told.seq == 1
    assert told.log[-1] == Note("played", 3, ("2H",))
    assert told.to_decide


def test_a_decision_is_made_once_until_it_is_answered() -> None:
    sent = decided(model(), "7")
    assert not sent.to_decide
    accepted = reduce(sent, Accepted(id="7"))
    assert not accepted.to_decide, "accepted, but what comes of it is not known yet"
    assert reduce(accepted, Update(seq=2, events=(), view=view())).to_decide


def test_update_and_acceptance_may_come_in_any_order() -> None:
    sent = decided(model(), "7")
    updated = reduce(sent, Update(seq=1, events=(), view=view()))
    assert not updated.to_decide
    assert reduce(updated, Accepted(id="7")).to_decide


def test_an_answer_to_something_else_changes_nothing() -> None:
    sent = decided(model(), "7")
    assert reduce(sent, Accepted(id="6")) == sent


def test_a_refusal_gives_the_decision_back_and_stops_what_would_follow() -> None:
    sent = decided(model(), "7", ("hide:T9",))
    refused = reduce(sent, Refused(id="7", code="illegal", message="Follow suit.", clause="5.2"))
    assert refused.to_decide
    assert refused.queue == ()
    assert shown(refused).refusal == "Follow suit. (5.2)"


def test_a_failure_is_shown_like_a_refusal() -> None:
    failed = reduce(decided(model(), "7"), Failure(code="bad_message", message="Too long."))
    assert failed.to_decide
    assert shown(failed).refusal == "Too long."


def test_a_refusal_goes_with_the_next_decision() -> None:
    refused = reduce(model(), Refused(id="7", code="illegal", message="Follow suit."))
    assert decided(refused, "8").refusal is None


def test_a_deal_that_was_asked_for_is_on_its_way_until_it_begins() -> None:
    waiting = started(seated(welcome()))
    assert shown(waiting).mode == "watching"
    assert reduce(waiting, Update(seq=1, events=(), view=view())).starting is False
    assert shown(reduce(waiting, Refused(id="1", code="not_now", message="Not now."))).mode == "waiting"


def test_who_arrives_during_a_deal_watches() -> None:
    watching = model(view(viewer=None, hand=(), legal=(), ask=None))
    assert not watching.to_decide
    assert "from the next deal on" in shown(watching).ask


def test_people_who_come_and_go_are_told_of() -> None:
    bruno = table().seats[1]
    begun = reduce(seated(welcome()), table())
    away = reduce(
        begun, table(seats=(table().seats[0], bruno.model_copy(update={"present": False}), *table().seats[2:]))
    )
    back = reduce(away, table())
    gone = reduce(back, table(seats=(table().seats[0], Seat(kind="open"), *table().seats[2:])))
    robot = reduce(gone, table(seats=(table().seats[0], Seat(kind="bot", name="Léa"), *table().seats[2:])))
    eva = reduce(robot, table(seats=(table().seats[0], Seat(kind="person", name="Eva"), *table().seats[2:])))
    assert shown(eva).log == (
        "Bruno is away.",
        "Bruno is back.",
        "Bruno gets up.",
        "Léa, a bot, takes the seat.",
        "Eva sits down.",
    )


def test_what_somebody_did_stays_his_when_the_seats_are_changed() -> None:
    played = model(view(), Note("played", 1, ("2H",)))
    anna, bruno, *others = table().seats
    moved = reduce(played, table(seats=(bruno, anna, *others)))
    again = reduce(moved, Update(seq=2, events=(Note("played", 1, ("3C",)),), view=view()))
    assert shown(again).log == (
        "Bruno plays 2♥.",
        "Bruno moves to seat 1.",
        "Anna moves to seat 2.",
        "Anna plays 3♣.",
    )
    back = reduce(again, welcome(table=table()))
    assert shown(back).log[:4] == shown(again).log


def test_who_moves_is_told_of_once_and_where_he_sits_now() -> None:
    anna, bruno, clara, dede = table().seats
    free = Seat(kind="open")
    begun = seated(welcome(table=table(seats=(anna, bruno, clara, free))))
    with_bot = reduce(begun, table(seats=(clara, bruno, anna, free)))
    to_free = reduce(with_bot, table(seats=(clara, free, anna, bruno)))
    followed = reduce(to_free, table(seats=(anna, dede, free, bruno)))
    assert shown(followed).log == (
        "Clara moves to seat 1.",
        "Anna moves to seat 3.",
        "Bruno moves to seat 4.",
        "Anna moves to seat 1.",
        "Dédé, a bot, takes the seat.",
    )


def test_how_well_bots_play_from_now_on_is_told() -> None:
    strong = reduce(reduce(seated(welcome()), table("waiting")), table("waiting", level="strong"))
    assert shown(strong).log == ("Bots play at the level “strong” now.",)
    assert LABELS.keys() >= {f"level.{level}" for level in get_args(Level)}


def test_who_is_away_is_told_of_once_whatever_is_left_of_his_grace() -> None:
    anna, bruno, *others = table().seats
    graces = (30, 12)
    away = (bruno.model_copy(update={"present": False, "grace": grace}) for grace in graces)
    pictures = (table(seats=(anna, seat, *others)) for seat in away)
    last = functools.reduce(reduce, pictures, reduce(seated(welcome()), table()))
    assert shown(last).log == ("Bruno is away.",)


def test_only_so_much_is_remembered() -> None:
    told = model()
    for _ in range(REMEMBERED):
        told = reduce(told, Update(seq=2, events=(Note("dealt", 1), Note("dealt", 2)), view=view()))
    assert len(told.log) == REMEMBERED
