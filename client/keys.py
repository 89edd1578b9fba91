"""The keys: one table, which binds them, makes the footer and writes the help."""

from __future__ import annotations

from typing import Literal, NamedTuple

from client.viewmodel import Mode

Action = Literal[
    "left",
    "right",
    "up",
    "down",
    "page up",
    "page down",
    "first",
    "last",
    "choose",
    "mark",
    "complete",
    "erase",
    "leave",
    "quit",
    "stop",
    "help",
    "rules",
    "last deal",
    "start",
    "watch",
    "open",
    "chat",
    "ledger",
    "options",
    "advice",
]

Page = Literal["help", "rules", "last deal", "ledger", "options"]
"""What can be opened over the table."""


Foot = Mode | Literal["marking", "leaving", "option", "page", "options", "writing", "lobby", "looking"]
"""What the last line of the screen speaks of."""


class Key(NamedTuple):
    """One row: the presses as prompt-toolkit names them, what they do, how they are written, a word for the footer
    and a sentence for the help; and when the footer names them.
    """

    presses: tuple[str, ...]
    action: Action
    written: str
    word: str
    help: str
    modes: tuple[Foot, ...] = ()


TALKED: tuple[Foot, ...] = ("watching", "waiting", "over")
LEFT_BY_ESCAPE: tuple[Foot, ...] = (
    "deciding", "marking", "watching", "waiting", "over", "lobby", "broken", "looking",
)  # fmt: skip
ELSEWHERE: set[Foot] = {"lobby", "looking"}
"""Where one is not at a table."""


KEYS = (
    Key(("enter",), "choose", "Enter", "choose", "choose it"),
    Key(("left",), "left", "← →", "move", "the choice before, the choice after", ("deciding", "marking")),
    Key(("right",), "right", "", "", ""),
    Key((" ",), "mark", "Space", "mark", "mark a card, where several are played together", ("marking",)),
    Key(("tab",), "complete", "Tab", "complete", "complete what is typed: KH or K♥ or RH, 21 or T21, EX"),
    Key(("backspace",), "erase", "Backspace", "erase", "take back a letter"),
    Key(("s",), "start", "s", "start", "deal: bots take the free seats", ("waiting", "over")),
    Key(("up",), "up", "↑ ↓", "scroll", "the line above, the line below", ("over",)),
    Key(("down",), "down", "", "", ""),
    Key(("pageup",), "page up", "PgUp PgDn", "page", "the page above, the page below", ("over",)),
    Key(("pagedown",), "page down", "", "", ""),
    Key(("?", "f1"), "help", "?", "help", "this page", ("deciding", "marking", "watching", "waiting", "over")),
    Key(("escape",), "leave", "Esc", "leave", "leave the table; asks first during a deal", LEFT_BY_ESCAPE),
    Key(("c-c",), "quit", "Ctrl-C", "leave", "the same; twice, leave at once"),
    Key(("c-z",), "stop", "Ctrl-Z", "", "back to the shell for a while, where it knows jobs: `fg` returns"),
    Key(("/", "t"), "chat", "/", "talk", "say something to the table; t too, where no card is asked", TALKED),
    Key(("f5",), "options", "F5", "more", "seats, bots, and what else is done with the table", ("waiting", "over")),
    Key(("f4",), "ledger", "F4", "ledger", "the match: every deal, and the sums", ("over",)),
    Key(("f2",), "rules", "F2", "rules", "the rulebook; after a refusal, the clause", ("watching",)),
    Key(("f3",), "last deal", "F3", "last deal", "the account of the last deal", ("watching",)),
    Key(("w",), "watch", "w", "watch", "in the lobby: watch the table", ("lobby",)),
    Key(("o",), "open", "o", "open", "in the lobby: open a table", ("lobby",)),
    Key(("b",), "advice", "b", "bot", "looking back: what a bot would have done, and why", ("looking",)),
    Key(("home",), "first", "Home End", "begin, end", "looking back: the first moment, the last one", ("looking",)),
    Key(("end",), "last", "", "", ""),
)


def meaning(press: str, foot: Foot) -> Action | None:
    """What a press does now; None for a letter like any other. Letters are keys only where the footer names them."""
    key = next((key for key in KEYS if press in key.presses), None)
    if key is None or (len(press) == 1 and (foot == "writing" or (press.isalpha() and foot not in key.modes))):
        return None
    return key.action


def footer(foot: Foot, choice: str) -> tuple[tuple[str, str], ...]:
    """The keys that matter now, as written, each with its word; Enter with what it would choose."""
    named = tuple((key.written, key.word) for key in KEYS if foot in key.modes)
    match foot:
        case "leaving":
            return ("y", "leave"), ("n", "stay")
        case "option":
            return ("y", "yes"), ("n", "no")
        case "options":
            return ("1, 2, …", "choose by number"), ("any key", "back")
        case "page":
            return ("any key", "back"), ("↑ ↓", "scroll"), ("PgUp PgDn", "page")
        case "writing":
            return ("Enter", choice), ("Esc", "back")
        case "lobby":
            return ("Enter", choice), *named, ("↑ ↓", "move")
        case "looking":
            more = (("Enter", choice),) if choice else ()
            return ("← →", "step"), ("↑ ↓", "trick"), *more, *named, ("PgUp PgDn", "deal")
        case "deciding" | "marking":
            return ("Enter", choice), ("abc", "type it"), *named
    return named


def help_lines() -> tuple[tuple[str, str], ...]:
    """The keys at a table, as written, each with its sentence."""
    there = (key for key in KEYS if not key.modes or set(key.modes) - ELSEWHERE)
    return tuple((key.written, key.help) for key in there if key.written)
