"""Everything that can be played, and what answers it (2.2, section 3).

A play takes the same number of cards, `copies`, from each of its ranks. There are 140 of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.errors import IllegalAction, not_a_choice
from engine.paodekuai.cards import FIRST, OF_RANK, RANKS, holdings

SINGLE, PAIR, TRIPLE = "single", "pair", "triple"
STRAIGHT, PAIR_RUN = "straight", "pair_run"
BOMB, HEAVENLY = "bomb", "heavenly_bomb"

SHAPES = (
    # shape     copies, lengths,    lowest, highest rank
    (SINGLE, 1, range(1, 2), "3", "2"),  # 3.1
    (PAIR, 2, range(1, 2), "3", "A"),  # 3.1
    (TRIPLE, 3, range(1, 2), "3", "K"),  # 3.1, 3.4
    (STRAIGHT, 1, range(5, 13), "3", "A"),  # 3.1, 3.2
    (PAIR_RUN, 2, range(2, 9), "3", "A"),  # 3.1, 3.2; a hand has no more than eight pairs
    (BOMB, 4, range(1, 2), "4", "K"),  # 3.4
    (BOMB, 3, range(1, 2), "A", "A"),  # 3.4
    (HEAVENLY, 4, range(1, 2), "3", "3"),  # 3.5
)
"""Section 3 Each shape takes that many copies of as many consecutive ranks, from the lowest to the highest."""

PASS = "pass"


class Play(NamedTuple):
    """One thing to play: its token, its shape, the set of its ranks, all cards of those ranks."""

    token: str
    shape: str
    copies: int
    size: int
    ranks: int
    cards: int


def _plays() -> Iterator[Play]:
    for shape, copies, lengths, lowest, highest in SHAPES:
        span = RANKS[RANKS.index(lowest) : RANKS.index(highest) + 1]
        for length in lengths:
            for start in range(len(span) - length + 1):
                ranks = span[start : start + length]
                yield Play(
                    token="play:" + ",".join(rank for rank in ranks for _ in range(copies)),
                    shape=shape,
                    copies=copies,
                    size=copies * length,
                    ranks=sum(FIRST[rank] for rank in ranks),
                    cards=sum(OF_RANK[rank] for rank in ranks),
                )


PLAYS = {play.token: play for play in _plays()}
BOMBS = tuple(play for play in PLAYS.values() if play.shape == BOMB)


def beats(answer: Play, play: Play) -> bool:
    """2.2 Same shape, same number of cards, higher rank; 3.4 a bomb anything but a higher bomb; 3.5 never that one."""
    if HEAVENLY in (answer.shape, play.shape):
        return False
    if answer.shape == BOMB:
        return play.shape != BOMB or answer.ranks > play.ranks
    return answer.shape == play.shape and answer.size == play.size and answer.ranks > play.ranks


def held(play: Play, hand: int) -> bool:
    """Whether a hand has the cards for a play."""
    return not play.ranks & ~holdings(hand)[play.copies]


def held_in(hand: int) -> tuple[str, ...]:
    """The tokens of all plays that a hand can make."""
    _, ones, twos, threes, fours = holdings(hand)
    return _made_of(1, ones) + _made_of(2, twos) + _made_of(3, threes) + _made_of(4, fours)


@cache
def _made_of(copies: int, ranks: int) -> tuple[str, ...]:
    """Those that take so many copies out of a set of ranks: 20,480 answers at most, each asked for again and again."""
    return tuple(play.token for play in PLAYS.values() if play.copies == copies and not play.ranks & ~ranks)


def answers_in(hand: int, play: Play) -> tuple[str, ...]:
    """2.2 The tokens of the plays of a hand that beat a play."""
    holding = holdings(hand)
    found: tuple[str, ...] = ()
    for copies, reach in _REACH[play.token]:
        if ranks := holding[copies] & reach:
            found += _answers_of(play.token, copies, ranks)
    return found


@lru_cache(maxsize=1 << 15)
def _answers_of(token: str, copies: int, ranks: int) -> tuple[str, ...]:
    """Those that take so many copies out of a set of ranks: only ranks that can answer are asked for."""
    answers = _ANSWERS[token]
    return tuple(answer.token for answer in answers if answer.copies == copies and not answer.ranks & ~ranks)


_ANSWERS = {play.token: tuple(answer for answer in PLAYS.values() if beats(answer, play)) for play in PLAYS.values()}


def _reach(answers: tuple[Play, ...]) -> Iterator[tuple[int, int]]:
    """By how many copies they take: all ranks of these answers."""
    for copies in range(1, 5):
        ranks = 0
        for answer in answers:
            ranks |= answer.ranks if answer.copies == copies else 0
        if ranks:
            yield copies, ranks


_REACH = {token: tuple(_reach(answers)) for token, answers in _ANSWERS.items()}


def leaving(hand: int, play: Play) -> int:
    """2.5 The cards of a play that leave a hand which can make it: of each rank the first that are there."""
    rest = there = hand & play.cards
    for _ in range(play.copies):
        rest &= rest - play.ranks  # a rank's first bit taken from its group clears the first card there
    return there & ~rest


def no_play(token: str) -> IllegalAction:
    """The clause that a token breaks which names no play at all."""
    verb, _, what = token.partition(":")
    ranks = what.split(",")
    if verb != "play" or not set(ranks) <= set(RANKS):
        return not_a_choice(
            token, "{token} is not a choice now: play ranks of your hand, lowest first, as in play:3,3; or pass."
        )
    in_order = "play:" + ",".join(sorted(ranks, key=RANKS.index))
    if in_order in PLAYS:
        return IllegalAction("C.4", "Ranks are named lowest first: {token}.", token=in_order)
    counts = Counter(ranks)
    if any(count > OF_RANK[rank].bit_count() for rank, count in counts.items()):
        return IllegalAction("1.1", "The pack has not so many cards of a rank.")
    if max(counts.values()) > 2:
        return IllegalAction("3.3", "Three or four of a rank are played by themselves, with no other card.")
    if in_a_row(counts):
        if "2" in counts or ({"A", "3"} <= counts.keys() and len(counts) < len(RANKS) - 1):
            return IllegalAction("3.2", "In a straight or a run of pairs the ace is high, and there is no 2.")
        return IllegalAction("C.4", "No hand holds so many cards.")
    return IllegalAction(
        "3.1", "Play a single, a pair, a triple, five or more ranks in a row, two or more pairs in a row, or a bomb."
    )


def in_a_row(counts: Mapping[str, int]) -> bool:
    """3.1 Whether these ranks would be a straight or a run of pairs if they could go round the corner by ace and 2."""
    if set(counts.values()) not in ({1}, {2}) or len(counts) < (5 if 1 in counts.values() else 2):
        return False
    circle = [rank for rank in RANKS if rank in counts or rank != "2"]
    pairs = zip(circle, circle[1:] + circle[:1], strict=True)
    return sum(rank in counts and following not in counts for rank, following in pairs) < 2  # none where all are there
