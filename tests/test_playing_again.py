"""A deal that is over, looked back on from the table where it was played, and played again by oneself."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

import tapis
from client.aid import Aid
from client.aside import alone, at_table, beside
from client.link import Gone, HungUp
from client.model import Model, reduce, since
from client.outages import Broken, Heard
from client.past import PlayAgain
from client.plain import Reader
from client.session import Session
from client.settings import AS_USUAL
from engine import GAMES, game_named
from engine.shuffle import commitment
from protocol import Note, Proof
from protocol.from_server import Commitment, Record, Revealed, Said, Update
from tests.client.handed import Handed
from tests.client.lines import FakeLine
from tests.client.tables import people, table, welcome
from tests.client.test_plain import Conversation
from tests.client.test_screen import ESCAPE, Terminal, terminal
from tests.engine.random_deals import Played, played

SECRET = "5" * 64
NAMES = ("Anna", "Bruno", "Clara", "Dédé")


def finished(key: str = "belote", seed: int = 1) -> Played:
    """A deal that was played at random to its end, and not annulled."""
    deal = played(game_named(key), seed)
    return deal if deal.last.result.status == "played" else finished(key, seed + 1)


def record(deal: Played) -> Record:
    """What everybody may know of it."""
    first, seats = deal.states[0], deal.game.about.seats
    key = deal.game.about.key
    nothing = (None,) * seats
    bound = commitment(key, first.dealer, SECRET)
    proof = Proof(commitment=bound, secret=SECRET, pledges=nothing, contributions=nothing)
    layout = json.loads(json.dumps(first.layout))
    return Record(game=key, dealer=first.dealer, deal=layout, actions=deal.tokens, shuffle=proof)


def line_of(deal: Played) -> str:
    """The same as a line of a file."""
    first = deal.states[0]
    known = {"game": deal.game.about.key, "dealer": first.dealer, "deal": first.layout, "actions": deal.tokens}
    return json.dumps({**known, "players": NAMES[: deal.game.about.seats]})


def settled(line: FakeLine, deal: Played, seat: int = 1, covered: bool = False) -> None:
    """That deal has ended at Anna's table, where she has seat 1."""
    view = deal.game.view(deal.last, seat)
    seats = people("Bruno", "Anna", *NAMES[2:])
    line.tell(table(seats=seats), Update(seq=40, events=(), view=view))
    line.tell(*([] if covered else [Revealed(deal=1, record=record(deal))]), table("over", seats=seats, deals=1))


def sit(deal: Played) -> Any:
    """What the server says to Anna at that table."""
    return welcome(seat=1, about=deal.game.about, table=table("waiting", seats=people("Bruno", "Anna", *NAMES[2:])))


@asynccontextmanager
async def screen_after(deal: Played, covered: bool = False) -> AsyncIterator[Terminal]:
    async with terminal(deal=False, said=sit(deal)) as at:
        at.screen.session.aid = tapis.aid()
        settled(at.link, deal, covered=covered)
        await at.shows("next deal")
        yield at


async def test_after_a_deal_one_looks_back_on_it_and_is_at_the_table_again() -> None:
    deal = finished()
    async with screen_after(deal) as at:
        at.press("l")
        await at.shows(f"0 of {len(deal.tokens)}")
        for name in NAMES:
            assert name in at.text
        at.press("b")
        await at.shows("A bot: ")
        at.press(ESCAPE)
        await at.shows("next deal")
        assert at.screen.back is None


async def test_the_next_deal_ends_looking_back() -> None:
    deal = finished()
    async with screen_after(deal) as at:
        at.press("l")
        await at.shows(f"0 of {len(deal.tokens)}")
        first = deal.states[0]
        at.link.tell(Update(seq=41, events=(), view=deal.game.view(first, 1)))
        await at.until(lambda: at.screen.back is None)
        await at.shows("Your hand, 5 cards")


