"""The settlement: the sums, the match, the account line by line, then whatever the end of the deal uncovers."""

from __future__ import annotations

from collections.abc import Sequence

from client.account import Account
from client.language import tr, trn
from client.screens.lines import Line, clip, pad, width, wrapped

AMOUNT = 7
WIDE = 60
"""The columns from which on an amount stands beside its text, and not below it."""


def settlement(account: Account, columns: int) -> list[Line]:
    """All of it, on as many lines as it takes; what matters most comes first, for it may be more than a screen."""
    text, heads = columns_for(headings(account.names, account.own), (account.sums, account.match), columns)
    lines = wrapped(account.warning, columns, "class:refusal", "  ") if account.warning else []
    lines += row("" if columns < WIDE else tr("The account"), heads, text, columns, "class:heading")
    lines += row(tr("This deal"), account.sums, text, columns, "class:heading")
    if account.deals:
        lines += row(match_counted(account.deals), account.match, text, columns)
    lines += [[("class:rule", "─" * columns)]]
    for entry in account.rows:
        cited = f"{entry.text} ({entry.clause})" if entry.clause else entry.text
        lines += row(cited, entry.amounts, text, columns)
    lines += [[]] if account.uncovered else []
    for fact in account.uncovered:
        lines += wrapped(fact, columns, "class:quiet", "  ")
    return [clip(line, columns) for line in lines]


def headings(names: Sequence[str], own: int | None) -> tuple[str, ...]:
    """The names above the columns; one's own is told from the others'."""
    return tuple(tr("you") if at == own else name for at, name in enumerate(names))


def match_counted(deals: int) -> str:
    """The heading of the scores of a match, after so many deals."""
    return trn("Match, {count} deal", "Match, {count} deals", deals)


def columns_for(names: Sequence[str], figures: Sequence[Sequence[str]], columns: int) -> tuple[int, tuple[str, ...]]:
    """The room for the text, which is all of it where amounts stand below; and the names, as they fit their columns."""
    amount = max(AMOUNT, *(len(figure) + 1 for line in figures for figure in line))
    if columns < WIDE:
        text, amount = columns, columns // len(names)
    else:
        amount = max(amount, min(12, max(width([("", name)]) for name in names) + 2))
        text = columns - amount * len(names)
    return text, tuple("".join(part for _, part in clip([("", name)], amount - 1)) for name in names)


def row(text: str, amounts: Sequence[str], room: int, columns: int, style: str = "") -> list[Line]:
    """One line of the account: what for in this room, and the amounts on the rest of the line, or of the next."""
    if not amounts:
        return wrapped(text, columns, "class:quiet", "  ")
    lines = wrapped(text, room - 1, style, "  ")
    amount = (columns - room or columns) // len(amounts)
    figures: Line = [(colour(figure) or style, right(figure, amount)) for figure in amounts]
    return [*lines, figures] if room == columns else [*lines[:-1], [*pad(lines[-1], room), *figures]]


def right(text: str, columns: int) -> str:
    """A figure or a name at the right edge of its column."""
    return " " * (columns - width([("", text)])) + text


def colour(figure: str) -> str:
    """Gains and losses; the sign tells them too."""
    return "class:gain" if figure.startswith("+") else "class:loss" if figure.startswith("−") else ""


def furthest(lines: list[Line], rows: int) -> int:
    """How far lines can be scrolled on so many rows, the last of which tells that there are more."""
    return len(lines) - rows + 1 if len(lines) > rows else 0


def window(lines: list[Line], rows: int, scroll: int, columns: int) -> list[Line]:
    """As many of the lines as there are rows, from `scroll` on; the last row tells that there are more."""
    if len(lines) <= rows:
        return lines
    first = min(scroll, furthest(lines, rows))
    shown = lines[first : first + rows - 1]
    left = len(lines) - first - len(shown)
    return [*shown, clip([("class:quiet", more(left))], columns)]


def more(lines: int) -> str:
    """That so many lines are below; or how one sees the first."""
    return trn("↓ {count} more line", "↓ {count} more lines", lines) if lines else tr("↑ from the top")
