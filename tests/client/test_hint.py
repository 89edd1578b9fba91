"""A hint: what a bot would do in our place, from what we know, while everything else goes on."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from client.advice import Advice
from client.aid import Aid
from protocol import Note, View
from protocol.from_server import Update
from tapis import aid as lent
from tests.client.tables import seen, view
from tests.client.test_plain import conversation
from tests.client.test_screen import ENTER, ESCAPE, RIGHT, terminal

SAID = "A strong bot would choose: 10♥. 5 points more. It knows only what you know."


class Bot:
    """Somebody who thinks until he is told to have done so."""

    def __init__(self) -> None:
        self.asked: list[View] = []
        self.done = Event()

    def advise(self, known: View) -> Advice:
        self.asked.append(known)
        assert self.done.wait(30)
        return Advice("play:10H", Note("bot.better", args={"gain": 5}), {"bot.better": "{gain} points more."})

    @property
    def aid(self) -> Aid:
        return replace(lent(), advise=self.advise)


async def test_a_bot_thinks_beside_the_screen_and_is_told_what_we_know() -> None:
    bot = Bot()
    async with terminal() as at:
        at.screen.session.aid = bot.aid
        at.press("h")
        await at.shows("A strong bot thinks about it…")
        at.press(RIGHT)
        await at.shows("10 of hearts")
        at.press("h" + RIGHT)
        await at.shows("queen of hearts")
        bot.done.set()
        await at.until(lambda: " ".join(at.text.split()).count(SAID) == 1)
        assert bot.asked == [view()]
        at.press(ENTER)
        await at.sends("play:QH")
        await at.until(lambda: "A strong bot" not in at.text)


async def test_a_hint_that_comes_too_late_is_not_shown() -> None:
    bot = Bot()
    async with terminal() as at:
        at.screen.session.aid = bot.aid
        at.press("h")
        await at.shows("A strong bot thinks about it…")
        at.press(ENTER)
        await at.sends("play:7H")
        at.link.tell(Update(seq=2, events=(), view=view(hand=("QH",), legal=("play:QH",))))
        await at.shows("Your hand, 1 card")
        bot.done.set()
        at.press(RIGHT)
        await at.until(lambda: at.screen.session.model.advice is None)
        assert "A strong bot" not in at.text


async def test_a_hint_takes_the_place_of_what_was_wrong_before() -> None:
    bot = Bot()
    bot.done.set()
    async with terminal() as at:
        at.screen.session.aid = bot.aid
        await at.is_refused()
        at.press("h")
        await at.shows("A strong bot would choose")
        assert "(5.2)" not in at.text
    async with terminal() as at:
        at.screen.session.aid = bot.aid
        at.press("xyz" + ENTER)
        await at.shows("is nothing that you can choose")
        at.press("h")
        await at.shows("A strong bot would choose")


async def test_escape_puts_a_hint_away_before_it_leaves() -> None:
    bot = Bot()
    async with terminal() as at:
        at.screen.session.aid = bot.aid
        at.press("h")
        await at.shows("A strong bot thinks about it…")
        at.press(ESCAPE)
        await at.until(lambda: "A strong bot" not in at.text)
        bot.done.set()
        at.press("h")
        await at.shows("A strong bot would choose")
        at.press(ESCAPE)
        await at.until(lambda: "A strong bot" not in at.text)
        assert "Leave?" not in at.text
        at.press(ESCAPE)
        await at.shows("Leave?")


async def test_h_begins_a_name_once_another_letter_does_and_where_it_is_a_capital() -> None:
    async with terminal() as at:
        at.press("qh" + ENTER)
        await at.sends("play:QH")
    async with terminal() as at:
        at.press("H")
        await at.until(lambda: at.screen.desk.typed == "H")
        await at.shows("Backspace")


async def test_the_text_mode_has_a_word_for_it() -> None:
    bot = Bot()
    bot.done.set()
    async with conversation() as talk:
        talk.reader.session.aid = bot.aid
        talk.say("hint")
        await talk.heard(SAID)
        await talk.until(lambda: talk.text.count("Your card: 1)") == 2)
        assert bot.asked == [view()]
        talk.say("1")
        await talk.sends("play:7H")
        talk.link.accept()
        talk.others_decide(2)
        talk.say("hint")
        talk.link.tell(Update(seq=3, events=(), view=view()))
        await talk.until(lambda: talk.text.count(SAID) == 2)


async def test_without_a_bot_the_client_says_so() -> None:
    async with terminal() as at:
        at.press("h")
        await at.shows("There is no bot here that could be asked.")


async def test_a_bot_that_fails_has_nothing_to_say_and_play_goes_on() -> None:
    def fail(_view: View) -> Advice:
        raise ZeroDivisionError

    async with terminal() as at:
        at.screen.session.aid = replace(lent(), advise=fail)
        at.press("h")
        await at.shows("The bot has failed, and has nothing to say.")
        at.press(ENTER)
        await at.sends("play:7H")


def test_without_a_question_there_is_no_hint() -> None:
    assert seen().hint == ""