async def test_whoever_looks_back_reads_that_the_line_is_broken() -> None:
    deal = finished()
    for keys in ("l", "l" + "\x1b[6~" * 40):
        async with screen_after(deal) as at:
            at.press(keys)
            await at.until(lambda: at.screen.back is not None)
            at.link.tell(Broken())
            await at.shows("The line is broken: it is tried again by itself.")


async def test_the_wish_to_play_again_names_the_deal_and_ones_own_place() -> None:
    deal = finished()
    for keys in ("a", "l" + "a"):
        async with screen_after(deal) as at:
            for key in keys:
                at.press(key)
                await at.until(lambda: at.screen.back is not None or at.running.done()) if key == "l" else None
            ended = await at.running
            assert isinstance(ended, PlayAgain)
            assert ended.seat == 1
            assert json.loads(ended.record)["players"][:2] == ["Bruno", "Anna"]
            assert tapis.recall(ended.record).moments[-1].views[1] == deal.game.view(deal.last, 1)


async def test_a_deal_that_nobody_has_shuffled_is_looked_back_on_too() -> None:
    deal = finished()
    async with screen_after(deal, covered=True) as at:
        at.link.tell(Revealed(deal=0, record=record(deal).model_copy(update={"shuffle": None})))
        await at.shows("look back")
        assert "WARNING" not in at.text
        at.press("l")
        await at.shows(f"0 of {len(deal.tokens)}")


async def test_a_deal_that_stays_covered_is_not_looked_at() -> None:
    async with screen_after(finished(), covered=True) as at:
        assert "look back" not in at.text
        for key in "la":
            at.press(key)
            await at.shows("The cards of this deal stay covered.")


async def talk_after(deal: Played) -> Conversation:
    line = FakeLine(sit(deal))
    talk = Conversation(line)
    talk.reader.session.aid = tapis.aid()
    settled(line, deal)
    await talk.heard("next deal")
    return talk


async def test_the_text_mode_looks_back_too() -> None:
    deal = finished()
    talk = await talk_after(deal)
    talk.say("look", "", "bot", "quit", "help")
    await talk.heard(f"Belote, step 0 of {len(deal.tokens)}.")
    await talk.heard("step 1 of")
    await talk.heard("A bot: ")
    await talk.heard("ledger: the match")
    assert not talk.running.done()
    talk.say("again")
    ended = await talk.running
    assert isinstance(ended, PlayAgain)
    assert ended.seat == 1


async def test_what_is_no_deal_any_more_is_said() -> None:
    line = FakeLine(sit(finished()))
    talk = Conversation(line)
    talk.say("look", "again")
    await talk.until(lambda: talk.text.count("There is no deal that you could look back on now.") == 2)
    await talk.end()


async def test_who_is_back_from_playing_again_is_told_what_he_missed_and_no_more() -> None:
    talk = await talk_after(finished())
    talk.say("again")
    assert isinstance(await talk.running, PlayAgain)
    session = talk.reader.session
    session.model = reduce(session.model, Said(seat=None, name="Zoé", text="Next one?", number=99))
    again = Handed()
    again.running = asyncio.create_task(Reader(session, again, again.write).run())
    await again.heard("Next one?")
    await again.end()
    assert again.text.splitlines()[:2] == [f"You are back at “{session.model.name}”.", "Zoé: Next one?"]


async def test_a_fault_is_told_wherever_it_is() -> None:
    async def fail() -> NoReturn:
        raise ZeroDivisionError

    async def stay() -> NoReturn:
        await asyncio.Event().wait()
        raise AssertionError

    for away, receive in ((fail, stay), (stay, fail)):
        line = FakeLine()
        line.receive = receive  # type: ignore[method-assign]
        with pytest.raises(ZeroDivisionError):
            await beside(Session(line, line.welcome), away())


