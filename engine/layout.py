"""How the cards of a deal lie before the first action: cut from a shuffled pack, or read from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import Any, Literal

from engine.cards import Pack
from engine.errors import BadRecord, quoted
from engine.shuffle import Shuffler

Layout = Mapping[str, Any]
"""The `deal` of a game record: `hands`, and what else the game lays out."""

Shape = Mapping[str, tuple[int, ...] | int | Literal["one"]]
"""What a layout must hold under each key: a hand of so many cards for each seat, so many cards, or one card."""


def shuffled(codes: Iterable[str], shape: Shape, shuffler: Shuffler) -> Layout:
    """A whole pack in another order, cut into this shape.

    The order is that of no game: the codes are sorted before they are shuffled, and the places in which they are laid
    too, so that whoever has the layout can do it again.
    """
    cards = sorted(codes)
    shuffler.shuffle(cards)
    pack = iter(cards)
    layout: dict[str, Any] = dict.fromkeys(shape)
    for key, size in sorted(shape.items()):
        if size == "one":
            layout[key] = next(pack)
        elif isinstance(size, int):
            layout[key] = list(islice(pack, size))
        else:
            layout[key] = [list(islice(pack, count)) for count in size]
    return layout


def reshuffled(layout: Layout, shuffler: Shuffler) -> Layout:
    """The cards of a layout, shuffled into the same places once more."""
    codes: list[str] = []
    shape: dict[str, tuple[int, ...] | int | Literal["one"]] = {}
    for key, part in layout.items():
        if isinstance(part, str):
            codes, shape[key] = [*codes, part], "one"
        elif all(isinstance(card, str) for card in part):
            codes, shape[key] = [*codes, *part], len(part)
        else:
            codes, shape[key] = [*codes, *chain(*part)], tuple(map(len, part))
    return shuffled(codes, shape, shuffler)


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
                raise BadRecord(f"`{key}` must be a list of {len(size)} hands, not {quoted(part)}.")
            for seat, (hand, count) in enumerate(zip(part, size, strict=True)):
                seen += _cards(pack, f"the hand of seat {seat}", hand, count)
    twice = [code for code, times in Counter(seen).items() if times > 1]
    if twice:
        missing = [code for code in pack.codes if code not in seen]
        raise BadRecord(f"{', '.join(twice)} dealt more than once; {', '.join(missing)} not at all.")


def _cards(pack: Pack, where: str, part: object, count: int) -> list[str]:
    if not isinstance(part, list | tuple) or len(part) != count:
        raise BadRecord(f"{where} must be a list of {count} cards, not {quoted(part)}.")
    for code in part:
        if not isinstance(code, str) or code not in pack.index:
            raise BadRecord(f"{where} holds {quoted(code)}, which is no card of this pack.")
    return list(part)


def _listed(shape: Shape) -> str:
    return ", ".join(f"`{key}`" for key in shape)
