"""One person, one deal, two ways to show it: what reaches the server from the full screen and from lines of text is
the very same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest

from client.line import Command
from client.screens.app import Screen
from client.session import Session
from client.viewmodel import Shown
from engine import GAMES, game_named
from protocol.from_client import Act, Start
from protocol.from_server import Update
from tests.client.emulator import emulated
from tests.client.lines import FakeLine
from tests.client.tables import NAMES, people, table, welcome
from tests.client.test_plain import Conversation
from tests.engine.random_deals import Played, played

ENTER, ESCAPE = "\r", "\x1b"

SAID = "well dealt"


class House:
    """A server that deals what was dealt in `deal`: the others play as they did there, and Anna may."""

    def __init__(self, deal: Played) -> None:
        seats = deal.game.about.seats
        self.seats = people(*NAMES[:seats])
        self.line = FakeLine(welcome(about=deal.game.about, table=self.table("waiting")))
        self.line.on_sent = self.answer
        self.state: Any = deal.states[0]
        self.game = deal.game
        self.seq = 0
        by = [(state.to_act, token) for state, token in zip(deal.states, deal.tokens, strict=False)]
        self.own = [token for seat, token in by if seat == 0]
        self.others = [token for seat, token in by if seat != 0]
        self.heard: Callable[[], None] = lambda: None

    def table(self, state: str) -> Any:
        return table(state, seats=self.seats, scores=(0,) * len(self.seats))

    def answer(self) -> None:
        """Whatever Anna has said is done."""
        said = self.line.said[-1]
        self.line.accept()
        if isinstance(said, Start):
            self.line.tell(self.table("playing"))
            self.tell()
        if isinstance(said, Act):
            self.own.remove(said.action)
            self.play(said.action)
        self.heard()

    def play(self, token: str) -> None:
        """A token, and what the others play after it."""
        before, self.state = self.state, self.game.apply(self.state, token)
        self.tell(self.game.events(before, token, self.state))

    def tell(self, events: tuple[Any, ...] = ()) -> None:
        """What Anna sees now, and what follows."""
        self.seq += len(events)
        self.line.tell(Update(seq=self.seq, events=events, view=self.game.view(self.state, 0)))
        if self.state.result:
            self.line.tell(self.table("over"))
        elif self.state.to_act != 0:
            self.play(self.others.pop(0))

    @property
    def over(self) -> bool:
        return self.state.result is not None

    def ready(self, shown: Shown) -> bool:
        """Whether Anna is asked what she has not answered, or everything is over."""
        return self.line.waiting.empty() and shown.mode in ("deciding", "over")


async def through(
    house: House,
    shown: Callable[[], Shown],
    until: Callable[[Callable[[], bool]], Awaitable[None]],
    say: Callable[[str], None],
    make_final: Callable[[], None],
) -> None:
    """From the first question to the end: `say` answers one with a token, or marks a card."""
    while True:
        await until(lambda: house.ready(shown()))
        if house.over:
            return
        tokens = house.own[: shown().wanted or 1]
        left = len(house.own) - len(tokens)
        for token in tokens:
            say(token)
        if len(tokens) > 1:
            make_final()
        await until(lambda left=left: len(house.own) <= left)  # type: ignore[misc]


async def on_the_screen(house: House) -> list[Command]:
    with emulated() as terminal:
        screen = Screen(Session(house.line, house.line.welcome), terminal.keys, terminal.output, lying=0)
        running = asyncio.create_task(screen.run())
        terminal.watch(screen.app, running)
        await terminal.until(lambda: screen.app.is_running)
        terminal.keys.send_text(f"/{SAID}{ENTER}s")
        await through(
            house,
            lambda: screen.shown,
            terminal.until,
            lambda token: terminal.keys.send_text(token.upper() + ENTER),
            lambda: terminal.keys.send_text(ENTER),
        )
        terminal.keys.send_text(ESCAPE + "y")
        await terminal.until(lambda: house.line.sent[-1] == "leave")
        running.cancel()
        await asyncio.wait([running])
    return house.line.said


async def in_lines(house: House) -> list[Command]:
    talk = Conversation(house.line)
    house.line.on_sent = house.answer
    house.heard = talk.wake
    talk.say(f"/{SAID}", "start")
    await through(house, lambda: talk.reader.shown, talk.until, talk.say, lambda: talk.say("yes"))
    talk.say("quit")
    await talk.running
    return house.line.said


def with_a_discard(key: str) -> Played:
    """A deal in which Anna puts cards aside, where the game knows that; and is not annulled."""
    for seed in count():
        deal = played(game_named(key), seed)
        discards = sum(
            state.to_act == 0 and token.startswith("discard:")
            for state, token in zip(deal.states, deal.tokens, strict=False)
        )
        if deal.last.result.status == "played" and discards == {"tarot": 6, "tarocchino": 2}.get(key, 0):
            return deal
    raise AssertionError


@pytest.mark.parametrize("key", GAMES)
async def test_one_deal_on_the_screen_and_in_lines_reaches_the_server_alike(key: str) -> None:
    deal = with_a_discard(key)
    seen, read = House(deal), House(deal)
    from_screen, from_lines = await on_the_screen(seen), await in_lines(read)
    assert from_screen == from_lines
    assert seen.state.result == read.state.result == deal.last.result
    said = [type(command).__name__ for command in from_screen]
    own = [state.to_act for state in deal.states].count(0)
    assert said == ["Chat", "Start", *["Act"] * own, "Leave"]
