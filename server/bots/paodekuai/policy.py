"""What a sensible player of Pao De Kuai plays at once: what leaves him a hand that he will soon be rid of.

Every choice is worth something, in points: the cheaper the plan for what is left, the better; a long play is best
led, a bomb that answers is paid for, and nobody should be let out.
"""

from __future__ import annotations

from engine.paodekuai.combinations import BOMB
from engine.paodekuai.state import SEATS, PaoDeKuai
from server.bots.paodekuai.doubt import HIGHER, beatable, doubt
from server.bots.paodekuai.plan import STEPS, Step, heaps, plan, without

LONG = 1.14
"""What each card is worth that is led: a long play seldom comes as an answer."""

PAID = 7.3
"""What an answering bomb is worth which nobody can beat, beside what it is worth to be rid of it."""

THREAT, THREAT_LATER = 18.0, 7.5
"""What is at stake where the next player could answer with his last cards, or the one after him."""

OUT, CERTAIN = 1000.0, 100.0
"""The hand is empty, or will be: nobody can beat what is played, nor anything in the plan but one last play."""


def worths(state: PaoDeKuai, tokens: tuple[str, ...]) -> list[tuple[float, str]]:
    """What each of these legal tokens is worth, the best first; a pass is not asked for.

    It looks at the hand of the seat to act, and at the cards that the two others hold between them: the unseen ones.
    """
    hands, seat = state.hands, state.player
    one, other = hands[(seat + 1) % SEATS], hands[(seat + 2) % SEATS]
    unseen, counts = one | other, (one.bit_count(), other.bit_count())
    most = max(counts)
    hand, leads = heaps(hands[seat]), state.beat is None
    found = []
    for token in tokens:
        step = STEPS[token]
        rest = without(hand, step)
        if not rest:
            found.append((OUT, token))
            continue
        cost, later = plan(rest)
        worth = LONG * step.size - cost if leads else -cost
        if not beatable(step.play, unseen, most):
            if step.play.shape == BOMB and not leads:
                worth += PAID
            if runs_out(later, unseen, most):
                worth += CERTAIN
        elif step.size in counts:
            worth -= (THREAT if step.size == counts[0] else THREAT_LATER) * risk(step, unseen, counts)
        found.append((worth, token))
    found.sort(reverse=True)
    return found


def runs_out(later: tuple[Step, ...], unseen: int, most: int) -> bool:
    """Whether all that is still to be played, but for one play, beats all that is unseen."""
    return sum([beatable(step.play, unseen, most) for step in later]) <= 1


def risk(step: Step, unseen: int, counts: tuple[int, int]) -> float:
    """How likely it is that cards as many as these beat them, in the hand of somebody who has no more."""
    if step.size == 1:
        return (unseen & HIGHER[step.token]).bit_count() / unseen.bit_count()
    return doubt(step.play, unseen, counts)
