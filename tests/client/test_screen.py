"""The full screen, from keys that are pressed to what a terminal shows."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from client.link import HungUp, LinkError
from client.outages import Broken
from client.past import PlayAgain
from client.screens.app import Screen
from client.screens.look import AS_USUAL, Look
from client.session import Session
from protocol import Trick, View
from protocol.from_client import Chat, Remove
from protocol.from_server import Farewell, Lobby, Said, Update, Welcome
from tests.client.emulator import Emulator, emulated
from tests.client.halls import lobby
from tests.client.lines import FakeLine
from tests.client.tables import REFUSED, table, view, welcome

ENTER, ESCAPE, CTRL_C, RIGHT = "\r", "\x1b", "\x03", "\x1b[C"
F2, F5, F6, PAGE_DOWN = "\x1bOQ", "\x1b[15~", "\x1b[17~", "\x1b[6~"


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self._passed = asyncio.Event()

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self._passed.set()

    async def sleep(self, seconds: float) -> None:
        due = self.now + seconds
        while self.now < due:
            self._passed.clear()
            await self._passed.wait()


@dataclass
class Terminal:
    """A person in front of a terminal of 80 by 24, at Anna's place."""

    link: FakeLine
    emulator: Emulator
    screen: Screen
    running: asyncio.Task[LinkError | Lobby | PlayAgain | None]
    clock: Clock

    def __post_init__(self) -> None:
        self.keys, self.display, self.until = self.emulator.keys, self.emulator.display, self.emulator.until
        self.passes, self.resize = self.clock.passes, self.emulator.resize

    def press(self, keys: str) -> None:
        self.keys.send_text(keys)

    @property
    def text(self) -> str:
        return self.emulator.text

    async def shows(self, text: str) -> None:
        await self.until(lambda: text in self.text)

    async def sends(self, *commands: str) -> None:
        await self.until(lambda: self.link.sent == list(commands))

    async def is_refused(self) -> None:
        """The king of spades is tried, and not allowed."""
        self.press("ks" + ENTER)
        await self.sends("play:KS")
        self.link.tell(REFUSED)
        await self.shows("You must follow the suit led. (5.2)")


@asynccontextmanager
async def terminal(
    deal: bool = True,
    *,
    bell: bool = False,
    returning: bool = False,
    look: Look = AS_USUAL,
    said: Welcome | None = None,
    lasting: bool = False,
) -> AsyncIterator[Terminal]:
    link, clock = FakeLine(said, lasting=lasting), Clock()
    if deal:
        link.deal()
    with emulated() as emulator:
        session = Session(link, link.welcome, returning=returning, now=lambda: clock.now)
        screen = Screen(session, emulator.keys, emulator.output, look=look, bell=bell, sleep=clock.sleep)
        running = asyncio.create_task(screen.run())
        emulator.watch(screen.app, running)
        try:
            at = Terminal(link, emulator, screen, running, clock)
            await at.until(lambda: screen.app.is_running)
            await at.shows("Your card" if deal else "Press s")
            yield at
        finally:
            running.cancel()
            await asyncio.wait([running])


async def test_a_card_by_arrows_and_enter() -> None:
    async with terminal() as at:
        at.press(RIGHT + ENTER)
        await at.sends("play:10H")
        await at.shows("on its way")


async def test_a_card_by_name() -> None:
    async with terminal() as at:
        at.press("q♥")
        await at.shows("q♥")
        at.press(ENTER)
        await at.sends("play:QH")


async def test_enter_twice_is_one_decision() -> None:
    async with terminal() as at:
        at.press(ENTER + ENTER)
        await at.sends("play:7H")


async def test_a_refusal_is_shown_with_its_clause_and_the_decision_is_given_back() -> None:
    async with terminal() as at:
        await at.is_refused()
        at.press(ENTER)
        await at.sends("play:KS", "play:7H")


async def test_s_starts_before_a_deal_and_is_a_letter_during_one() -> None:
    async with terminal(deal=False) as at:
        at.press("s")
        await at.sends("start")
        await at.shows("being dealt")
        at.link.deal()
        await at.shows("Your card")
        at.press("s")
        await at.shows("Your card: s")


async def test_the_screen_follows_the_size_of_the_terminal() -> None:
    async with terminal() as at:
        at.resize(40, 12)
        await at.shows("7 of hearts")
        assert at.display.display[-3].startswith(" ♣")
        at.resize(120, 40)
        await at.shows("French Tarot")


