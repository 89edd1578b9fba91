"""How likely a play of Pao De Kuai is to be beaten, as far as it can be seen from what nobody has shown yet.

All unseen cards lie in the two other hands, and who can beat a play must.
"""

from __future__ import annotations

from functools import cache
from math import comb

from engine.paodekuai.cards import FIRST, OF_RANK, RANKS
from engine.paodekuai.combinations import PLAYS, SINGLE, Play, answers_in

HIGHER = {
    play.token: sum(OF_RANK[rank] for rank in RANKS if FIRST[rank] > play.ranks)
    for play in PLAYS.values()
    if play.shape == SINGLE
}
"""All cards higher than a single card."""

_RANKS_OF = {play.token: tuple(OF_RANK[rank] for rank in RANKS if play.ranks & FIRST[rank]) for play in PLAYS.values()}

_SIZES = {token: play.size for token, play in PLAYS.items()}

TENTHS = 10
"""As fine as the share of a hand in the unseen cards is told apart."""


def beatable(play: Play, unseen: int, most: int) -> bool:
    """Whether the unseen cards beat a play, if they lie as they must, in hands of at most so many cards."""
    if play.shape == SINGLE and unseen & HIGHER[play.token]:
        return True
    answers = answers_in(unseen, play)
    return bool(answers) and min([_SIZES[token] for token in answers]) <= most


def doubt(play: Play, unseen: int, counts: tuple[int, int]) -> float:
    """How likely one of two hands of so many cards, which hold the unseen ones between them, is to beat a play."""
    one, other = counts
    share = (one * TENTHS * 2 + one + other) // (2 * (one + other))
    safe = 1.0
    for token in answers_in(unseen, play):
        answer = PLAYS[token]
        first = float(answer.size <= one)
        second = float(answer.size <= other)
        for cards in _RANKS_OF[token]:
            first_holds, second_holds = _holds((unseen & cards).bit_count(), answer.copies, share)
            first *= first_holds
            second *= second_holds
        safe *= max(0.0, 1 - first - second)
    return 1 - safe


@cache
def _holds(unseen: int, copies: int, share: int) -> tuple[float, float]:
    """How likely either of two hands is to hold so many unseen cards of a rank; the first's share is in tenths."""
    part = share / TENTHS
    chances = [comb(unseen, held) * part**held * (1 - part) ** (unseen - held) for held in range(unseen + 1)]
    return sum(chances[copies:]), sum(chances[: unseen - copies + 1])