def test_what_is_new_in_a_log_is_known_though_its_beginning_has_gone() -> None:
    a, b, c, d = (Note(key) for key in "abcd")
    assert since((a, b, c), (a, b)) == (c,)
    assert since((b, c, d), (a, b, c)) == (d,)
    assert since((a, b), (a, b)) == ()
    assert since((c, d), ()) == since((c, d), (a, b)) == (c, d)


class Scripted:
    """A person at a terminal who does what he was told to do at each table he comes to."""

    def __init__(self, *does: Any) -> None:
        self.does = list(does)
        self.sessions: list[Session] = []
        self.back = 0

    async def table(self, session: Session) -> Any:
        self.sessions.append(session)
        does = self.does.pop(0)
        return await does(session) if callable(does) else does


async def dealt(session: Session) -> None:
    """Until the first cards are there."""
    seen = asyncio.Event()

    def told(_before: Model, _message: Heard) -> None:
        if session.model.view:
            seen.set()

    listening = asyncio.create_task(session.listen(told))
    await seen.wait()
    listening.cancel()
    await asyncio.wait([listening])


@pytest.mark.parametrize("key", GAMES)
async def test_the_same_cards_are_dealt_to_whoever_plays_again(key: str) -> None:
    deal = finished(key)
    for seat in (0, 2):
        person = Scripted(dealt)
        wish = PlayAgain(line_of(deal), seat)
        assert await alone(wish, tapis.aid(), "Anna", AS_USUAL, "easy", person) is None  # type: ignore[arg-type]
        view = person.sessions[0].model.view
        assert view is not None
        first = deal.states[0]
        assert set(first.layout["hands"][seat]) >= set(view.hand)
        assert view.dealer == (first.dealer - seat) % deal.game.about.seats


@asynccontextmanager
async def nowhere(_record: str, _seat: int, _level: object) -> AsyncIterator[int]:
    await asyncio.Event().wait()
    yield 0


def waiting() -> tuple[FakeLine, Session, Aid]:
    line = FakeLine()
    aid = replace(tapis.aid(), again=nowhere)
    return line, Session(line, line.welcome, aid=aid), aid


async def test_who_plays_again_is_called_back_when_his_table_deals() -> None:
    line, session, _ = waiting()
    person = Scripted(PlayAgain("", 0), None)
    line.tell(Commitment(deal=2, hash="0" * 64))
    assert await at_table(session, person) is None  # type: ignore[arg-type]
    assert person.sessions == [session, session]
    assert session.model.shuffle is not None


async def test_the_end_of_his_table_is_the_end_of_playing_again() -> None:
    line, session, _ = waiting()
    line.hang_up()
    assert isinstance(await at_table(session, Scripted(PlayAgain("", 0))), Gone)  # type: ignore[arg-type]


async def test_a_terminal_that_is_gone_while_one_plays_again_is_gone_for_the_table_too() -> None:
    deal = finished()
    line = FakeLine()
    session = Session(line, line.welcome, aid=tapis.aid())
    person = Scripted(PlayAgain(line_of(deal), 0), HungUp())
    assert isinstance(await at_table(session, person), HungUp)  # type: ignore[arg-type]


def test_a_recorded_deal_is_played_again_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(line_of(finished("belote")) + "\n" + line_of(finished("tarot")) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "tapis", "play", "--again", str(file), "--text", "--pace", "0", "--name", "Anna"]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *words], input="", capture_output=True, encoding="utf-8", check=False)

    ended = run("--deal", "2", "--seat", "3")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "French Tarot" in ended.stdout
    assert "nobody has shuffled them" in ended.stdout
    for words, said in (
        (("--deal", "3"), "has the deals 1 to 2; there is no deal 3."),
        (("--seat", "4"), "the seats of this deal are 0 to 3; there is no seat 4."),
    ):
        ended = run(*words)
        assert ended.returncode == 2
        assert said in ended.stderr
        assert ended.stderr.count("\n") == 1
