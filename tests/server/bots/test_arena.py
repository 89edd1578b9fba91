"""Bots against bots in duplicate deals."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine import record
from server.bots import commands
from server.bots.arena import Plan, Table, even, played
from server.bots.commands import Deals, arena
from server.bots.comparison import compared, estimate, share, student
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


@pytest.mark.parametrize(
    ("game", "seats", "nothing"),
    [
        ("belote", "strong easy strong easy", False),
        ("belote", "strong easy easy strong", True),
        ("belote", "strong normal easy strong", True),
        ("belote", "strong strong strong easy", False),
        ("belote", "strong easy easy easy", False),
        ("belote", "easy easy easy easy", False),
        ("tarot", "strong strong easy easy", False),
        ("paodekuai", "strong easy strong", False),
    ],
)
def test_sides_that_are_as_strong_as_each_other_are_not_compared(game: str, seats: str, nothing: bool) -> None:
    assert even(plan(game, *seats.split())) == nothing


@pytest.mark.parametrize("tables", [3, 4])
@pytest.mark.parametrize("count", [2, 3, 10, 100])
def test_a_share_lies_between_nothing_and_all(count: int, tables: int) -> None:
    for won in range(tables * count + 1):
        shares = [min(tables, max(0, won - tables * deal)) / tables for deal in range(count)]
        mean, low, high = share(shares)
        assert low is not None
        assert high is not None
        assert 0 <= low <= mean <= high <= 1
        assert low < high


def test_a_share_is_as_sure_as_wins_and_losses_are() -> None:
    mean, low, high = share([1.0] * 54 + [0.0] * 46)
    assert mean == 0.54
    assert low == pytest.approx(0.442, abs=0.002), "Wilson's, by the book"
    assert high == pytest.approx(0.635, abs=0.002)


def test_tables_that_vary_less_together_make_a_share_surer() -> None:
    alone, together = share([1.0, 0.0] * 50), share([0.75, 0.25] * 50)
    assert alone.mean == together.mean == 0.5
    assert alone.low is not None
    assert together.low is not None
    assert alone.low < together.low


def test_one_share_has_no_interval() -> None:
    assert share([0.5]) == (0.5, None, None)


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
        (["belote", "--seats", "easy, easy, easy, easy", "--deadline", "-1"], "'-1' cannot be; give seconds from 0 to"),
        (["belote", "--seats", "easy,easy,easy,easy", "--deadline", "nan"], "'nan' cannot be"),
        (
            ["belote", "--seats", "strong,strong,easy,easy"],
            "seats 1+3 and seats 2+4 would play with the same levels: that compares nothing; give partners one level.",
        ),
        (["tarocchino", "--seats", "easy,normal,normal,easy"], "compares nothing"),
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
    assert main(["arena", "belote", "--seats", "easy,easy,easy,easy", "--deals", "3"]) == 2
    told = capsys.readouterr()
    assert "a process that played has died" in told.err
    assert told.err.endswith("; 2 of 3 deals finished.\n")
    assert told.out.startswith("Belote: 2 deals")


def died(plan: Plan, number: int) -> tuple[Table, ...]:
    """Two deals, and then the end."""
    if number < 2:
        return played(plan, number)
    os._exit(1)


def endless(plan: Plan, number: int) -> tuple[Table, ...]:
    """Two deals, and a third that is never over."""
    while number >= 2:
        pass
    return played(plan, number)


def interrupted(deals: Deals, _total: int, _stack: ExitStack) -> Deals:
    """Ctrl-C after the second deal."""
    for number, deal in enumerate(deals, 1):
        yield deal
        if number == 2:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_finished_before_ctrl_c_is_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, workers: str
) -> None:
    monkeypatch.setattr(commands, "played", endless)
    monkeypatch.setattr(commands, "_shown", interrupted)
    file = tmp_path / "deals.jsonl"
    words = ["belote", "--seats", "easy,normal,easy,normal", "--records", str(file), "--workers", workers]
    assert main(["arena", *words]) == 130
    told = capsys.readouterr()
    assert told.out.startswith("Belote: 2 deals, at 2 seatings each")
    assert told.err == "tapis arena: stopped; 2 of 100 deals finished.\n"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4
    assert not multiprocessing.active_children()


def test_no_bar_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    err = io.StringIO()
    monkeypatch.setattr("sys.stderr", err)
    arena(["paodekuai", "--seats", "easy,easy,easy", "--deals", "1"])
    assert err.getvalue() == ""
