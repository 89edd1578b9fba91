"""Our part in a shuffle that nobody can stack, and the check of it when it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from client import language
from protocol import Note, Proof, Sentence, View, fault, pledge
from protocol.from_client import Entropy, Pledge
from protocol.from_server import Commitment, Pledges, Record, Revealed, Update

ALARMS = ("shuffle.stacked", "shuffle.anew", "shuffle.without", "shuffle.alone")
"""The verdicts with which the cards may have been stacked."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle as we have followed it: what we were told, when it still bound somebody, and what we have done.

    `contribution` is our own part, empty where we have none; `pledges` is None until all are bound, `dealt` until we
    see the first cards, `verdict` until it is shown. `followed` tells that it is still to be shown to us, who have
    seen it from the beginning; `anew` that another was to be shown, and never was.
    """

    deal: int
    commitment: str
    seat: int
    contribution: str = ""
    pledges: tuple[str | None, ...] | None = None
    dealt: View | None = None
    verdict: Note | None = None
    followed: bool = True
    anew: bool = False

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


def follow(
    known: Shuffle | None, message: Commitment | Pledges | Update | Revealed, seat: int, names: tuple[str, ...]
) -> Shuffle | None:
    """What is known after a message to that seat at a table of these names. What was once told, nothing changes."""
    match message:
        case Commitment(deal=deal, hash=bound):
            if known and known.commitment == bound:
                return known
            anew = known is not None and known.followed and known.verdict is None
            return Shuffle(deal, bound, seat, anew=anew)
        case Pledges(deal=deal, hashes=hashes):
            return replace(known, pledges=hashes) if known and known.deal == deal and not known.pledges else known
        case Update(events=events, view=view) if any(event.key == "dealt" for event in events):
            if known and known.dealt is None:
                return replace(known, dealt=view)
            return Shuffle(0, "", seat, dealt=view, verdict=Note("shuffle.alone"))
        case Update(events=events, view=view) if any(event.key == "dealt.again" for event in events):
            return Shuffle(0, "", seat, dealt=view, verdict=Note("shuffle.again"))
        case Update(view=view) if known and view.calls and view.result and view.result.status == "annulled":
            return replace(known, followed=False)  # the people have annulled it, and it stays covered
        case Revealed(record=Record(shuffle=None)):
            return known  # a shuffle that we were told of still is to be shown
        case Revealed(deal=deal, record=Record(shuffle=Proof() as proof) as record):
            if known is None:
                return Shuffle(deal, proof.commitment, seat, verdict=Note("shuffle.unseen"))
            return replace(known, verdict=known.verdict or verdict(known, deal, record, proof, names))
        case _:
            return known


def news(before: Shuffle | None, after: Shuffle | None) -> tuple[Note, ...]:
    """What is to be said once more is known."""
    if after is None or after is before:
        return ()
    if after.verdict:
        return () if before and after.verdict is before.verdict else (after.verdict,)
    return (Note("shuffle.anew"),) if after.anew and not after.contribution and not after.pledges else ()


def verdict(known: Shuffle, deal: int, record: Record, proof: Proof, names: tuple[str, ...]) -> Note:
    """What is found when a shuffle is shown."""
    if known.deal != deal or known.dealt is None:
        return Note("shuffle.unseen")
    wrong = _otherwise(known, known.dealt, record, proof) or fault(proof, record.game, record.dealer, record.deal)
    if wrong:
        return Note("shuffle.stacked", args={"why": language.said(wrong)})
    if known.anew:
        return Note("shuffle.anew")
    if known.contribution and proof.contributions[known.seat] != known.contribution:
        return Note("shuffle.without")
    if proof.withheld:
        return Note("shuffle.kept", args={"names": ", ".join(names[seat] for seat in proof.withheld)})
    return Note("shuffle.fair")


def _otherwise(known: Shuffle, dealt: View, record: Record, proof: Proof) -> Sentence | None:
    """What is shown now in another manner than before the deal."""
    if (record.game, record.dealer) != (dealt.game, dealt.dealer):
        return Sentence("It was another deal.")
    if proof.commitment != known.commitment:
        return Sentence("The server was bound to another secret.")
    if proof.pledges != (known.pledges or proof.pledges):
        return Sentence("The players were bound to other bytes.")
    hands = record.deal["hands"]
    if len(hands) != len(dealt.counts) or (
        dealt.viewer is not None and sorted(hands[dealt.viewer]) != sorted(dealt.hand)
    ):
        return Sentence("You were dealt other cards.")
    return None