async def test_escape_asks_and_a_letter_answers() -> None:
    async with terminal() as at:
        at.press(ESCAPE)
        await at.shows("Leave?")
        at.press("n")
        await at.shows("Your card:")
        at.press(CTRL_C)
        await at.shows("Leave?")
        at.press("y")
        assert await at.running is None
        assert at.link.sent == ["leave"]


async def test_who_can_come_back_is_told_so_and_may_keep_his_seat() -> None:
    for returning in (False, True):
        async with terminal(lasting=True, returning=returning) as at:
            at.press(ESCAPE)
            await at.shows("Or keep your seat: `tapis` brings you back")
            assert "k  keep the seat" in at.text
            at.press("k")
            assert await at.running is None
            assert at.link.sent == []


async def test_ctrl_c_twice_leaves() -> None:
    async with terminal() as at:
        at.press(CTRL_C + CTRL_C)
        assert await at.running is None
        assert at.link.sent == ["leave"]


async def test_the_end_of_the_input_is_a_clean_end_and_the_seat_is_kept() -> None:
    async with terminal() as at:
        at.keys.close()
        assert isinstance(await at.running, HungUp)
        assert at.link.sent == []


async def test_a_server_that_goes_ends_the_screen_with_its_last_word() -> None:
    async with terminal() as at:
        at.link.hang_up(Farewell(reason="stopping", message="The host has closed the table."))
        reason = await at.running
        assert isinstance(reason, LinkError)
        assert str(reason) == "The host has closed the table."
        assert reason.exit_code == 0


async def test_a_server_that_breaks_off_ends_the_screen_too() -> None:
    async with terminal() as at:
        at.link.hang_up()
        reason = await at.running
        assert isinstance(reason, LinkError)
        assert reason.exit_code == 3


async def test_no_card_has_the_colour_of_the_ground_and_none_is_told_by_colour_alone() -> None:
    async with terminal() as at:
        spades = next(row for row, line in enumerate(at.display.display) if line.startswith(" ♠"))
        signs = at.display.buffer[spades]
        sign = {signs[column].data: signs[column] for column in range(80)}
        assert sign["♠"].fg == "default"
        assert sign["♥"].fg == "brightred"
        assert sign["2"].fg == "default"
        assert "♠ ·2 ·K" in at.display.display[spades], "barred"
        assert "♥ ›7  10" in at.display.display[spades], "under the cursor"


async def test_after_a_refusal_the_rulebook_opens_at_the_clause() -> None:
    async with terminal() as at:
        await at.is_refused()
        at.press(F2)
        await at.shows("5.2 Follow")
        assert "5.3 " not in at.text
        at.press("x" + RIGHT + ENTER + F2)
        await at.shows("Four players, 78 cards.")
        at.press(PAGE_DOWN)
        await at.shows("2.1 Each player")


async def test_nothing_that_is_logged_is_painted_over_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    async with terminal():
        logging.getLogger("server.bots").error("The bot has failed.")
        logging.getLogger("asyncio").error("Something was never retrieved.")
    assert capsys.readouterr().err == ""


async def test_the_keys_are_explained() -> None:
    async with terminal() as at:
        at.press("?")
        await at.shows("Backspace")
        at.press("x")
        await at.shows("Your card:")


async def test_a_line_that_breaks_leaves_the_table_in_sight_and_the_game_goes_on_when_it_is_back() -> None:
    async with terminal() as at:
        at.link.tell(Farewell(reason="suspended", message="Back soon."), Broken())
        await at.shows("The host is stopping.")
        await at.shows("The line is broken: it is tried again by itself.")
        assert "K♥" in at.text
        at.press(ENTER + "?")
        await at.shows("Backspace")
        at.press("?")
        at.link.tell(welcome(table=table()), Update(seq=1, events=(), view=view()))
        await at.shows("Your card:")
        assert at.link.sent == []
        at.press(ENTER)
        await at.sends("play:7H")


async def test_while_the_line_is_broken_one_can_leave_and_the_seat_is_kept() -> None:
    async with terminal() as at:
        at.link.tell(Broken())
        await at.shows("The line is broken")
        at.press(CTRL_C + CTRL_C)
        assert await at.running is None
        assert at.link.sent == []


