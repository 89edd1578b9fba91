"""The mouse, from what a terminal sends to what comes of it."""

from __future__ import annotations

from prompt_toolkit.data_structures import Point
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.utils import get_cwidth

from client.screens.look import Look
from client.screens.mouse import Canvas
from protocol import Trick
from protocol.from_server import Update
from tests.client.tables import REFUSED, table, view
from tests.client.test_screen import Terminal, terminal, trick_over

LEFT, RIGHT, UP, DOWN = 0, 2, 64, 65


def mouse(at: Terminal, column: int, row: int, button: int = LEFT) -> None:
    """A button is pressed and let go at a place, or the wheel turned."""
    at.press(f"\x1b[<{button};{column + 1};{row + 1}M")
    if button < UP:
        at.press(f"\x1b[<{button};{column + 1};{row + 1}m")


def click(at: Terminal, text: str, button: int = LEFT) -> None:
    """A click on the last sign of the last place where that is to be read."""
    row = max(number for number, line in enumerate(at.display.display) if text in line)
    before = at.display.display[row].rpartition(text)[0]
    mouse(at, get_cwidth(before + text[:-1]), row, button)


async def test_a_click_moves_the_cursor_to_a_card_and_another_one_plays_it() -> None:
    async with terminal() as at:
        click(at, "10")
        await at.shows("Enter  10 of hearts")
        assert at.link.sent == []
        click(at, "10")
        await at.sends("play:10H")


async def test_other_buttons_play_nothing() -> None:
    async with terminal() as at:
        for _ in range(2):
            click(at, "10", RIGHT)
        at.press("?")
        await at.shows("Keys")
        assert at.link.sent == []


async def test_a_card_that_is_not_allowed_is_refused_like_one_that_was_typed() -> None:
    async with terminal() as at:
        click(at, "·K")
        await at.shows("not allowed: king of spades")
        click(at, "›K")
        await at.sends("play:KS")
        at.link.tell(REFUSED)
        await at.shows("You must follow the suit led. (5.2)")


async def test_what_is_typed_gives_way_to_a_click() -> None:
    async with terminal() as at:
        at.press("ex")
        await at.shows("Your card: ex")
        click(at, "10")
        await at.shows("Enter  10 of hearts")
        assert "Your card: ex" not in at.text


async def test_a_click_on_a_key_of_the_footer_presses_it() -> None:
    async with terminal() as at:
        click(at, "→")
        await at.shows("Enter  10 of hearts")
        click(at, "←")
        await at.shows("Enter  7 of hearts")
        click(at, "Enter")
        await at.sends("play:7H")


async def test_pages_and_questions_are_opened_and_closed_by_clicks() -> None:
    async with terminal() as at:
        click(at, "help")
        await at.shows("choose it")
        click(at, "any key")
        await at.shows("Your hand")
        click(at, "Esc")
        await at.shows("Leave?")
        click(at, "10")
        click(at, "stay")
        await at.until(lambda: "Leave?" not in at.text)
        assert at.link.sent == []
        click(at, "Esc")
        await at.shows("Leave?")
        click(at, "y  leave")
        await at.sends("leave")


async def test_the_wheel_scrolls_a_page_and_leaves_the_cards_alone() -> None:
    async with terminal() as at:
        mouse(at, 5, 5, DOWN)
        at.press("?")
        await at.shows("Keys")
        at.resize(60, 12)
        await at.until(lambda: at.display.display[0].strip() == "Keys")
        mouse(at, 5, 5, DOWN)
        await at.until(lambda: "Keys" not in at.display.display[0])
        mouse(at, 5, 5, UP)
        await at.until(lambda: "Keys" in at.display.display[0])
        at.press("\x1b")
        await at.shows("Enter  7 of hearts")


async def test_cards_that_are_played_together_are_marked_by_clicks() -> None:
    pair = view(hand=("3C", "3D", "JD"), legal=("play:3", "play:3,3", "play:J", "pass"), trick=None, facts=())
    async with terminal() as at:
        at.link.tell(table(), Update(seq=2, events=(), view=pair))
        await at.shows("♣ ›3   ♦  3  J")
        click(at, "♦  3")
        await at.shows("♣  3   ♦ ±3  J")
        click(at, "♦ ±3  J")
        await at.shows("♣  3   ♦ +3 ±J")
        click(at, "±J")
        await at.shows("♣  3   ♦ +3 ›J")
        click(at, "♣  3")
        await at.shows("♣ ±3   ♦ +3  J")
        click(at, "Enter")
        await at.sends("play:3,3")


async def test_a_click_too_plays_no_card_to_what_was_not_seen() -> None:
    led = trick_over(trick=Trick(2, (("9D",),), 2), to_act=0, legal=("play:JD",), ask=view().ask)
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=trick_over()), Update(seq=3, events=(), view=led))
        await at.shows("›J")
        click(at, "›J")
        await at.shows("9♦")
        assert at.link.sent == []
        click(at, "›J")
        await at.sends("play:JD")


def test_nothing_comes_of_moving_the_mouse_so_that_nothing_is_drawn_anew() -> None:
    done: list[object] = []
    canvas = Canvas("♠安 K\nQ", clicked=lambda *place: done.append(place), wheeled=done.append)

    def event(kind: MouseEventType, column: int, row: int) -> object:
        return canvas.mouse_handler(MouseEvent(Point(column, row), kind, MouseButton.LEFT, frozenset()))

    for kind in (MouseEventType.MOUSE_MOVE, MouseEventType.MOUSE_DOWN):
        assert event(kind, 0, 0) is NotImplemented
    assert done == []
    assert event(MouseEventType.SCROLL_UP, 0, 0) is None
    assert event(MouseEventType.MOUSE_UP, 3, 0) is None
    assert event(MouseEventType.MOUSE_UP, 0, 1) is None
    assert done == ["up", (4, 0), (0, 1)], "a wide sign takes two columns"


async def test_the_mouse_is_left_to_the_terminal_where_it_is_settled_so() -> None:
    async with terminal(look=Look(mouse=False)) as at:
        assert not any("\x1b[?1000h" in text for text in at.emulator.written)
    async with terminal() as at:
        assert any("\x1b[?1000h" in text for text in at.emulator.written)
