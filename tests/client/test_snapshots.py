"""The scenes on a real terminal: as they were reviewed, and whole in every size, look and language."""

from __future__ import annotations

import asyncio
import difflib
import re
from pathlib import Path

import pytest

from client.language import LANGUAGES, tr
from client.screens.app import Screen
from client.screens.look import AS_USUAL, Look
from client.text import before_answer
from tests.client import captures
from tests.client.pictures import FOLDER, LOOKS, USUAL, WRITTEN, file, page, shots
from tests.client.scenes import Scene, scenes
from tests.client.staging import staged

EVERY_SCENE = pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.name)

A_WORD_CUT = re.compile(r"\w…")


@EVERY_SCENE
@pytest.mark.parametrize("language", WRITTEN)
async def test_it_looks_as_it_was_reviewed(scene: Scene, language: str) -> None:
    kept, drawn = file(scene, language), await page(scene, language)
    before = kept.read_text("utf-8") if kept.exists() else ""
    changes = difflib.unified_diff(before.splitlines(), drawn.splitlines(), "reviewed", "drawn now", lineterm="")
    if before != drawn:
        pytest.fail("\n".join([f"{kept} is another; `make snapshots` writes it anew.", *changes]), pytrace=False)


def test_nothing_else_is_kept() -> None:
    kept = {path for path in FOLDER.rglob("*") if path.is_file()}
    assert kept == {file(scene, language) for language in WRITTEN for scene in scenes()}


@EVERY_SCENE
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_at_any_size(scene: Scene, look: str, language: str) -> None:
    for shot in (await shots(scene, language, look)).values():
        assert shot.lines == shot.drawn, "no line is wider than the terminal, none longer"
        assert shot.lines[-1].strip(), "the keys are named"
        cut = [line for line in shot.lines if (found := A_WORD_CUT.search(line)) and found[0] not in shot.asked]
        assert not cut
        assert look != "ascii" or "".join(shot.lines).isascii()


OURS = [scene for scene in scenes() if scene.name in ("auction", "discard", "trick", "declaration", "combination")]


@pytest.mark.parametrize("scene", OURS, ids=lambda scene: scene.name)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_that_it_is_our_turn_is_told_in_words_by_a_marker_and_in_the_title(scene: Scene, language: str) -> None:
    async with staged(scene, language=language) as (emulator, stage):
        assert isinstance(stage, Screen)
        assert AS_USUAL.text(f"▸ {before_answer(stage.shown.asked(len(stage.desk.marked)))}") in emulator.text
        assert "▸ Anna" in emulator.text
        assert emulator.display.title == AS_USUAL.text(f"▸ {tr('Your turn – {title}', title=stage.shown.title)}")


@EVERY_SCENE
async def test_without_colours_the_same_is_told(scene: Scene) -> None:
    async with staged(scene, look=Look(theme="monochrome")) as (emulator, _):
        assert emulator.lines == (await shots(scene, "en", "unicode"))[USUAL].lines
        cells = [emulator.display.buffer[row][column] for row in range(24) for column in range(80)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


@pytest.mark.parametrize("page", captures.PAGES, ids=lambda page: page.name)
def test_the_screens_on_a_page_are_those_that_one_sees(page: Path) -> None:
    text = page.read_text("utf-8")
    assert captures.CAPTURE.search(text)
    assert text == asyncio.run(captures.drawn(text)), "`make captures` draws them anew"
