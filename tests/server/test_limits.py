"""How much one client may ask for, and what happens to one that asks for more."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from server.connection import BEAT
from server.limits import SPAN, Allowance, BadLimit, Limits, described, limited


def test_limits_are_set_by_name() -> None:
    assert limited([]) == Limits()
    assert limited(["chat=3", "hello=0.5"]) == Limits(chat=3, hello=0.5)


def test_they_are_what_players_can_count_on() -> None:
    """A dead line is told within five seconds; a message, a queue and a handshake have their bounds."""
    limits = Limits()
    assert limits.ping + limits.pong + 2 * BEAT < 5
    assert (limits.message, limits.inbound, limits.handshake) == (8 * 1024, 16, 5)


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("patience=3", "no limit is called 'patience'; the limits are message, inbound"),
        ("chat", "the limit chat must be a whole number from 1 to 1000000, not ''"),
        ("chat=0", "not '0'"),
        ("chat=many", "not 'many'"),
        ("chat=1.5", "not '1.5'"),
        ("chat=99999999", "not '99999999'"),
        ("hello=nan", "the limit hello must be a number of seconds from 0.01 to 3600, not 'nan'"),
        ("hello=-1", "not '-1'"),
        ("ping=1e-9", "not '1e-9'"),
        ("goodbye=1e9", "not '1e9'"),
        ("message=10", "the limit message must be a whole number from 1024 to 1000000, not '10'"),
        ("outbox=1", "from 65536 to"),
    ],
)
def test_a_limit_that_cannot_be_is_said_clearly(setting: str, complaint: str) -> None:
    with pytest.raises(BadLimit) as bad:
        limited([setting])
    assert complaint in str(bad.value)


def test_so_many_at_once_and_the_next_is_refused() -> None:
    allowance = Allowance(5)
    assert [allowance.take(100.0) for _ in range(6)] == ["fine"] * 5 + ["too_fast"]


def test_an_allowance_fills_again_evenly_and_no_further() -> None:
    allowance = Allowance(5)
    for _ in range(5):
        allowance.take(100.0)
    assert allowance.take(100.0 + SPAN / 5) == "fine"
    assert allowance.take(100.0 + SPAN / 5) == "too_fast"
    assert [allowance.take(1000.0) for _ in range(6)] == ["fine"] * 5 + ["too_fast"]


def test_who_keeps_within_the_limit_is_never_refused() -> None:
    allowance = Allowance(5)
    assert {allowance.take(second) for second in range(0, 1000, 2)} == {"fine"}


def test_what_is_refused_takes_nothing_of_what_fills_the_allowance() -> None:
    allowance = Allowance(20)
    assert [allowance.take(0.0) for _ in range(39)].count("fine") == 20
    assert {allowance.take(second / 2) for second in range(1, 100)} == {"fine"}, "one for each that there is room for"


def test_who_goes_on_for_as_many_again_abuses_it_and_who_pauses_is_heard_again() -> None:
    allowance = Allowance(5)
    verdicts = [allowance.take(0.0) for _ in range(10)]
    assert verdicts == ["fine"] * 5 + ["too_fast"] * 4 + ["abuse"]
    assert allowance.take(SPAN * 2) == "fine"


def test_what_was_refused_is_forgotten_as_evenly() -> None:
    allowance = Allowance(5)
    for moment in 0.0, SPAN, 2 * SPAN:
        assert [allowance.take(moment) for _ in range(9)] == ["fine"] * 5 + ["too_fast"] * 4


def test_every_limit_is_described_and_stands_on_the_page_for_hosts() -> None:
    page = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")
    for limit in fields(Limits):
        assert f"{limit.name}={limit.default:g}, {limit.metadata['about']}" in described()
        assert f"| `{limit.name}` | {limit.default:g} | {limit.metadata['about']} |" in page
