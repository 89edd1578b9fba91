"""`make snapshots`: the scenes as a terminal shows them, in files for people to read and to compare."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import NamedTuple

from client.screens.app import Screen
from client.screens.look import AS_USUAL, Look
from tests.client.scenes import Scene, scenes
from tests.client.staging import staged

FOLDER = Path(__file__).parent / "snapshots"

LOOKS = {"unicode": AS_USUAL, "ascii": Look(letters=True, ascii=True)}


class Size(NamedTuple):
    """Of a terminal, in signs."""

    columns: int
    rows: int


LARGE, USUAL, SMALL, SMALLEST = Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 12)
SIZES = (USUAL, SMALL, SMALLEST, LARGE)

WRITTEN = {
    "en": (*((size, "unicode") for size in SIZES), (USUAL, "ascii")),
    "fr": ((USUAL, "unicode"), (SMALLEST, "unicode")),
    "it": ((USUAL, "unicode"), (SMALLEST, "unicode")),
    "cs": ((USUAL, "unicode"), (SMALLEST, "unicode")),
}
"""The pictures of each language that are kept; of all others, tests say what must hold of them."""


class Shot(NamedTuple):
    """What a terminal shows, and what was drawn there; `asked` is the question or what is waited for."""

    lines: list[str]
    drawn: list[str]
    asked: str


_taken: dict[tuple[str, str, str], dict[Size, Shot]] = {}


async def shots(scene: Scene, language: str, look: str) -> dict[Size, Shot]:
    """A scene at every size, as one terminal shows it that is made larger and smaller; taken once."""
    key = scene.name, language, look
    if key not in _taken:
        _taken[key] = {}
        async with staged(scene, look=LOOKS[look], language=language) as (emulator, stage):
            for size in SIZES:
                emulator.resize(*size)
                await emulator.redrawn()
                drawn = ["".join(text for _, text in LOOKS[look].of(line)) for line in stage.drawn().lines]
                question = stage.shown.asked(len(stage.desk.marked)) if isinstance(stage, Screen) else ""
                _taken[key][size] = Shot(emulator.lines, drawn, question)
    return _taken[key]


async def page(scene: Scene, language: str) -> str:
    """What is kept of a scene in a language."""
    parts = []
    for size, look in WRITTEN[language]:
        shot = (await shots(scene, language, look))[size]
        heading = f"═══ {size.columns} × {size.rows}, {look} ".ljust(size.columns, "═")
        parts.append("\n".join([heading, *map(str.rstrip, shot.lines), ""]))
    return "\n".join(parts)


def file(scene: Scene, language: str) -> Path:
    """Where it is kept."""
    return FOLDER / language / f"{scene.name}.txt"


async def pages() -> dict[Path, str]:
    """All files as they would be now."""
    return {file(scene, language): await page(scene, language) for language in WRITTEN for scene in scenes()}


def main() -> None:
    """Write them all anew, and no others."""
    made = asyncio.run(pages())
    shutil.rmtree(FOLDER, ignore_errors=True)
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
