"""An answer in a line of text: a number of the list, a card, a word, several cards; or what is wrong with it."""

from __future__ import annotations

import re

from client import spoken
from client.cards import folded
from client.choices import Choice, meant
from client.desk import markable
from client.language import later, tr
from client.text import either
from client.viewmodel import Shown


def chosen(text: str, now: Shown) -> Choice | None:
    """A number is always that of a choice; anything else a card, a word or a token, as far as it is clear."""
    numbered = spoken.numbered(now)
    if text.strip().isdecimal():
        number = int(text.strip()[:4])
        return numbered[number - 1] if 1 <= number <= len(numbered) else None
    found = meant(now.choices, text)
    exact = [choice for choice in found if folded(text) in choice.names]
    return found[0] if len(found) == 1 and (exact or len(text.strip()) > 1) else None


def to_mark(text: str, now: Shown) -> list[str]:
    """The cards that a line names, where they become final together: one, or several with spaces or commas between."""
    if not now.wanted:
        return []
    named = [choice for part in re.split("[,;]", text) for choice in _named(part, now)]
    cards = [choice.card for choice in named if choice and choice.card and markable(choice, now)]
    return cards if len(cards) == len(named) else []


def _named(text: str, now: Shown) -> list[Choice | None]:
    """One, whose name may hold spaces, or several; numbers are always several: `1 4` is no trump 14."""
    words = text.split()
    numbers = len(words) > 1 and all(word.isdecimal() for word in words)
    one = chosen(text, now) if words and not numbers else None
    return [one] if one else [chosen(word, now) for word in words]


def unclear(text: str, now: Shown) -> str:
    """What to say of an answer that means several choices, or none."""
    found = () if text.isdecimal() else meant(now.choices, text)
    if found:
        return tr("“{text}” may be {choices}.", text=text, choices=either([choice.text for choice in found]))
    none = later("“{text}” is none of the choices; say a number from 1 to {most}, a name from the list, or help.")
    return tr(none, text=text, most=len(spoken.numbered(now)))
