"""What a person is doing at his end of the table: where his cursor is, what he has typed, what he was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from client import marking
from client.cards import folded
from client.choices import Choice, meant, together
from client.keys import KEEP, YES, Action, Page, answers
from client.language import tr
from client.options import Option
from client.text import doubt, printable
from client.viewmodel import Shown
from protocol.message import LONGEST_SAID


@dataclass(frozen=True, slots=True)
class Layout:
    """How it lies on the screen: the choices row by row, each with its column; how far one can scroll, and how far
    at once without missing a line.
    """

    rows: Sequence[Sequence[tuple[int, Choice]]] = ()
    furthest: int = 0
    page: int = 1


@dataclass(frozen=True, slots=True)
class Desk:
    """`cursor` holds the key of the choice it is on, `marked` the cards to be played together; `leaving` and `page`
    tell which question or page is open, `chat` what he is about to say, `option` what he is asked whether to do.
    `tried` is the desk from which something was sent last: its cursor and marks are there again if that is refused.
    """

    cursor: tuple[str, ...] = ()
    marked: frozenset[str] = frozenset()
    typed: str = ""
    message: str = ""
    leaving: bool = False
    page: Page | None = None
    scroll: int = 0
    chat: str | None = None
    option: Option | None = None
    tried: Desk | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Send these tokens, one after the other."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ponder:
    """Ask a bot what it would do."""


@dataclass(frozen=True, slots=True)
class PutAway:
    """The hint, or the refusal, has been read."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """Look back on the deal that is over, or play it `again`."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """Ask for a deal."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up and go, for good or `keeping` the seat."""

    keeping: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to everybody."""

    text: str


Ended = Literal["answer", "marks", "message"]
"""What one has begun: an answer or a page; what is marked; what one is told of a choice."""

Order = Choose | Ponder | PutAway | LookBack | Start | Leave | Say | Option


def settle(desk: Desk, shown: Shown) -> Desk:
    """The desk once what is shown has changed: the cursor stands on something that can be chosen."""
    if shown.mode != "over" and not desk.page:
        desk = replace(desk, scroll=0)
    desk = replace(desk, marked=kept(desk.marked, shown))
    if shown.mode != "deciding":
        return replace(desk, cursor=(), typed="", message="")
    if desk.tried and shown.refusal:
        desk = replace(desk, cursor=desk.tried.cursor, marked=kept(desk.tried.marked, shown))
    desk = replace(desk, tried=None)
    if any(choice.key == desk.cursor for choice in shown.choices):
        return desk
    first = next((choice for choice in shown.choices if choice.legal and choice.whole), None)
    return replace(desk, cursor=first.key if first else ())


def goes_on(before: Desk, desk: Desk) -> bool:
    """Whether somebody has done something about his choice, and so has read why the one before was refused."""
    was, now = ((at.cursor, at.marked, at.typed, at.message) for at in (before, desk))
    return was != now


def pointed(desk: Desk, shown: Shown) -> Choice | None:
    """What Enter would choose: what is typed, as far as it is clear, else what the cursor is on. Several cards that are
    no legal choice, or not yet, are to be marked.
    """
    if desk.typed:
        found = meant(shown.choices, desk.typed)
        return found[0] if len(found) == 1 and (found[0].legal or not several(desk, shown)) else None
    return next((choice for choice in shown.choices if choice.key == desk.cursor), None)


def typed(desk: Desk, text: str, shown: Shown) -> tuple[Desk, Order | None]:
    """A letter or several, typed or pasted."""
    if desk.chat is not None:
        said = desk.chat + printable(text)
        return replace(desk, chat=said[:LONGEST_SAID], message=too_long(said)), None
    if desk.leaving:
        return replace(desk, leaving=False), goodbye(text, shown)
    if desk.option:
        return replace(desk, option=None), desk.option if answers(text, YES) else None
    if desk.page == "options" and (option := numbered(text, shown)):
        return (replace(closed(desk), option=option), None) if option.sure else (closed(desk), option)
    desk = closed(desk)
    if shown.mode == "deciding" and text.isprintable():
        return replace(desk, typed=(desk.typed + text)[:40], message=""), None
    if shown.mode == "watching" and text.isprintable() and not shown.aside:
        return replace(desk, message=tr("It is not your turn.")), None
    return desk, None


def pressed(desk: Desk, action: Action, shown: Shown, layout: Layout) -> tuple[Desk, Order | None]:
    """A key of the table of keys."""
    if desk.chat is not None:
        return writing(desk, desk.chat, action)
    if action in ("leave", "quit"):
        return leaving(desk, action, shown)
    scroll = scrolled(desk.scroll, action, layout) if desk.page or shown.mode == "over" else None
    if desk.leaving or desk.option:
        return closed(desk), None
    if scroll is not None:
        return replace(desk, scroll=scroll), None
    if page := opened(action, shown):
        return replace(desk, page=None if page == desk.page else page, scroll=0), None
    if desk.page and action == "choose":  # nobody means what he has not seen
        return closed(desk), None
    desk = closed(desk)
    match action:
        case "start" if shown.mode in ("waiting", "over") and not shown.aside:
            return desk, Start()
        case "look back" | "again" if shown.mode == "over":
            if shown.uncovered:
                return desk, LookBack(again=action == "again")
            return replace(desk, message=tr("The cards of this deal stay covered.")), None
        case "chat":
            return replace(desk, chat="", message=""), None
        case "hint" if shown.mode == "deciding":
            return replace(desk, message=""), Ponder()
        case "choose":
            return choose(desk, shown)
        case "left" | "right" | "up" | "down":
            return replace(desk, cursor=moved(desk.cursor, action, layout), typed="", message=""), None
        case "mark":
            return mark(desk, shown), None
        case "erase":
            return replace(desk, typed=desk.typed[:-1], message=""), None
        case "complete":
            return complete(desk, shown), None
    return desk, None


def clicked(desk: Desk, choice: Choice, shown: Shown) -> tuple[Desk, Order | None]:
    """A click on a choice: to it with the cursor, or where that is, choose it. One that is played with others is marked
    or not marked; they are chosen together.
    """
    if shown.mode != "deciding" or choice.key not in [other.key for other in shown.choices]:
        return desk, None
    if desk.leaving or desk.option or desk.page or desk.chat is not None:
        return desk, None
    there = desk.cursor == choice.key and not desk.typed
    desk = replace(desk, cursor=choice.key, typed="", message="")
    if markable(choice, shown):
        return mark(desk, shown), None
    return choose(replace(desk, marked=frozenset()), shown) if there else (desk, None)


def opened(action: Action, shown: Shown) -> Page | None:
    """The page that a key opens, and closes when it is there."""
    match action:
        case "help":
            return "rules" if shown.clause else "help"
        case "rules" | "tricks" | "last deal" | "ledger" | "options":
            return action
    return None


def closed(desk: Desk) -> Desk:
    """No page and no question is open."""
    open_now = desk.page or desk.leaving or desk.option
    return replace(desk, leaving=False, option=None, page=None, scroll=0) if open_now else desk


def too_long(text: str) -> str:
    """Why that cannot be said at once; empty where it can."""
    most = tr("At most {most} characters can be said at once.", most=LONGEST_SAID)
    return most if len(text) > LONGEST_SAID else ""


def writing(desk: Desk, text: str, action: Action) -> tuple[Desk, Order | None]:
    """A key while something to be said is typed: say it, take back a letter, or keep silent."""
    match action:
        case "choose":
            return replace(desk, chat=None, message=""), Say(text.strip()) if text.strip() else None
        case "erase":
            return replace(desk, chat=text[:-1], message=""), None
        case "leave" | "quit":
            return replace(desk, chat=None, message=""), None
    return desk, None


def numbered(text: str, shown: Shown) -> Option | None:
    """The option of that number."""
    return {str(number): option for number, option in enumerate(shown.options, start=1)}.get(text)


def scrolled(scroll: int, action: Action, layout: Layout) -> int | None:
    """How far something is scrolled after a key; None where that does not scroll."""
    by = {"up": -1, "down": 1, "page up": -layout.page, "page down": layout.page}.get(action)
    return None if by is None else min(max(0, scroll + by), layout.furthest)


def leaving(desk: Desk, action: Action, shown: Shown) -> tuple[Desk, Order | None]:
    """Esc takes back what is open first; where something ends with it both keys ask, and Ctrl-C does not ask twice."""
    match ends(desk, shown) if action == "leave" else None:
        case "answer":
            return replace(closed(desk), typed="", message=""), None
        case "marks":
            return replace(desk, marked=frozenset(), message=""), None
        case "message":
            return replace(desk, message=""), PutAway()
    if desk.leaving or not shown.at_stake:
        return desk, Leave()
    return replace(closed(desk), leaving=True), None


def ends(desk: Desk, shown: Shown) -> Ended | None:
    """What Esc puts an end to; nothing where it leaves the table."""
    if desk.typed or desk.page or desk.leaving or desk.option or desk.chat is not None:
        return "answer"
    if desk.marked:
        return "marks"
    return "message" if shown.hint or shown.refusal or desk.message else None


def goodbye(text: str, shown: Shown) -> Leave | None:
    """What the answer to the question means whether one leaves."""
    keeping = answers(text, KEEP) and shown.keeps
    return Leave(keeping) if keeping or answers(text, YES) else None


def mark(desk: Desk, shown: Shown) -> Desk:
    """Mark the card under the cursor, or take the mark off; a space among letters is a space."""
    choice = pointed(desk, shown)
    if desk.typed:
        return replace(desk, typed=f"{desk.typed} ")
    if choice is None or choice.card is None or not markable(choice, shown):
        return desk
    marked = marking.toggled(desk.marked, choice.card, shown.wanted)
    surplus = "" if marked != desk.marked else marking.surplus(marked, [choice.card], shown.choices, shown.wanted)
    return replace(desk, marked=marked, message=surplus)


def kept(marked: frozenset[str], shown: Shown) -> frozenset[str]:
    """The marks that still mean something; while an answer is on its way, those on cards of the hand."""
    if shown.mode != "deciding":
        return marked & {cell.code for group in shown.hand for cell in group.cells}
    return marked & {choice.card for choice in shown.choices if choice.card and markable(choice, shown)}


def markable(choice: Choice, shown: Shown) -> bool:
    """Whether it is a card that is chosen together with others."""
    return choice.rank is not None or (shown.wanted > 0 and choice.card is not None and choice.legal)


def choose(desk: Desk, shown: Shown) -> tuple[Desk, Order | None]:
    """Choose what is typed or pointed at. Where that is unclear, say what would be clear."""
    if shown.mode != "deciding":
        return desk, None
    if shown.wanted and len(desk.marked) == shown.wanted and not desk.typed:
        return replace(desk, message=""), Choose(marking.tokens(desk.marked, shown.choices))
    if desk.marked and not shown.wanted and not desk.typed:
        sent = replace(desk, marked=frozenset(), tried=desk, message="")
        return sent, Choose(together(shown.choices, desk.marked).tokens)
    choice = pointed(desk, shown)
    if choice and shown.wanted and markable(choice, shown):
        return mark(replace(desk, cursor=choice.key, typed=""), shown), None
    if choice:
        return replace(desk, typed="", tried=desk, message=""), Choose(choice.tokens)
    if not desk.typed:
        return desk, None
    if cards := several(desk, shown):
        marks = desk.marked
        for card in cards:
            marks |= marking.toggled(marks, card.card or "", shown.wanted)
        left_out = marking.surplus(marks, [card.card or "" for card in cards], shown.choices, shown.wanted)
        return replace(desk, marked=marks, typed="", message=left_out), None
    found = meant(shown.choices, desk.typed)
    if found:
        return replace(desk, message=doubt(desk.typed, [choice.text for choice in found])), None
    nothing = tr("“{text}” is nothing that you can choose here.", text=desk.typed)
    return replace(desk, typed="", message=nothing), None


def several(desk: Desk, shown: Shown) -> list[Choice]:
    """The cards that are typed to be marked together; none unless each of them is clear."""

    def one(text: str) -> Choice | None:
        found = meant(shown.choices, text)
        return found[0] if len(found) == 1 and found[0].card and markable(found[0], shown) else None

    named = marking.named(desk.typed, one)
    cards = [choice for choice in named if choice]
    return cards if 1 < len(cards) == len(named) else []


def complete(desk: Desk, shown: Shown) -> Desk:
    """Finish what is typed where only one choice begins like it; else as far as all of those are the same."""
    texts = sorted(choice.text for choice in meant(shown.choices, desk.typed))
    if not texts:
        return desk
    same = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(texts[0], texts[-1], strict=False)))
    further = len(texts) == 1 or folded(same).startswith(folded(desk.typed))
    return replace(desk, typed=same.strip(), message="") if further else desk


def moved(cursor: tuple[str, ...], action: Action, layout: Layout) -> tuple[str, ...]:
    """Where the cursor goes: sideways through all choices in turn, up and down to the nearest in the next row."""
    rows = layout.rows
    flat = [choice.key for row in rows for _, choice in row]
    if cursor not in flat:
        return flat[0] if flat else ()
    if action in ("left", "right"):
        return flat[(flat.index(cursor) + (1 if action == "right" else -1)) % len(flat)]
    here = next(number for number, row in enumerate(rows) if any(choice.key == cursor for _, choice in row))
    column = next(column for column, choice in rows[here] if choice.key == cursor)
    there = rows[(here + (1 if action == "down" else -1)) % len(rows)]
    return min(there, key=lambda placed: abs(placed[0] - column))[1].key
