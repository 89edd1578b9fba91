"""Every card of the hand is on the screen exactly once: in every game, at every size, in every look."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.styles import Style

from client import hand
from client.advice import Advice
from client.desk import Desk, settle
from client.model import advised, reduce, seated
from client.screens.frame import picture
from client.screens.hand import BARRED, CURSOR, CURSOR_ON_MARKED, MARKED
from client.screens.look import Look
from client.settings import Settings
from client.text import Words
from client.theme import Theme, styles
from client.viewmodel import Shown, shown
from engine import GAMES, game_named
from protocol import Note, View
from protocol.from_server import Refused, Update
from tests.client.tables import NAMES, people, table, welcome
from tests.engine.random_deals import Clumsy, Played, played, played_by

SIZES = [(80, 24), (60, 20), (40, 12), (120, 40)]
SIGNS = " ·.›>+±#"
WHY = "17 points more on average than with the king of hearts, in 60 imagined deals."


@cache
def deal(key: str, seed: int) -> Played:
    """A deal of that game; now and then one that is shuffled badly, so that hands are long in one suit."""
    game = game_named(key)
    return played(game, seed) if seed % 2 else played_by(game, Clumsy(seed))


def screen(key: str, view: View, own: Settings, trouble: str) -> Shown:
    """That view at a table, where a bot was asked for a hint, or the last choice was refused."""
    game = game_named(key)
    seats = people(*NAMES[: game.about.seats])
    at = seated(welcome(about=game.about, table=table("playing", seats=seats, scores=(0,) * len(seats))), own=own)
    at = reduce(at, Update(seq=1, events=(), view=view))
    if trouble == "hint" and view.legal:
        at = advised(at, view, Advice(view.legal[0], Note("why"), {"why": WHY}))
    if trouble == "refusal":
        at = reduce(at, Refused(id="1", code="illegal", clause="5.3", message="You must beat the highest trump. " * 2))
    return shown(at)


@cache
def reader(key: str, look: Look) -> tuple[dict[tuple[str, str], str], re.Pattern[str], re.Pattern[str]]:
    """What each card is called in its group; what a line of a hand looks like, and a sign or a card in it."""
    game = game_named(key)
    groups = hand.groups(game.pack.codes, (), Words(game.about, ()))
    cards = {(look.text(group.sign), look.text(cell.text)): cell.code for group in groups for cell in group.cells}
    signs = "|".join({re.escape(sign) for sign, _ in cards if sign}) or "(?!)"
    names = "|".join(sorted((re.escape(name) for _, name in cards), key=len, reverse=True))
    mark = "[" + re.escape(look.text(f" {BARRED}{CURSOR}{MARKED}{CURSOR_ON_MARKED}")) + "]"
    run = f"(?:{mark}(?:{names}) ?)+"
    return (
        cards,
        re.compile(rf" (?:(?:{signs}) {run}(?: +(?:{signs}) {run})?|  {run}|{run}) *"),
        re.compile(rf"(?<=[ ])({signs})(?= {mark})|(?<={mark})({names})(?={mark}|$)"),
    )


def cards_on(key: str, look: Look, lines: list[str]) -> Counter[str]:
    """The cards of the hand, as a person reads them off the screen."""
    cards, line_of_hand, part = reader(key, look)
    found: Counter[str] = Counter()
    sign = ""
    for line in filter(line_of_hand.fullmatch, lines):
        for group, card in part.findall(line):
            sign = group or sign
            if card:
                found[cards[sign, card]] += 1
    return found


def check(key: str, view: View, size: tuple[int, int], look: Look, own: Settings, trouble: str, marked: int) -> None:
    seen = screen(key, view, own, trouble)
    allowed = [choice.card for choice in seen.choices if choice.card and choice.legal]
    desk = settle(Desk(marked=frozenset(allowed[: min(marked, seen.wanted)])), seen)
    drawn = [look.of(line) for line in picture(seen, desk, *size).lines]
    known = Style.from_dict(styles(look.theme))
    for style in {style for line in drawn for style, _ in line}:
        known.get_attrs_for_style_str(style)
    lines = ["".join(text for _, text in line) for line in drawn]
    assert len(lines) == size[1]
    assert not look.ascii or "".join(lines).isascii()
    assert cards_on(key, look, lines) == Counter(view.hand), "\n".join(lines)


LOOKS = st.builds(Look, st.sampled_from(get_args(Theme)), st.booleans()) | st.builds(
    Look, st.sampled_from(get_args(Theme)), st.just(True), st.just(True)
)
LIKING = st.builds(Settings, hand=st.sampled_from(["rising", "falling"]), trumps=st.sampled_from(["first", "last"]))
TROUBLE = st.sampled_from(["", "hint", "refusal"])


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@given(seed=st.integers(0, 40), step=st.floats(0, 1), look=LOOKS, own=LIKING, trouble=TROUBLE, marked=st.integers(0, 6))
def test_every_card_of_the_hand_is_on_the_screen_exactly_once(
    key: str, size: tuple[int, int], seed: int, step: float, look: Look, own: Settings, trouble: str, marked: int
) -> None:
    states: Any = deal(key, seed).states
    state = states[int(step * (len(states) - 1))]
    if state.result is None:
        check(key, game_named(key).view(state, state.to_act), size, look, own, trouble, marked)


@pytest.mark.parametrize("size", SIZES, ids=str)
@given(
    seed=st.integers(0, 10_000),
    look=LOOKS,
    own=LIKING,
    trouble=TROUBLE,
    marked=st.integers(0, 6),
    gone=st.integers(0, 5),
)
def test_while_one_of_24_after_the_other_is_put_aside(
    size: tuple[int, int], seed: int, look: Look, own: Settings, trouble: str, marked: int, gone: int
) -> None:
    game = game_named("tarot")
    state: Any = game.deal(Clumsy(seed), seed % 4)
    while state.result is None and state.phase == "auction":
        state = game.apply(state, "bid:garde" if "bid:garde" in game.legal(state) else "bid:pass")
    for _ in range(gone):
        if state.phase == "discard":
            state = game.apply(state, game.legal(state)[0])
    if state.phase == "discard":
        view = game.view(state, state.to_act)
        assert len(view.hand) == 24 - gone
        check("tarot", view, size, look, own, trouble, marked)
