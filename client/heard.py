"""What somebody who follows the game line by line has heard already, so that nothing is told him twice."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import Note, View


class Heard:
    """One listener's memory: what stood when he was last told, what has happened since, and his hand."""

    def __init__(self) -> None:
        self._facts: tuple[Note, ...] = ()
        self._events: list[Note] = []
        self._hand: tuple[str, ...] = ()

    def hear(self, events: Iterable[Note]) -> None:
        """Something has happened, and he was told."""
        self._events += events

    def see(self, view: View) -> None:
        """He was told the whole table."""
        self._facts, self._events, self._hand = view.facts, [], view.hand

    def new_facts(self, view: View) -> list[Note]:
        """What stands and is news to him; once told, it no longer is."""
        told = [*self._events, *([view.ask] if view.ask else [])]
        new = [fact for fact in view.facts if fact not in self._facts and not any(says(note, fact) for note in told)]
        self._facts, self._events = view.facts, []
        return new

    def new_hand(self, view: View) -> bool:
        """Whether his hand is another than he was told; once told, it no longer is."""
        before, self._hand = self._hand, view.hand
        return before != view.hand

    def forget_hand(self) -> None:
        """He wants to hear his hand again."""
        self._hand = ()


def says(note: Note, fact: Note) -> bool:
    """Whether a note says what a fact says: the fact itself, or the same of the same seat and cards."""
    same = (note.seat, note.cards, note.args) == (fact.seat, fact.cards, fact.args)
    return same and (note.key == fact.key or bool(fact.cards or fact.args))