async def test_a_line_is_typed_and_said_and_what_others_say_is_shown() -> None:
    async with terminal() as at:
        at.press("/Who starts?")
        await at.shows("Say to the table: Who starts?")
        at.press(ENTER)
        await at.sends("chat")
        assert at.link.said == [Chat(id="1", text="Who starts?")]
        at.link.tell(Said(name="Bruno", seat=1, text="You do."))
        await at.shows("Bruno: You do.")


async def test_the_time_runs_on_the_screen_without_a_word_from_the_server() -> None:
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=view(), seconds=60.0))
        await at.shows("Your card (60 s):")
        at.passes(1.0)
        await at.shows("Your card (59 s):")
        at.passes(60.0)
        await at.shows("Your card (0 s):")


async def test_an_option_is_taken_by_its_digit() -> None:
    async with terminal() as at:
        at.link.tell(table(opener=0))
        at.press(F5)
        await at.shows("1  Remove Bruno")
        at.press("1")
        await at.shows("Remove Bruno? (y/n)")
        at.press("y")
        await at.sends("remove")
        assert at.link.said == [Remove(id="1", seat=1)]


async def test_the_bell_sounds_when_it_is_our_turn() -> None:
    async with terminal(bell=True) as at:
        assert at.emulator.rung == 1
        at.link.tell(Update(seq=2, events=(), view=view(to_act=1, legal=(), ask=None)))
        await at.shows("Waiting for Bruno")
        at.link.tell(Update(seq=3, events=(), view=view()))
        await at.shows("Your card:")
        assert at.emulator.rung == 2


async def test_who_came_from_the_lobby_goes_back_there() -> None:
    async with terminal(returning=True) as at:
        at.press(CTRL_C + CTRL_C)
        await at.sends("leave")
        at.link.tell(lobby())
        assert await at.running == lobby()


@pytest.mark.skipif(sys.platform == "win32", reason="jobs are a thing of POSIX")
async def test_after_a_stop_the_whole_screen_is_drawn_anew() -> None:
    async with terminal() as anna:
        await anna.shows("Your card")
        anna.display.reset()  # as a shell leaves it
        anna.display.draw("$ fg")
        os.kill(os.getpid(), signal.SIGCONT)
        await anna.shows("Your card")
        assert "$ fg" not in anna.text
        anna.press(ENTER)
        await anna.until(lambda: anna.link.sent == ["play:7H"])


async def test_the_title_of_the_terminal_tells_that_it_is_our_turn() -> None:
    async with terminal() as at:
        assert at.display.title == "▸ Your turn – French Tarot · Anna's table"
        at.press("7h" + ENTER)
        await at.sends("play:7H")
        at.link.tell(Update(seq=9, events=(), view=view(to_act=1, legal=())))
        await at.shows("Waiting for Bruno")
        assert at.display.title == "French Tarot · Anna's table"


def titles(at: Terminal) -> list[tuple[str, str]]:
    """What was done with the title of the terminal, in order: put by, given another, cleared, taken back."""
    return re.findall(r"\x1b\](2;[^\a]*)\a|\x1b\[(2[23];0t)", "".join(at.emulator.written))


async def test_the_title_that_the_terminal_had_is_given_back_at_the_end() -> None:
    async with terminal() as at:
        at.press(ESCAPE)
        await at.shows("Leave?")
        at.press("y")
        await asyncio.wait([at.running])
        (_, first), *others, (none, _), (_, last) = titles(at)
        assert (first, none, last) == ("22;0t", "2;", "23;0t")
        assert ("2;▸ Your turn – French Tarot · Anna's table", "") in others


@pytest.mark.skipif(sys.platform == "win32", reason="jobs are a thing of POSIX")
async def test_a_shell_has_its_title_while_the_screen_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    async with terminal() as at:
        stopped: list[bool] = []
        monkeypatch.setattr(at.screen.app, "suspend_to_background", lambda: stopped.append(True))
        at.press("\x1a")
        await at.until(lambda: bool(stopped))
        assert [way or title for title, way in titles(at)][-2:] == ["2;", "23;0t"]
        os.kill(os.getpid(), signal.SIGCONT)
        await at.until(lambda: at.display.title == "▸ Your turn – French Tarot · Anna's table")
        assert [way for _, way in titles(at) if way] == ["22;0t", "23;0t", "22;0t"]


