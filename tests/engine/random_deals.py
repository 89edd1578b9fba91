"""Whole deals played at random, every step kept."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from engine.errors import IllegalAction
from engine.game import Game
from engine.notes import Note
from engine.view import View


@dataclass(frozen=True)
class Played:
    """A deal with all its states, the last one settled, and the tokens between them."""

    game: Game[Any]
    states: tuple[Any, ...]
    tokens: tuple[str, ...]

    @property
    def last(self) -> Any:
        return self.states[-1]

    @property
    def steps(self) -> Iterable[tuple[Any, str, Any]]:
        return zip(self.states[:-1], self.tokens, self.states[1:], strict=True)

    @cached_property
    def told(self) -> tuple[tuple[Note, ...], ...]:
        """What each token made public."""
        return tuple(self.game.events(*step) for step in self.steps)


def played(game: Game[Any], seed: int) -> Played:
    """One deal, dealt and played at random by this seed."""
    return played_by(game, Random(seed))


def played_by(game: Game[Any], rng: Random) -> Played:
    """One deal, dealt and played by somebody."""
    states, tokens = [game.deal(rng, rng.randrange(game.about.seats))], []
    while game.to_act(states[-1]) is not None:
        tokens.append(rng.choice(game.legal(states[-1])))
        states.append(game.apply(states[-1], tokens[-1]))
    return Played(game, tuple(states), tuple(tokens))


class Clumsy(Random):
    """Somebody who shuffles badly: many cards of a suit stay together, and hands are long in one."""

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Cut once, and exchange some."""
        middle = self.randrange(len(cards))
        cards[:] = [*cards[middle:], *cards[:middle]]
        for _ in range(self.randrange(len(cards) // 4)):
            one, other = self.randrange(len(cards)), self.randrange(len(cards))
            cards[one], cards[other] = cards[other], cards[one]


@dataclass(frozen=True)
class Moment:
    """What one viewer knows after something was made public: whose turn it is, what happened, and his view."""

    to_act: int | None
    events: tuple[Note, ...]
    view: View


def public_moments(deal: Played, viewer: int | None) -> list[Moment]:
    """What this viewer is told, from the first view to the last; others' secret actions do not show."""
    game, first = deal.game, deal.states[0]
    moments = [Moment(first.to_act, (), game.view(first, viewer))]
    for (before, _, after), events in zip(deal.steps, deal.told, strict=True):
        if events or before.to_act == viewer:
            moments.append(Moment(after.to_act, events, game.view(after, viewer)))
    return moments


def seen_by(deal: Played, viewer: int | None) -> set[str]:
    """Every card that this viewer has had in hand, that lay face up, or that an event showed."""
    game, first = deal.game, deal.states[0]
    cards = {first.layout[place] for place, size in game.shape(first.dealer).items() if size == "one"}
    for events in deal.told:
        for note in events:
            cards.update(note.cards)
    if viewer is not None:
        for state in deal.states:
            cards.update(game.view(state, viewer).hand)
    return cards


def redealt(deal: Played, swap: dict[str, str]) -> Played | None:
    """The same deal with some cards in each other's place, as far as everybody can have acted the same in public.

    Secret actions of others may differ: a token that is not legal now is left out if it was secret, and a secret
    one is put in where the game asks for it. None where the public story cannot be the same.
    """
    game = deal.game

    def moved(value: Any) -> Any:
        if isinstance(value, str):
            return swap.get(value, value)
        return [moved(part) for part in value]

    first = deal.states[0]
    states = [game.restore({place: moved(part) for place, part in first.layout.items()}, first.dealer)]
    tokens: list[str] = []
    if game.view(states[0], None) != game.view(first, None):  # another begins, or one of them is annulled
        return None
    for (_, token, after), events in zip(deal.steps, deal.told, strict=True):
        verb, _, card = token.partition(":")
        wanted = token if events else f"{verb}:{swap.get(card, card)}" if card else token
        if not events:
            _take_in_secret(game, states, tokens, wanted)
            continue
        if not _take(game, states, tokens, wanted):
            secret = _secret_token(game, states[-1])
            if secret is None or not (_take(game, states, tokens, secret) and _take(game, states, tokens, wanted)):
                return None
        if game.events(states[-2], wanted, states[-1]) != events or states[-1].to_act != after.to_act:
            return None
    return Played(game, tuple(states), tuple(tokens))


def _take(game: Game[Any], states: list[Any], tokens: list[str], token: str) -> bool:
    try:
        states.append(game.apply(states[-1], token))
    except IllegalAction:
        return False
    tokens.append(token)
    return True


def _take_in_secret(game: Game[Any], states: list[Any], tokens: list[str], token: str) -> None:
    """If it is legal, and others do not see it, as they see the last of several cards that are held back."""
    if _take(game, states, tokens, token) and game.events(states[-2], token, states[-1]):
        states.pop()
        tokens.pop()


def _secret_token(game: Game[Any], state: Any) -> str | None:
    for token in game.legal(state):
        if not game.events(state, token, game.apply(state, token)):
            return token
    return None
