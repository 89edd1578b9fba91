"""Bonuses and settlement (sections 7 and 8). Card points are counted in half-points until they are written down."""

from __future__ import annotations

from dataclasses import dataclass

from engine.account import Line, Result, totals, whole
from engine.game import evolve
from engine.half_points import points
from engine.notes import Note
from engine.tarot import auction, excuse, poignee
from engine.tarot.cards import BOUTS, EXCUSE, PETIT, TARGETS, half_points
from engine.tarot.state import SEATS, TRICKS, Tarot

PETIT_AU_BOUT = 10
CHELEM = {
    "announced_made": 400,
    "announced_failed": -200,
    "unannounced_taker": 200,
    "unannounced_defence": -200,
    "announced_failed_defence_slam": -400,
}
"""7.3 What a chelem is worth to the taker."""


@dataclass(frozen=True)
class Count:
    """The taker's side's count: half-points won in tricks, half-points of the cards aside that are its own, and
    what the Excuse brings; its bouts.
    """

    tricks: int
    aside: int
    excuse: int
    bouts: int

    @property
    def halves(self) -> int:
        """1.2 The card points of the taker's side, in half-points."""
        return self.tricks + self.aside + self.excuse

    @property
    def target(self) -> int:
        """1.1 The card points that its bouts demand."""
        return TARGETS[self.bouts]

    @property
    def margin(self) -> int:
        """8.1 Card points less target, in half-points."""
        return self.halves - 2 * self.target


def settle(state: Tarot) -> Tarot:
    """Section 8: the deal is over."""
    assert state.taker is not None
    counted = count(state)
    lines = tuple(account(state, counted))
    scores = totals(lines, SEATS)
    details = {
        "taker": state.taker,
        "contract": state.contract,
        "bouts": counted.bouts,
        "points": points(counted.halves),
        "target": counted.target,
        "made": counted.margin >= 0,
        "base": points(base(state, counted)),
        "petit_au_bout": petit_au_bout(state),
        "poignee_points": poignees(state),
        "chelem": chelem(state),
        "S": whole(scores[state.taker] / 3),
    }
    result = Result("played", scores, details, lines)
    return evolve(state, phase="settled", to_act=None, result=result)


def count(state: Tarot) -> Count:
    """1.1, 1.2 What the taker's side has won; 3.3, 3.4 with the discards or the chien."""
    won = sum([taken.pile for taken in state.tricks if taken.winner == state.taker])
    aside = state.discard | (state.chien if state.contract == "garde_sans" else 0)
    fool = excuse.settled(state)
    bouts = ((won | aside) & BOUTS & ~EXCUSE).bit_count() + fool.attack
    worth = half_points(EXCUSE) if fool.attack else 0
    return Count(half_points(won & ~EXCUSE), half_points(aside & ~EXCUSE), worth + fool.paid, bouts)


def base(state: Tarot, counted: Count) -> int:
    """8.1 (25 + |d|) × multiplier with the sign of the contract, in half-points."""
    amount = (50 + abs(counted.margin)) * auction.MULTIPLIERS[state.contract]
    return amount if counted.margin >= 0 else -amount


def petit_au_bout(state: Tarot) -> str | None:
    """7.1 The side that wins trick 18 with the Petit in it; trick 17 where the Excuse won the last one (6.4)."""
    last = state.tricks[-1]
    if excuse.wins(state.tricks[:-1], last.leader, state.taker, last.cards):
        last = state.tricks[-2]
    if not any(PETIT >> card & 1 for card in last.cards):
        return None
    return "taker" if last.winner == state.taker else "defence"


def poignees(state: Tarot) -> int:
    """7.2 The sum of all poignées shown."""
    return sum(poignee.BONUSES[level] for level in state.levels if level)


def chelem(state: Tarot) -> str | None:
    """7.3 Which case of the chelem, if any; the trick that holds the Excuse counts for its winner (6.3)."""
    won = sum(taken.winner == state.taker for taken in state.tricks)
    if state.chelem:
        if won == TRICKS:
            return "announced_made"
        return "announced_failed" if won else "announced_failed_defence_slam"
    return {TRICKS: "unannounced_taker", 0: "unannounced_defence"}.get(won)


def account(state: Tarot, counted: Count) -> list[Line]:
    """8.2 What each defender pays the taker, line by line; first how the card points were counted."""
    assert state.taker is not None
    made = counted.margin >= 0
    multiplier = auction.MULTIPLIERS[state.contract]
    lines = [
        Line(Note("count.tricks", state.taker, args={"points": points(counted.tricks)}), "1.2"),
        *aside_lines(state, counted),
        *excuse_lines(state, counted),
        Line(
            Note(
                "count.total",
                args={"points": points(counted.halves), "bouts": counted.bouts, "target": counted.target},
            ),
            "1.1",
        ),
        paid(
            state.taker,
            Note(
                "contract_made" if made else "contract_failed",
                state.taker,
                args={
                    "contract": state.contract,
                    "difference": points(abs(counted.margin)),
                    "multiplier": multiplier,
                    "each": points(abs(base(state, counted))),
                },
            ),
            "8.1",
            base(state, counted),
        ),
    ]
    side = petit_au_bout(state)
    if side is not None:
        amount = PETIT_AU_BOUT * multiplier if side == "taker" else -PETIT_AU_BOUT * multiplier
        lines.append(paid(state.taker, Note(f"petit_au_bout.{side}"), "7.1", 2 * amount))
    if bonus := poignees(state):
        lines.append(
            paid(state.taker, Note("poignees", args={"points": bonus}), "7.2", 2 * bonus if made else -2 * bonus)
        )
    if case := chelem(state):
        lines.append(paid(state.taker, Note(f"chelem.{case}"), "7.3", 2 * CHELEM[case]))
    return lines


def aside_lines(state: Tarot, counted: Count) -> list[Line]:
    """3.3, 3.4 The cards that nobody played."""
    if state.discard:
        return [Line(Note("count.discard", args={"points": points(counted.aside)}), "3.3")]
    if state.contract == "garde_sans":
        return [Line(Note("count.chien", args={"points": points(counted.aside)}), "3.4")]
    return [Line(Note("count.chien_defence"), "3.4")]


def excuse_lines(state: Tarot, counted: Count) -> list[Line]:
    """Section 6 What the Excuse brought the taker's side."""
    fool = excuse.settled(state)
    key = "count.excuse" if fool.attack else "count.excuse_defence"
    return [Line(Note(key, args={"points": points(counted.excuse)}), fool.clause)]


def paid(taker: int, note: Note, clause: str, halves: int) -> Line:
    """8.2 The taker gets three times what each defender pays; the amount is in half-points."""
    amounts = [-halves] * SEATS
    amounts[taker] = 3 * halves
    return Line(note, clause, tuple(points(amount) for amount in amounts))
