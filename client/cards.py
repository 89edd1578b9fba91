"""Cards as a person reads and types them. What is known of a card is its code, and how the game names its suits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

SIGNS = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
"""The suits that have a sign; others are shown by their letter."""

LETTERS = {sign: name[0].upper() for name, sign in SIGNS.items()}
"""The letters that stand for those signs."""

RANKS = {"K": "king", "Q": "queen", "N": "cavalier", "J": "jack", "A": "ace"}

TYPED = {"K": "KR", "Q": "QD", "N": "NC", "J": "JV", "A": "A1"}
"""The letters under which a rank may be typed: the English one, and the French one of roi, dame, cavalier, valet."""

_SUITED = re.compile(r"(A|10|[2-9]|[JNQK])([A-Z])")
_TRUMP = re.compile(r"T(\d+)")


class Suited(NamedTuple):
    """A card of a suit: its rank, and the letter of the suit."""

    rank: str
    suit: str


def suited(code: str, suits: Mapping[str, str]) -> Suited | None:
    """The rank and suit of a card; None for a trump and for a card that stands alone."""
    match = _SUITED.fullmatch(code)
    return Suited(match[1], match[2]) if match and match[2] in suits else None


def sign(letter: str, suits: Mapping[str, str]) -> str:
    """How a suit is shown: ♠, or its letter where there is no sign."""
    return SIGNS.get(suits[letter], letter)


def short(code: str, suits: Mapping[str, str]) -> str:
    """A card within its own group: the rank alone, the number of a trump, the code of any other."""
    card = suited(code, suits)
    trump = _TRUMP.fullmatch(code)
    return card.rank if card else trump[1] if trump else code


def is_trump(code: str) -> bool:
    """Whether a card is one of the numbered trumps."""
    return _TRUMP.fullmatch(code) is not None


def written(code: str, suits: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """A card among others: `K♠`, `12`, `Excuse`."""
    card = suited(code, suits)
    if card:
        return card.rank + sign(card.suit, suits)
    return labels.get(code, short(code, suits))


def named(code: str, suits: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """A card in full words: `king of hearts`, `trump 12`, `Petit, trump 1`."""
    card = suited(code, suits)
    if card:
        return f"{RANKS.get(card.rank, card.rank)} of {suits[card.suit]}"
    trump = _TRUMP.fullmatch(code)
    own = labels.get(code)
    if trump:
        plain = f"trump {trump[1]}"
        return plain if own in (None, trump[1]) else f"{own}, {plain}"
    return own or code


def typed(code: str, suits: Mapping[str, str], labels: Mapping[str, str]) -> frozenset[str]:
    """Everything that may be typed for a card, folded."""
    names = {code, labels.get(code, code), short(code, suits), named(code, suits, labels)}
    card = suited(code, suits)
    if card:
        names.discard(card.rank)
        names |= {letter + card.suit for letter in TYPED.get(card.rank, [card.rank])}
    return frozenset(map(folded, names))


def folded(text: str) -> str:
    """What somebody typed, without the differences that do not matter: case, accents, spaces, ♥ or H."""
    plain = "".join(LETTERS.get(sign, sign) for sign in text)
    plain = unicodedata.normalize("NFKD", plain).upper()
    return "".join(sign for sign in plain if sign.isalnum())
