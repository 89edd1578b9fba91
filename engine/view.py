"""What one viewer knows of a deal (C.3), and nothing else.

A view is built up from nothing: there is no field in which another hand could stand. It is a whole, so that
whoever comes back, or comes late, knows from one view all that there is to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.account import Result
from engine.notes import Note


@dataclass(frozen=True, slots=True)
class Trick:
    """The plays of one trick, the leader's first; the seats follow in turn (C.1). An empty play is a pass.

    `winner` is the seat that won it or, while it lies on the table, the one that is winning it so far; None while
    no card in it can win.
    """

    leader: int
    plays: tuple[tuple[str, ...], ...] = ()
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Several tokens to be chosen one after the other, under one name: a ready-made choice."""

    note: Note
    tokens: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class View:
    """One viewer's knowledge of a deal: first what is the same for all, then what may be his own.

    `to_act`, `sides` (the side of each seat, None where it is not settled yet), `calls` (the auction, in turn from
    dealer's right), `trick`, `tricks` and `result` (which comes with the end) are the same for all. `viewer` is a seat,
    or None for somebody who watches. `phase`, `counts` (cards left in each hand) and `facts` (what stands: the
    contract, cards shown) are public, but for what a viewer knows of his own secrets; `hand`, `legal`, `ask` and
    `offers` are his own. Where `ask` has an argument `left`, so many tokens are asked for, one after the other.
    """

    game: str
    dealer: int
    to_act: int | None
    sides: tuple[int | None, ...]
    calls: tuple[str, ...] = ()
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    result: Result | None = None
    viewer: int | None
    phase: str
    counts: tuple[int, ...]
    facts: tuple[Note, ...] = ()
    hand: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    ask: Note | None = None
    offers: tuple[Offer, ...] = ()


OWN = ("viewer", "phase", "counts", "facts", "hand", "legal", "ask", "offers")
"""The fields of a view that may differ from one viewer to another. All others are the same for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a client needs to know of a game to show it: no rule, only words.

    `suits` names each suit letter; a card whose code ends in none of them is a trump or stands alone.
    `labels` holds the sentence of every note, the words for tokens (`bid:garde`), phases, contracts and for the
    cards that have names of their own (`EX`). `by_rank` tells that the ranks are what matters in a hand, not the suits.
    """

    key: str
    title: str
    seats: int
    suits: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    by_rank: bool = False
