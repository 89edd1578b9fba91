from __future__ import annotations

import asyncio

from client.link import Gone
from client.session import Session
from protocol.from_server import Accepted, Refused, Update
from tests.client.lines import FakeLine
from tests.client.tables import view

HIDING = ("hide:T1", "hide:T9", "hide:T21")


def hiding(*left: str) -> Update:
    """The question which trumps stay back, as only the one who is asked is told of it: the same `seq` each time."""
    return Update(seq=1, events=(), view=view(legal=left))


async def offered(*answers: Accepted | Refused | Update) -> list[str]:
    """What is sent of an offer of three tokens, given these answers."""
    link = FakeLine()
    link.tell(hiding(*HIDING))
    session = Session(link, link.welcome)
    asked = asyncio.Event()
    listening = asyncio.create_task(session.listen(lambda *_: asked.set()))
    await asked.wait()
    await session.choose(HIDING)
    link.tell(*answers)
    link.hang_up()
    assert isinstance(await listening, Gone)
    return link.sent


async def test_an_offer_is_sent_token_by_token() -> None:
    assert await offered() == ["hide:T1"]
    assert await offered(Accepted(id="1")) == ["hide:T1"]
    assert await offered(Accepted(id="1"), hiding(*HIDING[1:])) == ["hide:T1", "hide:T9"]
    assert await offered(hiding(*HIDING[1:]), Accepted(id="1")) == ["hide:T1", "hide:T9"]
    sent = await offered(Accepted(id="1"), hiding(*HIDING[1:]), hiding("hide:T21"), Accepted(id="2"))
    assert sent == list(HIDING)


async def told(*messages: Refused | Update) -> list[str]:
    """What is sent by itself when these messages arrive."""
    link = FakeLine()
    link.tell(*messages)
    link.hang_up()
    await Session(link, link.welcome).listen(lambda *_: None)
    return link.sent


async def test_the_only_thing_that_can_be_said_is_not_asked() -> None:
    only_pass = Update(seq=1, events=(), view=view(hand=("3S", "3C"), legal=("pass",)))
    assert await told(only_pass) == ["pass"]
    assert await told(only_pass, Refused(id="1", code="stale", message="Too late.")) == ["pass"], "once"
    assert await told(Update(seq=1, events=(), view=view(legal=("bid:pass", "bid:garde")))) == []


async def test_the_only_card_is_asked() -> None:
    assert await told(Update(seq=1, events=(), view=view(legal=("play:7H",)))) == []
    for alone in ("play:3", "play:3,3"):
        assert await told(Update(seq=1, events=(), view=view(hand=("3S", "3C"), legal=(alone,)))) == []


async def test_a_refusal_ends_the_offer() -> None:
    refused = Refused(id="1", code="stale", message="Too late.")
    assert await offered(refused, hiding(*HIDING[1:])) == ["hide:T1"]
