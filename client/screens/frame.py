"""One picture of the whole screen, for a terminal of any size: first what must be there, then what has room."""

from __future__ import annotations

from collections.abc import Sequence

from client.choices import Choice, marked, meant, ranks_of
from client.desk import Desk, Layout, pointed
from client.keys import Foot, Page, footer
from client.screens.hand import Row, Spot, drawn, hand_rows, menu_rows
from client.screens.help import help_page, rules_page
from client.screens.lines import Line, beside, clip, pad, width, wrapped
from client.screens.match import ledger_page, options_page
from client.screens.panel import above, below, last_word, newest, panel
from client.screens.picture import Picture
from client.screens.settlement import settlement, window
from client.screens.table import ROOMY, table
from client.text import before_answer, cards_counted
from client.viewmodel import Shown

PANEL = (72, 52)
"""The columns from which on the facts stand beside the table, and the columns that the table has then."""

COMFORTABLE = 16
"""The rows from which on the screen has a title."""

LEAST = 4
"""So small a part of the rows is the table's before a long menu may have it."""


def picture(shown: Shown, desk: Desk, columns: int, rows: int) -> Picture:
    """The screen. The hand and the question are always whole; the table takes what they leave."""
    inside = columns - 2
    hand, menu = hand_rows(shown.hand, inside), menu_rows(shown.menu, inside)
    upper = [title(shown, columns)] if rows >= COMFORTABLE else []
    foot = [*complaint(shown, desk, inside), *asking(shown, desk, inside), keys(shown, desk, inside)]
    spare = rows - 2 * len(upper) - len(hand) - len(foot) - rows // LEAST
    lower = [] if desk.page else holding(shown, desk, hand, menu, inside, spare)
    if upper and shown.hand and not desk.page:
        lower.insert(0, rule(f" Your hand, {cards_counted(shown.cards)} ", inside))
    lower += foot
    room = max(0, rows - len(upper) - len(lower))
    main, furthest = middle(shown, desk, inside, room)
    body = [*upper, *([("", " "), *line] for line in [*main, *lower])]
    lines = [pad(line, columns) for line in body[-rows:]]
    cursor = min(width(foot[-2]) + 1, columns - 1), max(0, len(lines) - 2)
    return Picture(lines, cursor, Layout(choosable(hand + menu), furthest, max(1, room - 2)))


def holding(shown: Shown, desk: Desk, hand: list[Row], menu: list[Row], columns: int, spare: int) -> list[Line]:
    """The whole hand, and as much of the menu as there are rows to spare; one row of it at least."""
    at = pointed(desk, shown)
    cursor = at.key if at else ()
    around = next((number for number, row in enumerate(menu) if any(cursor == key(spot) for spot in row)), 0)
    first = max(0, min(around, len(menu) - spare))
    seen = menu[first : first + max(1, spare)]
    lines = [drawn(row, columns, cursor, desk.marked) for row in [*hand, *seen]]
    if len(seen) < len(menu):
        lines[-1] = [*pad(lines[-1], columns - 2), ("class:quiet", " …")]
    return lines


def complaint(shown: Shown, desk: Desk, columns: int) -> list[Line]:
    """What was wrong with what was typed, or why the last choice was refused."""
    text = desk.message or shown.refusal
    return wrapped(text, columns, "class:refusal") if text else []


