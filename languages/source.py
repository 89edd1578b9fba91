"""The sentences in source text: what is given to a function by which something is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

SPEAKS = {
    "tr": (0,), "later": (0,), "Sentence": (0,), "Refusal": (1,), "IllegalAction": (1,), "not_a_choice": (1,),
}  # fmt: skip
"""Which of the arguments of a function are sentences."""

COUNTS = "trn"
"""Its first two arguments are the forms of one sentence."""

WITHIN = "trp"
"""Its first argument tells what its second one means."""


class Said(NamedTuple):
    """A sentence, its plural where it counts something, its context where it may mean several things."""

    one: str
    many: str | None = None
    context: str | None = None

    @property
    def id(self) -> str | tuple[str, str]:
        """What it is looked up by."""
        return self.one if self.many is None else (self.one, self.many)


def said_in(text: str) -> Iterator[Said]:
    """All sentences in a source text. What is only put together when the program runs is none."""
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        words = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]
        texts = [word if isinstance(word, str) else "" for word in words]
        if name == COUNTS and len(texts) > 1 and texts[0]:
            yield Said(texts[0], texts[1])
        elif name == WITHIN and len(texts) > 1 and texts[1]:
            yield Said(texts[1], context=texts[0])
        else:
            yield from (Said(texts[at]) for at in SPEAKS.get(name, ()) if at < len(texts) and texts[at])
