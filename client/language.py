"""The language of a person: whole sentences with named gaps, which the catalogues of gettext hold in each language.

English is the language of the source, so its sentences need no catalogue.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Literal

from protocol import Sentence, fill, later
from protocol.from_server import Failure, Farewell, Refused

__all__ = [
    "LANGUAGES", "Language", "later", "of", "said", "speak", "speaking", "spell", "spoken", "told", "tr", "trn", "trp",
    "wished",
]  # fmt: skip

ENGLISH = "en"

Language = Literal["en", "fr", "it", "cs"]

LANGUAGES: dict[str, str] = {ENGLISH: "English", "fr": "Français", "it": "Italiano", "cs": "Čeština"}
"""Those there are, as each calls itself."""

WHERE_SAID = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment that say which one a person reads, the strongest first."""


def tr(message: str, /, **gaps: object) -> str:
    """A sentence of the client, in the language that is spoken now, with its gaps filled."""
    return fill(_own().gettext(message), gaps) if message else ""


def trn(one: str, many: str, count: int, /, **gaps: object) -> str:
    """A sentence that counts something, in the form that goes with the number, which fills the gap `count`."""
    return fill(_own().ngettext(one, many, count), {"count": count, **gaps})


def trp(context: str, message: str, /, **gaps: object) -> str:
    """A sentence or word that means several things: `context` says which is meant here."""
    return fill(_own().pgettext(context, message), gaps)


def of(game: str) -> NullTranslations:
    """The catalogue of a game, with all that is said at every table."""
    return _catalogue(_spoken, (game, "table", "client"), _plain)


def told(message: Refused | Failure | Farewell, game: str = "table") -> str:
    """What a server says for a person to read; at the table of a game, or elsewhere."""
    try:
        return said(Sentence(message.pattern or message.message, **message.args), game)
    except LookupError:
        return message.message


def said(sentence: Sentence, game: str = "table") -> str:
    """A sentence that came from elsewhere, with its gaps filled."""
    return fill(of(game).gettext(sentence.text), sentence.args) if sentence.text else ""


def speak(language: str) -> None:
    """From now on, this language; at first it is the one that the environment asks for. LookupError for another."""
    global _spoken
    LANGUAGES[language]
    _spoken = language


def spell(*, plain: bool) -> None:
    """From now on, with every letter or with those of ASCII: a screen puts one sign in the place of another, which
    does for é, but œ is two.
    """
    global _plain
    _plain = plain


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken


@contextmanager
def speaking(language: str, *, plain: bool = False) -> Iterator[None]:
    """For a while, this language."""
    before = _spoken, _plain
    speak(language)
    spell(plain=plain)
    try:
        yield
    finally:
        speak(before[0])
        spell(plain=before[1])


def wished(environment: Mapping[str, str], otherwise: str = "") -> str:
    """The language that the environment asks for, or else the system; English where they ask for none that there is."""
    said = next((environment[name] for name in WHERE_SAID if environment.get(name)), otherwise)
    codes = (wish.partition(".")[0].partition("_")[0].casefold() for wish in said.split(":"))
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def of_the_system() -> str:
    """The language of a system that tells it elsewhere than in the environment."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


_spoken = wished(os.environ, of_the_system())

_plain = False


class Apart(GNUTranslations):
    """A catalogue in which œ is written as two letters."""

    def gettext(self, message: str) -> str:
        """A sentence."""
        return super().gettext(message).replace("œ", "oe")

    def ngettext(self, one: str, many: str, count: int) -> str:
        """A sentence that counts."""
        return super().ngettext(one, many, count).replace("œ", "oe")

    def pgettext(self, context: str, message: str) -> str:
        """A sentence that means several things."""
        return super().pgettext(context, message).replace("œ", "oe")


def _own() -> NullTranslations:
    return _catalogue(_spoken, ("client",), _plain)


@cache
def _catalogue(language: str, parts: tuple[str, ...], plain: bool) -> NullTranslations:
    """The parts of a language, each asked for what those before it do not have."""
    whole = NullTranslations()
    for part in reversed(parts):
        file = files("languages").joinpath(language, f"{part}.mo")
        if part.isidentifier() and file.is_file():
            with file.open("rb") as stream:
                found = (Apart if plain else GNUTranslations)(stream)
            found.add_fallback(whole)
            whole = found
    return whole
