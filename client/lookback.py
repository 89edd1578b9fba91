"""Somebody who looks back on deals that are over: where he is, and what he wants."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from client.advice import Adviser, advice_of
from client.aid import Aid
from client.desk import Layout
from client.keys import Action, Foot
from client.model import Model
from client.past import BEGINNING, Past, PlayAgain, asked, moved, player, written

Wanted = Literal["leave", "advice", "again"]
"""What somebody wants who looks back, beside looking further."""


class LookingBack:
    """A person of that name, and the `place` at which he looks now."""

    def __init__(self, deals: Sequence[Past], name: str) -> None:
        self.deals = deals
        self.name = name
        self.place = BEGINNING

    @property
    def foot(self) -> Foot:
        """What the keys are about now."""
        return "looking"

    @property
    def wish(self) -> PlayAgain:
        """To play the deal again that he looks at: in his own place, or on the first seat, if he had none."""
        deal = self.deals[self.place.deal]
        return PlayAgain(deal.record, deal.names.index(self.name) if self.name in deal.names else 0)

    def pressed(self, action: Action, layout: Layout | None = None) -> Wanted | None:
        """A key of the table of keys. What he wants, if that is not only to look further."""
        if action == "quit" or (action == "leave" and not self.place.page):
            return "leave"
        self.place = moved(self.place, action, self.deals, layout)
        return action if action in ("advice", "again") else None

    def typed(self, text: str) -> Wanted | None:
        """A letter that is no key: `q` leaves too, as in a pager; any closes a page."""
        if not self.place.page:
            return "leave" if text == "q" else None
        self.place = moved(self.place, "leave", self.deals)
        return None

    async def ponder(self, adviser: Adviser) -> None:
        """A bot thinks, and is heard if he still looks at that moment. Where nothing is to decide, none is asked."""
        place = self.place
        view = asked(self.deals[place.deal].moments[place.moment])
        if view is not None:
            advice = await advice_of(adviser, view)
            self.place = replace(place, advice=advice) if self.place == place else self.place


async def recalled(aid: Aid, model: Model) -> LookingBack:
    """On the deal that is over at a table. ValueError, which says why, where it cannot be put together."""
    return LookingBack([await asyncio.to_thread(aid.recall, written(model))], player(model))
