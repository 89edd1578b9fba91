"""Seats and sides (C.1)."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def right_of(seat: int, seats: int) -> int:
    """C.1 The next seat in turn is the neighbour on the right."""
    return (seat + 1) % seats


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values of all seats, with that of one seat changed."""
    return (*values[:seat], value, *values[seat + 1 :])
