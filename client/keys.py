"""The keys: one table, which binds them, makes the footer and writes the help."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from client.language import later, tr, trp
from client.presses import named, written

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
    "tricks",
    "start",
    "watch",
    "open",
    "chat",
    "ledger",
    "options",
    "look back",
    "advice",
    "again",
    "hint",
]

Page = Literal["help", "rules", "tricks", "last deal", "ledger", "options"]
"""What can be opened over the table."""

Mode = Literal["waiting", "deciding", "watching", "over", "broken"]
"""Before the first deal; our decision; somebody else's; after a deal; while there is no line to the server."""

Foot = (
    Mode
    | Literal["marking", "typing", "leaving", "parting", "option", "page", "options", "writing"]
    | Literal["start", "games", "lobby", "looking"]
)
"""What the last line of the screen speaks of."""


class Key(NamedTuple):
    """One row: an action, the presses that ask for it as prompt-toolkit names them, a word for the footer and a
    sentence for the help; and when the footer names it. A row without a sentence is told together with the one above.
    `lettered` is the sentence where one of the presses is a letter, which spells cards at other times.
    """

    action: Action
    presses: tuple[str, ...]
    word: str = ""
    help: str = ""
    modes: tuple[Foot, ...] = ()
    lettered: str = ""

    @property
    def letter(self) -> str:
        """The first of its presses that is a letter."""
        return next((press for press in self.presses if len(press) == 1 and press.isalnum()), "")


class Hint(NamedTuple):
    """What the footer says of a key: as it is written, in a word, and the press that each written part stands for."""

    written: str
    word: str
    presses: tuple[str, ...] = ()


class BadKey(ValueError):
    """A key that somebody has settled and that cannot be. The text says what could."""


AT_TABLE: tuple[Foot, ...] = ("deciding", "marking", "watching", "waiting", "over")
TALKED: tuple[Foot, ...] = ("watching", "waiting", "over")
LEFT_BY_ESCAPE: tuple[Foot, ...] = (*AT_TABLE, "start", "lobby", "broken", "looking")
ELSEWHERE: tuple[Foot, ...] = ("start", "games", "lobby", "looking")
"""Where one is not at a table."""

TYPED: set[Foot] = {"deciding", "marking", "watching"}
"""When letters and digits spell what is chosen, or are typed a moment too early for that."""


AT_THE_START: dict[Action, str] = {
    "choose": later("go there, or choose it"),
    "up": later("the entry above, the entry below"),
    "leave": later("back to what was asked before; from the first list, leave"),
}
"""What the keys do for who has not gone anywhere yet."""

IN_THE_LOBBY: dict[Action, str] = {
    "choose": later("sit down at the table"),
    "watch": later("watch the table"),
    "open": later("open a table"),
    "up": later("the table above, the table below"),
    "leave": later("leave the lobby"),
}
"""What the keys do for who is in the lobby."""

LOOKING_BACK: dict[Action, str] = {
    "left": later("the step before, the next step"),
    "up": later("the trick before, the next trick"),
    "first": later("the beginning, the end"),
    "page up": later("another deal of these records"),
    "choose": later("the account, once the deal is over"),
    "advice": later("what a bot would have done, and why"),
    "again": later("play this deal again by yourself, against bots"),
    "leave": later("leave"),
}
"""What the keys do for who looks back."""


