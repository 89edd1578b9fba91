"""The text mode, from lines that are read to lines that are written."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

import pytest

from client import spoken
from client.answers import ordered
from client.choices import choices, meant
from client.keys import USUAL, Mode, remapped
from client.language import LANGUAGES, speaking, tr
from client.link import HungUp, LinkError
from client.model import seated
from client.outages import Broken
from client.past import PlayAgain
from client.plain import END, Reader
from client.session import Session
from client.talk import PROMPT
from client.text import Style, Words
from client.viewmodel import shown
from engine import GAMES, game_named
from protocol import Line, Note, Result, Trick
from protocol.from_client import Chat, Remove
from protocol.from_server import Commitment, Entry, Farewell, Lobby, Said, Seat, Update
from server.listener import open_table
from server.settings import Settings
from tests.client.halls import lobby
from tests.client.handed import Handed
from tests.client.lines import FakeLine, seated_at
from tests.client.tables import ABOUT, NAMES, REFUSED, seen, table, view, welcome
from tests.client.test_typing import pack, whole_pack

LATE = {"dealt.cards": "{seat} was dealt {cards}."}


class Conversation(Handed):
    """Anna at a table of text."""

    def __init__(
        self,
        link: FakeLine,
        style: Style = "plain",
        *,
        returning: bool = False,
        bell: bool = False,
        terminal: bool = False,
        now: float = 0.0,
    ) -> None:
        super().__init__()
        self.link, self.now = link, now
        link.on_sent = self.wake
        session = Session(link, link.welcome, returning=returning, now=lambda: self.now)
        self.reader = Reader(session, self, self.write, style=style, echo=not terminal, bell=bell)
        self.running: asyncio.Task[LinkError | Lobby | PlayAgain | None] = asyncio.create_task(self.reader.run())

    def others_decide(self, seq: int) -> None:
        """Anna has played a card, and it is Bruno's turn."""
        self.link.tell(Update(seq=seq, events=(Note("played", 0, ("7H",)),), view=view(to_act=1, legal=(), ask=None)))

    async def sends(self, *commands: str) -> None:
        await self.until(lambda: self.link.sent == list(commands))


@asynccontextmanager
async def conversation(
    deal: bool = True,
    style: Style = "plain",
    *,
    returning: bool = False,
    bell: bool = False,
    lasting: bool = False,
    terminal: bool = False,
) -> AsyncIterator[Conversation]:
    link = FakeLine(lasting=lasting)
    if deal:
        link.deal()
    talk = Conversation(link, style, returning=returning, bell=bell, terminal=terminal)
    try:
        await talk.heard("> ")
        yield talk
    finally:
        await talk.end()


async def test_everything_that_matters_is_said_before_the_question() -> None:
    async with conversation() as talk:
        for told in (
            "Anna: you",
            "Garde by Anna",
            "Trick 2: Clara K♥, Dédé 2♥.",
            "Your hand, 11 cards: trumps 1 9 21 EX; spades 2 K; hearts 7 10 Q; clubs 3; diamonds J.",
            "Your card: 1) 7♥, 2) 10♥, 3) Q♥, 4) Excuse",
        ):
            await talk.heard(told)


async def test_a_choice_by_number_by_name_and_by_token() -> None:
    for said, token in (("2", "play:10H"), ("qh", "play:QH"), ("play:EX", "play:EX"), ("excuse", "play:EX")):
        async with conversation() as talk:
            talk.say(said)
            await talk.sends(token)


async def test_a_number_is_that_of_a_choice_before_it_is_a_card() -> None:
    async with conversation() as talk:
        talk.say("55")
        await talk.heard("“55” is none of the choices; say a number from 1 to 4, a name from the list, or help.")
        talk.say("2")
        await talk.sends("play:10H")


@pytest.mark.parametrize(
    ("said", "token"), [("21", "play:T21"), ("t21", "play:T21"), ("k", "play:KS"), ("3♣", "play:3C")]
)
async def test_a_card_that_is_not_allowed_is_tried_so_that_the_rule_is_heard(said: str, token: str) -> None:
    async with conversation() as talk:
        talk.say(said)
        await talk.sends(token)


