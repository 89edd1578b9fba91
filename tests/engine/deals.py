"""Deals that one can see: write the cards that matter, the rest of the pack fills the other places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Game, State
from engine.view import View


def cards(text: str) -> tuple[str, ...]:
    """`cards("T21 T7 KH")`."""
    return tuple(text.split())


def laid_out(game: Game[Any], dealer: int, hands: Sequence[str] = (), **others: str) -> dict[str, Any]:
    """A layout with these cards in the hands of seats 0, 1, …, and in the game's other places.

    What is not named comes from the rest of the pack, in its order.
    """
    named = [cards(hand) for hand in hands]
    placed = {place: cards(text) for place, text in others.items()}
    taken = {code for part in (*named, *placed.values()) for code in part}
    rest = [code for code in game.pack.codes if code not in taken]

    def full(part: tuple[str, ...], size: int) -> list[str]:
        return [*part, *(rest.pop(0) for _ in range(size - len(part)))]

    layout: dict[str, Any] = {}
    for place, size in game.shape(dealer).items():
        if size == "one":
            layout[place] = full(placed.get(place, ()), 1)[0]
        elif isinstance(size, int):
            layout[place] = full(placed.get(place, ()), size)
        else:
            layout[place] = [full(named[seat] if seat < len(named) else (), count) for seat, count in enumerate(size)]
    return layout


def deal(game: Game[Any], dealer: int, hands: Sequence[str] = (), **others: str) -> Any:
    """The start of such a deal, checked as a record is."""
    return game.restore(laid_out(game, dealer, hands, **others), dealer)


def act(game: Game[Any], state: Any, tokens: str) -> Any:
    """The state after these tokens, which must all be legal."""
    for token in tokens.split():
        state = game.apply(state, token)
    return state


def legal(game: Game[Any], state: State) -> set[str]:
    """The legal tokens as a set."""
    return set(game.legal(state))


def fact(view: View, key: str, seat: int | None = None) -> Any:
    """The one fact of this key (and seat) in a view; None where there is none."""
    found = [note for note in view.facts if note.key == key and seat in (None, note.seat)]
    assert len(found) <= 1
    return found[0] if found else None