KEYS = (
    Key("choose", ("enter",), later("choose"), later("choose it")),
    Key("start", ("s",), later("start"), later("deal: bots take the free seats"), ("waiting", "over")),
    Key("help", ("?", "f1"), later("help"), later("this page; after a refusal, the clause of the rulebook"),
        (*AT_TABLE, *ELSEWHERE)),
    Key("left", ("left",), later("move"), later("the choice before, the choice after"), ("deciding", "marking")),
    Key("right", ("right",)),
    Key("mark", (" ",), later("mark"), later("mark a card, where several are played together"), ("marking",)),
    Key("complete", ("tab",), later("complete"), later("complete what is typed: KH or RH, 21 or T21, EX")),
    Key("erase", ("backspace",), later("erase"), later("take back a letter")),
    Key("look back", ("l",), later("look back"), later("after a deal: step through it, all hands open"), ("over",)),
    Key("again", ("a",), later("again"), later("after a deal: play it again by yourself, against bots"),
        ("over", "looking")),
    Key("up", ("up",), later("scroll"), later("the line above, the line below"), ("over",)),
    Key("down", ("down",)),
    Key("page up", ("pageup",), later("page"), later("the page above, the page below"), ("over",)),
    Key("page down", ("pagedown",)),
    Key("hint", ("h",), later("hint"), later("what a strong bot would do, and why"),
        ("deciding", "marking"), later("what a strong bot would do, and why; {capital} begins a name")),
    Key("watch", ("w",), later("watch"), IN_THE_LOBBY["watch"], ("lobby",)),
    Key("open", ("o",), later("open"), IN_THE_LOBBY["open"], ("lobby",)),
    Key("leave", ("escape",), later("leave"), later("leave the table; asks first during a match"), LEFT_BY_ESCAPE),
    Key("quit", ("c-c",), later("leave"), later("the same; twice, leave at once")),
    Key("stop", ("c-z",), "", later("back to the shell for a while, where it knows jobs: `fg` returns")),
    Key("chat", ("/",), later("talk"), later("say something to the table"), TALKED),
    Key("options", ("f5",), later("more"), later("seats, bots, and what else is done with the table"),
        ("waiting", "over")),
    Key("ledger", ("f4",), later("ledger"), later("the match: every deal, and the sums"), ("over",)),
    Key("tricks", ("f6",), later("tricks"), later("all that was played in this deal, the last trick first"),
        ("deciding", "marking", "watching")),
    Key("rules", ("f2",), later("rules"), later("the rulebook; after a refusal, the clause"), ("watching",)),
    Key("last deal", ("f3",), later("last deal"), later("the account of the last deal"), ("watching",)),
    Key("advice", ("b",), later("bot"), LOOKING_BACK["advice"], ("looking",)),
    Key("first", ("home",), later("begin, end"), LOOKING_BACK["first"], ("looking",)),
    Key("last", ("end",)),
)  # fmt: skip


YES, NO, KEEP = "y", "n", "k"
"""The letters that answer a question: they, or those that stand for them in the language that is read."""

LETTER_OF_AN_ANSWER = "the letter of an answer: yes, no, keep"


def answers(text: str, letter: str) -> bool:
    """Whether a letter that was typed is that answer."""
    return text.lower() in (letter, trp(LETTER_OF_AN_ANSWER, letter))


def answer(letter: str, word: str) -> Hint:
    """What the footer says of an answer."""
    written = trp(LETTER_OF_AN_ANSWER, letter)
    return Hint(written, word, (written,))


