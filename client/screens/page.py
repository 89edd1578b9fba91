"""A page that is opened over a place: it takes the whole screen, but for a title and the keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client.desk import Layout, scrolled
from client.keys import Action, Foot, Keyboard
from client.screens.frame import COMFORTABLE
from client.screens.lines import Line, pad
from client.screens.look import AS_USUAL, Look
from client.screens.picture import Picture, key_line, key_targets
from client.screens.settlement import furthest, window
from client.screens.stage import Stage

End = TypeVar("End")


class Explained(Stage[End]):
    """A place whose keys are explained on a page that is opened over it. Any key closes that and does what it does, but
    for those that scroll and for Enter, with which nobody means what he has not seen.
    """

    def __init__(
        self,
        input: Input | None = None,  # noqa: A002
        output: Output | None = None,
        look: Look = AS_USUAL,
    ) -> None:
        super().__init__(input, output, look)
        self._scroll: int | None = None

    @property
    def foot(self) -> Foot:
        """What the keys are about now."""
        return self.place_foot

    def picture(self, columns: int, rows: int) -> Picture:
        """What is to be seen: the place, or the page as far as it is scrolled."""
        if self._scroll is None:
            return self.place(columns, rows)
        return paged(self.title(columns), self.page(columns - 2), self._scroll, columns, rows, self.keyboard)

    def pressed(self, action: Action) -> None:
        """A key of the table of keys."""
        if self._scroll is not None and action != "quit":
            self._scroll = scrolled(self._scroll, action, self.drawn().layout)
            if self._scroll is None and action not in ("leave", "choose", "help"):
                self.done(action)
        elif action == "help" and self.place_foot not in ("writing", "broken"):
            self._scroll = 0
        else:
            self.done(action)

    def typed(self, text: str) -> None:
        """A letter or several, typed or pasted."""
        self.close()
        self.written(text)

    def close(self) -> None:
        """The place is to be seen again."""
        self._scroll = None

    @property
    @abstractmethod
    def place_foot(self) -> Foot:
        """What the keys are about in the place."""

    @abstractmethod
    def place(self, columns: int, rows: int) -> Picture:
        """What is to be seen of the place."""

    @abstractmethod
    def title(self, columns: int) -> Line:
        """Which place it is."""

    @abstractmethod
    def page(self, columns: int) -> list[Line]:
        """What explains it."""

    @abstractmethod
    def done(self, action: Action) -> None:
        """A key that is for the place."""

    @abstractmethod
    def written(self, text: str) -> None:
        """Letters that are for the place."""


def paged(title: Line, lines: list[Line], scroll: int, columns: int, rows: int, keyboard: Keyboard) -> Picture:
    """As much of its lines as there is room for, from `scroll` on."""
    inside = columns - 2
    upper = [title] if rows >= COMFORTABLE else []
    foot = keyboard.footer("page", "")
    room = max(0, rows - len(upper) - 1)
    main = window(lines, room, scroll, inside)
    body = [*main, *([[]] * (room - len(main))), key_line(foot, inside)]
    drawn = [pad(line, columns) for line in [*upper, *([("", " "), *line] for line in body)][-rows:]]
    layout = Layout(furthest=furthest(lines, room), page=max(1, room - 2))
    return Picture(drawn, (0, len(drawn) - 1), layout, tuple(key_targets(foot, inside, len(drawn) - 1, 1)))
