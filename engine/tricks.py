"""What trick-taking games share: following, beating, who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.cards import Pack
from engine.game import State, evolve
from engine.notes import Note
from engine.seats import right_of
from engine.view import Trick


class Taken(NamedTuple):
    """A trick that is over: the cards in the order played, as indices, and the seat that won it."""

    leader: int
    cards: tuple[int, ...]
    winner: int

    @property
    def pile(self) -> int:
        """Its cards as a set."""
        return sum([1 << card for card in self.cards])


@dataclass(frozen=True, kw_only=True)
class TrickState(State):
    """The state of a game of tricks: `trick` holds the cards on the table as indices, in the order played."""

    leader: int
    trick: tuple[int, ...] = ()
    tricks: tuple[Taken, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everybody has played to the trick."""
        return len(self.trick) == len(self.hands)


S = TypeVar("S", bound=TrickState)


def laid(state: S, card: int) -> S:
    """A card, given as a set of one, goes from the hand of the seat to act to the table; the next seat follows."""
    seat = state.player
    hands = list(state.hands)
    hands[seat] &= ~card
    trick = (*state.trick, card.bit_length() - 1)
    return evolve(state, hands=tuple(hands), trick=trick, to_act=right_of(seat, len(hands)))


def gathered(state: S, winner: int) -> S:
    """The trick goes to its winner, who leads the next."""
    taken = Taken(state.leader, state.trick, winner)
    return evolve(state, trick=(), tricks=(*state.tricks, taken), leader=winner, to_act=winner)


@lru_cache(4096)
def shown(pack: Pack, leader: int, cards: tuple[int, ...], winner: int | None) -> Trick:
    """A trick as a view has it."""
    return Trick(leader, tuple([(pack.codes[card],) for card in cards]), winner)


@lru_cache(256)  # it is the same for every viewer, and one more after every trick
def all_shown(pack: Pack, tricks: tuple[Taken, ...]) -> tuple[Trick, ...]:
    """The tricks that are over, as a view has them."""
    return tuple([shown(pack, *taken) for taken in tricks])


def told(before: TrickState, token: str, after: TrickState) -> Iterator[Note]:
    """A card played, and the trick that it may have ended."""
    yield Note("played", before.to_act, (token.removeprefix("play:"),))
    if len(after.tricks) > len(before.tricks):
        yield Note("trick", after.tricks[-1].winner)


def following(hand: int, led: int, trumps: int) -> int:
    """The cards of the suit led; without any the trumps; without either the whole hand."""
    return hand & led or hand & trumps or hand


def overtrumping(trumps: int, trick: Sequence[int], higher: Sequence[int]) -> int:
    """Those of these trumps that beat the highest in the trick, even a partner's; if there is none, all of them.

    `higher` has for each card of the pack the trumps that beat it.
    """
    better = trumps
    for card in trick:
        better &= higher[card]
    return better or trumps


def suit_led(trick: Sequence[int], suits: Sequence[int]) -> int:
    """The suit that this trick asks for, as a mask; empty while none is led.

    `suits` has the suit of each card. That of a fool is empty: where it is led, the next card sets the suit.
    """
    if not trick:
        return 0
    return suits[trick[0]] or (suits[trick[1]] if len(trick) > 1 else 0)


def strengths(led: Sequence[int], trumps: Sequence[int], size: int) -> tuple[int, ...]:
    """How strong each card of the pack is where this suit is led; both suits are given lowest first.

    Any trump beats any plain card; a card of neither suit has -1 and never wins.
    """
    table = [-1] * size
    for strength, card in enumerate(led):
        table[card] = strength
    for strength, card in enumerate(trumps):
        table[card] = size + strength
    return tuple(table)


def strongest(cards: Sequence[int], strength: Sequence[int]) -> int:
    """The place in the trick of the card that wins it; of equal ones the last played."""
    best, winner = -1, 0
    for place, card in enumerate(cards):
        if strength[card] >= best:
            best, winner = strength[card], place
    return winner
