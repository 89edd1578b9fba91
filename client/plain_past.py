"""Looking back in lines of text: a word goes on, back, to the next trick; everything is told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from client import spoken
from client.advice import Adviser
from client.keys import Action
from client.language import later, tr
from client.past import Past, Place, moved, seen
from client.text import Style, about
from client.viewmodel import in_order

MOVES: dict[str, Action] = {
    "": "right",
    "back": "left",
    "trick": "down",
    "trick back": "up",
    "first": "first",
    "last": "last",
    "next deal": "page down",
    "deal back": "page up",
}

WORDS = {
    later("(an empty line)"): later("the next step"),
    "back": later("the step before"),
    "trick, trick back": later("the next trick, the one before"),
    "first, last": later("the beginning, the end"),
    "next deal, deal back": later("another deal of these records"),
    "bot": later("what a bot would have done, and why"),
    "help": later("this list"),
    "quit": later("leave"),
}


def look_back(
    deals: Sequence[Past], adviser: Adviser, lines: Iterable[str], write: Callable[[str], None], style: Style
) -> None:
    """Until the person leaves, or the lines end."""

    def say(sentences: Iterable[str]) -> None:
        write("".join(f"{sentence}\n" for sentence in sentences))

    place = Place()
    say(moment(deals, place, style))
    for line in lines:
        word = " ".join(line.lower().split())
        if word in ("q", "quit"):
            return
        if word in MOVES:
            place = moved(place, MOVES[word], deals)
            say(moment(deals, place, style))
        elif word == "bot":
            say([advised(deals, place, adviser, style)])
        elif word == "help":
            say(f"{about(tr(word), tr(what))}." for word, what in WORDS.items())
        else:
            say([tr("“{text}” is no word here; help lists them.", text=line.strip())])


def moment(deals: Sequence[Past], place: Place, style: Style) -> Iterator[str]:
    """A moment in sentences: at first all hands, then what had happened and what came next; in the end the account."""
    now = seen(deals, place, style)
    yield tr("{game}, step {progress}.", game=now.title, progress=now.progress)
    if now.happened:
        yield now.happened
    if place.moment == 0:
        for name, groups in now.hands:
            cards = " ".join(f"{group.sign} {' '.join(cell.text for cell in group.cells)}".strip() for group in groups)
            yield about(name, cards) + "."
    if now.shown.trick:
        yield about(now.shown.trick_heading, in_order(now.shown.trick)) + "."
    if now.account:
        yield from spoken.account(now.account)
    yield now.following


def advised(deals: Sequence[Past], place: Place, adviser: Adviser, style: Style) -> str:
    """What a bot says."""
    view = next((view for view in deals[place.deal].moments[place.moment].views if view.legal), None)
    if view is None:
        return tr("The deal is over: there is nothing to decide.")
    return seen(deals, Place(place.deal, place.moment, adviser(view)), style).advised
