"""What stands around the hand: what was wrong, what is marked; the question with the answer so far, and the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client import marking
from client.choices import Choice, meant, together
from client.desk import Desk, Ended, ends, markable, pointed, several
from client.keys import Action, Foot, Hint, Keyboard
from client.language import later, tr, trn
from client.screens.lines import Line, held, wrapped
from client.text import about, before_answer
from client.viewmodel import Shown

SCROLLED: tuple[Foot, ...] = ("over", "page")
"""When there may be more than a screen."""

SCROLLING: tuple[Action, ...] = ("up", "page up")
"""The keys that bring it to light, each with those told together with it."""

ENDED: Mapping[Ended | None, str] = {"marks": later("unmark"), "message": later("clear")}
"""The word for Esc where it ends one of these first; whoever answers or reads a page has a footer of its own."""


def complaint(shown: Shown, desk: Desk, columns: int, rows: int, keyboard: Keyboard) -> list[Line]:
    """What was wrong with what was typed, or why the last choice was refused; or what a bot would choose. Then what is
    marked, and becomes final with the others. No more than these rows of it, lest a card be hidden; above the hand,
    lest it move under the mouse.
    """
    text = desk.message or shown.refusal
    lines = wrapped(text, columns, "class:refusal") if text else wrapped(shown.hint, columns)
    marked = held(wrapped(marks(shown, desk, keyboard), columns) if shown.wanted else [], rows, columns)
    return [*held(lines, rows - len(marked), columns), *marked]


def marks(shown: Shown, desk: Desk, keyboard: Keyboard) -> str:
    """What is marked of what is wanted, and that nothing is final yet."""
    told = marking.told(desk.marked, shown.choices, shown.wanted)
    final = tr("{key} makes it final; before that, each can be taken back.", key=keyboard.written("choose"))
    return f"{told} {final}" if len(desk.marked) == shown.wanted else told


def asking(shown: Shown, desk: Desk, columns: int, rows: int) -> list[Line]:
    """The question, what is typed in answer, and what that would choose. That the line is broken stands above whatever
    else is asked or written, of which these rows hold the end.
    """
    own = begun(shown, desk, columns)
    if shown.mode == "broken":
        broken = wrapped(shown.ask, columns, "class:ask")
        return [*broken, *own[-max(1, rows - len(broken)) :]]
    if own:
        return own
    if shown.mode != "deciding":
        clock = f" {shown.clock}" if shown.clock else ""
        return wrapped(shown.ask + clock, columns, "class:quiet" if shown.mode == "watching" else "class:ask")
    return answering(f"{before_answer(shown.asked(len(desk.marked)), shown.clock)} {desk.typed}", desk.typed, columns)


def begun(shown: Shown, desk: Desk, columns: int) -> list[Line]:
    """What the person has begun himself, instead of the question: to talk, to do something with the table, to leave."""
    if desk.chat is not None:
        return answering(about(tr("Say to the table"), desk.chat), desk.chat, columns)
    if desk.option:
        return wrapped(tr("{question} (y/n): ", question=desk.option.sure), columns, "class:ask")
    if desk.leaving:
        question = f"{tr('Leave?')} {shown.parting}"
        ways = later("{question} (y/k/n): ") if shown.keeps else later("{question} (y/n): ")
        return wrapped(tr(ways, question=question), columns, "class:ask")
    return []


def answering(text: str, typed: str, columns: int) -> list[Line]:
    """A question, with the answer as far as it is typed."""
    lines = wrapped(text, columns - 2, "class:ask")
    lines[0].insert(0, ("class:turn", "▸ "))
    return [*lines[:-1], [*lines[-1], ("", "" if typed else " ")]]


def hint(shown: Shown, desk: Desk) -> str:
    """What Enter would choose, in words; or what the letters typed so far may become."""
    if desk.chat is not None:
        return tr("say it")
    if shown.mode != "deciding" or desk.leaving:
        return ""
    if shown.wanted and not desk.typed and len(desk.marked) == shown.wanted:
        return trn("the marked card, for good", "the {count} marked cards, for good", shown.wanted)
    if desk.marked and not shown.wanted and not desk.typed:
        return chosen(together(shown.choices, desk.marked))
    choice = pointed(desk, shown)
    if choice and shown.wanted and markable(choice, shown):
        marked_already = choice.card in desk.marked
        return tr("take back {card}", card=choice.full) if marked_already else tr("mark {card}", card=choice.full)
    if choice:
        return chosen(choice)
    if cards := several(desk, shown):
        return tr("mark {card}", card=", ".join(card.full for card in cards))
    found = meant(shown.choices, desk.typed)
    return ", ".join(choice.text for choice in found) if found else tr("nothing like that")


def chosen(choice: Choice) -> str:
    """A choice in words, or that it is none."""
    if not choice.legal:
        return tr("not allowed: {choice}", choice=choice.full)
    return choice.full if choice.whole else tr("not alone: {choice}", choice=choice.full)


def keys(shown: Shown, desk: Desk, keyboard: Keyboard, *, more: bool = False) -> Sequence[Hint]:
    """What the last line speaks of; where there is `more` to be read than is seen, how one gets to it comes first."""
    lacking: list[Action] = [] if shown.last_account else ["last deal"]
    lacking += [] if shown.uncovered else ["look back", "again"]
    at = foot(shown, desk)
    first, *others = keyboard.footer(at, hint(shown, desk), lacking)
    if at in SCROLLED:
        scrolling = [key for key in others if any(keyboard.asks(key, action, at) for action in SCROLLING)]
        others = [*(scrolling if more else []), *(key for key in others if key not in scrolling)]
    words: dict[Action, str] = {"help": tr("why not")} if shown.clause else {}
    if word := ENDED.get(ends(desk, shown)):
        words["leave"] = tr(word)
    return [renamed(key, words, keyboard, at) for key in (first, *others)]


def renamed(key: Hint, words: Mapping[Action, str], keyboard: Keyboard, at: Foot) -> Hint:
    """A key of the footer, by the word for what it does just now, where that is another one."""
    return next((key._replace(word=word) for action, word in words.items() if keyboard.asks(key, action, at)), key)


def foot(shown: Shown, desk: Desk) -> Foot:
    """Which keys the last line names."""
    if desk.chat is not None:
        return "writing"
    if desk.leaving or desk.option:
        return "option" if desk.option else "parting" if shown.keeps else "leaving"
    if desk.page:
        return "options" if desk.page == "options" and shown.options else "page"
    if shown.aside and shown.mode != "broken":
        return "watching"
    if desk.typed:
        return "typing"
    return "marking" if any(markable(choice, shown) for choice in shown.choices) else shown.mode
