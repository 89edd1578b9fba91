"""Which language is spoken, and how a sentence gets its gaps filled."""

from __future__ import annotations

import pytest

from client import language
from client.language import LANGUAGES, said, tr, trn, wished
from client.text import listed
from protocol import Sentence


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "cs_CZ"}, "cs"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "it_IT", "LC_ALL": ""}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "de:cs:it"}, "cs"),
    ],
)
def test_the_environment_says_which_language(environment: dict[str, str], code: str) -> None:
    assert wished(environment) == code


def test_where_the_environment_is_silent_the_system_says_it() -> None:
    assert wished({}, "fr_FR") == "fr"
    assert wished({"LANG": "it_IT.UTF-8"}, "fr_FR") == "it"


def test_gaps_are_filled_and_nothing_else_is_done() -> None:
    assert tr("Deal {number} of {all}", number=1, all="{number}") == "Deal 1 of {number}"
    with pytest.raises(KeyError):
        tr("{nobody} plays.")
    assert tr("{x:>999999999} {x.real}", x=1) == "{x:>999999999} {x.real}"
    assert tr("") == ""


def test_a_number_is_written_as_people_do_whoever_fills_it_in() -> None:
    sentence = Sentence("{whole} or {half} seconds", whole=10.0, half=2.5)
    assert said(sentence) == str(sentence) == "10 or 2.5 seconds"


def test_a_number_chooses_the_form() -> None:
    assert [trn("{count} card", "{count} cards", count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_where_there_is_only_ascii_a_heart_is_still_one() -> None:
    for plain, hearts in ((False, "cœur"), (True, "coeur")):
        with language.speaking("fr", plain=plain):
            assert language.of("belote").gettext("hearts") == hearts
            assert language.of("belote").pgettext("the suit of a card", "hearts") == f"de {hearts}"


def test_a_semicolon_stands_as_it_does_where_the_language_is_read() -> None:
    assert listed(["♠ 7 8", "♥ 9"]) == "♠ 7 8; ♥ 9"
    with language.speaking("fr"):
        assert listed(["♠ 7 8", "♥ 9"]) == "♠ 7 8\u00a0; ♥ 9"


def test_a_language_is_spoken_for_a_while() -> None:
    for code in LANGUAGES:
        with language.speaking(code):
            assert language.spoken() == code
    assert language.spoken() == "en"
    with pytest.raises(LookupError), language.speaking("tlh"):
        pass
    assert language.spoken() == "en"
