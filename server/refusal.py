"""A no that changes nothing."""

from __future__ import annotations

from engine.notes import Sentence
from protocol.from_server import Failure, Refused, Refusing


class Refusal(Exception):
    """Why something is not done that was asked for: a word for it, a sentence, the clause where a rule says so."""

    def __init__(self, code: Refusing, message: str | Sentence, clause: str | None = None) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = Sentence(message) if isinstance(message, str) else message
        self.clause = clause

    def of(self, command: str | None) -> Refused | Failure:
        """The answer to the command of this id; to what has none, such as a hello, a failure."""
        if command is None:
            return Failure.saying(self.message, code=self.code)
        return Refused.saying(self.message, id=command, code=self.code, clause=self.clause)