async def test_a_screen_that_is_up_again_has_its_title_before_anything_happens() -> None:
    async with terminal() as at:
        session = at.screen.session
    with emulated() as emulator:
        screen = Screen(session, emulator.keys, emulator.output)
        running = asyncio.create_task(screen.run())
        emulator.watch(screen.app, running)
        await emulator.until(lambda: emulator.display.title == "▸ Your turn – French Tarot · Anna's table")
        running.cancel()
        await asyncio.wait([running])


def trick_over(**changes: object) -> View:
    """Clara has won the second trick with the ace of hearts."""
    over = Trick(2, (("KH",), ("2H",), ("7H",), ("AH",)), 2)
    hand = tuple(card for card in view().hand if card != "7H")
    return view(
        **{
            "hand": hand,
            "tricks": (*view().tricks, over),
            "trick": None,
            "to_act": 2,
            "legal": (),
            "ask": None,
            **changes,
        }
    )


async def test_a_trick_that_is_over_lies_there_for_a_moment_whatever_is_led_meanwhile() -> None:
    led = trick_over(trick=Trick(2, (("9D",),), 2), to_act=0, legal=("play:JD",), ask=view().ask)
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=trick_over()))
        await at.shows("Clara wins trick 2")
        at.link.tell(Update(seq=3, events=(), view=led))
        await at.shows("Your card:")
        assert "Clara wins trick 2" in at.text
        assert "9♦" not in at.text
        at.passes(2)
        await at.shows("9♦")


async def test_each_trick_lies_there_as_long_as_any_however_soon_it_follows() -> None:
    third = Trick(2, (("9D",), ("8D",), ("JD",), ("2D",)), 2)
    tricks = (*trick_over().tricks, third)
    led = trick_over(tricks=tricks, trick=Trick(2, (("9S",),), 2), to_act=0, legal=("play:2S",), ask=view().ask)
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=trick_over()))
        await at.shows("Clara wins trick 2")
        at.passes(1)
        at.link.tell(Update(seq=3, events=(), view=trick_over(tricks=tricks)), Update(seq=4, events=(), view=led))
        await at.shows("Clara wins trick 3")
        at.passes(1)
        await at.emulator.redrawn()
        assert "Clara wins trick 3" in at.text
        at.passes(1)
        await at.shows("9♠")


async def test_a_key_turns_it_over_at_once_and_enter_plays_no_card_to_what_was_not_seen() -> None:
    led = trick_over(trick=Trick(2, (("9D",),), 2), to_act=0, legal=("play:JD",), ask=view().ask)
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=trick_over()), Update(seq=3, events=(), view=led))
        await at.shows("Your card:")
        at.press(ENTER)
        await at.shows("9♦")
        assert at.link.sent == []
        at.press(ENTER)
        await at.sends("play:JD")


async def test_where_nothing_was_led_meanwhile_enter_plays_at_once() -> None:
    lead = trick_over(to_act=0, legal=("play:JD",), ask=view().ask)
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=lead))
        await at.shows("Clara wins trick 2")
        at.press(ENTER)
        await at.sends("play:JD")


async def test_all_tricks_so_far_are_a_key_away_the_one_on_the_table_first() -> None:
    async with terminal() as at:
        at.press(F6)
        await at.until(lambda: 0 < at.text.find("Trick 2") < at.text.find("Anna wins trick 1"))
        await at.shows("Clara K♥, Dédé 2♥")
        await at.shows("Clara 4♣, Dédé 5♣, Anna K♣*, Bruno 2♣")
        at.press(ENTER)
        at.link.tell(Update(seq=2, events=(), view=trick_over()))
        await at.shows("Clara wins trick 2")
        at.press(F6)
        await at.until(lambda: at.text.find("wins trick 2") < at.text.find("Anna wins trick 1"))


async def test_after_a_refusal_the_help_is_its_clause() -> None:
    async with terminal() as at:
        await at.is_refused()
        await at.shows("why not")
        at.press("?")
        await at.shows("Follow the suit that was led.")


async def test_a_refusal_is_gone_once_something_else_is_done_and_no_hand_moves_for_it() -> None:
    async with terminal() as at:
        before = at.display.display[-6:-2]
        await at.is_refused()
        assert at.display.display[-6:-2] == before, "what the mouse points at stays where it is"
        at.press(RIGHT)
        await at.until(lambda: "(5.2)" not in at.text)
        assert "why not" not in at.text
        at.press("xyz" + ENTER)
        await at.shows("“xyz” is nothing that you can choose here.")
        at.press(RIGHT)
        await at.until(lambda: "xyz" not in at.text and "(5.2)" not in at.text)
