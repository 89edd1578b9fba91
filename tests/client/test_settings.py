"""What a person has settled once for all, and how it looks."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from client import language, theme
from client.cards import of_trumps
from client.desk import Desk
from client.language import speaking
from client.model import reduce
from client.names import named
from client.screens.frame import picture
from client.screens.look import Look, look
from client.session import forced
from client.settings import BadSettings, Settings, add_to, place, settled, settled_with
from client.theme import Theme, styles
from client.viewmodel import shown
from protocol.from_server import Update
from tests.client.tables import model, view


def write(text: str) -> None:
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_without_a_file_everything_is_as_usual() -> None:
    assert settled({}) == Settings()


def test_a_file_settles_what_it_names() -> None:
    write('name = "Zoé"\ntheme = "four-colour"\nsigns = "letters"\nbell = true\n')
    own = settled({})
    assert own == Settings(name="Zoé", theme="four-colour", signs="letters", bell=True)
    assert named(None, own) == "Zoé"
    assert named("Anna", own) == "Anna"
    assert look(own) == Look("four-colour", letters=True)


def test_an_argument_settles_it_for_this_once() -> None:
    write('theme = "four-colour"\n')
    parser = ArgumentParser()
    add_to(parser)
    assert settled_with(parser.parse_args([])).theme == "four-colour"
    own = settled_with(parser.parse_args(["--theme", "monochrome", "--ascii"]))
    assert look(own) == Look("monochrome", letters=True, ascii=True)


def test_who_wants_no_colours_has_none() -> None:
    write('theme = "four-colour"\n')
    assert settled({"NO_COLOR": "1"}).theme == "monochrome"
    assert settled({"NO_COLOR": ""}).theme == "four-colour"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("theme = ", "is not TOML"),
        ('theme = "pink"', r"theme can be 'two-colour', 'four-colour', .*, 'monochrome'; it cannot be 'pink'\."),
        (
            'colour = "pink"',
            "there is no setting 'colour'; there are name, lang, theme, signs, ",
        ),
        (f'theme = "{"p" * 99}"', rf"it cannot be '{'p' * 40}'\."),
        (f'{"c" * 99} = "pink"', f"there is no setting '{'c' * 40}'; "),
        ('name = ""', "name has 1 to 24 characters; it cannot be ''."),
        ("bell = 1", "bell can be true or false; it cannot be 1."),
        ("name = 5", "name is a text in quotes; it cannot be 5."),
        ("keys = 1", "keys is a table of actions, each with its key; it cannot be 1."),
        ("[keys]\nrules = 5", "keys.rules is a text in quotes; it cannot be 5."),
    ],
)
def test_what_cannot_be_is_said_with_what_could(text: str, said: str) -> None:
    write(text)
    with pytest.raises(BadSettings, match=said) as error:
        settled({})
    assert str(place()) in str(error.value)


def test_what_is_wrong_is_told_in_the_language_of_the_file() -> None:
    write('bell = 1\nlang = "fr"')
    with language.speaking("en"), pytest.raises(BadSettings, match="bell est true ou false"):
        settled({})


@pytest.mark.parametrize("name", get_args(Theme))
def test_every_theme_has_a_style_for_everything_that_is_drawn(name: Theme) -> None:
    used = set()
    for file in (Path(theme.__file__).parent / "screens").glob("*.py"):
        used |= set(re.findall(r'class:([a-z.]+)[" ]', file.read_text("utf-8")))
    assert used - styles(name).keys() <= {"suit.none", "card.none"}
    Style.from_dict(styles(name))


def test_the_monochrome_theme_has_no_colour() -> None:
    words = {word for style in styles("monochrome").values() for word in style.split()}
    assert words <= {"bold", "nobold", "dim", "reverse"}


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 12)])
def test_in_ascii_nothing_moves_and_nothing_is_lost(columns: int, rows: int) -> None:
    drawn = picture(shown(model()), Desk(), columns, rows)
    plain = Look(ascii=True, letters=True)
    for line in drawn.lines:
        text, bare = ("".join(text for _, text in one) for one in (line, plain.of(line)))
        assert bare.isascii()
        assert len(bare) == sum(map(get_cwidth, text)) == columns
    lines = ["".join(text for _, text in plain.of(line)) for line in drawn.lines]
    assert any(re.search(r"\bH  7  10", line) for line in lines)


def test_they_are_those_of_the_language_and_none_stands_for_two_suits() -> None:
    for spoken, letters in (("en", "SHCDT"), ("fr", "PCTKAt"), ("it", "PCFQT"), ("cs", "PSTKTr")):
        with speaking(spoken):
            assert Look(letters=True).text("♠♥♣♦") + of_trumps() == letters
            assert of_trumps() not in letters[:4]


def test_letters_stand_for_signs_that_a_terminal_makes_too_wide() -> None:
    assert Look(letters=True).of([("", "K♠, 10♥ – Dédé")]) == [("", "KS, 10H – Dédé")]
    assert Look(ascii=True, letters=True).of([("", "K♠ – Dédé 东")]) == [("", "KS - Dede ??")]


def test_a_hand_lies_as_its_player_likes() -> None:
    def lying(**own: object) -> list[tuple[str, list[str]]]:
        seen = shown(replace(model(), own=Settings.model_validate(own)))
        return [(group.name, [cell.code for cell in group.cells]) for group in seen.hand]

    assert [name for name, _ in lying()] == ["trumps", "spades", "hearts", "clubs", "diamonds"]
    assert [name for name, _ in lying(trumps="last")] == ["spades", "hearts", "clubs", "diamonds", "trumps"]
    assert dict(lying(hand="falling"))["hearts"] == ["QH", "10H", "7H"]
    assert dict(lying(hand="falling"))["trumps"] == ["EX", "T21", "T9", "T1"]


def test_the_only_card_is_played_unasked_if_one_likes() -> None:
    only = reduce(model(), Update(seq=9, events=(), view=view(legal=("play:7H",))))
    assert forced(only) == ()
    assert forced(replace(only, own=Settings(forced=True))) == ("play:7H",)
    assert forced(replace(model(), own=Settings(forced=True))) == ()


def test_the_language_is_that_of_the_command_line_or_of_the_file() -> None:
    parser = ArgumentParser()
    add_to(parser)
    write('lang = "fr"')
    with language.speaking("en"):
        settled_with(parser.parse_args([]))
        assert language.spoken() == "fr"
        settled_with(parser.parse_args(["--ascii"]))
        assert language.of("belote").gettext("hearts") == "coeur"
        settled_with(parser.parse_args(["--lang", "cs"]))
        assert language.spoken() == "cs"


def test_the_page_about_the_client_names_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "client.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    write(example)
    with language.speaking("en"):
        assert set(settled({}).model_fields_set) == set(Settings.model_fields)
