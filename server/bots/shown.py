"""The tricks of a view as the engine counts them: what every craft of a game of tricks reads first."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Pack
from engine.tricks import Taken
from protocol import View


class Shown(NamedTuple):
    """The tricks that are over, who leads the one on the table and its cards as indices; and of all of them, each card
    with its seat, in the order in which it was played, and as masks, what each seat has played.
    """

    over: tuple[Taken, ...]
    leader: int
    on_table: tuple[int, ...]
    plays: tuple[tuple[int, int], ...]
    played: tuple[int, ...]


def shown(view: View, pack: Pack) -> Shown:
    """All cards that were played face up, read from a view."""
    over = tuple(
        Taken(trick.leader, tuple(pack.index[code] for (code,) in trick.plays), trick.winner or 0)
        for trick in view.tricks
    )
    leader = view.trick.leader if view.trick else 0
    on_table = tuple(pack.index[code] for (code,) in view.trick.plays) if view.trick else ()
    played = [0] * len(view.counts)
    plays = tuple(
        ((first + place) % len(played), card)
        for first, cards in (*[taken[:2] for taken in over], (leader, on_table))
        for place, card in enumerate(cards)
    )
    for seat, card in plays:
        played[seat] |= 1 << card
    return Shown(over, leader, on_table, plays, tuple(played))
