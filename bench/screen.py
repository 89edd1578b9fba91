"""How long a screen takes to be drawn, and what a key costs, beside prompt-toolkit with a plain text of that size.

What is drawn are the scenes of the tests: a person's place in the middle of a deal, as it comes from a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import process_time
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from tests.client.emulator import Emulator, emulated
from tests.client.scenes import Scene, scenes
from tests.client.staging import staged

TIMES = 100

ARROWS = (Keys.Right, Keys.Down, Keys.Left, Keys.Up)

KEYS: dict[str, tuple[Keys | str, ...]] = {
    "discard": (*ARROWS, "k", Keys.Backspace),
    "trick": (*ARROWS, "k", Keys.Backspace),
    "combination": (*ARROWS, " ", " "),
    "help": (Keys.Down, Keys.Up),
}
"""The scenes that are drawn, and keys that come back to the beginning, to be followed by Enter. In the help they
scroll, which draws it anew.
"""

MILLISECONDS, BYTES = 10.0, 500
"""The aims at 80 by 24: for all of a screen, and for what answers a key."""


Work = Callable[[], Awaitable[None]]


async def spent(work: Work) -> float:
    """Milliseconds of CPU for each of many times."""
    await work()
    start = process_time()
    for _ in range(TIMES):
        await work()
    return (process_time() - start) * 1000 / TIMES


def whole(emulator: Emulator, app: Application[Any]) -> Work:
    """Draw everything anew, as after a resize."""

    async def draw() -> None:
        app.renderer.reset()
        await emulator.redrawn()

    return draw


def pressed(emulator: Emulator, app: Application[Any], key: Keys | str) -> Work:
    """Press a key, and draw what has changed."""

    async def press() -> None:
        app.key_processor.feed(KeyPress(key))
        app.key_processor.process_keys()
        await emulator.redrawn()

    return press


async def written(emulator: Emulator, work: Work) -> int:
    """The bytes that some work writes to the terminal."""
    before = len(emulator.written)
    await work()
    return len("".join(emulator.written[before:]).encode())


async def plain(text: str) -> float:
    """The reference: the same signs without styles, drawn by prompt-toolkit alone."""
    with emulated() as emulator:
        emulator.drawing = False
        control = FormattedTextControl(lambda: text)
        app: Application[None] = Application(
            Layout(Window(control)), full_screen=True, input=emulator.keys, output=emulator.output
        )
        running = asyncio.create_task(app.run_async())
        emulator.watch(app, running)
        await emulator.until(lambda: app.is_running)
        milliseconds = await spent(whole(emulator, app))
        app.exit()
        await running
        return milliseconds


async def measured(scene: Scene) -> None:
    """One line of the table."""
    async with staged(scene) as (emulator, stage):
        text = emulator.text
        emulator.drawing = False
        each = [pressed(emulator, stage.app, key) for key in KEYS[scene.name]]

        async def all_of_them() -> None:
            for press in each:
                await press()

        full = await spent(whole(emulator, stage.app))
        key = await spent(all_of_them) / len(each)
        once = each if scene.name == "help" else [*each, pressed(emulator, stage.app, Keys.Enter)]
        size = max([await written(emulator, press) for press in once])
    reference = await plain(text)
    print(f"{scene.name:16}{full:>9.2f}{reference:>9.2f}{full / reference:>8.1f}{key:>9.2f}{size:>9,}")


def main() -> None:
    """Print one line a scene."""
    print(f"A screen of 80 by 24, CPU in ms; the aim is {MILLISECONDS:.0f} for all of it, and {BYTES} bytes for a key")
    print(f"{'':16}{'whole':>9}{'plain':>9}{'ratio':>8}{'a key':>9}{'bytes':>9}")
    for scene in scenes():
        if scene.name in KEYS:
            asyncio.run(measured(scene))


if __name__ == "__main__":
    main()
