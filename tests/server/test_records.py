"""`tapis records`: what has been played can be replayed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

import tapis
from server.journal import Entry, journal, usual_place
from tests.server.stories import story


@pytest.fixture
def deals() -> list[Entry]:
    """Steps that ended a deal, of several games."""
    steps = [step for seed in range(8) for step in story(seed, 300)]
    return [step for step in steps if step.after.deals > step.before.deals]


def keep(path: Path, deals: list[Entry], day: int = 17) -> None:
    with journal(path, lambda: datetime(2026, 5, day, 12, 0, tzinfo=UTC)) as log:
        for step in deals:
            log.lay(step.before)
            log.write([step])


def written(capsys: pytest.CaptureFixture[str], *argv: str) -> list[dict[str, object]]:
    assert tapis.main(["records", *argv]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_what_has_been_played_can_be_replayed(
    deals: list[Entry], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(usual_place(), deals)
    assert tapis.main(["records"]) == 0
    file = tmp_path / "records.jsonl"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert tapis.main(["replay", "--json", str(file)]) == 0
    replayed = [json.loads(line)["result"]["scores"] for line in capsys.readouterr().out.splitlines()]
    assert replayed == [record["scores"] for record in written(capsys)]
    assert len(replayed) == len(deals) > 5


def test_of_one_game(deals: list[Entry], capsys: pytest.CaptureFixture[str]) -> None:
    keep(usual_place(), deals)
    keys = [step.after.game.about.key for step in deals]
    assert {record["game"] for record in written(capsys, "--game", keys[0])} == {keys[0]}
    assert len(written(capsys, "--game", keys[0])) == keys.count(keys[0]) < len(deals)


def test_since_a_day_of_this_place(deals: list[Entry], capsys: pytest.CaptureFixture[str]) -> None:
    keep(usual_place(), deals[:2], day=10)
    keep(usual_place(), deals[2:5], day=20)
    assert len(written(capsys)) == 5
    assert len(written(capsys, "--since", "2026-05-15")) == 3
    assert written(capsys, "--since", "2026-05-25") == []
    assert written(capsys, "--since", "2999-12-31") == []


def test_out_of_another_journal(deals: list[Entry], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(tmp_path / "mine.db", deals[:2])
    assert len(written(capsys, "--journal", str(tmp_path / "mine.db"))) == 2


def test_while_a_server_is_running(deals: list[Entry], capsys: pytest.CaptureFixture[str]) -> None:
    with journal(usual_place()) as log:
        log.lay(deals[0].before)
        log.write(deals[:1])
        assert len(written(capsys)) == 1


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--game", "whist"], "no game called 'whist'"),
        (["--game", ""], "no game called ''"),
        (["--since", ""], "'' is not a day"),
        (["--since", "2026-05-17T10:00"], "is not a day"),
        (["--since", "0001-01-01"], "'0001-01-01' is no day from 2000-01-01 to 2999-12-31"),
        (["--since", "9999-12-31"], "'9999-12-31' is no day from 2000-01-01 to 2999-12-31"),
        (["--journal", ""], "is not a file that can be written"),
        (["--journal", f"{__file__}/journal.db"], "is not there."),
        (["--since", "yesterday"], "'yesterday' is not a day; give one such as 2026-05-17"),
        (["--since", "2026-02-30"], "is not a day"),
        (["--journal", "nowhere.db"], "nowhere.db is not there."),
        (["--journal", __file__], "is not a journal of Tapis Vert"),
        ([], "journal.db is not there."),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    argv: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tapis.main(["records", *argv]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tapis records: ")
    assert printed.err.count("\n") == 1
    assert complaint in printed.err
