"""What bots know of Belote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from engine.belote.cards import PACK
from engine.belote.game import GAME
from engine.belote.play import PLAYS
from engine.belote.state import Belote
from protocol import Note, View
from server.bots.belote import auction, deals, play, reasons
from server.bots.craft import Imagined, Partners, liking

TOKENS = PLAYS.of(PACK.full)

CHOICES = 5
"""So many cards are compared, those that seem best."""

TASTE = 6.0
"""By how many points a card must seem better to be chosen e times as often."""

ANY = 0.04
"""How likely each card is in any case, however bad it seems."""


class BeloteCraft(Partners[Belote]):
    """Calls by what a hand promises, cards by what a trick should bring."""

    game: ClassVar = GAME
    labels: ClassVar = reasons.LABELS

    def imagine(self, view: View, rng: Random) -> Iterator[Imagined]:
        """Whatever lies in the hands and what is left of the pack, as calls and tricks allow it."""
        return deals.imagine(view, rng)

    def policy(self, state: Belote) -> str:
        """A call, or a card."""
        return auction.call(state) if state.phase == "auction" else TOKENS[play.choice(state)]

    def likelihood(self, state: Belote, token: str) -> float:
        """People mostly do what seems good, and of two things that seem alike either."""
        if state.phase == "auction":
            return auction.likelihood(state, token)
        cards = play.choices(state)
        if not cards & (cards - 1):
            return 1.0
        worths = play.worths(state, cards)
        chosen = PLAYS.card(token).bit_length() - 1
        return liking(worths, chosen, TASTE, ANY)

    def why(self, state: Belote, token: str) -> Note:
        """What the policy has in mind."""
        return reasons.why(state, token)

    def candidates(self, state: Belote) -> Sequence[str]:
        """What seems best, one of each kind that comes to the same."""
        if state.phase == "auction":
            return self.game.legal(state)
        worths = play.worths(state, play.choices(state))
        best: list[int] = []
        for _, card in sorted(worths, reverse=True):
            if not any(play.alike(card, other, state) for other in best):
                best.append(card)
        return [TOKENS[card] for card in best[:CHOICES]]


CRAFT = BeloteCraft()
