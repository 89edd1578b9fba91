"""The text mode at work: lines in, sentences out, for pipes, screen readers, scripts and small terminals."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable

from client import ledger, marking, spoken
from client.answers import chosen, ordered, to_mark, unclear
from client.choices import named_too
from client.desk import kept, too_long
from client.heard import Heard
from client.keys import KEEP, LETTER_OF_AN_ANSWER, Keyboard, answers
from client.language import later, tr, trp
from client.link import HungUp, LinkError
from client.model import Model, arrived, since
from client.orders import order
from client.outages import Heard as Incoming
from client.past import PlayAgain
from client.plain_past import Memory
from client.session import Session
from client.signals import CLOSED, INTERRUPT, handled
from client.talk import BELL, Source, Talk
from client.text import Style, either, with_key, words
from client.viewmodel import Shown, shown
from protocol import View
from protocol.from_server import Failure, Lobby, Refused, Update

IDLE = ("watching", "broken")
"""The modes in which nothing is asked."""

END = "Ctrl-Z" if sys.platform == "win32" else "Ctrl-D"
"""The key that ends the lines of a terminal."""


class Reader(Talk):
    """One person who reads and writes lines. `bell` sounds when something is to be decided."""

    def __init__(
        self,
        session: Session,
        lines: Source,
        write: Callable[[str], None],
        *,
        style: Style = "plain",
        echo: bool = True,
        bell: bool = False,
    ) -> None:
        super().__init__(lines, write, echo)
        self.session = session
        self.shown: Shown = shown(session.model, style, session.now())
        self._style = style
        self._bell = bell
        self._heard = Heard()
        self._doubted = ""
        self._marked: frozenset[str] = frozenset()
        self._interrupted = False
        self._leaving = self._keeping = self._ended = self._gone = False
        self._memory = Memory(session, self.say, style)

    async def run(self) -> LinkError | Lobby | PlayAgain | None:
        """Until the person leaves or the lines end (None), is in the lobby again, wishes to play a deal again, or the
        connection ends (and why).
        """
        model, left = self.session.model, self.session.left
        again = left and spoken.back_again(model, left, self._style)
        self.say(again or spoken.greeting(model, self._style, self.session.now()))
        listening = asyncio.create_task(self.session.listen(self._told))
        try:
            with handled(CLOSED, self._hang_up), handled(INTERRUPT, self._interrupt):
                return await self._talk(listening)
        finally:
            listening.cancel()
            self.session.left = self.session.model

    async def _talk(self, listening: asyncio.Task[LinkError | Lobby]) -> LinkError | Lobby | PlayAgain | None:
        line = self._lines.next()
        while not self._leaving and not self._memory.wish and not listening.done():
            ahead = line.done() and not self._prompted
            if self.shown.mode not in IDLE:
                self._ask()
            if not (line.done() and self._timely(line.result())):
                await self.something_new(listening, *([] if line.done() else [line]))
                continue
            text = line.result()
            if text is None:
                if self._echo or self._sure(END):
                    self._leaving = self._ended = True
                    break
                self._lines.take()  # at a terminal there can be more
                line = self._lines.next()
                continue
            self.take(text, ahead=ahead and self._prompted)
            keeping, self._interrupted = self._keeps(text), False
            line = self._lines.next()
            if keeping:
                self._keep()
            else:
                await (self._look_on(text) if self._memory.back else self._answer(text))
        self.end_line()
        if listening.done():
            return listening.result()
        if self._memory.wish:
            return self._memory.wish
        if self._gone:
            return HungUp()
        returning = await self.session.leave(keeping=self._keeping)
        return await listening if returning and not self._ended else None

    def _timely(self, text: str | None) -> bool:
        """Whether a line is heard now. While others decide, one read ahead waits for its question; but not the end,
        once nothing that was said is left to answer, nor a word that answers no question.
        """
        if self.shown.mode not in IDLE:
            return True
        if text is None:
            return self.session.model.answered
        word = order(text.strip().partition(" ")[0])
        return word in ("", *spoken.ASIDE) or word.startswith(spoken.TALK) or self._keeps(text)

    def _told(self, before: Model, message: Incoming) -> None:
        self.say(spoken.news(before, message, self.session.model, self._style, self.session.now()))
        self._show()
        if self.shown.mode in IDLE:
            self._asked = None
        if isinstance(message, Update):
            self._follow(before, message)
        if isinstance(message, Refused | Failure) and message is self.session.model.refusal:
            self._asked = None
            self.say([self.shown.refusal])

    def _follow(self, before: Model, update: Update) -> None:
        """A hand is told as it is dealt and not only when it is needed; the end uncovers what was hidden."""
        view = update.view
        self._heard.hear(update.events)
        if arrived(before, update):
            self._heard.see(view)
        if len(view.hand) > len(before.view.hand if before.view else ()):
            self._tell_hand(view)
        if view.result:
            self._tell_facts(view)

    def _tell_hand(self, view: View) -> None:
        if self._heard.new_hand(view):
            self.say([spoken.hand(self.shown)])

    def _tell_facts(self, view: View) -> None:
        speech = words(self.session.model, self._style)
        self.say(map(speech.note, self._heard.new_facts(view)))

    def _show(self) -> None:
        before, self.shown = self.shown, shown(self.session.model, self._style, self.session.now())
        self._marked = kept(self._marked, self.shown)
        if self.shown.mode != "over":
            self._memory.back = None
        if self._bell and self.shown.mode == "deciding" != before.mode:
            self._write(BELL)
        self.wake()

    def _ask(self) -> None:
        """Put the question, unless it is the one that was put last, or one looks back."""
        if self._memory.back:
            self.prompt()
            return
        asked = (self.shown.mode, self.shown.ask, self.shown.choices)
        if asked != self._asked:
            self._asked = asked
            if self.shown.mode == "deciding" and self.session.model.view:
                self._tell_facts(self.session.model.view)
                self._tell_hand(self.session.model.view)
            self.say(spoken.question(self.shown, len(self._marked)))
            self.say([self._told_marks()] if self._marked else [])
        self.prompt()

    async def _answer(self, text: str) -> None:
        if text.strip().startswith(spoken.TALK):
            await self._talk_to_all(text.strip().removeprefix(spoken.TALK).strip())
            return
        self._show()  # time has passed
        rest = text.strip().partition(" ")[2].lower()
        command = ordered(text, self.shown, self._keyboard, ready=self._ready)
        match command:
            case "quit":
                self._leave()
            case "keep":
                self._keep()
            case "help":
                self._again(spoken.helping(self.shown, self._keyboard))
            case "hand":
                self._again([spoken.hand(self.shown) if self.shown.hand else tr("You have no cards now.")])
            case "hint":
                await self._ponder()
            case "rules":
                self._again(spoken.rules(self.shown, rest))
            case "table":
                self._again(spoken.table(self.shown))
            case "tricks":
                self._again(spoken.tricks(self.shown))
            case "ledger":
                self._again(ledger.spoken(self.shown.ledger))
            case "options":
                await self._option(rest)
            case "yes":
                await self._make_final()
            case "look" | "again":
                await self._memory.begin(self.shown, again=command == "again")
                self._asked = None
            case "start":
                await self._start()
            case _:
                await self._choose(text)

    @property
    def _keyboard(self) -> Keyboard:
        return self.session.model.own.keyboard

    @property
    def _ready(self) -> bool:
        """Whether as many are marked as are wanted."""
        return 0 < self.shown.wanted == len(self._marked)

    async def _talk_to_all(self, text: str) -> None:
        """Say something, or hear how that is done."""
        if long := too_long(text):
            self._again([long])
        elif text:
            before = self.session.model
            sent, now = self.session.chat(text), self.session.model
            self.say(map(words(now, self._style).entry, since(now.log, before.log)))
            await sent
        else:
            self._again([tr("Write /, and then what you want to say to the table.")])

    async def _option(self, number: str) -> None:
        """Do the one of that number, or hear which there are."""
        numbers = {str(at): option for at, option in enumerate(self.shown.options, start=1)}
        if number in numbers:
            await self.session.take_measure(numbers[number].command)
        else:
            self._again(spoken.options(self.shown))

    async def _ponder(self) -> None:
        """Let a bot think about what is asked, and hear what it would do."""
        if self.shown.mode != "deciding":
            self._again([tr("A hint is for a decision of yours; there is none now.")])
            return
        unasked = await self.session.ponder()
        self._show()
        self._again([unasked or self.shown.hint])

    async def _look_on(self, text: str) -> None:
        await self._memory.go_on(text)
        self._asked = None

    async def _start(self) -> None:
        if self.shown.aside:
            self._again([tr("You are watching: whoever has a seat begins.")])
        elif self.shown.mode in ("waiting", "over"):
            await self.session.start()
            self._show()
        else:
            self._again([tr("A deal is being played; start is for the next one.")])

    async def _choose(self, text: str) -> None:
        if not text.strip():
            self._heard.forget_hand()
        if self.shown.mode != "deciding":
            nothing = tr("“{text}” is nothing that can be said now.", text=text.strip())
            self._again([nothing] if text.strip() else [])
            return
        choice = chosen(text, self.shown)
        if choice and text != self._doubted and (others := named_too(self.shown.choices, text.strip(), choice)):
            self._doubted = text
            named = either([other.lettered or other.text for other in others])
            doubt = later("“{text}” is the number of {choice}. Say it again for that, or {others}.")
            self._again([tr(doubt, text=text.strip(), choice=choice.text, others=named)])
            return
        self._doubted = ""
        if cards := to_mark(text, self.shown):
            self._mark(cards)
        elif choice:
            await self.session.choose(choice.tokens)
            self._show()
        else:
            self._again([unclear(text.strip(), self.shown)] if text.strip() else [])

    def _mark(self, cards: list[str]) -> None:
        """Mark cards, or take their marks off."""
        left_out = []
        for card in cards:
            before, self._marked = self._marked, marking.toggled(self._marked, card, self.shown.wanted)
            left_out += [card] if before == self._marked else []
        surplus = marking.surplus(self._marked, left_out, self.shown.choices, self.shown.wanted)
        self.say([*([surplus] if surplus else []), self._told_marks()])

    def _told_marks(self) -> str:
        """What is marked, and what is wanted of it."""
        wanted = self.shown.wanted
        told = marking.told(self._marked, self.shown.choices, wanted) or marking.none_yet(wanted)
        if len(self._marked) < wanted:
            return told
        return told + " " + tr("Say yes to make it final, or name one of them, to take it back.")

    async def _make_final(self) -> None:
        """What is marked, once it is enough."""
        if self._ready:
            await self.session.choose(marking.tokens(self._marked, self.shown.choices))
            self._show()
        elif self.shown.wanted:
            self.say([self._told_marks()])
        else:
            self._again([tr("Nothing waits for a yes.")])

    def _again(self, lines: Iterable[str]) -> None:
        """Say something, and put the question again."""
        self.say(lines)
        self._asked = None

    def _leave(self) -> None:
        self._leaving = True
        self.wake()

    def _keep(self) -> None:
        """Leave, and be back later."""
        if self.shown.keeps:
            self._keeping = True
            self._leave()
        else:
            self._again([tr("There is no seat here that could be kept; quit leaves the table.")])

    def _keeps(self, text: str) -> bool:
        """Whether a line answers, by a word or by its letter, the question whether somebody who wants to go keeps his
        seat. At any other moment the letter is about cards.
        """
        word = text.strip()
        return self._interrupted and self.shown.keeps and (order(word) == "keep" or answers(word, KEEP))

    def _hang_up(self) -> None:
        """The terminal is closed: the seat is kept for whoever comes back from another."""
        self._gone = True
        self._leave()

    def _interrupt(self) -> None:
        if self._sure("Ctrl-C"):
            self._leave()

    def _sure(self, key: str) -> bool:
        """Whether somebody who wants to go ends nothing by it, or was asked already."""
        if self._interrupted or not self.shown.at_stake:
            return True
        self._interrupted = True
        try:
            again, follows = tr("{key} again leaves the table.", key=key), self.shown.parting
            keep = with_key(tr("keep"), trp(LETTER_OF_AN_ANSWER, KEEP))
            how = [tr("Say {keep}.", keep=keep)] if self.shown.keeps else []
            self.say([" ".join([again, follows, *how])])
        except OSError:  # whoever read us was interrupted too, and is gone
            self._hang_up()
        self.wake()
        return False
