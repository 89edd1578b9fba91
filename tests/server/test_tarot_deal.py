"""Whole deals of French Tarot over sockets: two people and two bots, and four programs."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from engine.tarot.cards import PACK
from protocol.from_server import Accepted, Refused, Table, Update, Welcome
from server.bots import decide
from server.listener import open_table
from server.settings import Settings
from tests.server.guest import Guest, guest


async def play(person: Guest, seed: int) -> Update:
    """Play as a bot would, until the deal is over."""
    rng = Random(seed)
    while not (update := await person.hear(Update)).view.result:
        if update.view.legal:
            await person.act(update.seq, decide(update.view, rng))
    return update


@pytest.mark.parametrize("seed", [0, 7, 9])
async def test_two_people_and_two_bots_play_a_whole_deal_and_each_sees_only_what_he_may(seed: int) -> None:
    async with (
        open_table(Settings(game="tarot", bind="127.0.0.1", port=0, pace=0, seed=seed)) as host,
        guest(host.port) as anna,
        guest(host.port) as bruno,
    ):
        await anna.sit("Anna")
        await bruno.sit("Bruno")
        await anna.start()
        ends = await asyncio.gather(play(anna, 1), play(bruno, 2))
        assert ends[0].view.result == ends[1].view.result
        assert not [message for message in anna.heard + bruno.heard if isinstance(message, Refused)]
        table = await anna.hear(Table)
        assert [seat.kind for seat in table.seats] == ["person", "person", "bot", "bot"]
    for person in (anna, bruno):
        only_what_he_may(person)


def only_what_he_may(person: Guest) -> None:
    """Until the deal is settled, no frame names a card that is neither in his own hand nor public by then."""
    known: set[str] = set()
    for frame, message in zip(person.frames, person.heard, strict=True):
        if not isinstance(message, Update) or message.view.result:
            continue
        known |= set(message.view.hand) | {card for note in message.events for card in note.cards}
        known |= {card for note in message.view.facts for card in note.cards}
        assert cards_in(frame) <= known


def cards_in(frame: str) -> set[str]:
    """Every card code that stands anywhere in a frame, as a string of its own or at the end of a token."""
    words = {part.rpartition(":")[2] for part in frame.split('"')[1::2]}
    return words & set(PACK.codes)


async def test_four_programs_play_several_deals() -> None:
    async with (
        open_table(Settings(game="tarot", bind="127.0.0.1", port=0, pace=0, seed=5)) as host,
        guest(host.port) as a,
        guest(host.port) as b,
        guest(host.port) as c,
        guest(host.port) as d,
    ):
        people = (a, b, c, d)
        for person in people:
            await person.sit("Robot")
        for _ in range(3):
            await d.start()
            await asyncio.gather(*(play(person, seed) for seed, person in enumerate(people)))
        assert a.last(Welcome).table.deals == 0
        assert sum((await a.hear(Table)).scores) == 0
        assert [type(message) for message in d.heard].count(Refused) == 0
        assert [type(message) for message in d.heard].count(Accepted) > 3
