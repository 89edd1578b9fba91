"""Deals with the right answer for every step, made by an independent implementation of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import record

FILES = sorted((Path(__file__).parent / "vectors").glob("*.jsonl"))
CASES = [
    pytest.param(json.loads(line), id=f"{path.stem}-{number}")
    for path in FILES
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
]


@pytest.mark.parametrize("case", CASES)
def test_replay_agrees_step_by_step(case: dict[str, Any]) -> None:
    answer = record.answer(record.replay(case["record"]))
    if "error" in answer:
        answer["error"] = {key: answer["error"][key] for key in ("step", "token")}
    assert answer == case["answer"]
