"""No silly moves at Pao De Kuai: positions as players tell of them, and what may be played there."""

from __future__ import annotations

from random import Random

import pytest

from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from server.bots.bot import Bot
from tests.server.bots.paodekuai_positions import answering, opening, position

POSITIONS = [
    pytest.param(
        opening("3H 4S 5D 6S 7C 8S 9C 10H JS JC QC QD KS AC 2S 5S"),
        "3,4,5,6,7,8,9,10,J,Q,K 3,4,5,6,7,8,9,10,J,Q,K,A",
        id="a long straight is led whole, or but for its ace",
    ),
    pytest.param(
        opening("3H 4S 5D 6S 6D 7C 9S 9C 10H JS JC KC KD AS AC 2S"),
        "3,4,5,6,7",
        id="low cards go in a straight, not one by one",
    ),
    pytest.param(
        opening("3S 3C 3D 3H 4S 5S 7C 8D 9S 10H JS JC QD KS KC AC"),
        "3,3,3,3",
        id="four threes are played at once, and lead again",
    ),
    pytest.param(
        answering("3", "4S 4C 6S 6C 6D 7S 8S 9S 9C 9D 10S JS JC QD AC 2S"),
        "7 8 10 J Q",
        id="a lowly single card is not answered by the 2, nor by what belongs to a pair or a triple",
    ),
    pytest.param(
        answering("3", "4S 4C 5S 5C 7S 9S 9C 9D 9H 10S 10C JS JC QD KC AC"),
        "7 Q K",
        id="a four is not broken up for a single card",
    ),
    pytest.param(
        answering("3,3", "4S 5S 5C 6S 7S 8C 9S 9C 9D 9H 10S JS QC KC KD AC"),
        "K,K 9,9,9,9",
        id="a four is not broken up for a pair: it answers whole, or stays",
    ),
    pytest.param(
        answering("3,3", "4S 5S 6S 7S 8D 9S 9C 10S JS JC QS QC KS AS AC AD"),
        "9,9 J,J Q,Q",
        id="three aces are not broken up for a pair",
    ),
    pytest.param(
        answering("3", "4S 5S 6S 7S 8S 9C 9D 10S 10C JS JC QC KS KC AS AC"),
        "9 Q J K A",
        id="a straight of small cards is not broken into where high ones answer as well",
    ),
    pytest.param(
        position(
            "3S 3H 4S 4C 4D 5S 5C 6D 7S 7H 9C 9H 10D QS QD AS",
            "5D 5H 6S 6C 6H 7D 8S 9S 9D 10S JS JC JD QC KC AC",
            "3C 3D 4H 7C 8C 8D 8H 10C 10H JH QH KS KD KH AD 2S",
            played="3,3,4,4 5,5,6,6 pass pass 6,7,8,9,10,J,Q pass pass J,J K,K pass pass 3,3 9,9 pass 10,10 Q,Q pass "
            "pass 7,7 pass 8,8 pass pass 2 pass pass 7 10 A pass pass 9 A pass pass 4 A pass pass",
            left="4D 5S 5C 6D",
        ),
        "5,5",
        id="who has one card left is not let out by a single card where there is a pair",
    ),
    pytest.param(
        position(
            "3S 4S 5C 6C 6H 7S 7H 8S 8D 8H JC QC KD KH AC 2S",
            "3H 4C 5S 6S 6D 7C 7D 8C 9C 10S 10D JS JD QD KS AS",
            "3C 3D 4D 4H 5D 5H 9S 9D 9H 10C 10H JH QS QH KC AD",
            played="3,4,5,6,7,8,9,10,J,Q pass pass 10 A 2 pass pass 6,6,7,7,8,8 pass pass J A pass pass 7 10 K pass "
            "pass 3 6 10 A pass pass 5 J K pass pass 3,3,4,4,5,5 pass pass 9,9 pass pass Q K pass pass",
            left="4S 8H QC",
        ),
        "Q",
        id="the highest card is led to whom a single card could let out",
    ),
    pytest.param(
        position(
            "3S 4C 4H 5C 5D 5H 6H 7S 8S QD QH KS KH AS AC 2S",
            "3C 3H 4S 4D 6C 6D 7D 8D 9S 9C 10C 10H JS JC JD QC",
            "3D 5S 6S 7C 7H 8C 8H 9D 9H 10S 10D JH QS KC KD AD",
            played="3,3,4,4 7,7,8,8 Q,Q,K,K pass pass 3,4,5,6,7,8 6,7,8,9,10,J 9,10,J,Q,K,A pass pass 3 A pass pass "
            "5,5 J,J pass pass 6 K A pass pass",
            left="4H 2S",
        ),
        "2",
        id="what nobody beats comes before the last card",
    ),
    pytest.param(
        position(
            "3S 3D 4S 4D 4H 6S 6D 8D 8H 9S 10H JS JC KS KD AC",
            "3C 5C 6H 7S 7C 7D 7H 8S 9D 10C JD QS QD QH KH AD",
            "3H 4C 5S 5D 5H 6C 8C 9C 9H 10S 10D JH QC KC AS 2S",
            played="3 9 A 2 pass 7,7,7,7 pass pass 8,9,10,J,Q,K 9,10,J,Q,K,A pass pass 5,5,5 pass pass 4 8 Q pass A "
            "pass pass 3,3,4,4 pass pass 8 Q pass K pass pass K pass pass 10 pass pass 6,6 pass pass",
            left="4H JS JC",
        ),
        "J,J J",
        id="high cards that nobody beats come before the low one",
    ),
]


@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize(("state", "acceptable"), POSITIONS)
def test_no_silly_move(state: PaoDeKuai, acceptable: str, level: str) -> None:
    view = GAME.view(state, state.to_act)
    for seed in range(3):
        token = Bot(level).decide(view, None, Random(seed)).token
        assert token.removeprefix("play:") in acceptable.split()
