"""One picture of the whole screen, for a terminal of any size: first what must be there, then what has room."""

from __future__ import annotations

from client.choices import Choice
from client.desk import Desk, Layout, pointed
from client.keys import USUAL, Keyboard, Page
from client.language import tr
from client.screens.foot import asking, complaint, keys
from client.screens.hand import Row, Spot, drawn, hand_rows, menu_rows
from client.screens.help import help_page, rules_page
from client.screens.lines import POINT, Line, beside, fitting, pad, parted, width, wrapped
from client.screens.match import ledger_page, options_page, tricks_page
from client.screens.panel import above, below, last_word, newest, panel
from client.screens.picture import Picture, Target, key_line, key_targets
from client.screens.settlement import furthest, settlement, window
from client.screens.table import ROOMY, table
from client.text import hand_counted
from client.viewmodel import Shown

PANEL = (72, 52)
"""The columns from which on the facts stand beside the table, and the columns that the table has then."""

COMFORTABLE = 16
"""The rows from which on the screen has a title."""

MORE = " …"
"""Stands behind a menu that has more than is seen."""

LEAST = 4
"""So small a part of the rows is the table's before a long menu may have it."""


def picture(shown: Shown, desk: Desk, columns: int, rows: int, keyboard: Keyboard = USUAL) -> Picture:
    """The screen. The hand and the question are always whole; the table takes what they leave."""
    inside = columns - 2
    hand, menu = hand_rows(shown.hand, inside), menu_rows(shown.menu, inside)
    upper = [title(shown, columns)] if rows >= COMFORTABLE else []
    foot = [*asking(shown, desk, inside, rows - 1), []]
    free = rows - 2 * len(upper) - len(hand) - len(foot)
    told = complaint(shown, desk, inside, max(0, free - min(1, len(menu))), keyboard)
    spare = free - max(len(told), rows // LEAST)
    menu = menu if len(menu) <= max(1, spare) else menu_rows(shown.menu, inside - len(MORE))
    offered = [] if desk.page else [*hand, *seen(shown, desk, menu, spare)]
    head = [rule(f" {hand_counted(shown.cards)} ", inside)] if upper and offered and shown.hand else []
    lower = [*told, *head, *holding(shown, desk, offered, len(hand + menu), inside), *foot]
    room = max(0, rows - len(upper) - len(lower))
    main, last = middle(shown, desk, inside, room, keyboard)
    named = keys(shown, desk, keyboard, more=last > 0)
    body = [*upper, *([("", " "), *line] for line in [*main, *lower[:-1], key_line(named, inside)])]
    lines = [pad(line, columns) for line in body[-rows:]]
    cursor = min(width(foot[-2]) + 1, columns - 1), max(0, len(lines) - 2)
    first = len(lines) - len(foot) - len(offered)
    clicks = [*clickable(offered, first), *key_targets(named, inside, len(lines) - 1, 1)]
    return Picture(lines, cursor, Layout(choosable(hand + menu), last, max(1, room - 2)), clicks)


def seen(shown: Shown, desk: Desk, menu: list[Row], spare: int) -> list[Row]:
    """As much of the menu as there are rows to spare; one row of it at least."""
    at = pointed(desk, shown)
    around = next((number for number, row in enumerate(menu) if at and any(at.key == key(spot) for spot in row)), 0)
    first = max(0, min(around, len(menu) - spare))
    return menu[first : first + max(1, spare)]


def holding(shown: Shown, desk: Desk, rows: list[Row], all_rows: int, columns: int) -> list[Line]:
    """The hand and the menu as they are drawn; a sign where the menu has more than is seen."""
    at = pointed(desk, shown)
    cursor = at.key if at else ()
    lines = [drawn(row, columns, cursor, desk.marked) for row in rows]
    if lines and len(rows) < all_rows:
        lines[-1] = [*drawn(rows[-1], columns - len(MORE), cursor, desk.marked), ("class:quiet", MORE)]
    return lines


def clickable(rows: list[Row], first: int) -> list[Target]:
    """The choices in these rows, of which the first is that row of the screen, for the mouse."""
    return [
        Target(row, 1 + spot.column, 1 + width([("", spot.text)]), spot.choice)
        for row, spots in enumerate(rows, start=first)
        for spot in spots
        if spot.choice
    ]


def middle(shown: Shown, desk: Desk, columns: int, rows: int, keyboard: Keyboard) -> tuple[list[Line], int]:
    """What takes the room that is left, on exactly those rows, and how far it can be scrolled."""
    if desk.page:
        lines = page(shown, desk.page, columns, keyboard)
    elif shown.account:
        lines = settlement(shown.account, columns)
        lines += [[], *ledger_page(shown.ledger, columns)] if shown.ledger.over else []
    else:
        return play(shown, columns, rows), 0
    said = newest(shown.said, columns, min(3, rows // 4))
    rows -= len(said)
    seen = window(lines, rows, desk.scroll, columns)
    return [*seen, *([[]] * (rows - len(seen))), *said], furthest(lines, rows)


def page(shown: Shown, which: Page, columns: int, keyboard: Keyboard) -> list[Line]:
    """What can be opened over the table."""
    match which:
        case "help":
            return help_page(shown.invitation, keyboard, shown.hand, columns)
        case "rules":
            return rules_page(shown.game, shown.clause, columns)
        case "tricks":
            return tricks_page(shown, columns)
        case "last deal":
            account = shown.last_account
            return (
                settlement(account, columns) if account else wrapped(tr("No deal has ended since you came."), columns)
            )
        case "ledger":
            return ledger_page(shown.ledger, columns)
        case "options":
            return options_page(shown, columns)


def play(shown: Shown, columns: int, rows: int) -> list[Line]:
    """The table with what there is to say of it beside it, or above and below; before the first deal, who can join."""
    if shown.mode == "waiting" and shown.invitation:
        lines = [line for text in shown.invitation for line in wrapped(text, columns, indent="    ")]
        lines = lines[: rows - min(len(shown.players), rows // 2)]
        said = newest(shown.said, columns, min(3, rows // 4))
        return [*lines, *table(shown, columns, rows - len(lines) - len(said)), *said]
    if columns >= PANEL[0]:
        wide = max(PANEL[1], columns // 2)
        return beside(table(shown, wide, rows), panel(shown, columns - wide - 3, rows), wide, [("class:rule", " │ ")])
    if columns < ROOMY[0] or rows < ROOMY[1] + 1:
        said = last_word(shown, columns, min(2, rows - len(shown.players)))
        return [*table(shown, columns, rows - len(said)), *said]
    spare = rows - ROOMY[1]
    facts = above(shown, columns, min(3, spare))
    said = below(shown, columns, min(3, spare - len(facts)))
    return [*facts, *table(shown, columns, rows - len(facts) - len(said)), *said]


def title(shown: Shown, columns: int) -> Line:
    """The first line: the game, and what is going on."""
    right: Line = [("class:title.note", f" {shown.phase} ")]
    room = columns - width(right)
    left = fitting(parted(f" {shown.title}".split(POINT), "class:title"), room)
    return [*pad(left, room, "class:title"), *right]


def rule(text: str, columns: int) -> Line:
    """A thin line that carries a heading."""
    return [("class:rule", "──"), ("class:quiet", text), ("class:rule", "─" * (columns - 2 - len(text)))]


def key(spot: Spot) -> tuple[str, ...] | None:
    """What a spot stands for."""
    return spot.choice.key if spot.choice else None


def choosable(rows: list[Row]) -> list[list[tuple[int, Choice]]]:
    """The choices of each row, with their columns."""
    found = [[(spot.column, spot.choice) for spot in row if spot.choice] for row in rows]
    return [row for row in found if row]
