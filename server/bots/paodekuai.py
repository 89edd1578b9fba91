"""A bot for Pao De Kuai. It plans how to be rid of its hand in few plays that are hard to beat, and makes the play
after which that plan costs least. Its bombs it keeps for answers, since only those are paid. All is in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.paodekuai.cards import OF_RANK, PACK, TWO, holdings
from engine.paodekuai.combinations import BOMB, PASS, PLAYS, Play, answers_in, leaving
from engine.paodekuai.scoring import BOMB_LEFT, BOMB_STOOD, TWO_LEFT
from engine.paodekuai.state import SEATS
from protocol import View

TURN = 3
"""What each further play costs, half of it in any case, and up to as much again where it will be beaten."""

LEAD = 1
"""What it is worth to lead next."""

LONG = 0.3
"""What each card is worth that is led: a long play seldom comes as an answer."""

THREAT = 15
"""What is at stake where somebody could answer with his last cards."""

FINISH, CERTAIN = 1000, 100
"""The last card is out, or will be: nobody can beat what is played, nor anything in the plan but its last play."""

RARE = 0.1
"""How much a bomb counts among the answers that the unseen cards may hold."""

PAID = (SEATS - 1) * BOMB_STOOD


def decide(view: View, rng: Random) -> str:
    """One of the legal tokens of a view."""
    if PASS in view.legal:
        return PASS
    table = Table.of(view)
    return max(view.legal, key=lambda token: (table.worth(PLAYS[token]), rng.random()))


@dataclass(frozen=True)
class Plan:
    """A way to be rid of a hand: what it costs, and how many of its plays somebody may beat."""

    cost: float
    beatable: int


class Table:
    """What the seat to act knows: its hand, the cards it has not seen, how many the others hold."""

    def __init__(self, hand: int, unseen: int, others: tuple[int, ...], answers: bool) -> None:
        self.hand = hand
        self.unseen = unseen
        self.others = others
        self.answers = answers
        self.risk = 1 / (1 + min(others))
        self._plans = {0: Plan(0, 0)}
        self._doubts: dict[Play, float] = {}

    @staticmethod
    def of(view: View) -> Table:
        """Read from the view of the seat to act."""
        hand = PACK.mask(view.hand)
        tricks = (*view.tricks, view.trick) if view.trick else view.tricks
        gone = PACK.mask(code for trick in tricks for play in trick.plays for code in play)
        others = tuple(count for seat, count in enumerate(view.counts) if seat != view.viewer)
        return Table(hand, PACK.full & ~hand & ~gone, others, view.trick is not None)

    def worth(self, play: Play) -> float:
        """How good it is to make this play now."""
        rest = self.hand & ~leaving(self.hand, play)
        if not rest:
            return FINISH
        plan, doubt = self.plan(rest), self.doubt(play)
        worth = LEAD * (1 - doubt) - plan.cost
        if not self.answers:
            worth += LONG * play.size
        elif play.shape == BOMB:
            worth += PAID * (1 - doubt)
        if play.size in self.others:
            worth -= THREAT * doubt
        if rest & TWO:
            worth -= TWO_LEFT * self.risk
        return worth + CERTAIN if not doubt and plan.beatable <= 1 else worth

    def plan(self, hand: int) -> Plan:
        """The cheapest way to be rid of a hand: its lowest card goes in one of the plays that begin with it."""
        if hand not in self._plans:
            held = holdings(hand)
            beginning = _BEGINNING[hand & -hand]
            self._plans[hand] = min(
                (self._after(hand, play) for play in beginning if not play.ranks & ~held[play.copies]),
                key=lambda plan: plan.cost,
            )
        return self._plans[hand]

    def _after(self, hand: int, play: Play) -> Plan:
        rest = self.plan(hand & ~leaving(hand, play))
        return Plan(rest.cost + self.cost(play), rest.beatable + (self.doubt(play) > 0))

    def cost(self, play: Play) -> float:
        """What a play still to be made costs; a bomb kept brings more, unless somebody is out before."""
        cost = TURN * (0.5 + self.doubt(play))
        if play.shape == BOMB:
            cost += BOMB_LEFT * self.risk - PAID * (1 - self.risk) * (1 - self.doubt(play))
        return cost

    def doubt(self, play: Play) -> float:
        """How much is to be feared that this play is beaten, from 0 (nobody can) to 1. The more answers the unseen
        cards may hold and the fewer cards they take, the more.
        """
        if play not in self._doubts:
            answers = [PLAYS[token] for token in answers_in(self.unseen, play)]
            fears = sum(RARE if answer.shape == BOMB else 1 for answer in answers if answer.size <= max(self.others))
            self._doubts[play] = fears / (fears + play.size)
        return self._doubts[play]


def _beginning_with(card: int) -> tuple[Play, ...]:
    """The plays in which the rank of this card is the lowest."""
    rank = next(cards for cards in OF_RANK.values() if cards & card)
    return tuple(play for play in PLAYS.values() if play.ranks & -play.ranks & rank)


_BEGINNING = {card: _beginning_with(card) for card in (1 << index for index in range(len(PACK)))}
