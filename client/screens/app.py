"""The full screen at work: keys in, orders to the session, pictures out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from client import desk as desks
from client.desk import Choose, Desk, Leave, Order, Start
from client.keys import KEYS, Action
from client.link import LinkError
from client.model import Model
from client.screens.frame import Picture, picture
from client.screens.silence import silence
from client.session import Session
from client.signals import CLOSED, handled
from client.theme import THEME
from client.viewmodel import Shown, shown
from protocol.from_server import FromServer

ESCAPE_WAIT = 0.05
"""Seconds after Esc within which a terminal sends the rest of a key such as an arrow."""


class Screen:
    """One person at a terminal. `input` and `output` are the terminal's own unless others are given."""

    def __init__(self, session: Session, input: Input | None = None, output: Output | None = None) -> None:  # noqa: A002
        self.session = session
        self.shown: Shown = shown(session.model)
        self.desk = Desk()
        control = FormattedTextControl(
            self._text, focusable=True, show_cursor=True, get_cursor_position=lambda: Point(*self._picture().cursor)
        )
        self.app: Application[LinkError | None] = Application(
            layout=Layout(Window(control, wrap_lines=False)),
            key_bindings=self._bindings(),
            style=Style.from_dict(THEME),
            full_screen=True,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_WAIT

    async def run(self) -> LinkError | None:
        """Until the person leaves (None), or the line ends (and why)."""
        async with asyncio.TaskGroup() as tasks:
            listening = tasks.create_task(self._listen())
            try:
                with silence(), handled(CLOSED, self._exit):
                    return await self.app.run_async(set_exception_handler=False)
            except (EOFError, OSError):  # the terminal is gone
                return None
            finally:
                listening.cancel()

    async def _listen(self) -> None:
        self._exit(await self.session.listen(self._told))

    def _told(self, _before: Model, _message: FromServer) -> None:
        self._show()
        self.app.invalidate()

    def _show(self) -> None:
        self.shown = shown(self.session.model)
        self.desk = desks.settle(self.desk, self.shown)

    def _exit(self, reason: LinkError | None = None) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=reason)

    def _picture(self) -> Picture:
        size = self.app.output.get_size()
        return picture(self.shown, self.desk, size.columns, size.rows)

    def _text(self) -> StyleAndTextTuples:
        text: StyleAndTextTuples = []
        for number, line in enumerate(self._picture().lines):
            text += [*([("", "\n")] if number else []), *line]
        return text

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key in KEYS:
            for press in key.presses:
                self._bind(bindings, press, key.action)
        self._bind(bindings, Keys.SIGINT, "quit")

        @bindings.add(Keys.Any)
        @bindings.add(Keys.BracketedPaste)
        def _letter(event: KeyPressEvent) -> None:
            self._typed(event.data)

        return bindings

    def _bind(self, bindings: KeyBindings, press: str, action: Action) -> None:
        @bindings.add(press)
        def _key(_event: KeyPressEvent) -> None:
            if action == "start" and self.shown.mode not in ("waiting", "over"):
                self._typed(press)
            else:
                self.desk, order = desks.pressed(self.desk, action, self.shown, self._picture().layout)
                self._obey(order)

    def _typed(self, text: str) -> None:
        self.desk, order = desks.typed(self.desk, text, self.shown)
        self._obey(order)

    def _obey(self, order: Order | None) -> None:
        match order:
            case Choose(tokens):
                self._send(self.session.choose(tokens))
                self._show()
            case Start():
                self._send(self.session.start())
                self._show()
            case Leave():
                self._send(self._leave())

    def _send(self, sending: Awaitable[None]) -> None:
        async def sent() -> None:
            await sending

        self.app.create_background_task(sent())

    async def _leave(self) -> None:
        await self.session.leave()
        self._exit()
