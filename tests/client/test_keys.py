"""The keys as somebody has settled them, and the footer and the help that follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.desk import Desk
from client.keys import KEEP, KEYS, NO, USUAL, YES, BadKey, answer, answers, remapped
from client.language import LANGUAGES, speaking
from client.presses import named, written
from client.screens.frame import picture
from client.screens.look import look
from client.settings import BadSettings, Settings, place, settled
from client.viewmodel import Shown, shown
from protocol import Note, Result
from tests.client.tables import model, seen, table, view


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


USUALLY = Settings()
MINE = Settings(keys={"hint": "f9", "chat": ["ctrl-t"], "choose": "f8", "start": ["f7", "g"]})


def drawn(now: Shown, desk: Desk, own: Settings) -> str:
    lines = picture(now, desk, 80, 60, look(own).keyboard).lines
    return " ".join(" ".join("".join(text for _, text in line) for line in lines).split())


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (USUALLY, ("why; H begins a name", "/ say something to the table F5", "the choice that Enter takes")),
        (MINE, ("F9 what a strong bot would do, and why Esc", "to the table F5", "the choice that F8 takes")),
    ],
)
def test_the_help_speaks_of_the_keys_as_they_are_settled(own: Settings, told: tuple[str, ...]) -> None:
    page = drawn(seen(), Desk(page="help"), own)
    for sentence in told:
        assert sentence in page


@pytest.mark.parametrize(("own", "key"), [(USUALLY, "Enter"), (MINE, "F8")])
def test_the_key_that_makes_marks_final_is_named_as_it_is_settled(own: Settings, key: str) -> None:
    turn = seen(view(legal=("discard:2S", "discard:7H", "discard:3C"), ask=Note("Discard", args={"left": 2})))
    assert f"{key} makes it final" in drawn(turn, Desk(marked=frozenset({"2S", "7H"})), own)


@pytest.mark.parametrize(("own", "on_screen", "in_text"), [(USUALLY, "s", "start (s)"), (MINE, "F7", "start (g)")])
def test_whoever_is_to_say_start_is_told_the_key_that_he_has_for_it(
    own: Settings, on_screen: str, in_text: str
) -> None:
    before, after = replace(model(), view=None, own=own), replace(model(), own=own)
    over = replace(after, view=view(result=Result("played", (0, 0, 0, 0)), to_act=None))
    for state, at in (("waiting", before), ("over", over)):
        at = replace(at, table=table(state))
        assert f"Press {on_screen} " in shown(at).ask
        assert f"Say {in_text} " in shown(at, "plain").ask
    none = replace(before, table=table("waiting"), own=Settings(keys={"start": "f7"}))
    assert "Say start when" in shown(none, "plain").ask


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
        ({"j" * 99: "j"}, f"there is no action '{'j' * 40}'; "),
        ({"start": "x" * 99}, f"'{'x' * 40}' is no key"),
        ({"start": "ctrl-m"}, "'ctrl-m' is no key"),
        ({"start": "\x1b"}, "is no key"),
        ({"start": []}, "“start” needs a key, such as s"),
        ({"start": "f5"}, "F5 cannot mean both “start” and “options”: give one another key"),
        ({"start": "f12", "rules": ["f2", "f12"]}, "F12 cannot mean both “start” and “rules”"),
        ({"left": "j"}, "j cannot mean “left”: letters and digits spell cards"),
        ({"choose": "7"}, "7 cannot mean “choose”"),
        ({"chat": "t"}, "t cannot mean “chat”: letters and digits spell cards"),
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
