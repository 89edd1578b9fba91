"""The mouse on a screen: where a click fell, and which way the wheel was turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from prompt_toolkit.formatted_text import fragment_list_to_text, to_formatted_text
from prompt_toolkit.formatted_text.utils import split_lines
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.utils import get_cwidth

Turn = Literal["up", "down"]

OTHERS = (MouseButton.MIDDLE, MouseButton.RIGHT)
"""What is not the left button; not all terminals say which one it was that was let go."""

WHEEL: dict[MouseEventType, Turn] = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}


class Canvas(FormattedTextControl):
    """A picture that tells what the mouse does on it: `clicked` the column and row, `wheeled` the direction."""

    def __init__(
        self, *args: Any, clicked: Callable[[int, int], None], wheeled: Callable[[Turn], None], **how: Any
    ) -> None:
        super().__init__(*args, **how)
        self._clicked = clicked
        self._wheeled = wheeled

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """A click is over when the button is let go, so that nothing of it is left to whatever is shown next."""
        kind = mouse_event.event_type
        if kind in WHEEL:
            self._wheeled(WHEEL[kind])
        elif kind is MouseEventType.MOUSE_UP and mouse_event.button not in OTHERS:
            self._clicked(*self._place(mouse_event))
        else:
            return NotImplemented
        return None

    def _place(self, mouse_event: MouseEvent) -> tuple[int, int]:
        """The place on the screen: an event counts signs, some of which are wider than others."""
        lines = list(split_lines(to_formatted_text(self.text)))
        at = mouse_event.position
        before = fragment_list_to_text(lines[at.y])[: at.x] if at.y < len(lines) else ""
        return get_cwidth(before), at.y
