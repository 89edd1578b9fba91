"""No silly moves at Belote: positions as players tell of them, and what may be played there. Hearts are trumps.

What `normal` plays is the policy's choice and needs no luck; `strong` is asked with several seeds.
"""

from __future__ import annotations

from random import Random

import pytest

from protocol import View
from server.bots.bot import Bot
from tests.server.bots.belote_positions import auction, playing

POSITIONS = [
    pytest.param(
        playing("JH 9H 7C 8C 7D 8D KD 9D", "AS 7S", taker=0, upcard="JH", dealer=1),
        "7C 8C 7D 8D KD 9D",
        id="a partner's ace is not ruffed",
    ),
    pytest.param(
        playing("10S KS 9S 7H 8C 7C 8D 9D", "7S AS 8S", taker=1, upcard="JH", dealer=0),
        "10S KS",
        id="points go to the partner's trick",
    ),
    pytest.param(
        playing("10C KC 7C 8C 7D 8D 9D 9C", "7S AS 8S", taker=1, upcard="JH", dealer=0),
        "10C KC",
        id="points are thrown to the partner's trick by who cannot follow",
    ),
    pytest.param(
        playing("10S KS 8S 7H 8C 7C 8D 9D", "AS 7S 9S", taker=2, upcard="JH", dealer=0),
        "8S",
        id="opponents get no points that one can keep",
    ),
    pytest.param(
        playing("10C 7C 8D 9D 7D KD 8S 9S", "JH 9H 7H", taker=1, upcard="JH", dealer=0),
        "8D 9D 7D 8S 9S",
        id="a ten keeps its guard, and points stay at home, when opponents win",
    ),
    pytest.param(
        playing("10C 7D 8D AS KS 7S 7H 8H", "", taker=1, upcard="JH"),
        "AS KS 7S 7D 8D 7H 8H",
        id="a bare ten is not led while the ace is out",
    ),
    pytest.param(
        playing("JH 9H AH 8H AS AC 7D 8D", "", taker=0, upcard="8H"),
        "JH 9H AH",
        id="a taker with the best trumps draws the others'",
    ),
    pytest.param(
        playing("7H 9H JH 7C 8C 7D 8D KD", "AS 7S 8S", taker=0, upcard="JH", dealer=0),
        "7H",
        id="the last to play ruffs with a small trump",
    ),
    pytest.param(
        playing("AS 8S 7C 8C 7D 8D KD 9D", "7S 9S 10S", taker=1, upcard="JH", dealer=0),
        "AS",
        id="a ten is caught by the ace",
    ),
    pytest.param(
        playing("AC 10C KD 7D 8D 9D", "9C 7H 8C 7C 7S 8S 9S AS", taker=1, upcard="8H"),
        "KD 7D 8D 9D",
        id="an ace is not led into a known void",
    ),
    pytest.param(auction("JH 9H AH 10H AS", "KH"), "take:H", id="a sure capot is called"),
    pytest.param(auction("JH 9H 8H AS 7C", "QH"), "take:H", id="the two best trumps, a third and a fourth are enough"),
    pytest.param(auction("7H 8H QH 7S 8C", "10H"), "pass", id="length without honours is not"),
    pytest.param(auction("7S 8S 9C 8D 7D", "JH"), "pass", id="the upcard alone is not"),
    pytest.param(auction("JC 9C AC 10C AS", "7H", "pass pass pass pass"), "take:C", id="the second round has its suit"),
    pytest.param(auction("7S 8S 9C 7C 8D", "7H", "pass pass pass pass"), "pass", id="or none"),
]


@pytest.mark.parametrize(("view", "right"), POSITIONS)
def test_normal_makes_no_blunder(view: View, right: str) -> None:
    assert Bot("normal").decide(view, None, Random(1)).token.removeprefix("play:") in right.split()


@pytest.mark.parametrize(("view", "right"), POSITIONS)
def test_strong_makes_no_blunder(view: View, right: str) -> None:
    bot = Bot("strong")
    for seed in range(3):
        assert bot.decide(view, None, Random(seed)).token.removeprefix("play:") in right.split()
