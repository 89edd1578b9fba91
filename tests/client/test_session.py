from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from client.address import Address
from client.link import Gone
from client.model import reduce
from client.session import Session
from client.settings import Settings
from client.sitting import Server, kept_seat
from protocol.from_server import Accepted, Refused, Update
from tests.client.lines import FakeLine
from tests.client.tables import people, table, view

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


def test_a_seat_that_is_kept_is_told_with_what_becomes_of_it_and_the_way_back() -> None:
    line = FakeLine(lasting=True)
    session = Session(line, line.welcome)
    here = Server(address=Address("192.168.1.7", 7879), authority=Path("our ca.pem"))
    anna = here.way("Anna", Settings(name="Anna"))
    assert anna == "tapis join 192.168.1.7:7879 --tls-ca 'our ca.pem'", "he is called so anyhow"
    assert here.way("Zoé B", Settings(name="Anna")) == f"{anna} --name 'Zoé B'"
    way = here.way("Anna", session.model.own)
    kept = f"Your seat at “Anna's table” is kept: `{way}` brings you back."
    assert kept_seat(here, session) == kept, "no deal is played, so nobody plays it"
    session.model = reduce(session.model, table())
    assert kept_seat(here, session) == f"{kept} After a while a bot plays for you."
    session.model = replace(session.model, view=view(viewer=None, hand=(), legal=(), ask=None))
    assert kept_seat(here, session) == f"{kept} You play from the next deal on.", "a bot has the seat already"
    away = [seat.model_copy(update={"present": False}) for seat in people("Anna", "Bruno")]
    session.model = reduce(session.model, table(seats=(*away, *table().seats[2:])))
    assert kept_seat(here, session) == f"{kept} The deal waits for you."
    line.broken = True
    assert kept_seat(here, session).startswith("The line was broken; if your seat at “Anna's table” is still there, ")
