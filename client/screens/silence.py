"""What is logged while the screen is up: it must not be painted over it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silence() -> Iterator[None]:
    """Log lines go nowhere: without any handler, Python would print warnings into the picture."""
    root = logging.getLogger()
    before, root.handlers = root.handlers, [logging.NullHandler()]
    try:
        yield
    finally:
        root.handlers = before
