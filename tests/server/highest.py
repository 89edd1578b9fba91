"""A game that is in no registry: the server must not need to know any.

Three seats, nine cards, three each. Who is to play first buries a card in secret, then plays one for all to see.
The highest of the three cards wins 2 from the table, the others lose 1. A hand of 7, 8 and 9 annuls the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.account import Line, Result, annulled
from engine.cards import Pack
from engine.errors import IllegalAction
from engine.game import Game, State, evolve
from engine.layout import Layout, Shape
from engine.notes import COMMON_LABELS, Note
from engine.seats import put
from engine.view import About, Trick, View

HANDS = {"hands": [["1", "4", "7"], ["2", "5", "8"], ["3", "6", "9"]]}
TOO_STRONG = {"hands": [["1", "2", "3"], ["7", "8", "9"], ["4", "5", "6"]]}


PACK = Pack("123456789")


@dataclass(frozen=True, kw_only=True)
class Highest(State):
    plays: tuple[str, ...] = ()
    buried: tuple[str, ...] = ()


class Bury:
    def legal(self, state: Highest) -> tuple[str, ...]:
        return tuple(f"bury:{card}" for card in PACK.names(state.hand))

    def apply(self, state: Highest, token: str) -> Highest | None:
        if token not in self.legal(state):
            return None
        card = token.removeprefix("bury:")
        return evolve(state, phase="play", hands=without(state, card), buried=(*state.buried, card))

    def why_not(self, state: Highest, token: str) -> IllegalAction:
        return IllegalAction("1", "Bury a card of your hand.")


class Play:
    def legal(self, state: Highest) -> tuple[str, ...]:
        return tuple(f"play:{card}" for card in PACK.names(state.hand))

    def apply(self, state: Highest, token: str) -> Highest | None:
        if token not in self.legal(state):
            return None
        card = token.removeprefix("play:")
        plays = (*state.plays, card)
        if len(plays) < 3:
            following = (state.player + 1) % 3
            return evolve(state, phase="bury", hands=without(state, card), plays=plays, to_act=following)
        winner = (state.dealer + 1 + plays.index(max(plays))) % 3
        amounts = tuple(2 if seat == winner else -1 for seat in range(3))
        result = Result("played", amounts, {"winner": winner}, (Line(Note("trick", winner), "3", amounts),))
        return evolve(state, phase="settled", hands=without(state, card), plays=plays, to_act=None, result=result)

    def why_not(self, state: Highest, token: str) -> IllegalAction:
        return IllegalAction("2", "Play a card of your hand.")


def without(state: Highest, card: str) -> tuple[int, ...]:
    return put(state.hands, state.player, state.hand & ~PACK.mask([card]))


class Views:
    def public(self, state: Highest) -> View:
        return View(
            game="highest",
            viewer=None,
            dealer=state.dealer,
            phase=state.phase if state.result else "play",
            to_act=state.to_act,
            counts=(3, 3, 3),
            sides=(0, 1, 2),
            trick=Trick((state.dealer + 1) % 3, tuple((card,) for card in state.plays)),
            result=state.result,
        )

    def own(self, state: Highest, viewer: int, public: View, legal: tuple[str, ...]) -> View:
        return evolve(
            public,
            viewer=viewer,
            phase=state.phase if legal else public.phase,
            hand=PACK.names(state.hands[viewer]),
            legal=legal,
            ask=Note(f"ask.{state.phase}") if legal else None,
        )

    def told(self, before: Highest, token: str, after: Highest) -> tuple[Note, ...]:
        return () if before.phase == "bury" else (Note("played", before.to_act, (token.removeprefix("play:"),)),)


class HighestGame(Game[Highest]):
    about = About(
        key="highest",
        title="Highest Card",
        seats=3,
        suits={},
        labels={**COMMON_LABELS, "phase.bury": "Bury", "ask.bury": "Bury a card", "too_strong": "a hand is too strong"},
    )
    pack = PACK
    phases: ClassVar = {"bury": Bury(), "play": Play()}
    views: ClassVar = Views()

    def shape(self, dealer: int) -> Shape:
        return {"hands": (3, 3, 3)}

    def start(self, layout: Layout, dealer: int) -> Highest:
        hands = tuple(PACK.mask(hand) for hand in layout["hands"])
        first = (dealer + 1) % 3
        state = Highest(dealer=dealer, layout=layout, phase="bury", to_act=first, hands=hands)
        if PACK.mask("789") not in hands:
            return state
        return evolve(state, phase="settled", to_act=None, result=annulled("too_strong", 3, "4"))


GAME = HighestGame()
