from __future__ import annotations

import pytest

from protocol.schema import FOLDER, UNIONS, schema


@pytest.mark.parametrize("name", UNIONS)
def test_the_committed_schema_is_that_of_the_models(name: str) -> None:
    committed = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert committed == schema(name), "run `make schema`"
