"""The command `tapis replay`."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, game_named
from engine.commands import replay
from engine.notes import say
from tests.engine.random_deals import played

VECTORS = Path(__file__).parent / "vectors" / "tarot.jsonl"
DEALS = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
"""Deals and their answers."""

PLAYED = next(deal for deal in DEALS if deal["answer"]["result"]["status"] == "played")["record"]
ILLEGAL = next(deal for deal in DEALS if "error" in deal["answer"])["record"]
ILLEGAL_STEP = next(deal for deal in DEALS if "error" in deal["answer"])["answer"]["error"]["step"]
UNFINISHED = {**PLAYED, "actions": PLAYED["actions"][:9]}


def write(folder: Path, *lines: Any) -> str:
    path = folder / "deals.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return str(path)


def test_one_json_object_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay([write(tmp_path, PLAYED, "", UNFINISHED), "--json"]) == 0
    played, unfinished = map(json.loads, capsys.readouterr().out.splitlines())
    assert played["result"]["status"] == "played"
    assert unfinished["result"]["status"] == "unfinished"
    assert unfinished["result"]["scores"] is None
    assert unfinished["result"]["legal"] == sorted(unfinished["result"]["legal"])


def test_an_illegal_action_stops_that_record_and_the_next_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay([write(tmp_path, ILLEGAL, PLAYED), "--json"]) == 1
    refused, played = map(json.loads, capsys.readouterr().out.splitlines())
    assert refused["error"]["step"] == len(refused["steps"])
    assert refused["error"]["token"] == ILLEGAL["actions"][len(refused["steps"])]
    assert refused["error"]["clause"]
    assert played["result"]["status"] == "played"


def test_an_action_after_the_end_is_illegal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    longer = {**PLAYED, "actions": [*PLAYED["actions"], "play:KH"]}
    assert replay([write(tmp_path, longer), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["error"]["clause"] == "C.2"
    assert answer["result"]["status"] == "played"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 2: This is not JSON from its sign 2 on: expecting property name enclosed in double quotes."),
        ("cards", "line 2: This is not JSON from its sign 1 on: expecting value."),
        ('{"game": "tarot', "line 2: This is not JSON from its sign 10 on: unterminated string."),
        ('{"game": "ta\trot"}', "line 2: This is not JSON from its sign 13 on: invalid control character."),
        ('{"game" "tarot"}', "line 2: This is not JSON from its sign 9 on: expecting ':' delimiter."),
        ("{} {}", "line 2: This is not JSON from its sign 4 on: extra data."),
        ("[" * 100_000, "nested so deep"),
        (json.dumps(PLAYED)[:-1] + ', "more": ' + "1" * 5000 + "}", "a number so long"),
        ("[]", "JSON object"),
        ("{}", "`game`"),
        ({**PLAYED, "game": "whist"}, "tarot"),
        ({**PLAYED, "game": "w" * 5000}, f"called '{'w' * 40}';"),
        ({**PLAYED, "game": None}, "`game` must be the name of a game, not null."),
        ({**PLAYED, "actions": "bid:pass"}, '`actions` must be a list of tokens, not "bid:pass".'),
        ({**PLAYED, "actions": ["bid:pass", None]}, '`actions[1]` must be a token, such as "pass", not null.'),
        ({**PLAYED, "dealer": 4}, "`dealer` must be a seat from 0 to 3, not 4."),
        ({**PLAYED, "dealer": True}, "`dealer` must be a seat from 0 to 3, not true."),
        ({**PLAYED, "deal": {"hands": {}}}, "`hands` must be a list of 4 hands, not an object."),
        (
            {**PLAYED, "deal": {"hands": ["T" * 99] * 4}},
            f'the hand of seat 0 must be a list of 18 cards, not "{"T" * 38}….',
        ),
        ({key: value for key, value in PLAYED.items() if key != "deal"}, "`deal`"),
    ],
)
def test_a_line_that_is_no_record_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: Any, why: str
) -> None:
    assert replay([write(tmp_path, PLAYED, line, ILLEGAL), "--json"]) == 2
    out, err = capsys.readouterr()
    assert "line 2" in err
    assert why in err
    assert len(err.splitlines()) == 1
    assert len(out.splitlines()) == 2


def test_unknown_keys_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay([write(tmp_path, {**PLAYED, "players": ["Anna"]}), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["status"] == "played"


def test_people_are_called_by_the_names_in_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = ["Anna", "Bruno the Elder", "Cla\x1b[2Jra", ""]
    assert replay([write(tmp_path, {**PLAYED, "players": players})]) == 0
    told = capsys.readouterr().out
    heads = next(line for line in told.splitlines() if line.split()[:2] == ["Anna", "Bruno"])
    assert heads.split() == ["Anna", "Bruno", "the", "Elder", "Seat", "2", "Seat", "3"]
    assert "\x1b" not in told
    assert "Seat 0" not in told


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay([str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize("flags", [[], ["--verify"], ["--json"]])
def test_a_file_without_a_record(flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.jsonl"
    for nothing in ("", "\n \n"):
        file.write_text(nothing)
        assert replay([str(file), *flags]) == 2
        assert capsys.readouterr() == ("", f"tapis replay: {file}: there is no record in it.\n")


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = io.TextIOWrapper(io.BytesIO(json.dumps(PLAYED).encode()))
    monkeypatch.setattr("sys.stdin", text)
    assert replay(["-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "tarot"


def test_for_a_person_the_deal_is_told_with_its_account(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [f"easy {seat + 1}" for seat in range(4)]
    assert replay([write(tmp_path, {**PLAYED, "players": players})]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"French Tarot, dealt by {players[PLAYED['dealer']]}.\n")
    assert "  1  " in out
    assert " 18  " in out
    assert "8.1" in out
    scores = next(deal for deal in DEALS if deal["record"] is PLAYED)["answer"]["result"]["scores"]
    assert [int(word.replace("−", "-")) for word in out.splitlines()[-2].split()[1:]] == scores


def test_for_a_person_a_deal_that_stops_early_says_who_is_to_act(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay([write(tmp_path, {**PLAYED, "actions": []})]) == 0
    assert capsys.readouterr().out.endswith(f"\nUnfinished: Seat {(PLAYED['dealer'] + 1) % 4} is to act.\n\n")


def test_for_a_person_each_amount_of_the_account_stands_below_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay([write(tmp_path, PLAYED)]) == 0
    lines = capsys.readouterr().out.rstrip("\n").splitlines()
    heads = next(line for line in lines if re.fullmatch(r"( +Seat \d){4}", line))
    amounts = [line for line in lines[lines.index(heads) :] if re.search(r"  [−\d.]+$", line)]
    assert amounts[-1].startswith("Score ")
    assert {len(line) for line in amounts} == {len(heads)}


def test_for_a_person_the_cards_on_the_table_are_told_where_a_deal_stops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plays = [step for step, token in enumerate(PLAYED["actions"]) if token.startswith("play:")]
    assert replay([write(tmp_path, {**PLAYED, "actions": PLAYED["actions"][: plays[6]]})]) == 0
    first, second = (line for line in capsys.readouterr().out.splitlines() if line.startswith(("  1  ", "  2  ")))
    assert first.endswith(" wins the trick.")
    assert second.count("Seat ") == 2


def test_for_a_person_an_illegal_action_is_named_with_its_clause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay([write(tmp_path, ILLEGAL)]) == 1
    assert f"Action {ILLEGAL_STEP + 1} is illegal: " in capsys.readouterr().out


def test_unknown_keys_within_a_deal_are_left_alone_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {**PLAYED, "deal": {**PLAYED["deal"], "note": 5, "more": [None]}}
    assert replay([write(tmp_path, record)]) == 0
    assert "note" not in capsys.readouterr().out


@pytest.mark.parametrize("token", ["\u001b[31mhi\nx", "\ud800", "−" * 500])
def test_a_refused_token_reaches_the_terminal_as_plain_signs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    assert replay([write(tmp_path, {**PLAYED, "actions": [token]})]) == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("Action 1 is illegal"))
    assert "\u001b" not in line
    said = line.partition(" – ")[0]
    assert said.isascii()
    assert said.endswith("'"), "a long one is cut within its quotes"
    assert len(line) < 400


def test_a_byte_order_mark_is_no_part_of_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps(PLAYED), encoding="utf-8-sig")
    assert replay([str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "tarot"


def test_for_a_person_the_secret_discards_are_told_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    garde = next(
        deal["record"]
        for deal in DEALS
        if any(token.startswith("discard:") for token in deal["record"]["actions"])
        and deal["answer"]["result"]["status"] == "played"
    )
    assert replay([write(tmp_path, garde)]) == 0
    assert "had discarded" in capsys.readouterr().out


@pytest.mark.parametrize("key", GAMES)
def test_for_a_person_what_was_known_on_the_way_is_not_told_again_at_the_end(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_named(key)
    for seed in range(3):
        deal = played(game, seed)
        first = deal.states[0]
        record = {"game": key, "dealer": first.dealer, "deal": first.layout, "actions": deal.tokens}
        assert replay([write(tmp_path, record)]) == 0
        end = capsys.readouterr().out.partition("The deal is ")[2]
        facts = [note for state in deal.states[:-1] for note in game.view(state, None).facts]
        known = {say(note, game.about.labels, "Seat {}".format) for note in facts}
        assert end
        assert not known & set(end.splitlines())


def test_a_line_ends_where_it_does_in_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(json.dumps(PLAYED).replace(", ", ",\r ").encode() + b"\r\n\r\n{}")
    assert replay([str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err.startswith("tapis replay: line 3: ")


def test_a_line_that_is_not_utf_8_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(json.dumps(PLAYED).encode() + b"\n{\xff}")
    assert replay([str(path), "--json"]) == 2
    assert capsys.readouterr().err == "tapis replay: line 2: This is not UTF-8, from its byte 2 on.\n"


def test_help_says_how_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        replay(["--help"])
    assert "with 2 where a line is no record" in " ".join(capsys.readouterr().out.split())
