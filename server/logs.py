"""What the server writes down for whoever keeps it: one line an event, for a person or, as JSON, for a program.

No line holds a card of a hidden hand, a token or a pass phrase. So an error is told by its kind and by where it
happened, never by its text, which may quote anything; and nothing is logged that a player does in secret.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TextIO

LEVELS = ("debug", "info", "warning", "error")

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; the rest was given with it by `extra`."""


class Lines(logging.Formatter):
    """`2026-03-01T20:15:00.123Z warning server.listener: A connection has failed. error=ValueError`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and below it, for an error, where it happened."""
        head = f"{moment(record)} {record.levelname.lower()} {record.name}: {record.getMessage()}"
        values = [f"{name}={value}" for name, value in given(record).items() if name != "where"]
        return "\n".join([" ".join([head, *values]), *filter(None, [given(record).get("where")])])


class JsonLines(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told = {"time": moment(record), "level": record.levelname.lower(), "logger": record.name}
        return json.dumps({**told, "message": record.getMessage(), **given(record)}, ensure_ascii=False, default=str)


@contextmanager
def logged(level: str, as_json: bool, stream: TextIO | None = None) -> Iterator[None]:
    """Log from this level on to a stream, the standard error unless told, while the block lasts."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if as_json else Lines())
    # Of everything but the server only warnings: libraries that tell more would tell what is in the messages.
    ours = logging.getLogger("server")
    before = ours.level
    ours.setLevel(level.upper())
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        ours.setLevel(before)


def failure(error: BaseException) -> dict[str, str]:
    """The kind of an error and where it happened, for `extra`: never its text."""
    return {"error": type(error).__name__, "where": "".join(traceback.format_tb(error.__traceback__)).rstrip()}


def given(record: logging.LogRecord) -> dict[str, Any]:
    """What was given with a record, and of an error what may be told."""
    extra = {name: value for name, value in vars(record).items() if name not in _OWN}
    error = record.exc_info[1] if record.exc_info else None
    return {**extra, **failure(error)} if error else extra


def moment(record: logging.LogRecord) -> str:
    """When it was, in UTC, to the millisecond."""
    when = datetime.fromtimestamp(record.created, UTC)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