async def test_a_yes_to_what_is_no_question_of_yes_or_no_is_told_what_can_be_said() -> None:
    async with conversation() as talk:
        talk.say("yes")
        await talk.heard("“yes” is none of the choices; say a number from 1 to 4, a name from the list, or help.")


async def test_several_cards_are_what_they_make_together() -> None:
    hand = ("3S", "3H", "4S")
    for said, token in (("3s 3h", "play:3,3"), ("3♥, 3♠", "play:3,3"), ("3,3", "play:3,3"), ("3s 4s", "play:3,4")):
        async with conversation() as talk:
            talk.link.tell(Update(seq=2, events=(), view=view(hand=hand, legal=("play:3", "play:3,3", "pass"))))
            await talk.heard("3) pass")
            talk.say(said)
            await talk.sends(token)


async def test_a_number_that_is_a_cards_too_is_taken_when_it_is_said_twice() -> None:
    async with conversation() as talk:
        hand = ("10H", "3H", "T1")
        talk.link.tell(Update(seq=2, events=(), view=view(hand=hand, legal=tuple(f"play:{code}" for code in hand))))
        await talk.heard("Your card: 1) 10♥, 2) 3♥, 3) T1")
        talk.say("3")  # the third choice is the Petit, and the 3 of hearts is in the hand
        await talk.heard("“3” is the number of T1. Say it again for that, or 3H.")
        assert talk.link.sent == []
        talk.say("3")
        await talk.sends("play:T1")


async def test_a_refusal_is_said_and_the_question_put_again() -> None:
    async with conversation() as talk:
        talk.say("ks")
        await talk.heard("ks\n")
        talk.link.tell(REFUSED)
        await talk.heard("You must follow the suit led. (5.2)")
        await talk.until(lambda: talk.text.count("Your card: 1)") == 2)


async def test_an_empty_line_puts_the_question_again() -> None:
    async with conversation() as talk:
        talk.say("")
        await talk.until(lambda: talk.text.count("Your card: 1)") == 2)


async def test_a_line_read_ahead_is_the_answer_to_the_next_question() -> None:
    async with conversation() as talk:
        talk.say("1", "2", "3")
        await talk.heard("> 1\n")
        talk.link.accept()
        talk.others_decide(2)
        await talk.heard("Anna plays 7♥.")
        assert talk.asked == 2, "no more than one"
        talk.link.tell(Update(seq=3, events=(), view=view()))
        await talk.sends("play:7H", "play:10H")


async def test_at_a_terminal_a_line_typed_ahead_stands_where_it_is_an_answer() -> None:
    """The terminal has shown it before, above all that was told since then."""
    async with conversation(terminal=True) as talk:
        talk.say("2")
        await talk.sends("play:10H")
        assert talk.text.endswith(PROMPT), "as it is typed there"
        talk.link.accept()
        talk.others_decide(2)
        talk.say("qh")
        await talk.heard("Anna plays 7♥.")
        await talk.until(lambda: talk.asked == 2)
        talk.link.tell(Update(seq=3, events=(Note("dealt", 1),), view=view()))
        await talk.sends("play:10H", "play:QH")
        assert f"{PROMPT}qh\n" in talk.text


async def test_while_others_decide_quit_and_the_end_are_heard_at_once() -> None:
    for last in ("quit", None):
        async with conversation() as talk:
            talk.say("1")
            await talk.sends("play:7H")
            talk.link.accept()
            talk.others_decide(2)
            talk.say("table", "", last)
            assert await talk.running is None
            assert "Bruno: dealer, 11 cards, to decide." in talk.text
            assert talk.link.sent == ["play:7H", "leave"]


async def test_the_end_comes_after_what_was_said_last() -> None:
    async with conversation(deal=False) as talk:
        talk.say("start", None)
        await talk.sends("start")
        talk.link.deal()
        await talk.heard("Your card: 1) 7♥")
        assert await talk.running is None


