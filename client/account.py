"""The settlement as an account to read: what was paid, under which clause, by whom to whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from client.language import tr
from client.text import Words, printable, signed
from protocol import Result
from protocol.from_server import Table


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what it is for, its clause, and the amount for each seat; none where it only explains."""

    text: str
    clause: str
    amounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """The lines of one deal, their sums, and the scores of the match so far, for the seats in their order; and what
    the end of the deal has uncovered. A `warning` tells that the cards may have been stacked. One's `own` column is the
    one of that number.
    """

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    sums: tuple[str, ...]
    match: tuple[str, ...]
    deals: int
    uncovered: tuple[str, ...] = ()
    warning: str = ""
    own: int | None = None


def of(
    result: Result,
    table: Table,
    words: Words,
    uncovered: tuple[str, ...] = (),
    warning: str = "",
    own: int | None = None,
) -> Account:
    """The account of a result."""
    rows = tuple(
        Row(words.note(line.note).rstrip("."), printable(line.clause), tuple(map(signed, line.amounts)))
        for line in result.account
    )
    return Account(
        words.names,
        rows,
        tuple(map(signed, result.scores)),
        tuple(map(signed, table.scores)),
        table.deals,
        uncovered,
        warning,
        own,
    )


def sums_told(account: Account) -> str:
    """The end of a deal in one sentence."""
    return tr("This deal: {amounts}", amounts=told(account.names, account.sums))


def told(names: Sequence[str], amounts: Sequence[str]) -> str:
    """Amounts with their names: `Anna +58, Bruno −58`."""
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))
