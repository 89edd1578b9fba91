"""What the command lines of a server read: a number that cannot be is refused with its range."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from engine.arguments import Arguments

__all__ = ["COUNT", "SEATS", "SEED", "Arguments", "seconds", "whole"]

COUNT = 1, 1_000_000
"""Deals, in a file or in an arena."""

SEATS = 0, 10
"""Seats of any game; the game says how many of them there are."""

SEED = 0, 999_999_999
"""The numbers that name a shuffle, or the deals of an arena."""


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number of that range."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text[:40]!r} cannot be; give a whole number from {least} to {most}")

    return read


def seconds(most: float) -> Callable[[str], float]:
    """Reads a number of seconds that is no longer than that."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1
        if 0 <= number <= most:  # which infinity is not, nor what is no number
            return number
        raise argparse.ArgumentTypeError(f"{text[:40]!r} cannot be; give seconds from 0 to {most:g}, such as 0.5")

    return read