async def test_nothing_is_told_twice() -> None:
    async with conversation() as talk:
        talk.say("1")
        await talk.sends("play:7H")
        talk.link.accept()
        contract, shown = Note("contract", 0, args={"contract": "garde"}), Note("shown", 1, ("T1", "T2"))
        poignee = Note("poignee", 1, ("T1", "T2"))
        talk.link.tell(Update(seq=2, events=(shown,), view=view(facts=(contract, poignee), hand=("QH",))))
        await talk.until(lambda: talk.text.count("Your card: 1)") == 2)
        assert talk.text.count("Garde by Anna") == 1, "it stood at the question before"
        assert "Bruno shows T1 T2." in talk.text
        assert "Shown by Bruno: T1 T2" not in talk.text, "it has just been said"


async def test_a_hand_is_told_as_it_is_dealt_and_again_when_asked_for() -> None:
    async with conversation(deal=False) as talk:
        dealt = Update(seq=1, events=(Note("dealt", 1),), view=view(to_act=1, legal=(), ask=None))
        talk.link.tell(table(), Commitment(deal=1, hash="0" * 64), dealt)
        await talk.heard("Bruno deals.\nYour hand, 11 cards: trumps")
        talk.link.tell(Update(seq=2, events=(), view=view()))
        await talk.heard("Your card: 1)")
        assert talk.text.count("Your hand") == 1
        talk.say("")
        await talk.until(lambda: talk.text.count("Your hand") == 2)


async def test_who_plays_together_is_said_when_it_is_settled() -> None:
    async with conversation() as talk:
        assert "With you" not in talk.text
        talk.link.tell(Update(seq=2, events=(), view=view(sides=(0, 1, 0, 0))))
        await talk.heard("With you: Clara, Dédé.")


async def test_the_commands_are_explained_and_the_table_is_told() -> None:
    async with conversation() as talk:
        talk.say("what")
        await talk.heard("help.")
        talk.say("?")
        await talk.heard("quit: leave the table")
        talk.say("table")
        await talk.heard("Last trick: Clara 4♣, Dédé 5♣, Anna K♣ (winning), Bruno 2♣.")
        await talk.heard("Bruno: dealer, 11 cards.")
        talk.say("start")
        await talk.heard("start is for the next one")
        talk.say("quit")
        assert await talk.running is None
        assert talk.link.sent == ["leave"]


def test_a_table_at_which_nothing_goes_on_yet_is_told_with_its_name() -> None:
    assert next(spoken.table(shown(seated(welcome())))) == "French Tarot · Anna's table."
    assert next(spoken.table(seen())) == "French Tarot · Anna's table. Play."


def test_all_that_was_played_is_told_from_the_first_trick_to_the_one_on_the_table() -> None:
    assert list(spoken.tricks(seen())) == [
        "Anna wins trick 1: Clara 4♣, Dédé 5♣, Anna K♣ (winning), Bruno 2♣.",
        "Trick 2: Clara K♥, Dédé 2♥.",
    ]
    assert list(spoken.tricks(seen(view(trick=None, tricks=())))) == ["No trick is over yet."]


async def test_the_tricks_are_told_when_they_are_asked_for() -> None:
    async with conversation() as talk:
        talk.say("tricks")
        await talk.heard("Anna wins trick 1: ")


async def test_start_deals_and_what_happens_meanwhile_is_told() -> None:
    async with conversation(deal=False) as talk:
        talk.say("1")
        await talk.heard("“1” is nothing that can be said now.")
        talk.say("s")
        await talk.sends("start")
        talk.link.tell(table())
        talk.link.tell(Update(seq=1, events=(Note("dealt", 1),), view=view(to_act=2, legal=(), ask=None)))
        await talk.heard("Bruno deals.")


