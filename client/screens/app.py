"""The table on the full screen: keys to the desk, orders to the session, pictures out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client import desk as desks
from client.aid import Aid
from client.choices import Choice
from client.desk import Choose, Desk, Leave, LookBack, Order, Ponder, PutAway, Say, Start
from client.keys import Action, Foot
from client.language import tr
from client.link import LinkError
from client.lookback import LookingBack, Wanted, recalled
from client.model import Model
from client.options import Option
from client.outages import Heard
from client.past import PlayAgain
from client.screens.foot import foot
from client.screens.frame import picture
from client.screens.look import AS_USUAL, Look
from client.screens.looking import looking_back
from client.screens.picture import Picture
from client.screens.stage import Stage
from client.screens.table import TURN
from client.session import Session
from client.viewmodel import Shown, shown
from protocol.from_server import Lobby

LYING = 1.5
"""The seconds for which a trick that is over can still be looked at; a key ends them."""


class Screen(Stage[LinkError | Lobby | PlayAgain]):
    """A seat at a table, until the person leaves, is in the lobby again, wishes to play a deal again by himself, or the
    line ends. While he looks back, that is there instead of the table: until the next deal begins.
    """

    def __init__(
        self,
        session: Session,
        input: Input | None = None,  # noqa: A002
        output: Output | None = None,
        *,
        look: Look = AS_USUAL,
        bell: bool = False,
        lying: float = LYING,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(input, output, look)
        self._bell = bell
        self._sleep = sleep
        self.session = session
        self.shown: Shown = shown(session.model, now=session.now())
        self.desk = Desk()
        self.back: LookingBack | None = None
        self._lying, self._moment = 0, lying
        self._say_whose_turn()

    @property
    def foot(self) -> Foot:
        """What the keys are about now. Whatever closes a page does what it does beneath, but for a number of a list."""
        listed = self.desk.page == "options"
        return self.back.foot if self.back else foot(self.shown, self.desk if listed else desks.closed(self.desk))

    def picture(self, columns: int, rows: int) -> Picture:
        """What is to be seen."""
        if self.back:
            return looking_back(self.back, columns, rows, self.keyboard)
        return picture(self.shown, self.desk, columns, rows, self.keyboard)

    async def listen(self) -> LinkError | Lobby | PlayAgain:
        """Take in what happens at the table."""
        return await self.session.listen(self._told)

    def pressed(self, action: Action) -> None:
        """A key of the table of keys."""
        if self.back:
            self._heed(self.back, self.back.pressed(action, self.drawn().layout))
            return
        if self._cleared() and action == "choose":  # nobody means what he has not seen
            return
        self._go(*desks.pressed(self.desk, action, self.shown, self.drawn().layout))

    def typed(self, text: str) -> None:
        """A letter or several, typed or pasted."""
        if self.back:
            self._heed(self.back, self.back.typed(text))
            return
        self._cleared()
        self._go(*desks.typed(self.desk, text, self.shown))

    def clicked(self, what: Choice | str) -> None:
        """A click on a choice."""
        if isinstance(what, Choice) and not self._cleared():
            self._go(*desks.clicked(self.desk, what, self.shown))

    def wheeled(self, action: Action) -> None:
        """The wheel scrolls what can be scrolled, and moves no cursor among cards."""
        if self.back or self.desk.page or self.shown.mode == "over":
            super().wheeled(action)

    def works(self) -> list[Coroutine[None, None, None]]:
        """What goes on while the screen is up."""
        return [*super().works(), self._count_down()]

    async def _count_down(self) -> None:
        """While time runs that is shown, show how it runs."""
        while True:
            await self._sleep(1)
            if self.shown.ticking:
                self._show()
                self.app.invalidate()

    def _told(self, before: Model, _message: Heard) -> None:
        view, then = self.session.model.view, before.view
        if view and then and len(view.tricks) == len(then.tricks) + 1:
            self._lying = len(view.tricks)
            self.send(self._turn_over(self._lying))
        self._show()
        self.app.invalidate()

    async def _turn_over(self, trick: int) -> None:
        """That trick has lain there for a moment, whatever was played meanwhile."""
        await self._sleep(self._moment)
        if self._lying == trick and self._cleared():
            self.app.invalidate()

    def _cleared(self) -> bool:
        """The trick is turned over; whether there was something else to be seen by now."""
        before, self._lying = self.shown.trick, 0
        self._show()
        return self.shown.trick != before

    def _show(self) -> None:
        model = self.session.model
        lying = model.view is not None and len(model.view.tricks) == self._lying > 0
        before, self.shown = self.shown, shown(model, now=self.session.now(), lying=lying)
        self._say_whose_turn()
        if self._bell and self.shown.mode == "deciding" != before.mode:
            self.app.output.bell()
        self.desk = desks.settle(self.desk, self.shown)
        if self.shown.mode != "over":
            self.back = None

    def _say_whose_turn(self) -> None:
        """The title of the terminal tells it to somebody who looks at another window."""
        title = self.shown.title
        self.entitle(TURN + tr("Your turn – {title}", title=title) if self.shown.mode == "deciding" else title)

    def _go(self, desk: Desk, order: Order | None) -> None:
        """What a key or a click has made of the desk. Whoever does something else is done with the last refusal."""
        if desks.goes_on(self.desk, desk):
            self.session.heed()
            self._show()
        self.desk = desk
        self._obey(order)

    def _obey(self, order: Order | None) -> None:
        match order:
            case Choose(tokens):
                self.send(self.session.choose(tokens))
                self._show()
            case Ponder():
                self.send(self._ponder())
            case PutAway():
                self.session.put_away()
                self._show()
            case LookBack(again):
                self.send(self._look_back(again))
            case Start():
                self.send(self.session.start())
                self._show()
            case Leave(keeping):
                self.send(self._leave(keeping))
            case Say(text):
                self.send(self.session.chat(text))
                self._show()
            case Option():
                self.send(self.session.take_measure(order.command))

    async def _ponder(self) -> None:
        """A bot thinks beside the screen, which goes on."""
        thinking = asyncio.create_task(self.session.ponder())
        await asyncio.sleep(0)
        self._show()  # that it thinks
        self.app.invalidate()
        unasked = await thinking
        self.desk = replace(self.desk, message=unasked)
        self._show()
        self.app.invalidate()

    async def _look_back(self, again: bool) -> None:
        """Put the deal together beside the screen: to look at it, or to play it once more."""
        try:
            if self.session.aid is None:
                raise ValueError(tr("This client cannot put a deal together."))
            back = await recalled(self.session.aid, self.session.model)
        except ValueError as error:
            self.desk = replace(self.desk, message=str(error))
        else:
            if again:
                self.exit(back.wish)
            elif self.shown.mode == "over":
                self.back = back
        self.app.invalidate()

    def _heed(self, back: LookingBack, wanted: Wanted | None) -> None:
        """What somebody wants who looks back."""
        match wanted:
            case "leave":
                self.back = None
            case "again":
                self.exit(back.wish)
            case "advice" if self.session.aid:
                self.send(self._advise(back, self.session.aid))

    async def _advise(self, back: LookingBack, aid: Aid) -> None:
        await back.ponder(aid.advise)
        self.app.invalidate()

    async def _leave(self, keeping: bool) -> None:
        if not await self.session.leave(keeping=keeping):
            self.exit()
