"""`tapis replay --verify`: a record proves its shuffle, or is found out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import game_named
from engine.commands import replay
from engine.shuffle import Stream, commitment, pledge, seed

SECRET, ANNA, BRUNO = "5" * 64, "a" * 64, "b" * 64
BELOTE = game_named("belote")
BOUND = commitment("belote", 1, SECRET)
PLEDGES = [pledge(BOUND, 0, ANNA), pledge(BOUND, 1, BRUNO), None, None]


def record(contributions: list[str | None], **shuffle: Any) -> dict[str, Any]:
    """A deal of two persons and two bots, dealt as its proof demands, with this changed in the proof."""
    layout = BELOTE.deal(Stream(seed(SECRET, contributions)), 1).layout
    proof = {"commitment": BOUND, "secret": SECRET, "pledges": PLEDGES, "contributions": contributions}
    return {"game": "belote", "dealer": 1, "deal": layout, "actions": [], "shuffle": {**proof, **shuffle}}


FAIR = record([ANNA, BRUNO, None, None])
PASSED = {**FAIR, "actions": ["pass"] * 8}


def verified(folder: Path, *records: dict[str, Any]) -> int:
    path = folder / "deals.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return replay([str(path), "--verify", "--json"])


def test_a_fair_deal_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path, FAIR) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verified"] is True
    assert "2 of 4 seats" in answer["shuffle"]


def test_bytes_that_were_kept_back_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path, record([ANNA, None, None, None])) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verified"] is True
    assert answer["shuffle"].endswith("Kept back: those of seat 1.")


def test_a_deal_without_people_follows_from_the_secret_alone(tmp_path: Path) -> None:
    assert verified(tmp_path, record([None] * 4, pledges=[None] * 4)) == 0


def test_scores_that_the_actions_bring_are_verified(tmp_path: Path) -> None:
    assert verified(tmp_path, {**PASSED, "scores": [0, 0, 0, 0]}) == 0


@pytest.mark.parametrize("scores", [[162, 0, 0, -162], [0, 0, 0], None, "0"])
def test_scores_that_the_actions_do_not_bring_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scores: object
) -> None:
    assert verified(tmp_path, {**PASSED, "scores": scores}) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["verified"] is False
    assert answer["shuffle"].startswith("Shuffle checked")
    assert (
        answer["scores"]
        == f"The record names other scores ({json.dumps(scores)}) than its actions bring ([0, 0, 0, 0])."
    )


def test_scores_of_a_deal_that_was_not_finished_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps({**FAIR, "scores": [162, 0, 0, 0]}), encoding="utf-8")
    assert replay([str(path), "--verify"]) == 1
    assert "names scores, but its actions stop before the end" in capsys.readouterr().out


STACKED = {
    "another secret": (record([ANNA, BRUNO, None, None], secret="6" * 64), "secret of the server"),
    "another dealer": ({**FAIR, "dealer": 2}, "secret of the server"),
    "bytes without a pledge": (record([ANNA, BRUNO, "c" * 64, None]), "bytes of seat 2"),
    "a pledge that was copied": (record([ANNA, ANNA, None, None], pledges=[PLEDGES[0]] * 2 + [None] * 2), "seat 1"),
    "other cards": ({**FAIR, "deal": record([ANNA, None, None, None])["deal"]}, "cards"),
    "a proof of three": (record([None] * 3, pledges=[None] * 3), "another number of seats"),
    "two hands exchanged": ({**FAIR, "deal": {**FAIR["deal"], "hands": FAIR["deal"]["hands"][::-1]}}, "cards"),
}


@pytest.mark.parametrize("name", STACKED)
def test_a_stacked_deal_is_found_out(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stacked, why = STACKED[name]
    assert verified(tmp_path, stacked, FAIR) == 1
    found, fair = map(json.loads, capsys.readouterr().out.splitlines())
    assert found["verified"] is False
    assert why in found["shuffle"]
    assert fair["verified"] is True


def test_a_record_without_a_proof_is_said_to_carry_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = {key: part for key, part in FAIR.items() if key != "shuffle"}
    assert verified(tmp_path, bare, {**FAIR, "shuffle": None}) == 1, "who asks for a proof is not to believe in one"
    for answer in map(json.loads, capsys.readouterr().out.splitlines()):
        assert answer["verified"] is None
        assert "no proof" in answer["shuffle"]


@pytest.mark.parametrize(
    ("shuffle", "why"),
    [
        ("fair", "must be an object with `commitment`"),
        ({**FAIR["shuffle"], "secret": 5}, "5 must be 64 hexadecimal digits"),
        ({**FAIR["shuffle"], "secret": None}, "null must be 64 hexadecimal digits"),
        ({**FAIR["shuffle"], "commitment": None}, "null must be 64 hexadecimal digits"),
        ({**FAIR["shuffle"], "pledges": None}, "`pledges` must be a list"),
        ({**FAIR["shuffle"], "pledges": [None] * 3}, "must both have an entry for each seat"),
        ({**FAIR["shuffle"], "contributions": ["é" * 64, None, None, None]}, "must be 64 hexadecimal digits"),
    ],
)
def test_a_broken_proof_is_named(shuffle: object, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path, {**FAIR, "shuffle": shuffle}) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("note", [5, None, "x", ["a"], [1], {"a": 1}])
def test_what_a_deal_holds_besides_has_no_part_in_its_shuffle(
    note: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(tmp_path, {**FAIR, "deal": {**FAIR["deal"], "note": note}}) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True


def test_for_a_person_the_verdict_follows_the_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps(FAIR), encoding="utf-8")
    assert replay([str(path), "--verify"]) == 0
    assert "Shuffle checked" in capsys.readouterr().out.splitlines()[-2]
    assert replay([str(path)]) == 0
    assert "Shuffle" not in capsys.readouterr().out