def middle(shown: Shown, desk: Desk, columns: int, rows: int) -> tuple[list[Line], int]:
    """What takes the room that is left, on exactly those rows, and how far it can be scrolled."""
    if desk.page:
        lines = page(shown, desk.page, columns)
    elif shown.account:
        lines = settlement(shown.account, columns)
        lines += [[], *ledger_page(shown.ledger, columns)] if shown.ledger.winner else []
    else:
        return play(shown, columns, rows), 0
    said = newest(shown.said, columns, min(3, rows // 4))
    rows -= len(said)
    furthest = max(0, len(lines) - rows + 1) if len(lines) > rows else 0
    lines = window(lines, rows, desk.scroll, columns)
    return [*lines, *([[]] * (rows - len(lines))), *said], furthest


def page(shown: Shown, which: Page, columns: int) -> list[Line]:
    """What can be opened over the table."""
    match which:
        case "help":
            return help_page(shown.invitation, columns)
        case "rules":
            return rules_page(shown.game, shown.clause, columns)
        case "last deal":
            account = shown.last_account
            return settlement(account, columns) if account else wrapped("No deal is over yet.", columns)
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
    left: Line = [("class:title", f" {shown.title}")]
    right: Line = [("class:title.note", f"{shown.phase} ")]
    return [*pad(left, columns - width(right), "class:title"), *right]


def rule(text: str, columns: int) -> Line:
    """A thin line that carries a heading."""
    return [("class:rule", "──"), ("class:quiet", text), ("class:rule", "─" * (columns - 2 - len(text)))]


def asking(shown: Shown, desk: Desk, columns: int) -> list[Line]:
    """The question, what is typed in answer, and what that would choose."""
    if desk.chat is not None:
        return answering(f"Say to the table: {desk.chat}", desk.chat, columns)
    if desk.option:
        return wrapped(f"{desk.option.sure} (y/n): ", columns, "class:ask")
    if desk.leaving:
        return wrapped(f"Leave? {shown.parting} (y/n): ", columns, "class:ask")
    if shown.mode != "deciding":
        clock = f" {shown.clock}" if shown.clock else ""
        return wrapped(shown.ask + clock, columns, "class:quiet" if shown.mode == "watching" else "class:ask")
    return answering(f"{before_answer(shown.ask, shown.clock)} {desk.typed}", desk.typed, columns)


def answering(text: str, typed: str, columns: int) -> list[Line]:
    """A question, with the answer as far as it is typed."""
    lines = wrapped(text, columns - 2, "class:ask")
    lines[0].insert(0, ("class:turn", "▸ "))
    return [*lines[:-1], [*lines[-1], ("", "" if typed else " ")]]


def hint(shown: Shown, desk: Desk) -> str:
    """What Enter would choose, in words; or what the letters typed so far may become."""
    if desk.chat is not None:
        return "say it"
    if shown.mode != "deciding" or desk.leaving:
        return ""
    if desk.marked and not desk.typed:
        return " ".join(ranks_of(marked(shown.choices, desk.marked)[0]))
    choice = pointed(desk, shown)
    if choice:
        barred = "" if choice.legal and choice.whole else "not alone: " if choice.legal else "not allowed: "
        return barred + choice.full
    found = meant(shown.choices, desk.typed)
    return " ".join(choice.text for choice in found) if found else "nothing like that"


def keys(shown: Shown, desk: Desk, columns: int) -> Line:
    """The last line."""
    named = footer(foot(shown, desk), hint(shown, desk))
    return key_line([key for key in named if key[1] != "last deal" or shown.last_account], columns)


def key_line(named: Sequence[tuple[str, str]], columns: int) -> Line:
    """The keys that matter now, as many as fit."""
    line: Line = []
    for written, word in named:
        entry: Line = [("class:key", f" {written} "), ("class:quiet", f" {word}  ")]
        if not line or width(line) + width(entry) <= columns:
            line += entry
    return clip(line, columns)


def foot(shown: Shown, desk: Desk) -> Foot:
    """Which keys the last line names."""
    if desk.chat is not None:
        return "writing"
    if desk.leaving or desk.option:
        return "leaving" if desk.leaving else "option"
    if desk.page:
        return "options" if desk.page == "options" and shown.options else "page"
    if shown.aside and shown.mode != "broken":
        return "watching"
    return "marking" if any(choice.rank for choice in shown.choices) else shown.mode


def key(spot: Spot) -> tuple[str, ...] | None:
    """What a spot stands for."""
    return spot.choice.key if spot.choice else None


def choosable(rows: list[Row]) -> list[list[tuple[int, Choice]]]:
    """The choices of each row, with their columns."""
    found = [[(spot.column, spot.choice) for spot in row if spot.choice] for row in rows]
    return [row for row in found if row]
