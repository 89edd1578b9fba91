"""A no that changes nothing."""

from __future__ import annotations

from engine.notes import Sentence
from protocol.from_server import Refused, Refusing


class Refusal(Exception):
    """Why something is not done that was asked for: a word for it, a sentence, the clause where a rule says so."""

    def __init__(self, code: Refusing, message: str | Sentence, clause: str | None = None) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = Sentence(message) if isinstance(message, str) else message
        self.clause = clause

    def of(self, command: str) -> Refused:
        """The answer to the command of this id."""
        return Refused.saying(self.message, id=command, code=self.code, clause=self.clause)
