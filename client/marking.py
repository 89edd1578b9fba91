"""Cards that are asked for one after the other, such as a discard: they are marked first, and become final together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from client.choices import Choice
from client.language import later, tr, trn
from protocol import Note, View


def wanted(view: View | None, choices: Sequence[Choice]) -> int:
    """How many cards of the hand are to be marked; none where one is chosen at once, or each belongs to a rank.

    It is the `left` of the question, but no more than can be chosen now.
    """
    left = view.ask.args.get("left") if view and view.ask else None
    cards = sum(choice.legal for choice in choices if choice.card and not choice.rank)
    return min(left, cards) if isinstance(left, int) and left > 1 and cards > 1 else 0


def asked(ask: Note, number: int) -> Note:
    """The question as it is put where so many are to be marked: it says the same number as what is told of the marks,
    until all of them become final.
    """
    return replace(ask, args={**ask.args, "left": number}) if number else ask


def named(text: str, one: Callable[[str], Choice | None]) -> list[Choice | None]:
    """What a text names, each as `one` finds it: a card, whose name may hold spaces, or several with spaces or commas
    between; numbers are always several: `1 4` is no trump 14.
    """
    return [choice for part in re.split("[,;]", text) for choice in _in_part(part, one)]


def _in_part(text: str, one: Callable[[str], Choice | None]) -> list[Choice | None]:
    words = text.split()
    numbers = len(words) > 1 and all(word.isdecimal() for word in words)
    whole = one(text) if words and not numbers else None
    return [whole] if whole else [one(word) for word in words]


def toggled(marked: frozenset[str], card: str, number: int) -> frozenset[str]:
    """With that card marked, or not any more; the same where enough are marked already, if so many are wanted."""
    return marked ^ {card} if card in marked or not number or len(marked) < number else marked


def tokens(marked: Collection[str], choices: Sequence[Choice]) -> tuple[str, ...]:
    """What is said for the marked cards, one after the other."""
    return tuple(token for choice in choices if choice.card in marked for token in choice.tokens)


def surplus(marked: Collection[str], named: Collection[str], choices: Sequence[Choice], number: int) -> str:
    """Which of those that were just named are not marked, since there are enough; nothing where none is left out."""
    cards = " ".join(choice.text for choice in choices if choice.card in named and choice.card not in marked)
    return tr("No more than {count} can be marked; left out: {cards}.", count=number, cards=cards) if cards else ""


def none_yet(number: int) -> str:
    """What is said where nothing is marked."""
    return trn("Nothing is marked: {count} card is wanted.", "Nothing is marked: {count} cards are wanted.", number)


def told(marked: Collection[str], choices: Sequence[Choice], number: int) -> str:
    """Which cards are marked, and how many of those that are wanted; nothing where none is marked."""
    cards = " ".join(choice.text for choice in choices if choice.card in marked)
    sentence = later("Marked ({count} of {number}): {cards}.")
    return tr(sentence, count=len(marked), number=number, cards=cards) if cards else ""
