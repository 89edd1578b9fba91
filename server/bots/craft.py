"""What a game adds to the one search of all bots: the deals that may be, a policy, and what is worth comparing.

A bot knows the view of its seat and nothing else. It imagines whole deals: a layout of the pack and every token so
far, of which the engine itself makes the state. Such a deal is possible where the state gives exactly the view that
it was imagined from; that is the whole proof of honesty.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import ClassVar, Generic, TypeVar

from engine.game import Game, State
from engine.layout import Layout
from engine.seats import right_of
from protocol import Note, View

S = TypeVar("S", bound=State)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Imagined:
    """A deal that may lie behind a view: how the cards were dealt, and every token so far, the secret ones too."""

    layout: Layout
    tokens: tuple[str, ...]


class Craft(ABC, Generic[S]):
    """What one game's bots know of their game."""

    game: ClassVar[Game]  # type: ignore[type-arg]  # a class variable cannot be generic

    labels: ClassVar[Mapping[str, str]] = {}
    """The sentences of the reasons that only this game knows."""

    effort: ClassVar[float] = 1.0
    """The part of the deals of a level that is imagined in this game: fewer, where each of them takes long."""

    clearly: ClassVar[float] = 1.5
    """By how many standard errors another choice must be ahead of the policy's to take its place. With 1 it would gain
    a little more on average, and do something silly now and then; more, where deals are few and differ much.
    """

    @abstractmethod
    def imagine(self, view: View, rng: Random) -> Iterator[Imagined]:
        """Deals without end, each of which gives exactly this view to its viewer when the engine plays it through.

        All that is public is a hard constraint: cards seen, voids shown, discards, passes that the rules forced.
        """

    @abstractmethod
    def policy(self, state: S) -> str:
        """What a sensible player does at once: one of the legal tokens.

        It looks at the hand of the seat to act and at what is public in the state, never at another hand.
        """

    @abstractmethod
    def likelihood(self, state: S, token: str) -> float:
        """How likely the seat to act is to choose this token, as an opponent or a partner sees it; never zero.

        Beliefs are made of it: a deal in which somebody would hardly have done what he did counts little.
        """

    def why(self, state: S, token: str) -> Note:
        """Why the policy chooses this token; the note's sentence is in `labels` or among those of all bots."""
        return Note("bot.usual")

    def candidates(self, state: S) -> Sequence[str]:
        """The legal tokens that are worth comparing, one of each kind that comes to the same."""
        return self.game.legal(state)

    def value(self, state: S, seat: int) -> float:
        """What a settled deal is worth to a seat: its score, in the game's points."""
        assert state.result is not None
        return float(state.result.scores[seat])


class Partners(Craft[S]):
    """The craft of a game of two sides, whose players take turns."""

    def value(self, state: S, seat: int) -> float:
        """By how much the deal is better for one side than for the other."""
        return super().value(state, seat) - super().value(state, right_of(seat, len(state.hands)))


def liking(worths: Sequence[tuple[float, T]], chosen: T, taste: float, least: float) -> float:
    """How likely one of several things is to be chosen, by what each seems worth: what seems better by `taste` is so
    e times as often, and each is as often as `least` in any case.
    """
    top = max([worth for worth, _ in worths])
    total = mine = 0.0
    for worth, thing in worths:
        weight = exp((worth - top) / taste)
        total += weight
        if thing == chosen:
            mine = weight
    return least + (1 - least * len(worths)) * mine / total
