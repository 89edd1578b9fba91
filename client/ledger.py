"""The match so far: a line for each deal, the sums, how many are left, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from client.account import told
from client.language import tr, trn
from client.text import Words, about, deals_counted, signed
from protocol.from_server import Table


@dataclass(frozen=True, slots=True)
class Ledger:
    """The names, a label and the amounts of each deal (none for an annulled one), the sums; `state` is the match in a
    few words. One's `own` column is the one of that number.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    sums: tuple[str, ...]
    state: str
    over: bool = False
    own: int | None = None


def of(table: Table, words: Words, own: int | None = None) -> Ledger:
    """The ledger of a table."""
    return Ledger(
        words.names,
        tuple(_rows(table, words)),
        tuple(map(signed, table.scores)),
        state(table),
        over(table),
        own,
    )


def over(table: Table) -> bool:
    """Whether the match has come to its end."""
    return table.state == "over" and table.deals_wanted is not None and table.deals >= table.deals_wanted


def state(table: Table) -> str:
    """How far the match has come."""
    if table.deals_wanted is None:
        return deals_counted(table.deals)
    return trn("{number} of {count} deal", "{number} of {count} deals", table.deals_wanted, number=table.deals)


def winner(table: Table, words: Words) -> str:
    """Who has the highest score."""
    best = max(table.scores)
    *others, last = (name for name, score in zip(words.names, table.scores, strict=True) if score == best)
    if not others:
        return tr("The match is over: {name} wins with {score}.", name=last, score=signed(best))
    names = ", ".join(others)
    return tr("The match is over: {names} and {last} win with {score}.", names=names, last=last, score=signed(best))


def spoken(ledger: Ledger) -> Iterator[str]:
    """The ledger, a sentence a line; who has won stands in the question that follows."""
    for label, amounts in ledger.rows:
        yield about(label, told(ledger.names, amounts)) if amounts else label
    yield tr("Match, {state}: {amounts}", state=ledger.state, amounts=told(ledger.names, ledger.sums))


def _rows(table: Table, words: Words) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The deals by their numbers; only the last ones may be known, and annulled ones are not counted."""
    number = table.deals - sum(entry.status == "played" for entry in table.ledger)
    for entry in table.ledger:
        dealer = words.player(entry.dealer)
        if entry.status == "annulled":
            yield tr("Annulled, {dealer} dealt", dealer=dealer), ()
        else:
            number += 1
            yield tr("Deal {number}, {dealer} dealt", number=number, dealer=dealer), tuple(map(signed, entry.scores))
