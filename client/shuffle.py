"""Our part in a shuffle that nobody can stack, and the check of it when it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol import Note, View, fault, pledge
from protocol.from_client import Entropy, Pledge
from protocol.from_server import Commitment, Pledges, Record, Update

ALARMS = ("shuffle.stacked", "shuffle.anew", "shuffle.without")
"""The verdicts with which the cards may have been stacked."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle as we have followed it: what we were told, when it still bound somebody, and what we have done.

    `contribution` is our own part, empty where we have none; `pledges` is None until all are bound, `dealt` until we
    see the first cards. `followed` tells that the line has not been broken since it began.
    """

    deal: int
    commitment: str
    seat: int
    contribution: str = ""
    pledges: tuple[str | None, ...] | None = None
    dealt: View | None = None
    followed: bool = True

    @property
    def ids(self) -> tuple[str, str]:
        """What our two commands go by: they are the same however often they are sent."""
        return f"pledge-{self.commitment[:32]}", f"entropy-{self.commitment[:32]}"

    @property
    def answer(self) -> Pledge | Entropy | None:
        """What we say to it now: first what binds us to our part, then the part itself.

        Who is not among those that were bound keeps his to himself.
        """
        if not self.contribution:
            return None
        bound = pledge(self.commitment, self.seat, self.contribution)
        if self.pledges is None:
            return Pledge(id=self.ids[0], deal=self.deal, hash=bound)
        shown = bound in self.pledges[self.seat : self.seat + 1]
        return Entropy(id=self.ids[1], deal=self.deal, bytes=self.contribution) if shown else None


def follow(known: Shuffle | None, message: Commitment | Pledges | Update, seat: int) -> Shuffle | None:
    """What is known of the present shuffle after a message; what was shown once, nothing can change any more."""
    match message:
        case Commitment():
            if known and known.commitment == message.hash:
                return known
            return Shuffle(message.deal, message.hash, seat)
        case Pledges():
            if known and known.deal == message.deal and known.pledges is None:
                return replace(known, pledges=message.hashes)
            return known
        case Update():
            if known and known.dealt is None and any(event.key == "dealt" for event in message.events):
                return replace(known, dealt=message.view)
            return known


def verdict(known: Shuffle | None, deal: int, record: Record, names: tuple[str, ...]) -> Note:
    """What is to be said of a shuffle that is shown now, at a table of these names."""
    if known is None or known.deal != deal or known.dealt is None:
        return Note("shuffle.unseen")
    wrong = _otherwise(known, known.dealt, record) or fault(record.shuffle, record.game, record.dealer, record.deal)
    if wrong:
        return Note("shuffle.stacked", args={"why": wrong})
    if known.contribution and record.shuffle.contributions[known.seat] != known.contribution:
        return Note("shuffle.without")
    if record.shuffle.withheld:
        return Note("shuffle.kept", args={"names": ", ".join(names[seat] for seat in record.shuffle.withheld)})
    return Note("shuffle.fair")


def _otherwise(known: Shuffle, dealt: View, record: Record) -> str | None:
    """What is shown now in another manner than before the deal."""
    if (record.game, record.dealer) != (dealt.game, dealt.dealer):
        return "It was another deal."
    if record.shuffle.commitment != known.commitment:
        return "The server was bound to another secret."
    if record.shuffle.pledges != (known.pledges or record.shuffle.pledges):
        return "The players were bound to other bytes."
    hands = record.deal["hands"]
    if len(hands) != len(dealt.counts) or (
        dealt.viewer is not None and sorted(hands[dealt.viewer]) != sorted(dealt.hand)
    ):
        return "You were dealt other cards."
    return None
