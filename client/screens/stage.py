"""A full screen at work: keys in, pictures out. What it shows and obeys is for those who inherit from it to say."""

from __future__ import annotations

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style

from client.choices import Choice
from client.keys import Action, Foot
from client.link import HungUp
from client.screens.look import AS_USUAL, Look
from client.screens.mouse import Canvas
from client.screens.picture import Picture, Press
from client.screens.silence import silence
from client.signals import CLOSED, CONTINUED, handled
from client.theme import styles

ESCAPE_WAIT = 0.05
"""Seconds after Esc within which a terminal sends the rest of a key such as an arrow."""

PUT_BY, TAKEN_BACK = "\x1b[22;0t", "\x1b[23;0t"
"""A terminal puts its title by, and takes it back; one that knows no such thing passes over it."""

End = TypeVar("End")


class Stage(ABC, Generic[End]):
    """One person at a terminal. `input` and `output` are the terminal's own unless others are given."""

    def __init__(
        self,
        input: Input | None = None,  # noqa: A002
        output: Output | None = None,
        look: Look = AS_USUAL,
    ) -> None:
        self._look = look
        self._cursor = (0, 0)
        self._title, self._entitled = "", False
        self.keyboard = look.keyboard
        control = Canvas(
            self._text,
            focusable=True,
            show_cursor=True,
            get_cursor_position=lambda: Point(*self._cursor),
            clicked=self._telling()(self._click),
            wheeled=self._telling()(self.wheeled),
        )
        self.app: Application[End | HungUp | None] = Application(
            layout=Layout(Window(control, wrap_lines=False)),
            key_bindings=self._bindings(),
            style=Style.from_dict(styles(look.theme)),
            full_screen=True,
            mouse_support=look.mouse,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_WAIT

    @property
    @abstractmethod
    def foot(self) -> Foot:
        """What the keys are about now."""

    @abstractmethod
    def picture(self, columns: int, rows: int) -> Picture:
        """What is to be seen."""

    @abstractmethod
    def pressed(self, action: Action) -> None:
        """A key of the table of keys."""

    @abstractmethod
    def typed(self, text: str) -> None:
        """A letter or several, typed or pasted."""

    @abstractmethod
    async def listen(self) -> End:
        """Take in what happens, until it is over."""

    def clicked(self, what: Choice | str) -> None:
        """A click on something that can be chosen: a choice, an entry of a list by its name."""

    def wheeled(self, action: Action) -> None:
        """A turn of the wheel, up or down."""
        self.pressed(action)

    async def run(self) -> End | HungUp | None:
        """Until the person leaves (None), the terminal is gone, or it is over (and how)."""
        async with asyncio.TaskGroup() as tasks:
            working = [tasks.create_task(work) for work in self.works()]
            try:
                self._take_title()
                with silence(), handled(CLOSED, self._hang_up), handled(CONTINUED, self._restore):
                    return await self.app.run_async(set_exception_handler=False)
            except (EOFError, OSError):
                return HungUp()
            finally:
                with suppress(OSError):  # there is nothing to give back to a terminal that is gone
                    self._give_back()
                for task in working:
                    task.cancel()

    def works(self) -> list[Coroutine[None, None, None]]:
        """What goes on while the screen is up."""
        return [self._listen()]

    def exit(self, end: End | HungUp | None = None) -> None:
        """Take the screen down."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=end)

    def send(self, sending: Coroutine[None, None, None]) -> None:
        """Do something that takes its time, while the screen goes on."""
        self.app.create_background_task(self._sent(sending))

    async def _sent(self, sending: Coroutine[None, None, None]) -> None:
        with self._telling():
            await sending

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """A fault of ours ends the screen, which would stand still otherwise; whoever has run it is told."""
        try:
            yield
        except Exception as fault:
            if self.app.is_running and not self.app.is_done:
                self.app.exit(exception=fault)

    def _give_back(self) -> None:
        """What drawing changes for a while is as it was, though it may have come to no end."""
        self._give_title()
        output = self.app.output
        output.reset_attributes()
        output.enable_autowrap()
        output.show_cursor()
        output.flush()

    def entitle(self, title: str) -> None:
        """The title of the terminal, as long as the screen is up."""
        if title != self._title:
            self._title = title
            if self._entitled:
                self.app.output.set_title(self._look.text(title))

    def _take_title(self) -> None:
        if not self._entitled:
            self._raw(PUT_BY)
            if self._title:
                self.app.output.set_title(self._look.text(self._title))
            self._entitled = True

    def _give_title(self) -> None:
        if self._entitled:
            if self._title:
                self.app.output.clear_title()
            self._raw(TAKEN_BACK)
            self._entitled = False

    def _raw(self, sequence: str) -> None:
        """Something of which prompt-toolkit knows nothing, to a terminal that reads such sequences."""
        if isinstance(self.app.output, Vt100_Output):
            self.app.output.write_raw(sequence)

    def _hang_up(self) -> None:
        self.exit(HungUp())

    def _restore(self) -> None:
        """After a stop the terminal is as somebody else has left it: take it again, and draw all of it anew."""
        if self.app.is_running:
            self.app.input.raw_mode().__enter__()  # what it was at first is given back at the end
            self._take_title()
            self.app.renderer.reset()
            self.app.invalidate()

    async def _listen(self) -> None:
        self.exit(await self.listen())

    def drawn(self) -> Picture:
        """What is to be seen on this terminal."""
        size = self.app.output.get_size()
        return self.picture(size.columns, size.rows)

    def _text(self) -> StyleAndTextTuples:
        text: StyleAndTextTuples = []
        self._cursor = (0, 0)
        with self._telling():
            drawn = self.drawn()
            self._cursor = drawn.cursor
            for number, line in enumerate(drawn.lines):
                text += [*([("", "\n")] if number else []), *self._look.of(line)]
        return text

    def _click(self, column: int, row: int) -> None:
        what = self.drawn().at(column, row)
        if isinstance(what, Press):
            self._press(what.key)
        elif what is not None:
            self.clicked(what)

    def _press(self, press: str) -> None:
        action = self.keyboard.meaning(press, self.foot)
        if action == "stop":
            self._stop()
        elif action:
            self.pressed(action)
        else:
            self.typed(press)

    def _stop(self) -> None:
        """Back to the shell for a while, under its own title; nothing happens where the system knows no jobs."""
        if hasattr(signal, "SIGTSTP"):
            self._give_title()
            self.app.suspend_to_background()

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for press in dict.fromkeys(self.keyboard.presses):
            self._bind(bindings, press)

        @bindings.add(Keys.SIGINT)
        @self._telling()
        def _interrupt(_event: KeyPressEvent) -> None:
            self.pressed("quit")

        @bindings.add("c-j")
        @self._telling()
        def _enter(_event: KeyPressEvent) -> None:
            """Enter, as a terminal sends it that is not ours yet, or not ours any more."""
            self._press("enter")

        @bindings.add("c-\\")
        @self._telling()
        def _end(_event: KeyPressEvent) -> None:
            """What would be a signal, did we not take the terminal."""
            self._hang_up()

        @bindings.add(Keys.Any)
        @bindings.add(Keys.BracketedPaste)
        @self._telling()
        def _letter(event: KeyPressEvent) -> None:
            self.typed(event.data)

        return bindings

    def _bind(self, bindings: KeyBindings, press: str) -> None:
        @bindings.add(press)
        @self._telling()
        def _key(_event: KeyPressEvent) -> None:
            self._press(press)
