"""The pages about the table itself: the ledger of the match, and what else can be done."""

from __future__ import annotations

from client.language import tr
from client.ledger import Ledger
from client.screens.lines import Line, clip, wrapped
from client.screens.settlement import WIDE, columns_for, headings, row
from client.tricks import in_order
from client.viewmodel import Shown


def ledger_page(ledger: Ledger, columns: int) -> list[Line]:
    """Every deal on a line, the sums above them; the newest deal first, for there may be more than a screen."""
    figures = ledger.sums, *(amounts for _, amounts in ledger.rows)
    text, heads = columns_for(headings(ledger.names, ledger.own), figures, columns)
    lines = row("" if columns < WIDE else tr("The match"), heads, text, columns, "class:heading")
    lines += row(ledger.state, ledger.sums, text, columns, "class:heading")
    lines += [[("class:rule", "─" * columns)]]
    for label, amounts in reversed(ledger.rows):
        lines += row(label, amounts, text, columns)
    return [clip(line, columns) for line in lines]


def tricks_page(shown: Shown, columns: int) -> list[Line]:
    """What was played in this deal, the last trick first."""
    if not shown.tricks:
        return wrapped(tr("No trick is over yet."), columns)
    lines: list[Line] = []
    for heading, plays in reversed(shown.tricks):
        lines += [[("class:heading", heading)], *wrapped(in_order(plays), columns, indent="  ")]
    return [clip(line, columns) for line in lines]


def options_page(shown: Shown, columns: int) -> list[Line]:
    """What can be done, by number."""
    if shown.aside:
        return wrapped(tr("Whoever watches can only look, talk and leave."), columns)
    lines: list[Line] = [[("class:heading", tr("The table"))]]
    for number, option in enumerate(shown.options, start=1):
        lines += wrapped(f"{number}  {option.text}", columns, indent="   ")
    if shown.mode not in ("waiting", "over"):
        lines += wrapped(tr("Seats, and how well bots play, are settled between deals."), columns, "class:quiet")
    return lines
