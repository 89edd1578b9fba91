"""What is lent to a client that knows no game and no bot, by the command that knows both."""

from __future__ import annotations

from dataclasses import dataclass

from client.advice import Adviser


@dataclass(frozen=True, kw_only=True)
class Aid:
    """`advise` is a bot that is asked for hints."""

    advise: Adviser
