"""The keys as somebody has settled them, and the footer and the help that follow."""

from __future__ import annotations

import pytest

from client.keys import KEEP, KEYS, NO, USUAL, YES, BadKey, answer, answers, remapped
from client.language import LANGUAGES, speaking
from client.presses import named, written
from client.screens.look import look
from client.settings import BadSettings, Settings, place, settled


def test_no_press_of_the_table_asks_for_two_things() -> None:
    presses = list(USUAL.presses)
    assert len(presses) == len(set(presses))
    assert remapped({key.action: [*map(written, key.presses)] for key in KEYS}) == USUAL


def test_the_footer_and_the_help_name_the_keys_as_they_are_settled() -> None:
    mine = remapped({"left": "ctrl-b", "right": ["ctrl-f", "right"], "start": "g", "mark": "+"})
    assert mine.meaning("c-b", "deciding") == "left"
    assert mine.meaning("right", "deciding") == "right"
    assert mine.meaning("left", "deciding") is None
    assert mine.meaning("g", "waiting") == "start"
    assert mine.meaning("g", "deciding") is None, "a letter spells a card"
    assert ("g", "start") in [hint[:2] for hint in mine.footer("waiting", "")]
    assert "Ctrl-B Ctrl-F" in [hint.written for hint in mine.footer("deciding", "")]
    assert ("Ctrl-B Ctrl-F", "the choice before, the choice after") in mine.help()
    assert ("+", "mark a card, where several are played together") in mine.help()


@pytest.mark.parametrize("name", ["pageup", "PgUp", "space", "f5", "F12", "ctrl-x", "Ctrl-X", "?", "ö", "Tab"])
def test_a_key_is_named_as_people_name_it(name: str) -> None:
    press = named(name)
    assert press is not None
    assert named(written(press)) == press


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"jump": "j"}, "there is no action 'jump'; there are left, right, up, "),
        ({"start": "hyper-x"}, "'hyper-x' is no key for “start”; write pageup, space, f5, ctrl-x or a sign"),
        ({"start": "ctrl-m"}, "'ctrl-m' is no key"),
        ({"start": "\x1b"}, "is no key"),
        ({"start": []}, "“start” needs a key, such as s"),
        ({"start": "f5"}, "F5 cannot mean both “start” and “options”: give one another key"),
        ({"start": "f12", "rules": ["f2", "f12"]}, "F12 cannot mean both “start” and “rules”"),
        ({"left": "j"}, "j cannot mean “left”: letters and digits spell cards; write f5, ctrl-x or a sign"),
        ({"choose": "7"}, "7 cannot mean “choose”"),
    ],
)
def test_what_cannot_be_is_said_with_what_could(wishes: dict[str, str | list[str]], said: str) -> None:
    with pytest.raises(BadKey) as error:
        remapped(wishes)
    assert said in str(error.value)


def test_they_stand_in_the_file_of_settings() -> None:
    place().parent.mkdir(parents=True, exist_ok=True)
    place().write_text('mouse = false\n[keys]\nrules = "ctrl-r"\nstart = ["s", "f9"]\n', "utf-8")
    own = settled({})
    assert own.keys == {"rules": "ctrl-r", "start": ["s", "f9"]}
    assert look(own).keyboard.meaning("c-r", "deciding") == "rules"
    assert (look(own).mouse, look(Settings()).mouse) == (False, True)
    place().write_text('[keys]\nrules = "f3"\n', "utf-8")
    with pytest.raises(BadSettings, match=r"settings.toml: keys: F3 cannot mean both “rules” and “last deal”"):
        settled({})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_answered_in_english_or_in_the_language_that_is_read(language: str) -> None:
    with speaking(language):
        written = {letter: answer(letter, "").written for letter in (YES, NO, KEEP)}
        assert len(set(written.values())) == len(written)
        for letter, own in written.items():
            assert answers(letter, letter)
            assert answers(own.upper(), letter)
        assert not answers(written[NO], YES)
        assert not answers(NO, YES)
        assert not answers(KEEP, YES), "an English letter is no other answer"
