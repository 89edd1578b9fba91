"""What holds at a table whatever people do there, in whatever order."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from protocol.from_server import Table, Update
from server.deadlines import wake_at
from server.journal import Entry
from server.lobby import row
from server.orders import Report, Send, Tick
from server.story import handle
from tests.lengths import length
from tests.server.stories import stories


@settings(max_examples=length(12, 1000))
@given(stories())
def test_everybody_at_the_table_is_told_whenever_it_has_changed(steps: list[Entry]) -> None:
    for step in changes(steps):
        _, effects = handle(step.before, step.command, step.after.now)
        told = [
            line
            for effect in effects
            if isinstance(effect, Send) and isinstance(effect.message, Table)
            for line in effect.lines
        ]
        was, now = replace(step.before, now=step.after.now).shown(), step.after.shown()
        stayed = {line: seat for line, seat in step.after.lines.items() if line in step.before.lines}
        if now == was.model_copy(update={"watching": now.watching}):  # which a crowd does not tell itself
            stayed = {line: seat for line, seat in stayed.items() if seat is not None and now != was}
        assert told == list(stayed)


@settings(max_examples=length(12, 1000))
@given(stories())
def test_the_house_is_told_whenever_the_lobby_shows_something_else(steps: list[Entry]) -> None:
    for step in changes(steps):
        _, effects = handle(step.before, step.command, step.after.now)
        told = any(isinstance(effect, Report) and isinstance(effect.what, Table) for effect in effects)
        assert told or row(step.after) == row(step.before)


@settings(max_examples=length(12, 1000))
@given(stories())
def test_nobody_is_sent_the_view_of_a_seat_that_is_not_his(steps: list[Entry]) -> None:
    for step in changes(steps):
        _, effects = handle(step.before, step.command, step.after.now)
        for effect in effects:
            if isinstance(effect, Send) and isinstance(effect.message, Update):
                lines = step.after.lines if step.after.state != "over" else step.after.lines | step.before.lines
                assert {effect.message.view.viewer} == {lines[line] for line in effect.lines}


@given(stories())
def test_a_table_that_is_woken_has_something_to_do(steps: list[Entry]) -> None:
    """Else it would be woken again at once, and again."""
    for step in changes(steps):
        due = wake_at(step.after)
        if due is not None and due <= step.after.now:
            after, _ = handle(step.after, Tick(), step.after.now)
            assert after is not step.after


@given(stories())
def test_a_bot_is_asked_for_this_turn_or_not_at_all(steps: list[Entry]) -> None:
    for step in steps:
        assert step.after.asked in (None, step.after.turn)
        assert step.after.decision is None or step.after.asked is not None


def changes(steps: list[Entry]) -> list[Entry]:
    """The steps that were not refused."""
    return [step for step in steps if step.after is not step.before]
