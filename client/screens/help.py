"""The pages that can be opened over the table: keys and signs, and the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from client import rulebook
from client.hand import Group
from client.keys import LOOKING_BACK, Action, Keyboard
from client.language import later, tr
from client.screens.hand import BARRED, CURSOR, CURSOR_ON_MARKED, MARKED
from client.screens.lines import Line, pad, width, wrapped
from client.screens.table import TURN
from client.tricks import LEADS

GAP = 2
"""The columns between a key or a sign and its sentence."""

SIGNS = {
    TURN: later("whose turn it is"),
    CURSOR: later("the choice that {key} takes"),
    BARRED: later("a card not allowed now"),
    f"{MARKED} {CURSOR_ON_MARKED}": later("a card that is marked"),
    LEADS: later("the card that wins the trick"),
}


def help_page(invitation: Sequence[str], keyboard: Keyboard, hand: Sequence[Group], columns: int) -> list[Line]:
    """How others can join, where that is known; all keys, and the signs on the screen, with those of the hand."""
    return [
        *(line for text in invitation for line in wrapped(text, columns, indent="    ")),
        *([[]] if invitation else []),
        *keys_and_signs(keyboard, keyboard.help(), SIGNS, hand, columns),
    ]


def help_looking(keyboard: Keyboard, hands: Sequence[Group], columns: int) -> list[Line]:
    """The keys of who looks back, and the signs that he sees."""
    return keys_and_signs(keyboard, keyboard.help_elsewhere(LOOKING_BACK), (TURN, LEADS), hands, columns)


def help_list(keyboard: Keyboard, sentences: Mapping[Action, str], columns: int) -> list[Line]:
    """The keys of who chooses from a list, by these sentences."""
    return keys_and_signs(keyboard, keyboard.help_elsewhere(sentences), (CURSOR,), (), columns)


def keys_and_signs(
    keyboard: Keyboard, keys: Sequence[tuple[str, str]], shown: Iterable[str], cards: Sequence[Group], columns: int
) -> list[Line]:
    """Keys and signs, each with its sentence, and the suits of cards."""
    suits = {group.sign: group.called for group in cards if group.called}
    signs = [*((sign, tr(SIGNS[sign], key=keyboard.written("choose"))) for sign in shown), *suits.items()]
    names = GAP + max(width([("", name)]) for name, _ in (*keys, *signs))
    return [
        [("class:heading", tr("Keys"))],
        *(line for written, text in keys for line in _entry(written, text, names, columns)),
        [],
        [("class:heading", tr("Signs"))],
        *(line for sign, text in signs for line in _entry(sign, text, names, columns)),
    ]


def rules_page(game: str, clause: str, columns: int) -> list[Line]:
    """A clause of the rulebook, or the whole book where none is named."""
    return book_page(_rules(game, clause) or tr("There is no rulebook of this game here."), columns)


def book_page(text: str, columns: int) -> list[Line]:
    """A part of a rulebook, to be read."""
    return [line for paragraph in rulebook.paragraphs(text) for line in _of_a_book(paragraph, columns) or [[]]]


def _of_a_book(text: str, columns: int) -> list[Line]:
    if text.startswith("#"):
        return wrapped(text.lstrip("# "), columns, "class:heading")
    too_wide = text.lstrip().startswith("|") and width([("", text.rstrip())]) > columns
    return wrapped(" ".join(text.split()) if too_wide else text.rstrip(), columns, indent="  ")


@cache
def _rules(game: str, clause: str) -> str:
    if game not in rulebook.books():
        return ""
    book = rulebook.book(game)
    return book.clauses.get(clause, book.text)


def _entry(name: str, text: str, names: int, columns: int) -> list[Line]:
    first, *others = wrapped(text, columns - names, "class:quiet")
    return [[*pad([("", name)], names), *first], *([("", " " * names), *line] for line in others)]
