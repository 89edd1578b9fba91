"""Command lines: what is wrong with one is said in one line."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Arguments(argparse.ArgumentParser):
    """A parser that leaves the rest to `--help`."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with 2."""
        self.exit(2, f"{self.prog}: {message}\n")
