"""What bots know of Tarocchino."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from engine.tarocchino.cards import PACK, PLAYS
from engine.tarocchino.declarations import ALL
from engine.tarocchino.discard import DISCARDS
from engine.tarocchino.game import GAME
from engine.tarocchino.state import Tarocchino
from protocol import Note, View
from server.bots.craft import Imagined, Partners, liking
from server.bots.tarocchino import aside, play, reasons
from server.bots.tarocchino.deals import Table

TOKENS = PLAYS.of(PACK.full)
ASIDE = DISCARDS.of(PACK.full)

CHOICES = 5
"""So many tokens are compared, those that seem best."""

TASTE = 8.0
"""By how many points a card must seem better to be chosen e times as often."""

ANY = 0.02
"""How likely each card is in any case, however bad it seems."""

DECLARES = 0.97
"""How likely a player is to declare what he can: it is worth points at once."""


class TarocchinoCraft(Partners[Tarocchino]):
    """Everything declared, and cards by what a trick should bring in points and in combinations."""

    game: ClassVar = GAME
    effort: ClassVar = 0.5
    clearly: ClassVar = 2.0
    labels: ClassVar = reasons.LABELS

    def imagine(self, view: View, rng: Random) -> Iterator[Imagined]:
        """What lies in the other hands and in the discard, as declarations and tricks allow it."""
        return Table.of(view).deals(rng)

    def policy(self, state: Tarocchino) -> str:
        """A declaration, if it may be made; a card."""
        if state.phase == "play":
            return TOKENS[play.choice(state)]
        return ALL if state.phase == "declare" else ASIDE[max(aside.worths(state))[1]]

    def likelihood(self, state: Tarocchino, token: str) -> float:
        """People mostly do what seems good, and of two things that seem alike either."""
        if state.phase == "declare":
            return DECLARES if token == ALL else 1 - DECLARES
        tokens, worths = self.worths(state)
        if len(worths) == 1:
            return 1.0
        return liking(worths, play.ALIKE.highest(tokens.index(token), state.hand), TASTE, ANY)

    def why(self, state: Tarocchino, token: str) -> Note:
        """What the policy has in mind."""
        return reasons.why(state, token)

    def candidates(self, state: Tarocchino) -> Sequence[str]:
        """What seems best, one of each kind that comes to the same."""
        if state.phase == "declare":
            return self.game.legal(state)
        tokens, worths = self.worths(state)
        best = sorted(worths, reverse=True)[:CHOICES]
        return [tokens[card] for _, card in best]

    def worths(self, state: Tarocchino) -> tuple[Sequence[str], list[tuple[float, int]]]:
        """The token of each card of the pack, and what each that may be chosen seems worth, one of each kind."""
        if state.phase == "play":
            return TOKENS, play.worths(state, play.choices(state))
        return ASIDE, aside.worths(state)


CRAFT = TarocchinoCraft()
