"""The JSON Schema of both directions: `python -m protocol.schema` writes it to `docs/schema/`."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import TypeAdapter

from protocol.from_client import FromClient
from protocol.from_server import FromServer

FOLDER = Path("docs/schema")

UNIONS: dict[str, TypeAdapter[FromClient] | TypeAdapter[FromServer]] = {
    "from_client": TypeAdapter(FromClient),
    "from_server": TypeAdapter(FromServer),
}


def schema(name: str) -> str:
    """The schema of one direction, as the text of its file."""
    return json.dumps(UNIONS[name].json_schema(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    """Write both files, from the root of the project."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in UNIONS:
        (FOLDER / f"{name}.json").write_text(schema(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
