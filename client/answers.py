"""An answer in a line of text: a number of the list, a card, a word, several cards; or what is wrong with it."""

from __future__ import annotations

import re

from client import marking, spoken
from client.cards import folded
from client.choices import Choice, meant
from client.desk import markable
from client.keys import YES, Keyboard, answers
from client.language import later, tr
from client.orders import order
from client.text import doubt
from client.viewmodel import Shown


def ordered(text: str, now: Shown, keyboard: Keyboard, *, ready: bool = False) -> str | None:
    """The command that a line is: what it is a key for on the full screen; a yes, where something is `ready` to be made
    final; or a word that is no choice. While a choice is asked any other letter is about cards: nobody leaves by one.
    """
    word = text.strip()
    action = keyboard.meaning(word, now.mode)
    if action in spoken.LETTERS:
        return spoken.LETTERS[action]
    if ready and answers(word, YES):
        return "yes"
    if word == "q" and now.mode != "deciding":
        return "quit"
    first = order(word.partition(" ")[0])
    if first == "yes" and now.mode == "deciding" and not now.wanted:  # the answer to a choice, as good as another
        return None
    return first if first in spoken.COMMANDS and not chosen(text, now) else None


def chosen(text: str, now: Shown) -> Choice | None:
    """A number of the list is that choice; anything else a card, a word or a token, as far as it is clear. A single
    letter says too little, unless it is all of a name, or nothing can come of it but a refusal.
    """
    numbered, word = spoken.numbered(now), text.strip()
    if word.isdecimal() and 1 <= int(word[:4]) <= len(numbered):
        return numbered[int(word[:4]) - 1]
    found = meant(now.choices, text)
    if len(found) != 1:
        return None
    return found[0] if len(word) > 1 or folded(word) in found[0].names or not found[0].legal else None


def to_mark(text: str, now: Shown) -> list[str]:
    """The cards that a line names, where they become final together: all that it names, or none."""
    named = marking.named(text, lambda word: chosen(word, now)) if now.wanted else []
    cards = [choice.card for choice in named if choice and choice.card and markable(choice, now)]
    return cards if len(cards) == len(named) else []


def unclear(text: str, now: Shown) -> str:
    """What to say of an answer that means several choices, or none."""
    text = _in_doubt(text, now)
    if found := meant(now.choices, text):
        return doubt(text, [choice.text for choice in found])
    none = later("“{text}” is none of the choices; say a number from 1 to {most}, a name from the list, or help.")
    return tr(none, text=text, most=len(spoken.numbered(now)))


def _in_doubt(text: str, now: Shown) -> str:
    """The first that is not clear of several cards that go together, where others are; else all of the text."""
    parts = re.split(r"[,;\s]+", text)
    wrong = [part for part in parts if chosen(part, now) is None]
    several = 0 < len(wrong) < len(parts) and any(markable(choice, now) for choice in now.choices)
    return wrong[0] if several else text
