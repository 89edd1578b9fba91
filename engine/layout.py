"""How the cards of a deal lie before the first action: cut from a shuffled pack, or read from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Literal

from engine.cards import Pack
from engine.errors import BadRecord

Layout = Mapping[str, Any]
"""The `deal` of a game record: `hands`, and what else the game lays out."""

Shape = Mapping[str, tuple[int, ...] | int | Literal["one"]]
"""What a layout must hold under each key: a hand of so many cards for each seat, so many cards, or one card."""


def shuffled(pack: Pack, shape: Shape, rng: Random) -> Layout:
    """The whole pack in random order, cut into this shape."""
    cards = list(pack.codes)
    rng.shuffle(cards)
    layout: dict[str, Any] = {}
    for key, size in shape.items():
        if size == "one":
            layout[key] = cards.pop()
        elif isinstance(size, int):
            layout[key] = [cards.pop() for _ in range(size)]
        else:
            layout[key] = [[cards.pop() for _ in range(count)] for count in size]
    return layout


def check(pack: Pack, shape: Shape, layout: object) -> None:
    """BadRecord where a layout is not the exact pack in the right counts."""
    if not isinstance(layout, Mapping):
        raise BadRecord(f"`deal` must be an object with {_listed(shape)}.")
    seen: list[str] = []
    for key, size in shape.items():
        if key not in layout:
            raise BadRecord(f"`deal` has no `{key}`; it must have {_listed(shape)}.")
        part = layout[key]
        if size == "one":
            seen += _cards(pack, f"`{key}`", [part], 1)
        elif isinstance(size, int):
            seen += _cards(pack, f"`{key}`", part, size)
        else:
            if not isinstance(part, list | tuple) or len(part) != len(size):
                raise BadRecord(f"`{key}` must be a list of {len(size)} hands.")
            for seat, (hand, count) in enumerate(zip(part, size, strict=True)):
                seen += _cards(pack, f"the hand of seat {seat}", hand, count)
    twice = [code for code, times in Counter(seen).items() if times > 1]
    if twice:
        missing = [code for code in pack.codes if code not in seen]
        raise BadRecord(f"{', '.join(twice)} dealt more than once; {', '.join(missing)} not at all.")


def _cards(pack: Pack, where: str, part: object, count: int) -> list[str]:
    if not isinstance(part, list | tuple) or len(part) != count:
        found = f"{len(part)}" if isinstance(part, list | tuple) else f"{part!r:.40}"
        raise BadRecord(f"{where} must hold {count} cards, not {found}.")
    for code in part:
        if not isinstance(code, str) or code not in pack.index:
            raise BadRecord(f"{where} holds {code!r:.40}, which is no card of this pack.")
    return list(part)


def _listed(shape: Shape) -> str:
    return ", ".join(f"`{key}`" for key in shape)
