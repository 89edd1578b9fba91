"""A scene on a terminal in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from client.doorstep import Doorstep
from client.language import speaking
from client.line import Line
from client.nearby import Around
from client.screens.app import Screen
from client.screens.lobby import LobbyScreen
from client.screens.look import AS_USUAL, Look
from client.screens.stage import Stage
from client.screens.start import StartScreen
from client.seats import Seats
from client.session import Session
from client.start import Start
from client.visit import Visit
from protocol.from_server import Lobby, Welcome
from tests.client.emulator import Emulator, emulated
from tests.client.lines import FakeLine
from tests.client.scenes import Scene


async def silence() -> Around:
    """Nobody else is ever heard."""
    return await asyncio.Future()


def placed(place: Welcome | Lobby | Callable[[], Start], line: Line, emulator: Emulator, look: Look) -> Stage[Any]:
    """What draws that place."""
    terminal = emulator.keys, emulator.output
    if isinstance(place, Lobby):
        return LobbyScreen(Visit(line, Seats(), place), *terminal, look)
    if isinstance(place, Welcome):
        return Screen(Session(line, place, now=lambda: 0.0), *terminal, look=look, lying=0)
    return StartScreen(Doorstep(place(), silence), *terminal, look)


@asynccontextmanager
async def staged(
    scene: Scene, columns: int = 80, rows: int = 24, look: Look = AS_USUAL, language: str = "en"
) -> AsyncIterator[tuple[Emulator, Stage[Any]]]:
    """The scene on a terminal, and what draws it there."""
    with speaking(language, plain=look.ascii), emulated(columns, rows) as emulator:
        line = FakeLine()
        stage = placed(scene.place, line, emulator, look)
        running = asyncio.create_task(stage.run())
        emulator.watch(stage.app, running)
        try:
            await emulator.until(lambda: stage.app.is_running)
            for step in scene.steps:
                if isinstance(step, str):
                    await emulator.press(step)
                else:
                    line.tell(step)
                    await asyncio.sleep(0)
            await emulator.until(line.waiting.empty)
            await emulator.redrawn()
            yield emulator, stage
        finally:
            running.cancel()
            await asyncio.wait([running])
