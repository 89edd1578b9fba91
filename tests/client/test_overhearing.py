"""A table that one only hears of."""

from __future__ import annotations

import pytest

from client.link import Gone
from client.model import reduce
from client.outages import Broken
from client.overhearing import News, Overhearing
from client.session import Session
from protocol.from_server import Farewell, Refused
from tests.client.tables import table, welcome

ASIDE = welcome().model_copy(update={"seat": None, "seat_token": None})


def overhearing(*messages: object) -> Overhearing:
    news: News = News()
    for message in messages:
        news.put_nowait(message)  # type: ignore[arg-type]
    return Overhearing(ASIDE, news)


async def test_a_line_that_was_broken_is_back_with_how_the_table_stands() -> None:
    after = table(deals=1)
    line = overhearing(None, after, after)
    assert isinstance(await line.receive(), Broken)
    assert not line.up
    assert await line.receive() == ASIDE.model_copy(update={"table": after})
    assert line.up
    assert await line.receive() == after


async def test_a_table_that_is_gone_is_the_end() -> None:
    with pytest.raises(Gone, match="not there any more") as gone:
        await overhearing(Farewell(reason="closed", message="It is not there any more.")).receive()
    assert gone.value.exit_code == 0


async def test_what_one_says_is_heard_by_nobody_nor_is_it_promised_while_the_line_is_broken() -> None:
    line = overhearing()
    session = Session(line, ASIDE)
    session.model = reduce(session.model, Broken())
    await session.chat("Well played!")
    answer = await line.receive()
    assert isinstance(answer, Refused)
    assert "nobody there hears you" in answer.message
    assert session.model.log == ()
    assert not await session.leave()
