"""`make captures`: the pictures of screens on the pages, drawn by the screens themselves.

A comment on the page says what is to be seen: `<!-- screen: trick 80x24 -->`, before a block of text.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from tests.client.scenes import scenes
from tests.client.staging import staged

ROOT = Path(__file__).parents[2]

PAGES = (ROOT / "README.md", ROOT / "docs" / "client.md")

CAPTURE = re.compile(r"(<!-- screen: (\w+) (\d+)x(\d+) -->\n+```text\n).*?(^```$)", re.DOTALL | re.MULTILINE)


async def screen(name: str, columns: int, rows: int) -> str:
    """A scene on a terminal of this size."""
    (scene,) = (scene for scene in scenes() if scene.name == name)
    async with staged(scene, columns, rows) as (emulator, _):
        return "".join(f"{line.rstrip()}\n" for line in emulator.lines)


async def drawn(text: str) -> str:
    """A page with its pictures as they are now."""
    parts, end = [], 0
    for found in CAPTURE.finditer(text):
        parts += [text[end : found.end(1)], await screen(found[2], int(found[3]), int(found[4]))]
        end = found.start(5)
    return "".join([*parts, text[end:]])


def main() -> None:
    """Draw them all anew."""
    for page in PAGES:
        text = asyncio.run(drawn(page.read_text("utf-8")))
        page.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
