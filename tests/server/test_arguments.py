"""Numbers on a command line: each has a range, and whatever is beyond it is refused with that."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import pytest

import tapis
from bench.peers.__main__ import main as peers
from server.arguments import seconds, whole

ABSURD = ("", "x", "nan", "-nan", "inf", "-inf", "1e999", "-1", "1e12", "9" * 5000, "000001" + "9" * 9)


@pytest.mark.parametrize("read", [whole(1, 100), whole(0, 65535), seconds(60), seconds(86400)])
@pytest.mark.parametrize("text", ABSURD)
def test_what_is_no_number_or_beyond_all_measure_is_refused(read: Callable[[str], float], text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"cannot be; give .* from [01] to [0-9]+") as refused:
        read(text)
    assert len(str(refused.value)) < 120


def test_a_range_holds_its_ends() -> None:
    assert [whole(1, 100)(text) for text in ("1", "007", "100")] == [1, 7, 100]
    assert [seconds(60)(text) for text in ("0", "0.5", "6e1")] == [0, 0.5, 60]


@pytest.mark.parametrize("command", [*(command for command, _ in tapis.COMMANDS.values()), lambda _: peers()])
def test_no_number_of_any_command_is_without_a_range(
    command: tapis.Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds: list[object] = []
    add = argparse.ArgumentParser.add_argument

    def noted(parser: argparse.ArgumentParser, *names: str, **how: Any) -> argparse.Action:
        kinds.append(how.get("type"))
        return add(parser, *names, **how)

    monkeypatch.setattr(argparse.ArgumentParser, "add_argument", noted)
    monkeypatch.setattr("sys.argv", ["bench.peers", "--help"])
    with pytest.raises(SystemExit):
        command(["--help"])
    assert kinds
    assert not {int, float} & set(kinds)


@pytest.mark.parametrize("text", [text for text in ABSURD if not text.startswith("-")])
@pytest.mark.parametrize(
    "words",
    [
        *(
            ["host", "--bind", "nowhere", option]
            for option in ("--port", "--bots", "--deals", "--clock", "--grace", "--pace", "--seed")
        ),
        *(["play", "--again", "/no/such/file", option] for option in ("--pace", "--seed", "--deal", "--seat")),
        *(
            ["arena", "belote", "--seats", "easy", option]
            for option in ("--deals", "--seed", "--workers", "--deadline")
        ),
    ],
    ids=" ".join,
)
def test_every_command_says_what_would_be_right(
    words: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tapis.main([*words, text]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert f"argument {words[-1]}: {text[:40]!r} cannot be; give " in said
