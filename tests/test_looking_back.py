"""Looking back on a deal: every hand open, forwards and backwards, on the screen and in lines of text."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import get_cwidth

import tapis
from client.advice import Advice
from client.keys import LOOKING_BACK, USUAL, Action
from client.lookback import LookingBack
from client.past import Past, Place, moved, seen
from client.screens.looking import Looking, hands, looking_back, picture
from client.settings import place
from client.stdin import Lines
from client.text import Words
from engine import GAMES, game_named
from protocol import Note
from tests.engine.random_deals import played

RIGHT, DOWN, HOME, END, PAGE_DOWN, ENTER, ESCAPE = "\x1b[C", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[6~", "\r", "\x1b"

SIZES = [(120, 40), (80, 24), (60, 20), (40, 12)]


def record(key: str) -> dict[str, object]:
    """The record of a deal that was played at random to its end."""
    deal = played(game_named(key), 1)
    first = deal.states[0]
    return {"game": key, "dealer": first.dealer, "deal": first.layout, "actions": deal.tokens}


def past(key: str, **changes: object) -> Past:
    return tapis.recall(json.dumps(record(key) | changes))


def quiet(view: object) -> Advice:
    return Advice("play:3H", Note("bot.forced"), {})


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("key", GAMES)
def test_every_hand_is_whole_at_every_step_and_size(key: str, columns: int, rows: int) -> None:
    deal = past(key)
    for number, moment in enumerate(deal.moments):
        now = seen([deal], Place(moment=number))
        drawn = picture(now, Place(moment=number), columns, rows)
        lines = ["".join(text for _, text in line) for line in drawn.lines]
        assert len(lines) == rows
        assert all(sum(map(get_cwidth, line)) == columns for line in lines)
        shown = ["".join(text for _, text in line) for line in hands(now, columns - 2)]
        assert all(any(row in line for line in lines) for row in shown)
        cards = [cell.code for _, groups in now.hands for group in groups for cell in group.cells]
        assert sorted(cards) == sorted(code for view in moment.views for code in view.hand)
        assert "…" not in "".join(shown)


@pytest.mark.parametrize("key", GAMES)
def test_what_was_chosen_is_told_in_the_words_in_which_it_was_offered(key: str) -> None:
    deal = past(key)
    for number, moment in enumerate(deal.moments[:-1]):
        told = seen([deal], Place(moment=number)).following
        actor = moment.views[0].to_act
        assert actor is not None
        assert told.startswith(f"Seat {actor}: ")
        assert moment.chosen not in told
    assert seen([deal], Place(moment=len(deal.moments) - 1)).following == "The deal is over."


def test_steps_and_tricks_stop_at_both_ends() -> None:
    deals = [past("belote"), past("tarot")]
    end = len(deals[0].moments) - 1
    start = Place()
    assert moved(start, "left", deals) == start
    assert moved(start, "right", deals) == Place(0, 1)
    assert moved(start, "last", deals) == Place(0, end)
    assert moved(Place(0, end), "right", deals) == Place(0, end)
    assert moved(Place(0, end), "first", deals) == start
    assert moved(Place(0, 3), "page down", deals) == Place(1)
    assert moved(Place(1), "page down", deals) == Place(1)
    forwards, at = [], start
    while at.moment < end:
        at = moved(at, "down", deals)
        forwards.append(at.moment)
    tricks = [len(deals[0].moments[number].views[0].tricks) for number in forwards]
    assert tricks == list(range(1, 9))
    backwards = []
    while at.moment > 0:
        at = moved(at, "up", deals)
        backwards.append(at.moment)
    assert backwards == [*reversed(forwards[:-1]), 0]


def test_names_are_those_of_the_record() -> None:
    assert past("belote", players=["Ann", "Bob", "Cem", "Dan"]).names == ("Ann", "Bob", "Cem", "Dan")
    assert past("belote", players=["Ann"]).names == ("Seat 0", "Seat 1", "Seat 2", "Seat 3")


async def test_keys_lead_through_a_deal_and_ask_a_bot() -> None:
    deals = [past("tarot"), past("belote")]
    with create_pipe_input() as keys:
        back = LookingBack(deals, "Anna")
        aid = replace(tapis.aid(), advise=quiet)
        screen = Looking(back, aid, keys, Vt100_Output(io.StringIO(), lambda: Size(rows=24, columns=80)))
        keys.send_text(RIGHT + RIGHT + END + ENTER + "x" + HOME + DOWN + PAGE_DOWN + ESCAPE)
        assert await screen.run() is None
        assert back.place == Place(1)


async def test_what_a_bot_says_of_a_moment_that_one_has_left_is_not_heard() -> None:
    back = LookingBack([past("belote")], "Anna")

    def slow(view: object) -> Advice:
        back.pressed("right")
        return quiet(view)

    await back.ponder(slow)
    assert back.place == Place(moment=1)
    await back.ponder(quiet)
    assert back.place.advice


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_keys_are_explained_and_any_key_is_back(columns: int, rows: int) -> None:
    back = LookingBack([past("belote")], "Anna")
    before = looking_back(back, columns, rows)
    assert back.pressed("help", before.layout) is None
    told: list[str] = []
    while True:
        drawn = looking_back(back, columns, rows)
        told += ["".join(text for _, text in line).strip() for line in drawn.lines]
        if back.place.scroll == drawn.layout.furthest:
            break
        assert back.pressed("down", drawn.layout) is None
    page = " ".join(" ".join(told).split())
    signs = (("*", "the card that wins"), ("♥", "hearts"), ("♣", "clubs"))
    for sign, what in (*USUAL.help_elsewhere(LOOKING_BACK), *signs):
        assert f"{sign} {what}"[:30] in page
    assert back.pressed("help", drawn.layout) is None
    assert looking_back(back, columns, rows) == before
    back.pressed("help", drawn.layout)
    assert back.pressed("advice", drawn.layout) == "advice"
    assert looking_back(back, columns, rows) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no record in"),
        ("{", "line 1: This is not JSON"),
        (json.dumps({"game": "whist", "dealer": 0, "deal": {}, "actions": []}), "line 1: "),
        (json.dumps(record("belote") | {"actions": ["play:AS"]}), "line 1: step 1, 'play:AS', is illegal"),
        (json.dumps(record("belote") | {"actions": ["x" * 99]}), f"line 1: step 1, '{'x' * 40}', is illegal"),
    ],
)
def test_what_is_no_record_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    file = tmp_path / "deals"
    file.write_text(text)
    assert tapis.main(["watch", str(file)]) == 2
    assert said in (told := capsys.readouterr().err)
    assert told.count("\n") == 1


def test_who_looks_for_a_table_to_watch_is_told_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["watch"]) == 2
    assert "watched with `tapis join … --watch`" in capsys.readouterr().err
    assert tapis.main(["watch", "nowhere"]) == 2
    assert "watched with `tapis join nowhere --watch`." in capsys.readouterr().err


def in_text(
    words: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    file = tmp_path / "deals"
    file.write_text(json.dumps(record("belote")) + "\n" + json.dumps(record("tarot")) + "\n")
    lines = Lines(io.StringIO("".join(f"{word}\n" for word in words)))
    monkeypatch.setattr("client.stdin.standard_input", lambda: lines)
    assert tapis.main(["watch", "--text", str(file)]) == 0
    return capsys.readouterr().out


def test_the_text_mode_tells_what_the_screen_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = in_text(
        ["", "back", "trick", "last", "next deal", "what", "help", "quit", ""], tmp_path, monkeypatch, capsys
    )
    assert "Belote · deal 1 of 2, step 0 of " in told
    assert told.count("step 0 of") == 3
    assert "The deal is over." in told
    assert "This deal: Seat 0 " in told
    assert "French Tarot · deal 2 of 2, step 0 of" in told
    assert "“what” is no word here; help lists them." in told
    assert "quit: leave." in told
    assert " (winning)" in told, "as it is told at a table"
    assert "*" not in told


def test_the_bot_tells_one_of_the_legal_tokens_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = in_text(["bot", "last", "bot"], tmp_path, monkeypatch, capsys)
    assert re.search(r"^A bot: (Pass|Take)", told, re.MULTILINE)
    assert "The deal is over: there is nothing to decide." in told


def test_a_letter_does_in_lines_what_it_does_on_the_full_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert re.search(r"^A bot: (Pass|Take)", in_text(["b"], tmp_path, monkeypatch, capsys), re.MULTILINE)
    place().parent.mkdir(parents=True, exist_ok=True)
    place().write_text('[keys]\nadvice = "f9"\n', "utf-8")
    assert "“b” is no word here; help lists them." in in_text(["b"], tmp_path, monkeypatch, capsys)
    told = in_text(["help"], tmp_path, monkeypatch, capsys)
    assert "\nagain (a): play" in told
    assert "\nbot: what" in told


@pytest.mark.parametrize("key", GAMES)
def test_nobody_is_you_where_all_hands_are_open(key: str) -> None:
    deal = past(key)
    for at, moment in enumerate(deal.moments):
        for number in range(len(moment.views)):  # whoever is the first of them
            turned = replace(moment, views=(*moment.views[number:], *moment.views[:number]))
            told = seen([replace(deal, moments=(*deal.moments[:at], turned))], Place(moment=at)).shown.facts
            assert not [fact for fact in told if re.search(r"\byou", fact, re.IGNORECASE)]


@pytest.mark.parametrize("key", GAMES)
def test_what_had_happened_is_told_in_sentences_that_end(key: str) -> None:
    deal = past(key)
    speech = Words(deal.about, deal.names)
    for number, moment in enumerate(deal.moments):
        told = [speech.note(event) for event in moment.events]
        whole = " ".join(text if text[-1] in ".!" else f"{text}." for text in told)
        assert seen([deal], Place(moment=number)).happened == whole


def test_once_all_is_played_no_bot_is_asked_and_no_hand_stands_there() -> None:
    back = LookingBack([past("belote")], "Anna")
    keys: tuple[tuple[Action, bool], ...] = (("first", True), ("last", False))
    for key, there in keys:
        back.pressed(key)
        lines = ["".join(text for _, text in line) for line in looking_back(back, 120, 40).lines]
        assert ("b  bot" in lines[-1]) == there
        assert any(line.startswith(" Seat 0") for line in lines) == there
