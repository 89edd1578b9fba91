"""Positions of Belote that one can see: a hand before a trick, and deals that are over but for the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.belote import play, scoring
from engine.belote.cards import PACK, RANKINGS
from engine.belote.game import GAME
from engine.belote.state import Belote
from engine.game import evolve
from engine.tricks import Taken
from tests.engine.deals import cards, deal

TAKER, DEFENDER = 0, 1
TRUMPS = "H"
SEAT = {"taker": TAKER, "defence": DEFENDER, None: None}


def indices(text: str) -> tuple[int, ...]:
    """Cards in the order in which they are written."""
    return tuple(PACK.index[code] for code in cards(text))


def playable(hand: str, trick: str, trumps: str = TRUMPS) -> set[str]:
    """What may be played from this hand to this trick; its last card is the opponent's on the left, and the one
    before it the partner's.
    """
    return set(PACK.names(play.playable(PACK.mask(cards(hand)), indices(trick), RANKINGS[trumps])))


def winner(trick: str, trumps: str = TRUMPS) -> str:
    """The card that wins this trick."""
    return cards(trick)[play.winning(indices(trick), RANKINGS[trumps])]


def before(hand: str, trick: str) -> Belote:
    """Seat 0 holds this hand and is to play to this trick; hearts are trumps."""
    start: Belote = deal(GAME, 3)
    on_table = indices(trick)
    hands = (PACK.mask(cards(hand)), *start.hands[1:])
    return evolve(
        start, phase="play", trumps=TRUMPS, taker=TAKER, hands=hands, trick=on_table, leader=-len(on_table) % 4
    )


def finished(points: int, *, last: str = "defence", belote: str | None = None) -> Belote:
    """Seat 0 has taken, and its side has exactly these card points, with the 10 of the last trick where that is its.

    `last` and `belote` name the side that has each: `taker`, `defence`.
    """
    ours = _worth(points - (scoring.LAST_TRICK if last == "taker" else 0))
    theirs = [card for card in range(len(PACK)) if card not in ours]
    tricks = _tricks(ours, TAKER) + _tricks(theirs, DEFENDER)
    tricks.sort(key=lambda taken: taken.winner == SEAT[last])
    return _over(tricks, belote)


def swept(by: str, *, belote: str | None = None) -> Belote:
    """The side named has taken all eight tricks."""
    seat = SEAT[by]
    assert seat is not None
    return _over(_tricks(range(len(PACK)), seat), belote)


def _over(tricks: Sequence[Taken], belote: str | None) -> Belote:
    return scoring.settle(
        evolve(deal(GAME, 3), phase="play", trumps=TRUMPS, taker=TAKER, belote=SEAT[belote], tricks=tuple(tricks))
    )


def _worth(points: int) -> list[int]:
    """Cards of whole tricks, neither none nor all, that are worth so much."""
    worth = RANKINGS[TRUMPS].points
    rng = Random(points)
    for _ in range(20_000):
        chosen = rng.sample(range(len(PACK)), 4 * rng.randrange(1, 8))
        if sum(worth[card] for card in chosen) == points:
            return chosen
    raise AssertionError("no such cards")


def _tricks(won: Sequence[int], by: int) -> list[Taken]:
    """These cards as tricks that one seat won and its left neighbour had led."""
    return [Taken((by - 1) % 4, tuple(won[at : at + 4]), by) for at in range(0, len(won), 4)]
