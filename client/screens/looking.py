"""Looking back on the full screen: a deal that is over, step by step, with all hands open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client.aid import Aid
from client.desk import Layout
from client.hand import Group
from client.keys import USUAL, Action, Foot, Keyboard
from client.language import tr
from client.lookback import LookingBack, Wanted
from client.past import Place, PlayAgain, Seen, seen
from client.screens.frame import COMFORTABLE, PANEL
from client.screens.help import help_looking
from client.screens.lines import Line, beside, clip, pad, width, wrapped
from client.screens.look import AS_USUAL, Look
from client.screens.page import paged
from client.screens.panel import panel
from client.screens.picture import Picture, key_line, key_targets
from client.screens.settlement import settlement
from client.screens.stage import Stage
from client.screens.table import ROOMY, table

NAMES = 12
"""The columns that a name takes at most beside its hand."""


class Looking(Stage[PlayAgain]):
    """Until the person leaves, or wishes to play a deal again."""

    def __init__(
        self,
        back: LookingBack,
        aid: Aid,
        input: Input | None = None,  # noqa: A002
        output: Output | None = None,
        look: Look = AS_USUAL,
    ) -> None:
        super().__init__(input, output, look)
        self.back = back
        self.aid = aid

    @property
    def foot(self) -> Foot:
        """What the keys are about now."""
        return self.back.foot

    def picture(self, columns: int, rows: int) -> Picture:
        """What is to be seen."""
        return looking_back(self.back, columns, rows, self.keyboard)

    async def listen(self) -> PlayAgain:
        """Nothing happens any more."""
        await asyncio.Event().wait()
        raise AssertionError

    def pressed(self, action: Action) -> None:
        """A key of the table of keys."""
        self._obey(self.back.pressed(action, self.drawn().layout))

    def typed(self, text: str) -> None:
        """A letter that is no key."""
        self._obey(self.back.typed(text))

    def _obey(self, wanted: Wanted | None) -> None:
        match wanted:
            case "leave":
                self.exit()
            case "again":
                self.exit(self.back.wish)
            case "advice":
                self.send(self._ponder())

    async def _ponder(self) -> None:
        await self.back.ponder(self.aid.advise)
        self.app.invalidate()


def looking_back(back: LookingBack, columns: int, rows: int, keyboard: Keyboard = USUAL) -> Picture:
    """What is to be seen where somebody looks."""
    return picture(seen(back.deals, back.place), back.place, columns, rows, keyboard)


def picture(seen: Seen, place: Place, columns: int, rows: int, keyboard: Keyboard = USUAL) -> Picture:
    """The screen: the hands and what came next are always there; the table takes what they leave. A page takes all."""
    if place.page:
        lines = page(seen, place.page, columns - 2, keyboard)
        return paged(title(seen, columns), lines, place.scroll, columns, rows, keyboard)
    inside = columns - 2
    upper = [title(seen, columns)] if rows >= COMFORTABLE else []
    lacking: list[Action] = [] if seen.decide else ["advice"]
    foot = keyboard.footer("looking", tr("the account") if seen.account else "", lacking)
    lower = [*hands(seen, inside), *told(seen, inside), key_line(foot, inside)]
    main = played(seen, inside, room := max(0, rows - len(upper) - len(lower)))
    main = [*main, *([[]] * (room - len(main)))]
    lines = [pad(line, columns) for line in [*upper, *([("", " "), *line] for line in [*main, *lower])][-rows:]]
    clicks = tuple(key_targets(foot, inside, len(lines) - 1, 1))
    return Picture(lines, (0, len(lines) - 1), Layout(), clicks)


def page(seen: Seen, which: Literal["account", "help"], columns: int, keyboard: Keyboard) -> list[Line]:
    """What can be opened over the table."""
    if which == "account" and seen.account:
        return settlement(seen.account, columns)
    return help_looking(keyboard, [group for _, hand in seen.hands for group in hand], columns)


def played(seen: Seen, columns: int, rows: int) -> list[Line]:
    """The table, with the facts and the tricks beside it where there is room."""
    shown = seen.shown
    if columns >= PANEL[0]:
        wide = max(PANEL[1], columns // 2)
        return beside(table(shown, wide, rows), panel(shown, columns - wide - 3, rows), wide, [("class:rule", " │ ")])
    return table(shown, columns, rows) if rows >= min(len(shown.players), ROOMY[1]) else []


def title(seen: Seen, columns: int) -> Line:
    """The game, and how far the deal has come."""
    right: Line = [("class:title.note", f"{seen.progress} ")]
    return [*pad([("class:title", f" {seen.title}")], columns - width(right), "class:title"), *right]


def hands(seen: Seen, columns: int) -> list[Line]:
    """Every hand, after its name; on more than one line where one is too short. None once all is played."""
    if not any(groups for _, groups in seen.hands):
        return []
    names = min(NAMES, max(width([("", name)]) for name, _ in seen.hands))
    lines: list[Line] = []
    for name, groups in seen.hands:
        rows = flowed(groups, columns - names - 1)
        lines += [
            [*pad([("class:heading", name)] if number == 0 else [], names + 1), *row] for number, row in enumerate(rows)
        ]
    return lines


def flowed(groups: Sequence[Group], columns: int) -> list[Line]:
    """A hand on as many lines as it takes, broken between cards."""
    rows: list[Line] = [[]]
    for group in groups:
        for number, cell in enumerate(group.cells):
            first = number == 0 and group.sign
            text = f"{group.sign} {cell.text}" if first else cell.text
            gap = ("  " if first else " ") if rows[-1] else ""
            if width([*rows[-1], ("", gap + text)]) > columns:
                rows.append([])
                gap = ""
            rows[-1].append((f"class:suit.{cell.suit}", gap + text))
    return rows


def told(seen: Seen, columns: int) -> list[Line]:
    """What had just happened, what came next, and what a bot would have done."""
    lines = wrapped(seen.happened, columns, "class:quiet") if seen.happened else []
    lines += [[("class:turn", "▸ "), *line] for line in wrapped(seen.following, columns - 2, "class:ask")]
    return [clip(line, columns) for line in [*lines, *(wrapped(seen.advised, columns) if seen.advised else [])]]
