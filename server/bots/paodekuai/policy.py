"""What a sensible player of Pao De Kuai plays at once: what leaves him a hand that he will soon be rid of.

Every choice is worth something, in points: it is the cheaper the plan for what is left, and the likelier he leads
next, the better; a bomb that answers is paid for; nobody should be let out; the 2 should not be left in hand.
"""

from __future__ import annotations

from engine.paodekuai.cards import TWO
from engine.paodekuai.combinations import BOMB
from engine.paodekuai.play import legal
from engine.paodekuai.scoring import BOMB_STOOD
from engine.paodekuai.state import SEATS, PaoDeKuai
from server.bots.paodekuai.doubt import HIGHER, doubt
from server.bots.paodekuai.plan import STEPS, TWO_HEAP, heaps, plan, without

TURN = 3.3
"""What each turn costs that a plan still takes."""

LEAD = 1.0
"""What it is worth to lead next."""

LONG = 0.3
"""What each card is worth that is led: a long play seldom comes as an answer."""

HIGH = 1.57
"""What it is worth to keep a single card that none beats; half of it where one card does, and so on."""

THREAT = 15.0
"""What is at stake where somebody could answer with his last cards."""

TWO_STAYS = 3.4
"""What the 2 costs that stays in hand, while somebody has no card left; the less, the more he has."""

OUT, CERTAIN = 1000.0, 100.0
"""The hand is empty, or will be: nobody can beat what is played, nor anything in the plan but one last play."""


def worths(state: PaoDeKuai) -> list[tuple[float, str]]:
    """What each legal token is worth, the best first; a pass is not asked for.

    It looks at the hand of the seat to act, and at the cards that the two others hold between them: the unseen ones.
    """
    hands, seat = state.hands, state.player
    hand, next_, last = hands[seat], hands[(seat + 1) % SEATS], hands[(seat + 2) % SEATS]
    unseen, counts = next_ | last, (next_.bit_count(), last.bit_count())
    held, leads = heaps(hand), state.beat is None
    two = TWO_STAYS / (1 + min(counts)) if hand & TWO else 0.0
    found = []
    for token in legal(state):
        step = STEPS[token]
        rest = without(held, step)
        if not rest:
            found.append((OUT, token))
            continue
        cost, steps = plan(rest)
        risk = doubt(step.play, unseen, counts)
        worth = LEAD * (1 - risk) - TURN * cost
        if leads:
            worth += LONG * step.size
        elif step.play.shape == BOMB:
            worth += BOMB_STOOD * (1 - risk)
        if step.size in counts:
            worth -= THREAT * ((unseen & HIGHER[token]).bit_count() / unseen.bit_count() if step.size == 1 else risk)
        if rest & TWO_HEAP:
            worth -= two
        for later in steps:
            if later.size == 1:
                worth += HIGH / (1 + (unseen & HIGHER[later.token]).bit_count())
        if not risk and sum([doubt(later.play, unseen, counts) > 0 for later in steps]) <= 1:
            worth += CERTAIN
        found.append((worth, token))
    found.sort(reverse=True)
    return found
