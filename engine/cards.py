"""Sets of cards as whole numbers: bit `i` stands for the card of index `i` in its pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


class Pack:
    """The cards of one game, in the order in which a hand is sorted; in a suit the lowest comes first."""

    def __init__(self, codes: Sequence[str]) -> None:
        self.codes = tuple(codes)
        self.index = {code: index for index, code in enumerate(codes)}
        self.full = (1 << len(codes)) - 1
        self._names = Names(codes)

    def __len__(self) -> int:
        return len(self.codes)

    def mask(self, codes: Iterable[str]) -> int:
        """The set of these cards. KeyError for a code that is not in the pack."""
        cards = 0
        for code in codes:
            cards |= 1 << self.index[code]
        return cards

    def names(self, cards: int) -> tuple[str, ...]:
        """The codes of a set, in the order of the pack."""
        return self._names.of(cards)


class Tokens:
    """The tokens that choose a card: `play:KH`, one for each card of the pack."""

    def __init__(self, verb: str, pack: Pack) -> None:
        names = [f"{verb}:{code}" for code in pack.codes]
        self._cards = {name: 1 << index for index, name in enumerate(names)}
        self._names = Names(names)

    def card(self, token: str) -> int:
        """The card that a token chooses, as a set of one; the empty set for a token of another kind."""
        return self._cards.get(token, 0)

    def of(self, cards: int) -> tuple[str, ...]:
        """The tokens of a set, in the order of the pack."""
        return self._names.of(cards)


class Names:
    """Names of cards, listed for a whole set at once: eight cards at a time, out of tables made beforehand."""

    def __init__(self, names: Sequence[str]) -> None:
        eights = [names[start : start + 8] for start in range(0, len(names), 8)]
        self._tables = [
            [tuple(name for bit, name in enumerate(eight) if some >> bit & 1) for some in range(256)]
            for eight in eights
        ]

    def of(self, cards: int) -> tuple[str, ...]:
        """The names of a set, lowest index first."""
        found: tuple[str, ...] = ()
        for table in self._tables:
            if not cards:
                break
            found += table[cards & 255]
            cards >>= 8
        return found


def indices(cards: int) -> Iterator[int]:
    """The indices of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def above(index: int) -> int:
    """All indices higher than this one (-1 for all there are), as a mask without end, to be cut with a set of cards."""
    return -1 << index + 1
