"""Bots against bots in duplicate deals."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest

from engine import record
from server.bots import commands
from server.bots.arena import Plan, Table, played
from server.bots.commands import arena
from server.bots.comparison import compared, estimate, student
from tapis import main


def plan(game: str, *seats: str) -> Plan:
    return Plan(game, seats, seed=7, deadline=None)


def test_partners_change_places_and_one_among_others_goes_through_every_seat() -> None:
    assert plan("belote", "strong", "easy", "strong", "easy").seatings == (
        ("strong", "easy", "strong", "easy"),
        ("easy", "strong", "easy", "strong"),
    )
    assert plan("paodekuai", "normal", "easy", "easy").seatings == (
        ("normal", "easy", "easy"),
        ("easy", "normal", "easy"),
        ("easy", "easy", "normal"),
    )
    assert plan("paodekuai", "easy", "easy", "easy").seatings == (("easy", "easy", "easy"),)


def test_all_tables_of_a_deal_have_the_same_cards() -> None:
    deal = played(plan("belote", "normal", "easy", "normal", "easy"), 5)
    assert deal[0].record["deal"] == deal[1].record["deal"]
    assert [table.record["dealer"] for table in deal] == [1, 1]


def test_a_plan_gives_the_same_deals_again() -> None:
    for number in range(2):
        once, again = (played(plan("paodekuai", "easy", "easy", "normal"), number) for _ in range(2))
        assert [table.record for table in once] == [table.record for table in again]


def table(scores: tuple[int, ...], seats: tuple[str, ...] = ("strong", "easy", "easy")) -> Table:
    return Table(seats, scores, {}, (("strong", 0.25), ("easy", 0.5)))


def test_the_tables_of_a_deal_are_one_sample() -> None:
    deals = [[table((4, -2, -2)), table((-2, 4, -2))], [table((10, -5, -5)), table((4, -2, -2))]]
    said = compared(plan("paodekuai", "strong", "easy", "easy"), deals)
    assert said.gain
    assert said.gain.mean == pytest.approx((6 - 3 + 15 + 6) / 4)
    assert said.gain.low is not None
    assert said.gain.low < 0, "two samples prove little"
    assert said.wins
    assert said.wins.mean == 0.75
    assert said.thoughts["easy"].median == 0.5


def test_seats_that_are_alike_are_not_compared() -> None:
    said = compared(plan("paodekuai", "easy", "easy", "easy"), [[table((4, -2, -2), ("easy", "easy", "easy"))]])
    assert (said.gain, said.wins) == (None, None)


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_one_deal_has_no_interval() -> None:
    assert estimate([3.0]) == (3.0, None, None)


def test_the_command_tells_and_writes_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.jsonl"
    words = ["arena", "belote", "--seats", "normal,easy,normal,easy", "--deals", "2", "--records", str(file)]
    assert main(words) == 0
    assert "Belote: 2 deals, at 2 seatings each" in capsys.readouterr().out
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    for line in lines:
        told = record.parse(line)
        result = record.replay(told).result
        assert result
        assert list(result.scores) == told["scores"]
    assert main([*words, "--json", "--workers", "2"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["tested"], said["deals"]) == ("normal", 2)
    assert file.read_text(encoding="utf-8").splitlines() == lines, "however many processes play"


def test_blunders_are_counted_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["paodekuai", "--seats", "normal,easy,easy", "--deals", "1", "--json", "--blunders"]
    assert arena(words) == 0
    assert set(json.loads(capsys.readouterr().out)["blunders"]) == {"normal", "easy"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["whist", "--seats", "easy"], "whist"),
        (["belote", "--seats", "easy,normal"], "--seats needs 4 levels for this game, not 2"),
        (["belote", "--seats", "easy,best"], "'best' is no level; there are easy, normal, strong"),
        (["belote", "--seats", "easy,easy,easy,easy", "--deals", "0"], "'0' cannot be"),
        (["belote", "--seats", "easy, easy, easy, easy", "--deadline", "-1"], "'-1' cannot be; give 0 seconds or more"),
        (["belote", "--seats", "easy,easy,easy,easy", "--deadline", "nan"], "'nan' cannot be"),
        (["belote", "--seats", "easy,easy,easy,easy", "--records", "/no/such/place"], "/no/such/place: "),
    ],
)
def test_what_cannot_be_is_said(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_process_that_dies_ends_the_arena_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "played", died)
    assert main(["arena", "belote", "--seats", "easy,easy,easy,easy", "--deals", "1"]) == 2
    assert "a process that played has died" in capsys.readouterr().err


def died(plan: Plan, number: int) -> None:
    os._exit(1)


def test_no_bar_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    err = io.StringIO()
    monkeypatch.setattr("sys.stderr", err)
    arena(["paodekuai", "--seats", "easy,easy,easy", "--deals", "1"])
    assert err.getvalue() == ""
