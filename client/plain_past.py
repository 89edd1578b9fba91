"""Looking back in lines of text: a word goes on, back, to the next trick; everything is told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from client import spoken
from client.aid import Aid
from client.keys import Action, Keyboard
from client.language import later, tr
from client.lookback import LookingBack, Wanted, recalled
from client.orders import order
from client.past import Past, Place, PlayAgain, seen
from client.session import Session
from client.talk import Source, Talk
from client.text import Style, about, explained
from client.viewmodel import Shown

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

WANTED: dict[str, Wanted] = {"bot": "advice", "again": "again", "q": "leave", "quit": "leave"}

LETTERS: dict[Action, str] = {"advice": "bot", "again": "again"}
"""The keys of the full screen that may be typed in a line, and the words for which they stand."""

WORDS = {
    later("(an empty line)"): later("the next step"),
    "back": later("the step before"),
    later("trick, trick back"): later("the next trick, the one before"),
    later("first, last"): later("the beginning, the end"),
    later("next deal, deal back"): later("another deal of these records"),
    "bot": later("what a bot would have done, and why"),
    "again": later("play this deal again by yourself, against bots"),
    "help": later("this list"),
    "quit": later("leave"),
}


async def look_back(
    back: LookingBack, aid: Aid, lines: Source, write: Callable[[str], None], style: Style, keyboard: Keyboard
) -> PlayAgain | None:
    """Until the person leaves or the lines end (None), or wishes to play a deal again."""
    talk = Talk(lines, write, echo=False)
    talk.say(moment(back.deals, back.place, style))
    while (line := await lines.next()) is not None:
        lines.take()
        wanted = asked_for(back, line, keyboard)
        if wanted == "leave":
            return None
        if wanted == "again":
            return back.wish
        talk.say(await answer(back, line, wanted, aid, style, keyboard))
    return None


class Memory:
    """Somebody at a table who looks `back`, in between, on the deal that is over there; or has the `wish` to play it
    again. `say` says sentences to him.
    """

    def __init__(self, session: Session, say: Callable[[Iterable[str]], None], style: Style) -> None:
        self.back: LookingBack | None = None
        self.wish: PlayAgain | None = None
        self._session = session
        self._say = say
        self._style = style

    async def begin(self, now: Shown, *, again: bool) -> None:
        """Put the deal together that is over: to look at it, or to play it once more."""
        aid = self._session.aid
        if now.mode != "over" or not now.uncovered or aid is None:
            self._say([tr("There is no deal that you could look back on now.")])
            return
        try:
            back = await recalled(aid, self._session.model)
        except ValueError as error:
            self._say([str(error)])
            return
        if again:
            self.wish = back.wish
        else:
            self.back = back
            self._say(moment(back.deals, back.place, self._style))
            self._say([tr("An empty line goes on; help lists what else can be said, and quit is back at the table.")])

    async def go_on(self, line: str) -> None:
        """A line while he looks back."""
        back, aid = self.back, self._session.aid
        if back is None or aid is None:
            return
        keyboard = self._session.model.own.keyboard
        match asked_for(back, line, keyboard):
            case "leave":
                self.back = None
            case "again":
                self.wish = back.wish
            case wanted:
                self._say(await answer(back, line, wanted, aid, self._style, keyboard))


def asked_for(back: LookingBack, line: str, keyboard: Keyboard) -> Wanted | None:
    """What a line wants, by a word or by a key of the full screen, beside looking further; which is done at once."""
    word, action = order(line), keyboard.meaning(line.strip(), "looking")
    if word in MOVES:
        return back.pressed(MOVES[word])
    return WANTED.get((action and LETTERS.get(action)) or word)


async def answer(
    back: LookingBack, line: str, wanted: Wanted | None, aid: Aid, style: Style, keyboard: Keyboard
) -> Iterable[str]:
    """What is said to a line."""
    word = order(line)
    if wanted == "advice":
        await back.ponder(aid.advise)
        advised = seen(back.deals, back.place, style).advised
        return [advised or tr("The deal is over: there is nothing to decide.")]
    if word in MOVES:
        return moment(back.deals, back.place, style)
    if word == "help":
        return explained(WORDS, LETTERS, keyboard)
    return [tr("“{text}” is no word here; help lists them.", text=line.strip())]


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
        yield about(now.shown.trick_heading, spoken.in_order(now.shown.trick)) + "."
    if now.account:
        yield from spoken.account(now.account)
    yield now.following
