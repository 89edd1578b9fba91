"""How long a test runs that could run for ever: a short form in the suite, a long one in `make soak`."""

from __future__ import annotations

from hypothesis import settings

SOAK = 1000
"""From so many examples on it is the long form."""


def length(short: int, long: int) -> int:
    """So many rounds, by the profile of this run."""
    return long if settings.default and settings.default.max_examples >= SOAK else short
