"""Questions that are answered one after the other, each with a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from client.language import later, tr
from client.names import BadName, checked

Answer = str | int | None


class Unclear(ValueError):
    """An answer that cannot be taken. The text says what could."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and how an answer is read; Unclear for one that cannot be. `help` is told to who says `?`."""

    key: str
    text: str
    read: Callable[[str], Answer]
    help: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """What is being filled in, what was answered so far, and what is left to ask."""

    title: str
    questions: tuple[Question, ...]
    answers: tuple[tuple[str, Answer], ...] = ()

    @property
    def question(self) -> Question | None:
        """The one to be answered now; None when all are."""
        return self.questions[len(self.answers)] if len(self.answers) < len(self.questions) else None


def asks(form: Form, text: str) -> str:
    """What is told to who answers with a question mark; nothing where that is an answer like any other."""
    return form.question.help if form.question and text.strip() == "?" else ""


def answered(form: Form, text: str) -> Form:
    """The form after an answer to its question. Unclear for one that cannot be taken."""
    question = form.question
    return replace(form, answers=(*form.answers, (question.key, question.read(text.strip())))) if question else form


def one_of(names: dict[str, str]) -> Callable[[str], str]:
    """By number, key or name; the first one unless told."""

    def read(text: str) -> str:
        keys = list(names)
        if text.isdecimal() and 1 <= int(text[:4]) <= len(keys):
            return keys[int(text[:4]) - 1]
        word = text.casefold()
        found = [key for key, name in names.items() if key.startswith(word) or name.casefold().startswith(word)]
        if not found or (len(found) > 1 and text):
            raise Unclear(tr("“{text}” is none of them; say a number from 1 to {most}.", text=text, most=len(keys)))
        return found[0]

    return read


def any_of(words: Sequence[str]) -> Callable[[str], str | None]:
    """One of these words, or its beginning; None for no answer."""

    def read(text: str) -> str | None:
        found = [word for word in words if text and word.startswith(text.casefold())]
        if text and len(found) != 1:
            there = ", ".join(words)
            raise Unclear(tr("“{text}” is none of them; say {words}, or nothing.", text=text, words=there))
        return found[0] if found else None

    return read


def a_name(otherwise: str) -> Callable[[str], str]:
    """What somebody or something is called; `otherwise` for no answer."""

    def read(text: str) -> str:
        try:
            return checked(text or otherwise)
        except BadName as error:
            raise Unclear(str(error)) from None

    return read


def up_to(longest: int, otherwise: str | None = None) -> Callable[[str], str | None]:
    """Any text of so many characters; `otherwise` for none."""

    def read(text: str) -> str | None:
        if len(text) > longest:
            raise Unclear(tr("That has {count} characters; {most} are the most.", count=len(text), most=longest))
        return text or otherwise

    return read


def number(least: int, most: int) -> Callable[[str], int | None]:
    """A whole number; None for no answer."""

    def read(text: str) -> int | None:
        if not text:
            return None
        if not (text.isascii() and text.isdecimal() and least <= int(text[:9]) <= most):
            what = later("“{text}” cannot be; say a number from {least} to {most}, or nothing.")
            raise Unclear(tr(what, text=text, least=least, most=most))
        return int(text)

    return read
