"""What bots know of French Tarot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import tanh
from random import Random
from typing import ClassVar

from engine.tarot.auction import MULTIPLIERS
from engine.tarot.cards import PACK, PETIT, PLAYS, SUIT, TRUMPS
from engine.tarot.chelem import NO, YES
from engine.tarot.chien import DISCARDS
from engine.tarot.game import GAME
from engine.tarot.poignee import HIDES
from engine.tarot.state import Tarot
from protocol import Note, View
from server.bots.craft import Craft, Imagined, liking
from server.bots.tarot import aside, auction, play, reasons
from server.bots.tarot.deals import Table
from server.bots.tarot.seen import unseen

TOKENS = PLAYS.of(PACK.full)
ASIDE = DISCARDS.of(PACK.full)

CHOICES = 5
"""So many cards are compared, those that seem best."""

OTHERS = 3
"""So many to lay aside."""

TASTE = 2.5
"""By how many card points a choice must seem better to be made e times as often."""

ANY = 0.02
"""How likely each card is in any case, however bad it seems."""

MADE = 25
"""8.1 What it is worth in itself to make a contract."""

NEAR = 8.0
"""By how many card points a deal may have gone otherwise than it was imagined."""

SHOWS = 0.8
"""How likely a player is to show a poignée; the rest is for showing a smaller one, or none."""

ANNOUNCES = 0.02
"""How likely a chelem is to be announced where nobody would expect it, or not, where everybody would."""


class TarotCraft(Craft[Tarot]):
    """Bids by the count of a hand, cards by what a trick should bring."""

    game: ClassVar = GAME
    labels: ClassVar = reasons.LABELS
    effort: ClassVar = 0.35  # a deal is 72 cards long

    def imagine(self, view: View, rng: Random) -> Iterator[Imagined]:
        """What lies in the other hands, in the chien and in the discard, as tricks and poignées allow it."""
        return Table.of(view).deals(rng)

    def policy(self, state: Tarot) -> str:
        """A card, or one of the choices before."""
        if state.phase == "play":
            return TOKENS[play.choice(state)]
        if state.phase == "auction":
            return auction.call(state)
        if state.phase == "discard":
            return ASIDE[aside.choice(state.hand, state.discard)]
        if state.phase == "chelem":
            return YES if auction.sure_of_all(state.hand) else NO
        return held_back(state) if state.showing else self.game.legal(state)[-1]

    def likelihood(self, state: Tarot, token: str) -> float:
        """People mostly do what seems good, and of two things that seem alike either."""
        if state.phase == "auction":
            return auction.likelihood(state, token)
        if state.phase in ("play", "discard"):
            return self.taste(state, token)
        usual = self.policy(state)
        if state.phase == "chelem":
            return 1 - ANNOUNCES if token == usual else ANNOUNCES
        others = len(self.game.legal(state)) - 1
        return SHOWS if token == usual else (1 - SHOWS) / others

    def taste(self, state: Tarot, token: str) -> float:
        """How likely one of several cards is, by what each seems worth."""
        tokens, worths = self.worths(state)
        if len(worths) == 1:
            return 1.0
        chosen = tokens.index(token)
        if state.phase == "play":
            chosen = play.ALIKE.highest(chosen, state.hand)
        return liking(worths, chosen, TASTE, ANY)

    def why(self, state: Tarot, token: str) -> Note:
        """What the policy has in mind."""
        return reasons.why(state, token)

    def candidates(self, state: Tarot) -> Sequence[str]:
        """What seems best, one of each kind that comes to the same."""
        if state.phase == "play":
            out = unseen(state)
            best: list[int] = []
            for _, card in sorted(self.worths(state)[1], reverse=True):
                if not any(alike(card, other, out) for other in best):
                    best.append(card)
            return [TOKENS[card] for card in best[:CHOICES]]
        if state.phase == "discard":
            first, *later = aside.plan(state.hand, state.discard)
            others = [card for _, card in sorted(aside.worths(state.hand, state.discard), reverse=True)]
            return [ASIDE[card] for card in [first, *[card for card in others if card not in (first, *later)]][:OTHERS]]
        if state.showing or (state.phase == "chelem" and not auction.sure_of_all(state.hand)):
            return [self.policy(state)]
        return self.game.legal(state)

    def value(self, state: Tarot, seat: int) -> float:
        """What a deal brings, where a contract that was barely made counts as one that might as well have failed."""
        assert state.result is not None
        score = super().value(state, seat)
        details = state.result.details
        if not score or state.result.status != "played":
            return score
        margin = float(details["points"]) - float(details["target"])
        over = MADE * MULTIPLIERS[state.contract] * (tanh(margin / NEAR) - (1 if details["made"] else -1))
        return score + (3 * over if seat == state.taker else -over)

    def worths(self, state: Tarot) -> tuple[Sequence[str], list[tuple[float, int]]]:
        """The token of each card of the pack, and what those seem worth that may be chosen, one of each kind."""
        if state.phase == "play":
            return TOKENS, play.worths(state, play.choices(state))
        return ASIDE, aside.worths(state.hand, state.discard)


def held_back(state: Tarot) -> str:
    """4.3 What others need not know is where the Petit is, and how high the trumps go."""
    trumps = state.hand & TRUMPS & ~state.hidden
    card = trumps & PETIT or 1 << trumps.bit_length() - 1
    return HIDES.of(card)[0]


def alike(card: int, other: int, unseen: int) -> bool:
    """Whether two cards in one hand come to the same: of one suit and worth, with no unseen card between."""
    if SUIT[card] != SUIT[other] or play.POINTS[card] != play.POINTS[other]:
        return False
    low, high = sorted((card, other))
    return not unseen & SUIT[card] & ((1 << high) - (1 << low))


CRAFT = TarotCraft()
