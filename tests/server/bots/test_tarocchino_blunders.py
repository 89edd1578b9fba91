"""No silly moves at Tarocchino: positions as players tell of them, and what may be played there.

What `normal` plays is the policy's choice and needs no luck; `strong` is asked with several seeds.
"""

from __future__ import annotations

from random import Random

import pytest

from protocol import View
from server.bots.bot import Bot
from tests.server.bots.tarocchino_positions import discarding, playing

POSITIONS = [
    pytest.param(
        playing("JS 8S 7S 6B 7B 8C 9C 10C 7D 8D T5 T8 T11 M1 JB", "6S KS 9S", dealer=0),
        "JS",
        id="a court is given to the partner's king, as the last to play",
    ),
    pytest.param(
        playing("QS 8S 7S 6B 7B 8C 9C 10C 7D 8D T5 T8 T11 M1 JB", "6S 9S KS", dealer=0),
        "8S 7S",
        id="no court is thrown to an opponent's king",
    ),
    pytest.param(
        playing("T16 T6 M1 6B 7B 8B 8C 9C 10C 7C 7D 8D JB JC AD", "6S QS KS", dealer=0),
        "T6 M1",
        id="a king is ruffed with a small trump",
    ),
    pytest.param(
        playing("BE T6 T7 6B 7B 8B 8C 9C 10C 7C 7D 8D JB JC AD", "T8 T9 AN", dealer=0),
        "T6 T7",
        id="begato is not given to an opponent's angelo",
    ),
    pytest.param(
        playing("BE T6 6S 6B 7B 8B 8C 9C 10C 7C 7D 8D JB JC AD", "T8 AN T9", dealer=0),
        "BE",
        id="begato is given to the partner's angelo, as the last to play",
    ),
    pytest.param(
        playing("BE T15 T12 6B 7B 8B 8C 9C 10C 7C 7D 8D JB JC AD", "6S KS 7S", dealer=0),
        "BE",
        id="begato comes home on the partner's king where one must trump",
    ),
    pytest.param(
        playing("8S 7S 6S 7B 8B 8C 9C 10C 7C 7D 8D JB MA AD T5", "9S 10S T6", dealer=0),
        "8S 7S 6S",
        id="matto is kept while a card costs nothing",
    ),
    pytest.param(
        playing("KC 8C 7C 6B 7B 8B JB 10C 9C 7D 8D 9D JD 6D MA", "9S QS T6", dealer=0),
        "8C 7C 6B 7B 8B 10C 9C 7D 8D 9D 6D",
        id="no king is thrown to an opponent's ruff",
    ),
    pytest.param(
        playing("KC QC 8S 7S 6S 7B 8B 8C 7C 7D 8D JB MA AD T5"),
        "KC QC 8S 7S 6S 7B 8B 8C 7C 7D 8D JB AD T5",
        id="matto is not led where it may save a card",
    ),
    pytest.param(
        playing("KC QB 8S 7S 6B 7B 8C 9C 7D 8D T5 T8 M1 T10", "6S 7S T7 10S 6C 7C QC", dealer=2),
        "KC",
        id="a queen is caught by the king, as the last to play",
    ),
    pytest.param(
        discarding("KS NS JS AS QB T16 T15 T14 T13 T12 6C 7C 8C 9C 6D 7D 8D"),
        "discard:QB discard:NS discard:JS",
        id="a court is laid aside rather than a trump",
    ),
]


def answers(right: str) -> list[str]:
    """What may be done, with or without the verb."""
    return [answer if ":" in answer else f"play:{answer}" for answer in right.split()]


@pytest.mark.parametrize(("view", "right"), POSITIONS)
def test_normal_makes_no_blunder(view: View, right: str) -> None:
    assert Bot("normal").decide(view, None, Random(1)).token in answers(right)


@pytest.mark.parametrize(("view", "right"), POSITIONS)
def test_strong_makes_no_blunder(view: View, right: str) -> None:
    bot = Bot("strong")
    for seed in range(3):
        assert bot.decide(view, None, Random(seed)).token in answers(right)
