"""No silly moves at Tarot: positions as players tell of them, and what may be played there.

What `normal` plays is the policy's choice and needs no luck; `strong` is asked with several seeds.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.tarot.state import Tarot
from server.bots.bot import Bot
from tests.server.bots.tarot_positions import asked, discarding, playing, seen

POSITIONS = [
    pytest.param(
        playing("T1 T5 9S 8S 7H 6H 9H 8C 7C 6C 5C 6S 7S 8H 2C 3C 4C 9C", "2D 3D 4D", taker=1, dealer=0),
        "T1",
        id="the Petit is brought home where nobody can play after it",
    ),
    pytest.param(
        playing(
            "T1 T5 T9 8S 7H 6H 9H 8C 7C 6C 5C 6S 7S 8H 2C 3C",
            "2D 5D T10 3D  4S KS AS 9S  4D 6D",
            taker=1,
            dealer=2,
        ),
        "T5 T9",
        id="the Petit is not thrown to a trick that the taker may still overtrump",
    ),
    pytest.param(
        playing("T1 T5 EX 8S 7H 6H 9H 8C 7C 6C 5C 6S 7S 8H 2C 3C 4C 9C", "T20 T2", taker=2, dealer=1),
        "T5 EX",
        id="the Petit is not put under the taker's high trump",
    ),
    pytest.param(
        playing("6S JS 2H 10H 6C 7C 3D 6D 8D T1 T4 T5 T6 T9 T10 T14 T17 T19", "", taker=1),
        "6S JS 2H 10H 6C 7C 3D 6D 8D",
        id="the Petit is not led to the taker, though the partners after him are likely to have trumps too",
    ),
    pytest.param(
        playing("AS 4S 7H NH 9C 10C AD 10D JD T1 T2 T7 T8 T9 T13 T15 T19", "KH 9H 3H 10H", taker=1),
        "AS 4S 7H NH 9C 10C AD 10D JD",
        id="nor in the second trick",
    ),
    pytest.param(
        playing("T1 T5 T9 8S 7H 6H 9H 8C 7C 6C 5C 6S 7S 8H 2C 3C 4C 9C", "T21", taker=1, dealer=2),
        "T1",
        id="the Petit is given to a partner's 21",
    ),
    pytest.param(
        playing("T1 T5 T9 8S 7H 6H 9H 8C 7C 6C 5C 6S 7S 8H 2C 3C 4C 9C", "T20", taker=1, dealer=2),
        "T5 T9",
        id="and not to his 20, while the taker may have the 21",
    ),
    pytest.param(
        playing("T1 T5 EX 8S 7H 6H 9H 8C 7C 6C 5C 6S 7S 8H 2C 3C 4C 9C", "T2 T3 T20", taker=2, dealer=0),
        "T1",
        id="the Petit is given where a partner has won the trick",
    ),
    pytest.param(
        playing("QH 3H T5 T6 T8 8S 9S 8C 7C 6C 5C 6S 7S 2C 3C 4C 9C JC", "KH 2H 4H", taker=1, dealer=0),
        "3H",
        id="the taker is not fed",
    ),
    pytest.param(
        playing("JH 3H T5 T6 T8 8S 9S 8C 7C 6C 5C 6S 7S 2C 3C 4C 9C JC", "4H 2H KH", taker=1, dealer=0),
        "JH",
        id="points go to a partner's sure winner",
    ),
    pytest.param(
        playing("KH 3H 5H T6 T8 8S 9S 8C 7C 6C 5C 6S 7S 2C 3C 4C 9C JC", "QH 2H 4H", taker=1, dealer=0),
        "KH",
        id="the last to play catches a queen with the king",
    ),
    pytest.param(
        playing("EX 3H 5H T6 T8 8S 9S 8C 7C 6C 5C 6S 7S 2C 3C 4C 9C JC", "QH 2H 4H", taker=1, dealer=0),
        "3H 5H",
        id="the Excuse is not spent where a small card does as well",
    ),
    pytest.param(
        playing("EX KH 5S T6 T8 8S 9S 8C 7C 6C 5C 6S 7S 2C 3C 4C 9C JC", "2D T2 3D", taker=1, dealer=0),
        "T6 T8",
        id="the last to play trumps, and keeps the Excuse",
    ),
    pytest.param(
        playing("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 5H 6H 7H KS QS NS", "", taker=0),
        "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 KS 5H 6H 7H",
        id="a taker with most trumps leads no queen under the king",
    ),
    pytest.param(
        asked("T21 T20 T19 T18 T17 T15 T9 T1 EX KS QS KH QH KC 2C 3C 4D 5D"),
        "bid:garde_contre bid:garde_sans",
        id="three bouts and kings are a great contract",
    ),
    pytest.param(
        asked("T3 T4 T5 T6 T7 2S 3S 4S 5S 6S 7S 8S 9S 2H 3H 4C 5D 6D"),
        "bid:pass",
        id="length without bouts is none",
    ),
    pytest.param(
        asked("T3 T7 QS 9S 5S 2S JH 8H 6H QC 7C 3C 10D 7D 4D 2D 3D 5H"),
        "bid:pass",
        id="nor is a poor hand",
    ),
    pytest.param(
        discarding("KS 9S 8S 7S 6S QH 2H T3 T4 T5 T6 T7 T8 T9 T10 T11 T21 EX", "10C 9C 8C 7C 6C JD"),
        "QH 2H JD",
        id="suits are emptied that are soon empty, with their points",
    ),
    pytest.param(
        discarding("KS QS 9S 8S KH QH 2H 3H T3 T4 T5 T6 T7 T8 T9 T10 T21 EX", "10C 9C 2D 7C 6C 3D"),
        "10C 9C 2D 7C 6C 3D",
        id="a king keeps his guards and his queen",
    ),
    pytest.param(
        asked(
            "T3 T4 T5 T6 T7 T8 T9 T10 T11 T21 2S 3S 4S 5S 6S 7S 8H KC",
            "bid:garde bid:pass bid:pass bid:pass discard:2S discard:3S discard:4S discard:5S discard:6S discard:7S",
            chien="2D 3D 4D 5D 6D 7D",
        ),
        "chelem:no",
        id="no chelem is announced with losers in hand",
    ),
]

LONG_SUIT = playing("T20 T1 9S 7S 4S QH 3D 5D 6D 8D 9D 8S 6S 5S 3S 2S NC 7C", "", taker=1)
LONG_SUITS = "9S 7S 4S 8S 6S 5S 3S 2S 3D 5D 6D 8D 9D"


def choice(state: Tarot, level: str, seed: int) -> str:
    """What a bot does for seat 0, without the kind of the token."""
    token = Bot(level).decide(seen(state), None, Random(seed)).token
    return token if token.startswith(("bid", "chelem", "poignee")) else token.partition(":")[2]


@pytest.mark.parametrize(("state", "right"), POSITIONS)
def test_normal_makes_no_blunder(state: Tarot, right: str) -> None:
    assert choice(state, "normal", 1) in right.split()


@pytest.mark.parametrize(("state", "right"), POSITIONS)
def test_strong_makes_no_blunder(state: Tarot, right: str) -> None:
    for seed in range(3):
        assert choice(state, "strong", seed) in right.split()


def test_a_defender_leads_a_long_suit_and_no_trump() -> None:
    assert choice(LONG_SUIT, "normal", 1) in LONG_SUITS.split()


def test_strong_leads_a_long_suit_too_whatever_deals_it_imagines() -> None:
    for seed in range(3):
        assert choice(LONG_SUIT, "strong", seed) in LONG_SUITS.split()


def test_a_defender_may_lead_the_petit_when_the_taker_has_no_trump() -> None:
    state = playing("6S JS 2H 10H 6C 7C 3D 6D 8D T1 T4 T5 T6 T9 T10 T14 T17", "T21 2S T2 T3", taker=1)
    assert choice(state, "normal", 1) == "T1"
