"""Of cards that come to the same one is weighed, and it stands for all."""

from __future__ import annotations

import pytest

from engine.cards import Pack, indices
from engine.game import State
from engine.tarocchino.cards import PACK as TAROCCHINO
from engine.tarot.cards import PACK as TAROT
from server.bots import craft_of
from server.bots.alike import Alike, Worths, worth_most
from server.bots.tarocchino.play import ALIKE as IN_TAROCCHINO
from server.bots.tarot.play import ALIKE as IN_TAROT
from tests.engine.deals import cards
from tests.engine.tarocchino.positions import opened
from tests.server.bots.tarot_positions import asked


@pytest.mark.parametrize(
    ("pack", "alike", "hand", "different"),
    [
        (TAROT, IN_TAROT, "6S 7S 8S 10S QS KS 2H T1 T2 T5 T6 T7 T20 T21", "8S 10S QS KS 2H T1 T2 T7 T20 T21"),
        (TAROCCHINO, IN_TAROCCHINO, "8S 9S KS 9C 8C 7C BE M1 M2 M4 T5 T6 T13 T14", "9S KS 7C BE M2 M4 T6 T13 T14"),
    ],
)
def test_the_highest_stands_for_those_worth_the_same_and_next_in_rank(
    pack: Pack, alike: Alike, hand: str, different: str
) -> None:
    held, kinds = pack.mask(cards(hand)), pack.mask(cards(different))
    assert alike.different(held) == kinds
    for card in indices(held):
        above = [kind for kind in indices(kinds) if kind >= card]
        assert alike.highest(card, held) == above[0]


@pytest.mark.parametrize(
    ("game", "state", "one", "other"),
    [
        (
            "tarot",
            asked(
                "T2 T5 T6 T7 T8 AS 3S 5S 7S 9S AH 3H 5H 7H AC 3C 5C 7C",
                "bid:garde_sans bid:pass bid:pass bid:pass chelem:no",
            ),
            "play:T5",
            "play:T8",
        ),
        ("tarocchino", opened(["AS 6S 7S 8S 9S 10S 6B 7B 8B 9B 10B T5 T6 T7 T8"]), "play:6S", "play:10S"),
    ],
)
def test_people_play_either_of_them_as_often(game: str, state: State, one: str, other: str) -> None:
    craft = craft_of(game)
    assert craft is not None
    assert craft.likelihood(state, one) == craft.likelihood(state, other)
    assert len({one, other} & set(craft.candidates(state))) < 2


def test_what_is_worth_most_is_chosen_and_a_single_card_is_not_weighed() -> None:
    def worths(chosen: int) -> Worths:
        assert chosen == 0b110
        return [(2.0, 1), (3.0, 2)]

    assert worth_most(0b110, worths) == 2
    assert worth_most(0b1000, worths) == 3
