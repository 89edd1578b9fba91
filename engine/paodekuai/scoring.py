"""The settlement (section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.account import Line, Result, totals
from engine.game import evolve
from engine.notes import Note
from engine.paodekuai.cards import PACK, TWO
from engine.paodekuai.combinations import BOMBS
from engine.paodekuai.state import HAND, SEATS, PaoDeKuai, Stood

CARD = 1
NEVER_PLAYED = 2
TWO_LEFT = 10
BOMB_LEFT = 10
BOMB_STOOD = 10
"""4.2, 4.3 What is paid for each."""


def settle(state: PaoDeKuai) -> PaoDeKuai:
    """4.1 The deal is over: the winner of the last round is out."""
    winner = state.rounds[-1].winner
    lines = tuple(account(winner, state.hands, state.stood))
    details = {
        "winner": winner,
        "seats": [
            {
                "left": hand.bit_count(),
                "penalty": sum(amount for _, amount in penalties(seat, hand)),
                "bombs_scored": sum(bomb.seat == seat for bomb in state.stood),
            }
            for seat, hand in enumerate(state.hands)
        ],
    }
    result = Result("played", totals(lines, SEATS), details, lines)
    return evolve(state, phase="settled", to_act=None, result=result)


def account(winner: int, hands: Sequence[int], stood: Sequence[Stood]) -> Iterator[Line]:
    """4.2 What the two others pay the winner, then 4.3 what is paid for bombs; each line adds up to zero (4.4)."""
    yield Line(Note("out", winner), "4.1")
    for seat, hand in enumerate(hands):
        for note, amount in penalties(seat, hand):
            amounts = [0] * SEATS
            amounts[seat], amounts[winner] = -amount, amount
            yield Line(note, "4.2", tuple(amounts))
    for bomb in stood:
        amounts = [-BOMB_STOOD] * SEATS
        amounts[bomb.seat] = (SEATS - 1) * BOMB_STOOD
        yield Line(Note("bomb_paid", bomb.seat, PACK.names(bomb.cards)), "4.3", tuple(amounts))


def penalties(seat: int, hand: int) -> Iterator[tuple[Note, int]]:
    """4.2 What one player pays for the cards he is left with; nothing for an empty hand."""
    left = hand.bit_count()
    if left == HAND:
        args = {"left": left, "factor": NEVER_PLAYED}
        yield Note("left_unplayed", seat, PACK.names(hand), args), NEVER_PLAYED * CARD * left
    elif left:
        yield Note("left", seat, PACK.names(hand), {"left": left}), CARD * left
    if hand & TWO:
        yield Note("two_left", seat, PACK.names(TWO)), TWO_LEFT
    for bomb in BOMBS:
        if not bomb.cards & ~hand:
            yield Note("bomb_left", seat, PACK.names(bomb.cards)), BOMB_LEFT
