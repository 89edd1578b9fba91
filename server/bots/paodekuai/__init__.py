"""What bots know of Pao De Kuai."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from engine.paodekuai.game import GAME
from engine.paodekuai.state import PaoDeKuai
from protocol import Note, View
from server.bots.craft import Craft, Imagined, liking
from server.bots.paodekuai import policy, reasons, unseen

CHOICES = 5
"""So many tokens are compared, those that seem best."""

TASTE = 3.0
"""By how many points a token must seem better to be chosen e times as often."""

ANY = 0.1
"""How often people choose anything, for reasons of their own."""

WON = 10.0
"""What it is worth in itself to be out first."""


class PaoDeKuaiCraft(Craft[PaoDeKuai]):
    """Hands that passes and suits allow, and plans to be rid of one's own."""

    game: ClassVar = GAME
    effort: ClassVar = 0.9
    labels: ClassVar = reasons.LABELS

    def imagine(self, view: View, rng: Random) -> Iterator[Imagined]:
        """The two other hands, as passes and the order of the suits allow them."""
        return unseen.imagine(view, rng)

    def policy(self, state: PaoDeKuai) -> str:
        """The play that leaves the best hand, for what it risks."""
        tokens = self.game.legal(state)
        return tokens[0] if len(tokens) == 1 else policy.worths(state, tokens)[0][1]

    def likelihood(self, state: PaoDeKuai, token: str) -> float:
        """People mostly do what seems good, and of two things that seem alike either."""
        tokens = self.game.legal(state)
        if len(tokens) == 1:
            return 1.0
        return liking(policy.worths(state, tokens), token, TASTE, ANY / len(tokens))

    def why(self, state: PaoDeKuai, token: str) -> Note:
        """The reason that weighs most."""
        return reasons.why(state, token)

    def candidates(self, state: PaoDeKuai) -> Sequence[str]:
        """What seems best; in a lead there is much that hardly differs."""
        tokens = self.game.legal(state)
        return tokens if len(tokens) == 1 else [token for _, token in policy.worths(state, tokens)[:CHOICES]]

    def value(self, state: PaoDeKuai, seat: int) -> float:
        """What the deal brings, and that it is won."""
        return super().value(state, seat) + (WON if not state.hands[seat] else 0.0)


CRAFT = PaoDeKuaiCraft()
