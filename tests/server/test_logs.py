"""What is written down, and what never is."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re

import pytest

from engine import GAMES, game_named
from protocol.from_server import Failure
from server.listener import open_table
from server.logs import Lines, logged
from server.settings import Settings
from tests.server.guest import guest

log = logging.getLogger("server.test")

SECRET = "the ace of spades"


def fail() -> None:
    raise ValueError(SECRET)


def written(level: str = "info", *, as_json: bool = True) -> str:
    """A word, an error, and something that only the curious want to know."""
    out = io.StringIO()
    with logged(level, as_json, out):
        log.debug("Nothing much.")
        log.info("A deal is settled.", extra={"table": "t1", "deals": 3})
        try:
            fail()
        except ValueError:
            log.exception("The table has failed.")
    return out.getvalue()


def test_a_line_of_json_has_its_time_its_level_and_what_was_given_with_it() -> None:
    first, second = (json.loads(line) for line in written().splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "info", "logger": "server.test", "message": "A deal is settled.", "table": "t1", "deals": 3
    }  # fmt: skip
    assert (second["error"], "in fail" in second["where"]) == ("ValueError", True)


def test_a_line_for_people_reads_from_left_to_right() -> None:
    first = written(as_json=False).splitlines()[0]
    assert first.partition(" ")[2] == "info server.test: A deal is settled. table=t1 deals=3"


@pytest.mark.parametrize("as_json", [True, False])
def test_an_error_is_told_by_its_kind_and_its_place_and_never_by_its_text(as_json: bool) -> None:
    text = written(as_json=as_json)
    assert "ValueError" in text
    assert "test_logs.py" in text
    assert SECRET not in text


def test_the_level_says_how_much() -> None:
    assert "Nothing much." in written("debug")
    assert "A deal is settled." not in written("warning")


def test_no_library_tells_what_is_in_the_messages() -> None:
    out = io.StringIO()
    with logged("debug", as_json=True, stream=out):
        logging.getLogger("websockets.client").debug("< TEXT …")
    assert out.getvalue() == ""


def test_an_error_that_a_library_logs_is_told_in_the_same_way() -> None:
    record = logging.makeLogRecord({"name": "asyncio", "msg": "Task exception was never retrieved"})
    try:
        fail()
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)
    assert "error=ValueError" in Lines().format(record)


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_deal_logs_neither_a_card_nor_a_token(key: str) -> None:
    out, codes = io.StringIO(), game_named(key).pack.codes
    settings = Settings(game=key, bind="127.0.0.1", port=0, pace=0, seed=1)
    with logged("debug", as_json=True, stream=out):
        async with open_table(settings) as host, guest(host.port) as anna, guest(host.port) as bruno:
            tokens = {(await person.sit(name)).seat_token for person, name in ((anna, "Anna"), (bruno, "Bruno"))}
            await anna.start()
            await asyncio.gather(anna.play(), bruno.play())
            await anna.act(0, f"play:{codes[0]}")
            await anna.socket.send(f"play:{codes[0]}")
            await anna.hear(Failure)
    words = set(re.findall(r"[\w-]+", out.getvalue()))
    assert {"settled", key} <= words
    assert not words & {*codes, *tokens}
