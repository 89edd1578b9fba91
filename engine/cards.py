"""Sets of cards as whole numbers: bit `i` stands for the card of index `i` in its pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


class Pack:
    """The cards of one game, in the order in which a hand is sorted; in a suit the lowest comes first."""

    def __init__(self, codes: Sequence[str]) -> None:
        self.codes = tuple(codes)
        self.index = {code: index for index, code in enumerate(codes)}
        self.full = (1 << len(codes)) - 1

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
        codes = self.codes
        return tuple([codes[index] for index in indices(cards)])


def indices(cards: int) -> Iterator[int]:
    """The indices of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def above(index: int) -> int:
    """All indices higher than this one (-1 for all there are), as a mask without end, to be cut with a set of cards."""
    return -1 << index + 1