async def test_the_settlement_is_told_line_by_line() -> None:
    async with conversation() as talk:
        paid = Line(Note("made", args={"contract": "garde"}), "8.1", (174, -58, -58, -58))
        result = Result("played", (174, -58, -58, -58), account=(paid,))
        settled = view(to_act=None, hand=(), legal=(), ask=None, trick=None, phase="settled", result=result)
        talk.link.tell(Update(seq=2, events=(Note("settled"),), view=settled))
        talk.link.tell(table("over", deals=1, scores=(174, -58, -58, -58)))
        await talk.heard("Garde made (8.1): Anna +174, Bruno −58, Clara −58, Dédé −58")
        await talk.heard("This deal: Anna +174, Bruno −58, Clara −58, Dédé −58")
        await talk.heard("Match, 1 deal: Anna +174, Bruno −58, Clara −58, Dédé −58")
        await talk.heard("for the next deal")
        talk.link.tell(Update(seq=2, events=(), view=settled), Said(name="Bruno", seat=1, text="Well played!"))
        await talk.heard("Well played!")
        assert talk.text.count("Garde made (8.1)") == 1, "though it is told of again"


async def test_without_suit_signs_cards_are_their_codes() -> None:
    async with conversation(style="ascii") as talk:
        await talk.heard("Trick 2: Clara KH")
        await talk.heard("1) 7H")


async def test_the_end_of_the_lines_is_a_clean_end() -> None:
    async with conversation() as talk:
        talk.say(None)
        assert await talk.running is None
        assert talk.link.sent == ["leave"]


async def test_at_a_terminal_the_end_of_the_lines_is_asked_about_as_long_as_a_deal_is_played() -> None:
    async with conversation(terminal=True, lasting=True) as talk:
        talk.say(None)
        await talk.heard(f"{END} again leaves the table. A bot plays on for you. Or keep your seat")
        assert talk.link.sent == []
        talk.say("1")
        await talk.sends("play:7H")
        talk.link.accept()
        talk.others_decide(2)
        talk.say(None)
        await talk.until(lambda: talk.text.count(f"{END} again") == 2)
        talk.say(None)
        assert await talk.running is None
        assert talk.link.sent == ["play:7H", "leave"]


async def test_who_watches_or_waits_leaves_a_terminal_at_once() -> None:
    async with conversation(terminal=True, deal=False) as talk:
        talk.say(None)
        assert await talk.running is None
    async with conversation(terminal=True) as talk:
        talk.link.tell(welcome(seat=None, seat_token=None, table=table()))
        await talk.until(lambda: talk.reader.session.model.aside)
        talk.say(None)
        assert await talk.running is None
        assert END not in talk.text


async def test_the_server_has_the_last_word() -> None:
    async with conversation() as talk:
        talk.link.hang_up(Farewell(reason="stopping", message="The host has closed the table."))
        assert str(await talk.running) == "The host has closed the table."
        assert talk.text.endswith(f"{PROMPT}\n"), "what is said of it begins on a line of its own"


class Answers:
    """Whoever answers each question with the first choice, deals once, and leaves after that deal."""

    def __init__(self) -> None:
        self.text = ""

        self.answer: asyncio.Future[str | None] | None = None

    def write(self, text: str) -> None:
        self.text += text
        if text == PROMPT:
            self.decide()

    def next(self) -> asyncio.Future[str | None]:
        self.answer = asyncio.get_running_loop().create_future()
        if self.text.endswith(PROMPT):
            self.decide()
        return self.answer

    def take(self) -> None:
        """Each line is a new one."""

    def decide(self) -> None:
        question = self.text.splitlines()[-2]
        if self.answer and not self.answer.done():
            self.answer.set_result(None if "next deal" in question else "2" if "Prise" in question else "1")


async def test_a_whole_deal_against_bots() -> None:
    answers = Answers()
    private = Settings(bind="127.0.0.1", port=0, pace=0, seed=3)
    async with open_table(private) as host, seated_at(host.port, "Anna") as session:
        await session.start()
        assert await Reader(session, answers, answers.write).run() is None
    assert answers.text.count("wins the trick.") == 18


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["waiting", "deciding", "watching", "over", "broken"])
def test_a_lone_letter_orders_what_it_does_on_the_full_screen_and_nothing_else(mode: Mode, language: str) -> None:
    now = replace(seen(), mode=mode)
    with speaking(language):
        for letter in ascii_lowercase:
            there = USUAL.meaning(letter, mode)
            expected = spoken.LETTERS.get(there) if there else None
            asked = mode == "deciding"
            assert ordered(letter, now, USUAL) == (expected if letter != "q" else None if asked else "quit"), letter
            assert ordered(letter.upper(), now, USUAL) in (None, "quit")
        assert ordered("?", now, USUAL) == "help"
    assert spoken.LETTERS.items() >= {("hint", "hint"), ("start", "start")}