@dataclass(frozen=True)
class Keyboard:
    """The table as somebody has it: each row once, in the order in which the footer names them."""

    keys: tuple[Key, ...] = KEYS

    def meaning(self, press: str, foot: Foot) -> Action | None:
        """What a press does now; None for a letter like any other. One is a key only where the footer names it."""
        key = next((key for key in self.keys if press in key.presses), None)
        if key is None or (len(press) == 1 and (foot == "writing" or (press.isalnum() and foot not in key.modes))):
            return None
        return key.action

    def asks(self, hint: Hint, action: Action, foot: Foot) -> bool:
        """Whether a key of the footer asks for this."""
        return bool(hint.presses) and self.meaning(hint.presses[0], foot) == action

    def footer(self, foot: Foot, choice: str, without: Collection[Action] = ()) -> tuple[Hint, ...]:
        """The keys that matter now; Enter with what it would choose."""
        rows = (key for key in self.keys if foot in key.modes and key.action not in without)
        named = tuple(self._hint(key.action, tr(key.word)) for key in rows)
        enter = self._hint("choose", choice)
        match foot:
            case "leaving" | "parting":
                keep = [answer(KEEP, tr("keep the seat"))] if foot == "parting" else []
                return answer(YES, tr("leave")), *keep, answer(NO, tr("stay"))
            case "option":
                return answer(YES, tr("yes")), answer(NO, tr("no"))
            case "options":
                return Hint("1, 2, …", tr("choose by number")), self._any_key
            case "page":
                return self._any_key, self._hint("up", tr("scroll")), self._hint("page up", tr("page"))
            case "writing":
                return enter, self._hint("leave", tr("back"))
            case "lobby":
                return enter, *named, self._hint("up", tr("move")), Hint("1, 2, …", tr("choose by number"))
            case "start" | "games":
                back = [self._hint("leave", tr("back"))] if foot == "games" else []
                ways = self._hint("up", tr("move")), Hint("1, 2, …", tr("choose by number"))
                return enter, *named, *back, *ways
            case "looking":
                ways = self._hint("left", tr("step")), self._hint("up", tr("trick"))
                return *ways, *([enter] if choice else []), *named, self._hint("page up", tr("deal"))
            case "typing":
                ways = self._hint("complete", tr("complete")), self._hint("erase", tr("erase"))
                return enter, *ways, self._hint("leave", tr("take it back"))
            case "deciding" | "marking":
                return enter, *named, Hint("abc", tr("type it"))
        return named

    def help(self) -> tuple[tuple[str, str], ...]:
        """The keys at a table, as written, each with its sentence."""
        there = (key for key in self.keys if key.help and (not key.modes or set(key.modes).difference(ELSEWHERE)))
        return tuple((self._hint(key.action).written, _told(key)) for key in there)

    def help_elsewhere(self, sentences: Mapping[Action, str]) -> tuple[tuple[str, str], ...]:
        """The keys of another place, in the same manner."""
        return tuple((self._hint(action).written, tr(text)) for action, text in sentences.items())

    def written(self, action: Action) -> str:
        """The key for an action, as the screen writes it."""
        return written(self._row(action).presses[0])

    def typed(self, action: Action) -> str:
        """What is typed for an action in plain lines, where a sign or a letter is a key for it."""
        return next((press for press in self._row(action).presses if len(press) == 1), "")

    @property
    def presses(self) -> Iterator[str]:
        """All that is a key."""
        return (press for key in self.keys for press in key.presses)

    def _row(self, action: Action) -> Key:
        return next(key for key in self.keys if key.action == action)

    @property
    def _any_key(self) -> Hint:
        return Hint(tr("any key"), tr("back"), self._hint("leave").presses)

    def _hint(self, action: Action, word: str = "") -> Hint:
        """A row with those told together with it, by the first press of each."""
        at = self.keys.index(self._row(action))
        presses = [self.keys[at].presses[0]]
        for key in self.keys[at + 1 :]:
            if key.help:
                break
            presses.append(key.presses[0])
        return Hint(" ".join(map(written, presses)), word, tuple(presses))


USUAL = Keyboard()


def remapped(wishes: Mapping[str, str | Sequence[str]]) -> Keyboard:
    """The table with other presses for these actions. BadKey for what is no action or no key, or one of two actions."""
    actions = get_args(Action)
    for action in wishes:
        if action not in actions:
            there = ", ".join(actions)
            none = later("there is no action {action}; there are {actions}")
            raise BadKey(tr(none, action=f"{action[:40]!a}", actions=there))
    keys = tuple(_with(key, wishes[key.action]) if key.action in wishes else key for key in KEYS)
    owners: dict[str, Action] = {}
    for key in keys:
        for press in key.presses:
            other = owners.setdefault(press, key.action)
            if other != key.action:
                what = later("{key} cannot mean both “{one}” and “{other}”: give one another key")
                raise BadKey(tr(what, key=written(press), one=other, other=key.action))
    return Keyboard(keys)


def _with(key: Key, wish: str | Sequence[str]) -> Key:
    """A row with the presses that somebody has settled for it."""
    presses = tuple(_press(key, text) for text in ([wish] if isinstance(wish, str) else wish))
    if not presses:
        raise BadKey(tr("“{action}” needs a key, such as {key}", action=key.action, key=written(key.presses[0])))
    return key._replace(presses=presses)


def _told(key: Key) -> str:
    """What the help says of a key."""
    if not (key.lettered and key.letter):
        return tr(key.help)
    return tr(key.lettered, capital=key.letter.upper())


def _press(key: Key, text: str) -> str:
    press = named(text)
    if press is None:
        what = later("{key} is no key for “{action}”; write pageup, space, f5, ctrl-x or a sign")
        raise BadKey(tr(what, key=f"{text[:40]!a}", action=key.action))
    spelling = len(press) == 1 and press.isalnum() and press not in key.presses
    if spelling and (not key.modes or TYPED & set(key.modes)):
        what = later("{key} cannot mean “{action}”: letters and digits spell cards; write f5, ctrl-x or a sign")
        raise BadKey(tr(what, key=text, action=key.action))
    return press
