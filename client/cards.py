"""Cards as a person reads and types them. What is known of a card is its code, and how the game names its suits."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from client import language
from client.language import later, tr, trp
from protocol import About

SIGNS = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
"""The suits that have a sign; others are shown by their letter."""

LETTERS = {sign: name[0].upper() for name, sign in SIGNS.items()}
"""The letters that stand for those signs in a code."""

LETTER_OF_A_SUIT = "the letter of a suit"
"""The context of a letter that is written instead of a sign, and of what stands before a row of trumps."""

T = "T"
"""What stands there, and before the number of a trump in its code."""

RANKS = {"K": later("king"), "Q": later("queen"), "N": later("cavalier"), "J": later("jack"), "A": later("ace")}

OF_A_SUIT = {
    "K": later("king of {suit}"),
    "Q": later("queen of {suit}"),
    "N": later("cavalier of {suit}"),
    "J": later("jack of {suit}"),
    "A": later("ace of {suit}"),
}
NUMBER_OF_A_SUIT = later("{number} of {suit}")

TYPED = {"K": "KR", "Q": "QD", "N": "NC", "J": "JVF", "A": "A1"}
"""The letters under which a rank may be typed: the English one, and those of roi and re, dame, cavalier and
cavallo, valet and fante. No two ranks share one.
"""

LETTER_ON_A_CARD = "the letter on a card"
"""The context of a rank as it stands on a card."""

SUIT_OF_A_CARD = "the suit of a card"
"""The context in which the name of a suit stands behind that of a rank."""

_SUITED = re.compile(r"(A|10|[2-9]|[JNQK])([A-Z])")
_TRUMP = re.compile(r"T(\d+)")


class Suited(NamedTuple):
    """A card of a suit: its rank, and the letter of the suit."""

    rank: str
    suit: str


def suited(code: str, about: About) -> Suited | None:
    """The rank and suit of a card; None for a trump and for a card that stands alone."""
    match = _SUITED.fullmatch(code)
    return Suited(match[1], match[2]) if match and match[2] in about.suits else None


def sign(letter: str, about: About) -> str:
    """How a suit is shown: ♠, or its letter where there is no sign."""
    return SIGNS.get(about.suits[letter], letter)


def letter(sign: str) -> str:
    """What is written for ♠ without signs where this language is spoken; any other sign as it is."""
    return trp(LETTER_OF_A_SUIT, LETTERS[sign]) if sign in LETTERS else sign


def of_trumps() -> str:
    """What stands before a row of trumps, of two columns at most; it is the letter of no suit."""
    return trp(LETTER_OF_A_SUIT, T)


def face(rank: str) -> str:
    """A rank as it stands on the cards where this language is spoken."""
    return trp(LETTER_ON_A_CARD, rank) if rank in RANKS else rank


def rank_in_full(rank: str) -> str:
    """A rank in words."""
    return tr(RANKS[rank]) if rank in RANKS else rank


def short(code: str, about: About) -> str:
    """A card within its own group: the rank alone, the number of a trump, the code of any other."""
    card = suited(code, about)
    trump = _TRUMP.fullmatch(code)
    return face(card.rank) if card else trump[1] if trump else code


def is_trump(code: str) -> bool:
    """Whether a card is one of the numbered trumps."""
    return _TRUMP.fullmatch(code) is not None


def lettered(code: str, about: About) -> str:
    """A card without signs, as this language writes it: `KS`, `T12`, `EX`."""
    card = suited(code, about)
    return face(card.rank) + letter(sign(card.suit, about)) if card else code


def lying(code: str, about: About) -> str:
    """A card as it lies on the table: `K♠`, `12`, `EX`."""
    card = suited(code, about)
    return face(card.rank) + sign(card.suit, about) if card else short(code, about)


def written(code: str, about: About) -> str:
    """A card among others: `K♠`, `12`, `Excuse`."""
    return _own_name(code, about) or lying(code, about)


def named(code: str, about: About) -> str:
    """A card in full words: `king of hearts`, `trump 12`, `Petit, trump 1`."""
    card = suited(code, about)
    if card:
        suit = language.of(about.key).pgettext(SUIT_OF_A_CARD, about.suits[card.suit])
        return tr(OF_A_SUIT.get(card.rank, NUMBER_OF_A_SUIT), number=card.rank, suit=suit)
    trump = _TRUMP.fullmatch(code)
    own = _own_name(code, about)
    if trump and own in ("", trump[1]):
        return tr("trump {number}", number=trump[1])
    if trump:
        return tr("{name}, trump {number}", name=own, number=trump[1])
    return own or code


def typed(code: str, about: About) -> frozenset[str]:
    """Everything that may be typed for a card, folded."""
    names = {code, about.labels.get(code, code), written(code, about), named(code, about)}
    card = suited(code, about)
    if card:
        letters = {face(card.rank), *TYPED.get(card.rank, [card.rank])}
        names |= {letter + suit for letter in letters for suit in _suits_typed(card.suit, about)}
    else:
        names.add(short(code, about))
    return frozenset(map(folded, names))


def half_typed(code: str, about: About) -> frozenset[str]:
    """What may be typed for its rank or its suit alone, folded; for a suit that has a sign also that, for any other the
    letter that its name begins with.
    """
    card = suited(code, about)
    if card is None:
        return frozenset()
    name, shown = language.of(about.key).gettext(about.suits[card.suit]), sign(card.suit, about)
    ranks = {face(card.rank), rank_in_full(card.rank), *TYPED.get(card.rank, [card.rank])}
    suits = {name, letter(shown)} if shown in LETTERS else {name, shown, name[:1]}
    return frozenset({shown, *map(folded, ranks | suits)})


def _suits_typed(code: str, about: About) -> set[str]:
    """A suit as it is typed behind a rank: by its letters, its name, or the letter that its name begins with."""
    name = language.of(about.key).gettext(about.suits[code])
    return {code, letter(sign(code, about)), name, name[:1]}


def _own_name(code: str, about: About) -> str:
    """The name of a card that has one of its own."""
    return language.of(about.key).gettext(about.labels[code]) if about.labels.get(code) else ""


def folded(text: str) -> str:
    """What somebody typed, without the differences that do not matter: case, accents, spaces, ♥ or H."""
    plain = "".join(LETTERS.get(sign, sign) for sign in text)
    plain = unicodedata.normalize("NFKD", plain).upper().replace("Œ", "OE")
    return "".join(sign for sign in plain if sign.isalnum())
