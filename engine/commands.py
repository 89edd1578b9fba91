"""What the engine offers on the command line: `tapis replay`."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Sequence

from engine import proof, record
from engine.arguments import Arguments
from engine.errors import BadRecord
from engine.story import tell

ENDS = (
    "It ends with 0 where all was replayed; with 1 after an illegal action and, with --verify, where a shuffle has no "
    "proof that it fits, or where the scores are not those that the record names; with 2 where a line is no record."
)


def replay(argv: Sequence[str]) -> int:
    """`tapis replay FILE|- [--json] [--verify]`.

    The highest of what ENDS says of each line.
    """
    parser = Arguments(prog="tapis replay", description="Replay game records, one JSON object a line.", epilog=ENDS)
    parser.add_argument("file", help="a file of records, or - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a record: every step, and the result")
    parser.add_argument("--verify", action="store_true", help="check the scores, and that nobody stacked the cards")
    args = parser.parse_args(argv)
    try:
        text = (sys.stdin.buffer.read() if args.file == "-" else _read(args.file)).removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        return _fail(f"{args.file}: {error.strerror}")
    lines = [(number, line) for number, line in enumerate(text.split(b"\n"), 1) if line.strip()]
    if not lines:
        return _fail(f"{args.file}: there is no record in it.")
    return max(_replay(number, line, args.json, args.verify) for number, line in lines)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _replay(number: int, line: bytes, as_json: bool, verify: bool) -> int:
    try:
        deal = record.parse(_text(line))
        played = record.replay(deal)
        verified, why = proof.verdict(deal, played.states[0].layout) if verify else (None, "")
    except BadRecord as error:
        return _fail(f"line {number}: {error}")
    wrong = record.contradiction(deal, played) if verify else None
    if wrong:
        verified = False
    if as_json:
        checked = {"verified": verified, "shuffle": why} | ({"scores": wrong} if wrong else {}) if verify else {}
        print(json.dumps(record.answer(played) | checked))
    else:
        print(tell(played))
        if verify:
            print("\n".join(filter(None, (why, wrong))), end="\n\n")
    return 1 if played.refused or (verify and not verified) else 0


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"This is not UTF-8, from its byte {error.start + 1} on.") from None


def _fail(message: str) -> int:
    print(f"tapis replay: {message}", file=sys.stderr)
    return 2
