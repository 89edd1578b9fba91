"""The pack of a deal while it is shuffled by all at the table, and then what proves how it was shuffled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.seats import put
from engine.shuffle import commitment, pledge, seed
from protocol import Proof

Parts = tuple[str | None, ...]
"""64 hexadecimal digits of each seat, or None."""


@dataclass(frozen=True)
class Deck:
    """`number` counts the shuffles at a table. While its `step` is `pledges` people may be bound to their parts, while
    it is `contributions` they tell them; then the deck is `cut`, and in the end `dealt`.
    """

    number: int
    secret: str
    commitment: str
    pledges: Parts
    contributions: Parts
    step: Literal["pledges", "contributions", "cut", "dealt"] = "pledges"

    @property
    def waits(self) -> bool:
        """Whether people can still do something about it."""
        return self.step in ("pledges", "contributions")

    @property
    def seed(self) -> bytes:
        """From what the cards follow."""
        return seed(self.secret, self.contributions)

    @property
    def proof(self) -> Proof:
        """What everybody may know once the deal is over."""
        return Proof(
            commitment=self.commitment, secret=self.secret, pledges=self.pledges, contributions=self.contributions
        )

    def binds(self, seat: int, contribution: str) -> bool:
        """Whether this is what the seat is bound to."""
        return self.pledges[seat] == pledge(self.commitment, seat, contribution)

    def with_pledge(self, seat: int, pledge: str) -> Deck:
        """The deck, once a seat is bound."""
        return replace(self, pledges=put(self.pledges, seat, pledge))

    def with_contribution(self, seat: int, contribution: str) -> Deck:
        """The deck, once a seat has told its part."""
        return replace(self, contributions=put(self.contributions, seat, contribution))


def sealed(number: int, game: str, dealer: int, secret: str, seats: int) -> Deck:
    """A deck by which nobody but the server is bound yet."""
    return Deck(number, secret, commitment(game, dealer, secret), (None,) * seats, (None,) * seats)