def test_a_letter_is_a_key_as_it_is_settled() -> None:
    mine = remapped({"start": "g", "look back": "f9", "hint": "+"})
    over = replace(seen(), mode="over")
    assert [ordered(letter, over, mine) for letter in ("g", "s", "l", "a")] == ["start", None, None, "again"]
    assert [ordered(letter, seen(), mine) for letter in ("+", "h")] == ["hint", None]
    told = list(spoken.helping(over, mine))
    assert any(line.startswith("start (g): ") for line in told)
    assert any(line.startswith("hint (+): ") for line in told)
    assert any(line.startswith("look: ") for line in told)
    assert any(line.startswith("help (?): ") for line in told)


@pytest.mark.parametrize(("language", "letter"), [("en", "y"), ("fr", "o"), ("fr", "y"), ("it", "s"), ("cs", "a")])
def test_the_letter_of_a_yes_makes_final_what_is_marked_and_nothing_else(language: str, letter: str) -> None:
    with speaking(language):
        assert ordered(letter, seen(), USUAL) is None
        assert ordered(letter, seen(), USUAL, ready=True) == "yes"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_no_word_of_a_command_is_that_of_a_choice(key: str, language: str) -> None:
    """A choice goes first, so that the command would never be heard; but yes answers whatever is asked."""
    about = game_named(key).about
    with speaking(language):
        tokens = tuple(label for label in about.labels if ":" in label)
        offered = [*pack(key, language), *choices(replace(whole_pack(key), legal=tokens), Words(about, NAMES))]
        for word in spoken.COMMANDS.keys() - {"yes"}:
            assert meant(tuple(offered), word) == meant(tuple(offered), tr(word)) == (), word


async def test_a_letter_asks_for_a_hint_and_its_capital_or_half_a_name_for_cards() -> None:
    async with conversation() as talk:
        talk.say("h")
        await talk.heard("There is no bot here that could be asked.")
        for half, cards in (("H", "7♥ or 10♥ or Q♥"), ("hearts", "7♥ or 10♥ or Q♥"), ("q", "Q♥")):
            talk.say(half)
            await talk.heard(f"“{half}” may be {cards}.")
        assert not talk.link.sent
        assert not talk.running.done()


async def test_a_slash_talks_to_the_table_also_while_others_decide() -> None:
    async with conversation() as talk:
        talk.say("/1 of us is slow", "1")
        await talk.sends("chat", "play:7H")
        assert talk.link.said[0] == Chat(id="1", text="1 of us is slow")
        talk.link.accept()
        talk.others_decide(2)
        talk.say("/", "/hm")
        await talk.sends("chat", "play:7H", "chat")
        assert "Write /, and then what you want to say to the table." in talk.text
        talk.link.tell(Said(name="Bru\x1b[2Jno", seat=1, text="What?\x07"))
        await talk.heard("Bru [2Jno: What? \n")


async def test_the_ledger_and_the_options_are_told_and_one_is_taken() -> None:
    async with conversation() as talk:
        entry = Entry(dealer=0, status="played", scores=(-84, 28, 28, 28))
        talk.link.tell(table(opener=0, deals=1, scores=entry.scores, ledger=(entry,), deals_wanted=2))
        await talk.heard("Match, 1 of 2 deals")
        assert "Deal 1" not in talk.text, "unless one asks, or the match is over"
        talk.say("ledger", "options", "options 1")
        await talk.heard("Deal 1, Anna dealt: Anna −84, Bruno +28, Clara +28, Dédé +28")
        await talk.heard("options 2: Close the table.")
        await talk.sends("remove")
        assert talk.link.said == [Remove(id="1", seat=1)]


