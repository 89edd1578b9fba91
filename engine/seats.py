"""Seats and sides (C.1)."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def right_of(seat: int, seats: int) -> int:
    """C.1 The next seat in turn is the neighbour on the right."""
    return (seat + 1) % seats


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values of all seats, with that of one seat changed."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


SIDES = (0, 1, 0, 1)
"""The side of each seat where partners sit opposite each other."""


def each(sides: tuple[T, T]) -> tuple[T, ...]:
    """What each of those four seats gets, where partners get the same."""
    return tuple([sides[side] for side in SIDES])
