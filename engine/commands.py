"""What the engine offers on the command line: `tapis replay`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from engine import record
from engine.errors import BadRecord
from engine.story import tell


def replay(argv: Sequence[str]) -> int:
    """`tapis replay FILE|- [--json]`. 0: all replayed; 1: an illegal action; 2: no record, or no such file."""
    parser = argparse.ArgumentParser(prog="tapis replay", description="Replay game records, one JSON object a line.")
    parser.add_argument("file", help="a file of records, or - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a record: every step, and the result")
    args = parser.parse_args(argv)
    try:
        text = sys.stdin.buffer.read() if args.file == "-" else _read(args.file)
    except OSError as error:
        return _fail(f"{args.file}: {error.strerror}")
    return max((_replay(number, line, args.json) for number, line in enumerate(text.splitlines(), 1)), default=0)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _replay(number: int, line: bytes, as_json: bool) -> int:
    if not line.strip():
        return 0
    try:
        played = record.replay(record.parse(line.decode()))
    except (BadRecord, UnicodeDecodeError) as error:
        return _fail(f"line {number}: {error}")
    print(json.dumps(record.answer(played)) if as_json else tell(played))
    return 1 if played.refused else 0


def _fail(message: str) -> int:
    print(f"tapis replay: {message}", file=sys.stderr)
    return 2