async def test_the_end_of_a_match_tells_the_ledger_and_once_who_has_won() -> None:
    async with conversation() as talk:
        entry = Entry(dealer=0, status="played", scores=(-84, 28, 28, 28))
        result = Result("played", entry.scores)
        settled = view(to_act=None, hand=(), legal=(), ask=None, trick=None, phase="settled", result=result)
        over = table("over", deals=1, scores=entry.scores, ledger=(entry,), deals_wanted=1)
        talk.link.tell(Update(seq=2, events=(Note("settled"),), view=settled), over)
        await talk.heard("Deal 1, Anna dealt: Anna −84")
        await talk.heard("The match is over: Bruno, Clara and Dédé win with +28. Say start (s) for another match.")
        assert talk.text.count("The match is over") == 1


async def test_how_many_cards_others_have_left_is_told_where_the_tricks_do_not_tell_it() -> None:
    async with conversation() as talk:
        pair, single = ("9S", "9C"), ("3D",)
        round_ = Trick(1, (pair, ()))
        played = (Note("played", 1, pair),)
        first = view(counts=(11, 5, 10, 10), trick=round_, tricks=(), to_act=2, legal=(), ask=None)
        talk.link.tell(Update(seq=2, events=played, view=first))
        await talk.heard("Bruno plays 9♠ 9♣.\nBruno: 5 cards left.\n")
        then = replace(first, counts=(11, 5, 1, 10), trick=Trick(2, (single,)), tricks=(round_,))
        talk.link.tell(Update(seq=3, events=(Note("played", 2, single),), view=then))
        await talk.heard("Clara: 1 card left.")
        talk.link.tell(Update(seq=4, events=(Note("played", 0, single),), view=replace(then, counts=(10, 5, 1, 10))))
        await talk.heard("Anna plays 3♦.")
        assert "Anna: 10 cards left." not in talk.text, "she hears her hand"
    async with conversation() as talk:
        talk.link.tell(Update(seq=2, events=(Note("played", 3, single),), view=view(counts=(11, 11, 10, 9))))
        await talk.heard("Dédé plays 3♦.")
        assert "left." not in talk.text


async def test_a_deal_is_parted_from_the_one_before() -> None:
    async with conversation(deal=False) as talk:
        begun = view(to_act=1, legal=(), ask=None)
        over = view(to_act=None, hand=(), legal=(), trick=None, result=Result("played", (0, 0, 0, 0)))
        updates = [
            Update(seq=1, events=(Note("dealt", 1),), view=begun),
            Update(seq=2, events=(Note("settled"),), view=over),
            Update(seq=3, events=(Note("dealt", 2),), view=begun),
        ]
        talk.link.tell(table(), *updates)
        await talk.heard("\n\nClara deals.\n")
        assert "\n\nBruno deals." not in talk.text
        log = talk.reader.shown.log
        assert log[log.index("Clara deals.") - 1] == ""
        assert log.count("") == 1


async def test_who_interrupts_is_told_the_word_that_keeps_his_seat_or_says_its_letter() -> None:
    for language, said in (("en", "keep"), ("en", "K"), ("fr", "g"), ("fr", "garder")):
        with speaking(language):
            async with conversation(lasting=True) as talk:
                signal.raise_signal(signal.SIGINT)
                await talk.heard("Tapez garder (g)." if language == "fr" else "Say keep (k).")
                talk.say(said)
                await talk.running
                assert talk.link.sent == [], "nobody has got up"


async def test_the_letter_is_about_cards_where_nobody_has_asked() -> None:
    async with conversation(lasting=True) as talk:
        signal.raise_signal(signal.SIGINT)
        await talk.heard("Say keep (k).")
        talk.say("hand", "k")
        await talk.sends("play:KS")


async def test_a_line_that_breaks_is_told_once_and_when_it_is_back_the_whole_table() -> None:
    async with conversation() as talk:
        talk.link.tell(Broken(), Broken())
        await talk.heard("The line is broken: it is tried again by itself.")
        told = len(talk.text)
        talk.link.tell(welcome(table=table()), Update(seq=1, events=(), view=view()))
        await talk.until(lambda: "Your card: 1)" in talk.text[told:])
        assert talk.text.count("The line is broken") == 1
        for said in ("The line is back.", "Trick 2: Clara K♥, Dédé 2♥.", "Your hand, 11 cards"):
            assert talk.text[told:].count(said) >= 1


