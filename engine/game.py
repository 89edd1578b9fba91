"""The one interface of all games, and what every game does alike.

A game is its pack, its phases, its views and its settlement. A phase says which tokens are legal, what each does, and
why another is refused; the views say who knows what. States are frozen: `apply` gives a new one and leaves the old as
it was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from engine import layout as layouts
from engine.account import Result
from engine.cards import Pack
from engine.errors import BadRecord, IllegalAction, quoted
from engine.layout import Layout, Shape
from engine.notes import Note
from engine.shuffle import Shuffler
from engine.view import About, View


@dataclass(frozen=True, kw_only=True)
class State:
    """What every game's state has. `to_act` is None once `phase` is `settled`; `result` is there from then on.

    `hands` holds a set of cards for each seat, as masks over the pack of the game.
    """

    dealer: int
    layout: Layout
    phase: str
    to_act: int | None
    hands: tuple[int, ...]
    result: Result | None = None

    @property
    def player(self) -> int:
        """The seat to act, in a deal that is not over."""
        assert self.to_act is not None
        return self.to_act

    @property
    def hand(self) -> int:
        """The cards of the seat to act."""
        assert self.to_act is not None
        return self.hands[self.to_act]

    @property
    def counts(self) -> tuple[int, ...]:
        """The cards left in each hand."""
        return tuple([hand.bit_count() for hand in self.hands])


S = TypeVar("S", bound=State)
R = TypeVar("R", bound=State, contravariant=True)
T = TypeVar("T")

_new, _set = object.__new__, object.__setattr__  # looked up once: half of all decisions' time goes by in `evolve`


def evolve(state: T, **changes: object) -> T:
    """A copy of a frozen state with these fields changed; several times faster than `dataclasses.replace`."""
    twin = _new(state.__class__)
    _set(twin, "__dict__", state.__dict__ | changes)
    return twin


class Phase(Protocol[S]):
    """One phase of a deal. A module with these three functions is one."""

    def legal(self, state: S) -> tuple[str, ...]:
        """The tokens that the seat to act may choose from; never empty."""

    def apply(self, state: S, token: str) -> S | None:
        """The state after a token, or None where the token is not legal."""

    def why_not(self, state: S, token: str) -> IllegalAction:
        """The clause that a token breaks which `apply` did not take."""


class Views(Protocol[R]):
    """What is known of a deal, and by whom. A module with these three functions is one."""

    def public(self, state: R) -> View:
        """What everybody knows, and a spectator has no more."""

    def own(self, state: R, viewer: int, public: View, legal: tuple[str, ...]) -> View:
        """What a seat knows: all that is public, and what is his own."""

    def told(self, before: R, token: str, after: R) -> Iterable[Note]:
        """What a token made public, but for the end of the deal; nothing where it stays the player's secret."""


class Game(ABC, Generic[S]):
    """A game: deal, ask whose turn it is, list the legal tokens, apply one, view, settle."""

    about: ClassVar[About]
    pack: ClassVar[Pack]
    phases: ClassVar[Mapping[str, Phase[Any]]]
    views: ClassVar[Views[Any]]

    @abstractmethod
    def shape(self, dealer: int) -> Shape:
        """How many cards lie where, before the first action."""

    @abstractmethod
    def start(self, layout: Layout, dealer: int) -> S:
        """The state before the first action, from a layout that is known to be right."""

    def deal(self, shuffler: Shuffler, dealer: int) -> S:
        """Shuffle and deal."""
        return self.start(layouts.shuffled(self.pack.codes, self.shape(dealer), shuffler), dealer)

    def restore(self, layout: object, dealer: object) -> S:
        """The start of a recorded deal. BadRecord where it is not the exact pack in the right counts."""
        if type(dealer) is not int or not 0 <= dealer < self.about.seats:
            raise BadRecord(f"`dealer` must be a seat from 0 to {self.about.seats - 1}, not {quoted(dealer)}.")
        shape = self.shape(dealer)
        layouts.check(self.pack, shape, layout)
        return self.start({key: cast(Layout, layout)[key] for key in shape}, dealer)

    def public(self, state: S) -> View:
        """C.3 What everybody knows, and a spectator has no more."""
        return self.views.public(state)

    def view(self, state: S, viewer: int | None, public: View | None = None) -> View:
        """C.3 What a seat knows, or a spectator (None). `public` is what everybody knows, if it is at hand already."""
        seen = public or self.public(state)
        if viewer is None:
            return seen
        return self.views.own(state, viewer, seen, self.legal(state) if viewer == state.to_act else ())

    def to_act(self, state: S) -> int | None:
        """The seat whose turn it is; None once the deal is over."""
        return state.to_act

    def legal(self, state: S) -> tuple[str, ...]:
        """Every token that the seat to act may choose, in no order that means anything; empty once the deal is over."""
        return () if state.to_act is None else self.phases[state.phase].legal(state)

    def apply(self, state: S, token: str) -> S:
        """C.4 The state after a token. IllegalAction, with the clause it breaks, for one that is not legal."""
        if state.to_act is None:
            raise IllegalAction("C.2", "The deal is over.")
        phase = self.phases[state.phase]
        after: S | None = phase.apply(state, token)
        if after is None:
            raise phase.why_not(state, token)
        return after

    def events(self, before: S, token: str, after: S) -> tuple[Note, ...]:
        """What a token made public, in the order in which it happened; empty where it stays the player's secret."""
        return (*self.views.told(before, token, after), *ended(after))

    def result(self, state: S) -> Result | None:
        """How the deal ended, once it has."""
        return state.result


def dealt(state: State, pack: Pack) -> Iterator[Note]:
    """C.3 Once a deal is settled all hands are open, as they were dealt."""
    for seat, hand in enumerate(state.layout["hands"]):
        yield Note("hand", seat, pack.names(pack.mask(hand)))


def ended(state: State) -> Iterator[Note]:
    """The last thing that is told of a deal."""
    if state.result is not None:
        reason = state.result.reason
        yield Note("annulled", args={"reason": reason}) if reason else Note("settled")
