"""The shuffle that nobody can stack: the page says it, a second implementation agrees, and it favours no order."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine import GAMES, game_named
from engine.layout import reshuffled, shuffled
from engine.shuffle import Stream, commitment, pledge, seed

PAGE = Path("docs/wire.md").read_text(encoding="utf-8")
EXAMPLE = dict(
    re.findall(r"^(\w+(?: \w+)*) {2,}(.+)$", PAGE.split("```text\n")[-1].split("```")[0], flags=re.MULTILINE)
)


def test_the_example_of_the_page() -> None:
    secret, first, third = EXAMPLE["secret"], EXAMPLE["bytes of 0"], EXAMPLE["bytes of 2"]
    bound = commitment("belote", 3, secret)
    assert bound == EXAMPLE["commitment"]
    assert pledge(bound, 0, first) == EXAMPLE["pledge of 0"]
    assert pledge(bound, 2, third) == EXAMPLE["pledge of 2"]
    begun = seed(secret, (first, None, third, None))
    assert begun.hex() == EXAMPLE["seed"]
    words = Stream(begun)
    assert [words.below(2**64) for _ in range(4)] == [int(word) for word in EXAMPLE["first words"].split()]
    layout = game_named("belote").deal(Stream(begun), dealer=3).layout
    assert layout["hands"] == [EXAMPLE[f"hands of {seat}"].split() for seat in range(4)]
    assert layout["stock"] == EXAMPLE["stock"].split()
    assert layout["upcard"] == EXAMPLE["upcard"]


def permuted(seed: bytes, pack: list[str]) -> list[str]:
    """Steps 4 to 6 of the page once more, in another manner: bits as text, no generator, cards taken out of a list."""
    bits, block = "", 0
    order: list[str] = []
    cards = sorted(pack)
    while cards:
        if len(bits) < 64:
            digest = hashlib.sha256(seed + bytes.fromhex(f"{block:016x}")).digest()
            bits, block = "".join(f"{byte:08b}" for byte in digest), block + 1
        if len(cards) == 1:
            return [cards[0], *order]
        word, bits = int(bits[:64], 2), bits[64:]
        quotient, number = divmod(word, len(cards))
        if quotient < 2**64 // len(cards):
            cards[number], cards[-1] = cards[-1], cards[number]
            order.insert(0, cards.pop())
    return order


@pytest.mark.parametrize("number", range(50))
def test_a_second_implementation_agrees(number: int) -> None:
    begun = hashlib.sha256(bytes([number])).digest()
    pack = list(game_named("tarot").pack.codes)
    dealt = shuffled(pack, {"hands": (18,) * 4, "chien": 6}, Stream(begun))
    assert [*dealt["chien"], *itertools.chain(*dealt["hands"])] == permuted(begun, pack)


class Words(Stream):
    """A stream of given words, out of eight that there are."""

    size = 8

    def __init__(self, *words: int) -> None:
        self._words = iter(words)


def order(cards: str, *words: int) -> str:
    shuffled = list(cards)
    Words(*words).shuffle(shuffled)
    return "".join(shuffled)


@pytest.mark.parametrize("cards", ["AB", "ABC", "ABCD"])
def test_every_order_is_reached_by_as_many_words(cards: str) -> None:
    """Every sequence of words is tried; those in which one is left out are as the sequence without it."""
    counts = range(len(cards), 1, -1)
    kept = [range(8 - 8 % count) for count in counts]
    reached = Counter(order(cards, *words) for words in itertools.product(*kept))
    assert set(reached) == {"".join(order) for order in itertools.permutations(cards)}
    assert len(set(reached.values())) == 1


def test_a_word_past_the_last_whole_multiple_is_left_out() -> None:
    assert [Words(word, 0).below(3) for word in range(8)] == [0, 1, 2, 0, 1, 2, 0, 0]
    assert order("ABC", 7, 6, 4, 1) == order("ABC", 4, 1)


def test_whoever_changes_one_digit_changes_the_cards() -> None:
    secret, mine = "0" * 64, "1" * 64
    pack = game_named("belote").pack.codes
    parts = [(secret, (mine, None)), ("0" * 63 + "1", (mine, None)), (secret, (None, mine)), (secret, (None, None))]
    orders = {tuple(shuffled(pack, {"stock": 32}, Stream(seed(*part)))["stock"]) for part in parts}
    assert len(orders) == len(parts)


@pytest.mark.parametrize("key", GAMES)
def test_a_layout_holds_all_that_is_needed_to_shuffle_again(key: str) -> None:
    game, begun = game_named(key), seed("0" * 64, ())
    other = game.deal(Random(1), dealer=2).layout
    dealt = game.deal(Stream(begun), dealer=2).layout
    assert reshuffled(other, Stream(begun)) == dealt != other