@pytest.mark.parametrize(
    ("seat", "why"),
    [({}, "You play from the next deal on."), ({"seat": None, "seat_token": None}, "You are watching.")],
)
async def test_who_has_no_hand_in_the_deal_is_told_why_when_he_comes_comes_back_and_asks(
    seat: dict[str, Any], why: str
) -> None:
    others = Update(seq=1, events=(), view=view(viewer=None, hand=(), legal=(), ask=None, to_act=1))
    async with conversation(deal=False) as talk:
        talk.link.tell(welcome(table=table(), **seat), others)
        await talk.heard(why)
        talk.link.tell(Broken(), welcome(table=table(), **seat), others)
        await talk.until(lambda: talk.text.count(why) == 2)
        talk.say("table")
        await talk.until(lambda: talk.text.count(why) == 3)


async def test_while_the_line_is_broken_one_can_leave_and_the_seat_is_kept() -> None:
    for last in ("quit", None):
        async with conversation() as talk:
            talk.link.tell(Broken())
            await talk.heard("The line is broken")
            talk.say(last)
            assert await talk.running is None
            assert talk.link.sent == []
            assert talk.reader.session.kept


async def test_who_can_come_back_may_keep_his_seat_and_nobody_else_is_told_of_it() -> None:
    async with conversation(lasting=True, returning=True) as talk:
        talk.say("help", "keep")
        assert await talk.running is None
        assert "keep: leave it, and keep your seat" in talk.text
        assert talk.link.sent == []
    async with conversation() as talk:
        talk.say("help", "keep")
        await talk.heard("There is no seat here that could be kept")
        assert "keep: " not in talk.text


async def test_who_came_from_the_lobby_goes_back_there() -> None:
    for last, end in (("quit", lobby()), (None, None)):
        async with conversation(returning=True) as talk:
            talk.link.on_sent = lambda talk=talk: talk.link.tell(lobby())  # type: ignore[misc]
            talk.say(last)
            assert await talk.running == end
            assert talk.link.sent == ["leave"]


async def test_the_time_for_a_decision_is_told_with_the_question() -> None:
    async with conversation() as talk:
        talk.link.tell(Update(seq=2, events=(), view=view(hand=("QH", "7H")), seconds=60.0))
        await talk.heard("Your card (60 s): 1)")
        talk.now += 53.5
        talk.say("table")
        await talk.heard("Your card (7 s): 1)")


async def test_how_long_somebody_is_away_is_told_as_it_is_however_long_this_machine_is_up() -> None:
    anna, bruno, *others = table().seats
    away = table(seats=(anna, bruno.model_copy(update={"present": False, "grace": 30}), *others))
    link = FakeLine(welcome(table=away))
    talk = Conversation(link, now=4813.0)
    link.tell(Update(seq=1, events=(), view=view()))
    await talk.heard("Bruno: away, bot in 30 s, dealer")
    talk.now += 12
    talk.say("table")
    await talk.heard("Bruno: away, bot in 18 s, dealer")
    assert not re.search(r"bot in (?!30|18)\d+ s", talk.text)
    talk.say(None)
    assert await talk.running is None


async def test_who_comes_to_a_deal_that_goes_on_is_told_all_of_it_once() -> None:
    over = Result("played", (3, -1, -1, -1), account=(Line(Note("made"), "8.1", (3, -1, -1, -1)),))
    dealt = Note("dealt.cards", 1, ("2H",))
    for again in (False, True):
        for then in (view(to_act=2, legal=(), ask=None), view(), view(to_act=None, legal=(), result=over)):
            link = FakeLine(welcome(table=table(), about=replace(ABOUT, labels={**ABOUT.labels, **LATE})))
            talk = Conversation(link)
            if again:
                link.tell(Broken(), link.welcome)
            link.tell(Update(seq=7, events=(), view=replace(then, facts=(*then.facts, dealt))))
            await talk.heard("Bruno was dealt 2♥.")
            link.tell(Said(name="Bruno", seat=1, text="There you are."))
            await talk.heard("There you are.")
            for told in ("Garde by Anna", "Bruno was dealt", "Anna: you, taker", "Your hand, 11", "Last trick: Clara"):
                assert talk.text.count(told) == 1, told
            assert (": you, taker, 11 cards, 1 trick, to decide." in talk.text) == (then.to_act == 0)
            talk.say(None)
            await talk.running


