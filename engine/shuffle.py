"""A shuffle that nobody can stack: the cards of a deal follow from bytes that everybody was bound to beforehand.

First the server is bound to a secret by its hash (`commitment`), then each player to bytes of his own by theirs
(`pledge`), and only when everybody has seen all these hashes are the bytes told, the players' before the deal, the
server's after it. Secret and bytes together give a `seed`, the seed a `Stream` of numbers, and that shuffles the pack.

Everything here is SHA-256 over lines of ASCII text, so that any language can do the same; docs/wire.md spells it out.
Hashes, secrets and bytes are written as 64 lower-case hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Protocol

Contributions = Sequence[str | None]
"""The bytes that each seat added; None for one that added nothing: a bot, somebody away, one who kept them back."""


class Shuffler(Protocol):
    """What brings cards into another order, such as `random.Random` or a `Stream`."""

    def shuffle(self, x: list[str], /) -> None:
        """Change the order in place."""


def commitment(game: str, dealer: int, secret: str) -> str:
    """What the server shows before a deal, bound to its secret and to who deals what."""
    return _hash("tapis-vert commitment 1", game, str(dealer), secret)


def pledge(commitment: str, seat: int, contribution: str) -> str:
    """What a player shows before anybody tells his bytes. Bound to his seat, it is of no use to who copies it."""
    return _hash("tapis-vert pledge 1", commitment, str(seat), contribution)


def seed(secret: str, contributions: Contributions) -> bytes:
    """The 32 bytes from which the cards follow."""
    return bytes.fromhex(_hash("tapis-vert seed 1", secret, *(part or "-" for part in contributions)))


class Stream:
    """Numbers out of a seed: SHA-256 of the seed and a counter (8 bytes, from 0), read as four 64-bit words each.

    All words are big-endian.
    """

    size = 2**64
    """How many words there are."""

    def __init__(self, seed: bytes) -> None:
        self._words = _words(seed)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1. Words past the last whole multiple of `count` are left out: no bias."""
        end = self.size - self.size % count
        return next(word for word in self._words if word < end) % count

    def shuffle(self, cards: list[str]) -> None:
        """Fisher–Yates in place: from the last card down to the second, each changes places with one not behind it."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[start : start + 8], "big") for start in range(0, 32, 8))
        counter += 1


def _hash(*lines: str) -> str:
    return sha256("\n".join(lines).encode("ascii")).hexdigest()
