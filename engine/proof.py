"""What a record must hold so that everybody can check its shuffle, and the check."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine import layout as layouts
from engine.errors import BadRecord, quoted
from engine.layout import Layout
from engine.notes import Sentence
from engine.shuffle import Stream, commitment, pledge, seed

HEX = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What bound the server and the players before a deal (`commitment`, `pledges`), and what it bound them to.

    `pledges` and `contributions` have one entry a seat, None where there was nothing. ValueError where anything else
    is not 64 hexadecimal digits.
    """

    commitment: str
    secret: str
    pledges: tuple[str | None, ...]
    contributions: tuple[str | None, ...]

    def __post_init__(self) -> None:
        if len(self.pledges) != len(self.contributions):
            raise ValueError("`pledges` and `contributions` must both have an entry for each seat.")
        given = (part for part in (*self.pledges, *self.contributions) if part is not None)
        for part in (self.commitment, self.secret, *given):
            if not (isinstance(part, str) and HEX.fullmatch(part)):
                raise ValueError(f"{quoted(part)} must be 64 hexadecimal digits.")

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that were bound to their bytes and did not tell them."""
        pairs = enumerate(zip(self.pledges, self.contributions, strict=True))
        return tuple(seat for seat, (bound, told) in pairs if bound and not told)


def fault(proof: Proof, game: str, dealer: int, layout: Layout) -> Sentence | None:
    """What shows that this layout may have been stacked; None where it follows from the proof."""
    if len(proof.pledges) != len(layout["hands"]):
        return Sentence("The proof is for another number of seats.")
    if proof.commitment != commitment(game, dealer, proof.secret):
        return Sentence("The secret of the server is not the one that it was bound to.")
    for seat, (bound, told) in enumerate(zip(proof.pledges, proof.contributions, strict=True)):
        if told and bound != pledge(proof.commitment, seat, told):
            return Sentence("The bytes of seat {seat} are not those that it was bound to.", seat=seat)
    if layout != layouts.reshuffled(layout, Stream(seed(proof.secret, proof.contributions))):
        return Sentence("The cards are not those that follow from the secret and the players' bytes.")
    return None


def verdict(record: Mapping[str, Any], layout: Layout) -> tuple[bool | None, str]:
    """Whether the shuffle of a record fits its proof, None where it has none; and a sentence. `layout` is how its cards
    lay, as they were replayed.

    BadRecord for a proof that is broken.
    """
    if record.get("shuffle") is None:
        return None, "This record carries no proof of its shuffle."
    proof = parse(record["shuffle"])
    wrong = fault(proof, record["game"], record["dealer"], layout)
    if wrong:
        return False, f"The shuffle does not fit its proof! {wrong}"
    told = f"{sum(part is not None for part in proof.contributions)} of {len(proof.contributions)} seats"
    kept = ", ".join(f"seat {seat}" for seat in proof.withheld)
    checked = f"Shuffle checked: the cards follow from the secret of the server and the bytes of {told}."
    return True, f"{checked} Kept back: those of {kept}." if kept else checked


def parse(shuffle: object) -> Proof:
    """The proof out of the `shuffle` of a record. BadRecord where it is none."""
    names = [field.name for field in fields(Proof)]
    if not isinstance(shuffle, Mapping) or not set(names) <= set(shuffle):
        raise BadRecord(f"`shuffle` must be an object with {', '.join(f'`{name}`' for name in names)}.")
    for name in ("pledges", "contributions"):
        if not isinstance(shuffle[name], list):
            raise BadRecord(f"`{name}` must be a list, with an entry for each seat.")
    try:
        return Proof(
            commitment=shuffle["commitment"],
            secret=shuffle["secret"],
            pledges=tuple(shuffle["pledges"]),
            contributions=tuple(shuffle["contributions"]),
        )
    except ValueError as error:
        raise BadRecord(f"`shuffle` is no proof: {error}") from None