async def test_the_match_is_told_by_those_who_have_played_the_deal() -> None:
    async with conversation() as talk:
        result = Result("played", (-3, 1, 1, 5))
        talk.link.tell(Update(seq=2, events=(), view=view(to_act=None, hand=(), legal=(), ask=None, result=result)))
        eva = (*table().seats[:3], Seat(kind="person", name="Eva"))
        talk.link.tell(table("over", deals=1, deals_wanted=1, scores=(-3, 1, 1, 5), seats=eva))
        await talk.heard("Eva sits down.\nMatch, 1 of 1 deal: Anna −3, Bruno +1, Clara +1, Dédé +5")
        await talk.heard("Dédé wins with +5")


async def test_when_the_clock_has_decided_for_us_that_is_said_before_what_it_was() -> None:
    async with conversation() as talk:
        told = "Your time was over: a bot has decided for you."
        talk.link.tell(Update(seq=1, events=(), view=view(), seconds=12.0))
        talk.others_decide(2)
        await talk.heard(f"{told}\nAnna plays 7♥.")
        talk.link.tell(Update(seq=3, events=(), view=view(), seconds=12.0))
        await talk.until(lambda: talk.text.count("Your card (12 s): 1)") == 1)
        talk.say("1")
        await talk.sends("play:7H")
        talk.others_decide(4)
        await talk.until(lambda: talk.text.count("Anna plays 7♥.") == 2)
        assert talk.text.count(told) == 1


async def test_the_bell_sounds_when_it_is_our_turn() -> None:
    async with conversation(bell=True) as talk:
        await talk.until(lambda: talk.text.count("\a") == 1)
        talk.others_decide(2)
        talk.link.tell(Update(seq=3, events=(), view=view()))
        await talk.until(lambda: talk.text.count("\a") == 2)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
async def test_a_terminal_that_is_closed_keeps_the_seat() -> None:
    async with conversation() as talk:
        signal.raise_signal(signal.SIGTERM)
        assert isinstance(await talk.running, HungUp)
        assert talk.link.sent == []


async def test_the_hand_and_the_rulebook_are_told_when_they_are_asked_for() -> None:
    async with conversation() as talk:
        talk.say("hand")
        await talk.until(lambda: talk.text.count("Your hand, 11 cards") == 2)
        talk.say("rules")
        await talk.heard("Say “rules” and the number of a part:")
        await talk.heard("\n1 Aim\n")
        talk.say("rules 5.3")
        await talk.heard("5.3 A trump that has to be played")
        talk.say("rules 5")
        await talk.heard("\n5.1 ")
        assert "#" not in talk.text, "no marks of a page"
        talk.say("rules 99")
        await talk.heard("There is no part 99; there are 1 Aim, 2 Deal and auction, ")


def test_whoever_comes_to_a_deal_in_its_middle_is_not_asked_to_start_one() -> None:
    arrived = shown(seated(welcome(table=table())))
    assert (arrived.mode, arrived.ask) == ("watching", "A deal is being played…")


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot interrupt itself there without an end")
async def test_an_interrupt_that_has_ended_whoever_reads_us_too_ends_us(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_text: str) -> None:
        raise BrokenPipeError

    async with conversation() as talk:
        monkeypatch.setattr(talk.reader, "_write", gone)
        signal.raise_signal(signal.SIGINT)
        await asyncio.wait([talk.running], timeout=5)
        assert isinstance(talk.running.exception(), BrokenPipeError), "of which the command makes an end"
