"""How a screen is used on this terminal: its colours, the signs that it is drawn with, its keys and the mouse."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from prompt_toolkit.utils import get_cwidth

from client.cards import LETTERS, letter
from client.keys import USUAL, Keyboard
from client.screens.lines import Line
from client.settings import Settings
from client.theme import Theme

DRAWN = dict(zip("│─▸·›±«»…−–×“”„’œŒ←→↑↓", '|->.>#""~--x"""\'oO<>^v', strict=True))
"""What stands for the signs of a screen where there is only ASCII, one for one, so that nothing moves."""

SPACES = str.maketrans("\u00a0\u202f", "  ")
"""Spaces at which no line is broken are drawn like any other; prompt-toolkit would make them stand out."""


@dataclass(frozen=True, slots=True)
class Look:
    """A `theme`; suits by their `letters`; nothing but `ascii`; whether the `mouse` is ours; a `keyboard`."""

    theme: Theme = "two-colour"
    letters: bool = False
    ascii: bool = False
    mouse: bool = True
    keyboard: Keyboard = USUAL

    def of(self, line: Line) -> Line:
        """A line as it is drawn here; it takes the same columns."""
        return [(style, self.text(text)) for style, text in line]

    def text(self, text: str) -> str:
        """A text as it is written here."""
        text = text.translate(SPACES)
        return "".join(map(self._sign, text)) if self.letters or self.ascii else text

    def _sign(self, sign: str) -> str:
        if sign in LETTERS:
            return letter(sign)
        return sign if sign.isascii() or not self.ascii else DRAWN.get(sign) or bare(sign)


AS_USUAL = Look()


def bare(sign: str) -> str:
    """A letter without its accents; question marks, as wide as the sign, for what is none in ASCII."""
    plain = unicodedata.normalize("NFKD", sign)[:1]
    return plain if plain.isascii() else "?" * get_cwidth(sign)


def look(settings: Settings) -> Look:
    """The look that somebody has settled on."""
    letters = settings.signs == "letters" or settings.ascii
    return Look(settings.theme, letters, settings.ascii, settings.mouse, settings.keyboard)
