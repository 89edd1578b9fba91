"""Words that are typed to have something done: in English and in the language that is read."""

from __future__ import annotations

import pytest

from client import spoken
from client.cards import folded
from client.keys import USUAL
from client.language import LANGUAGES, speaking, tr
from client.orders import ORDERS, order
from tests.client.tables import seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_known_by_its_own_word_and_by_the_english_one(language: str) -> None:
    with speaking(language):
        for each in ORDERS:
            assert order(each) in (each, *ORDERS)
            assert order(f" {tr(each).upper()} ") == each
        assert len({folded(tr(each)) for each in ORDERS}) == len(ORDERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_word_is_another_order_there(language: str) -> None:
    with speaking(language):
        assert [order(each) for each in ORDERS] == list(ORDERS)


def test_whatever_is_no_order_stays_as_it_was_typed() -> None:
    with speaking("fr"):
        assert order("Règles") == order("regles") == "rules"
        assert order("R♥  x") == "r♥ x"
        assert order("") == ""
        assert order(" ? ") == "help"


def test_what_can_be_said_at_a_table_is_told_in_the_words_of_the_reader() -> None:
    assert set(spoken.COMMANDS) <= set(ORDERS)
    with speaking("fr"):
        assert any(line.startswith("règles") for line in spoken.helping(seen(), USUAL))
