"""The catalogues: nothing is missing in any, and every translation can be filled as its sentence is."""

from __future__ import annotations

import ast
import re
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import languages
from client.language import LANGUAGES as SPOKEN
from client.language import of as language_of
from client.language import speaking
from client.text import before_answer
from engine import GAMES, game_named
from languages.catalogues import LANGUAGES, PARTS, compiled, missing, update
from languages.source import COUNTS, SPEAKS, WITHIN, Said, said_in

FOLDER = Path(languages.__file__).parent
ROOT = FOLDER.parent

CATALOGUES = [(language, part) for language in LANGUAGES for part in PARTS]


def gaps(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def forms(text: object) -> list[str]:
    """The one form of a sentence, or all forms of one that counts."""
    return [text] if isinstance(text, str) else list(text) if isinstance(text, (tuple, list)) else []


def catalogue(language: str, part: str) -> Catalog:
    return read_po(BytesIO((FOLDER / language / f"{part}.po").read_bytes()), locale=language)


def test_no_sentence_is_put_together_before_it_is_looked_up() -> None:
    glued = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for folder in ("client", "engine", "protocol", "server")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in (*SPEAKS, COUNTS, WITHIN)
        if any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args[:2])
    ]
    assert not glued


def test_every_language_of_the_client_has_its_catalogues() -> None:
    assert set(SPOKEN) == {"en", *LANGUAGES}


def test_what_is_said_is_found_in_the_source() -> None:
    text = (
        'tr("One.") ; tr(one) ; later("Two" " and a half.") ; trn("{count} card", "{count} cards", 3)'
        """ ;
trp("here", "x")"""
    )
    assert list(said_in(text)) == [
        Said("One."),
        Said("Two and a half."),
        Said("{count} card", "{count} cards"),
        Said("x", context="here"),
    ]
    assert list(said_in('Refusal("full", "All seats are taken.") ; print("nothing")')) == [Said("All seats are taken.")]


@pytest.mark.parametrize(("language", "part"), CATALOGUES)
def test_no_sentence_is_missing_or_doubtful(language: str, part: str) -> None:
    lacking = [message.id for message in missing(update(FOLDER, language, part))]
    assert not lacking, f"`make messages`, then say them in languages/{language}/{part}.po, then `make messages` again"


@pytest.mark.parametrize(("language", "part"), CATALOGUES)
def test_no_catalogue_holds_what_is_said_no_more(language: str, part: str) -> None:
    said = {(message.id, message.context) for message in update(FOLDER, language, part)}
    assert {(message.id, message.context) for message in catalogue(language, part)} == said, "`make messages`"


@pytest.mark.parametrize(("language", "part"), CATALOGUES)
def test_each_is_compiled_as_it_is(language: str, part: str) -> None:
    assert (FOLDER / language / f"{part}.mo").read_bytes() == compiled(update(FOLDER, language, part)), (
        "`make messages`"
    )


@pytest.mark.parametrize(("language", "part"), CATALOGUES)
def test_a_translation_has_the_gaps_of_its_sentence(language: str, part: str) -> None:
    for message in catalogue(language, part):
        for form in forms(message.string) if message.id else ():
            assert gaps(form) in map(gaps, forms(message.id)), message.id


@pytest.mark.parametrize("part", PARTS)
def test_no_line_is_broken_before_a_sign_that_french_sets_apart(part: str) -> None:
    said = [form for message in catalogue("fr", part) if message.id for form in forms(message.string)]
    assert not [form for form in said if re.search(" [:;?!»]|« ", form)], "a space that holds: U+00A0"


@pytest.mark.parametrize(("language", "part"), CATALOGUES)
def test_what_the_program_reads_is_what_translators_write(language: str, part: str) -> None:
    known = GNUTranslations(BytesIO((FOLDER / language / f"{part}.mo").read_bytes()))
    for message in catalogue(language, part):
        if message.id and isinstance(message.id, str) and not message.context:
            assert known.gettext(message.id) == message.string


@pytest.mark.parametrize(("language", "part"), CATALOGUES)
def test_what_may_be_one_or_a_fraction_is_counted_by_no_noun_that_has_but_one_form(language: str, part: str) -> None:
    """In French it is 1,9 point and 2 points, in Czech 1 bod, 1,9 bodu, 2 body and 5 bodů."""
    nouns = "points?|donnes?|cartes?|places?|punt[io]|smazzat[ae]|cart[ae]|post[io]|bod[uyů]?|karet|kart[ay]|míst[ao]?"
    counted = re.compile(r"\{(gain|worlds|points|left|count|number|each)\} (" + nouns + r")\b")
    sentences = [str(message.string) for message in catalogue(language, part) if isinstance(message.id, str)]
    assert not [sentence for sentence in sentences if counted.search(sentence)]


def test_a_number_has_the_form_of_its_language() -> None:
    cards = {
        language: [
            GNUTranslations(BytesIO((FOLDER / language / "client.mo").read_bytes()))
            .ngettext("{count} card", "{count} cards", count)
            .format(count=count)
            for count in (0, 1, 2, 5)
        ]
        for language in LANGUAGES
    }
    assert cards["fr"] == ["0 carte", "1 carte", "2 cartes", "5 cartes"]
    assert cards["it"] == ["0 carte", "1 carta", "2 carte", "5 carte"]
    assert cards["cs"] == ["0 karet", "1 karta", "2 karty", "5 karet"]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_question_of_a_game_has_no_second_colon_before_its_answer(language: str) -> None:
    with speaking(language):
        asked = {
            language_of(game).gettext(label)
            for game in GAMES
            for key, label in game_named(game).about.labels.items()
            if key.startswith("ask.")
        }
    assert not [question for question in asked if before_answer(question).count(":") > 1]
