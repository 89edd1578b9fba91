"""Stories of one table of Highest Card, told without a socket, a clock or a shuffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from protocol.from_client import Act, AtTable, Start
from protocol.message import Message
from server.deadlines import wake_at
from server.orders import Arrive, Ask, Command, Dealt, Decided, Dismiss, Effect, Say, Send, Shuffle, Tick
from server.room import new_room
from server.story import handle
from server.terms import Terms
from tests.server.highest import GAME, HANDS

M = TypeVar("M", bound=Message)


class Story:
    """A table, and all that it has wanted done so far."""

    def __init__(self, bots: int = 0, **terms: Any) -> None:
        self.room = new_room(GAME, Terms(id="t1", bots=bots, **terms), dealer=2)
        self.effects: list[Effect] = []
        self.ids = 0
        self.now = 0.0

    def tell(self, command: Command) -> Sequence[Effect]:
        self.room, effects = handle(self.room, command, self.now)
        self.effects += effects
        return effects

    def arrive(self, line: int, name: str = "Anna", token: str | None = None) -> Sequence[Message]:
        return told(self.tell(Arrive(line, name, token, f"token-of-line-{line:04}")), line)

    def start(self, line: int, deal: Mapping[str, Any] = HANDS) -> None:
        effects = self.say(line, Start(id=self.new_id()))
        (dealer,) = [effect.dealer for effect in effects if isinstance(effect, Shuffle)]
        self.tell(Dealt(dealer, deal))

    def act(self, line: int, *actions: str) -> Message:
        for action in actions:
            effects = self.say(line, Act(id=self.new_id(), seq=self.room.seq, action=action))
        return told(effects, line)[0]

    def deal(self, *lines: int) -> None:
        """These three people play a deal: each buries his lowest card and plays his highest."""
        self.start(lines[0])
        for turn in range(3):
            seat = (self.room.dealer + 1 + turn) % 3
            hand = HANDS["hands"][seat]
            self.act(lines[seat], f"bury:{hand[0]}", f"play:{hand[2]}")

    def say(self, line: int, message: AtTable) -> Sequence[Effect]:
        return self.tell(Say(line, message))

    def new_id(self) -> str:
        self.ids += 1
        return f"c{self.ids}"

    def bots_play(self) -> None:
        """Bots answer with their first legal token, until a person's turn comes."""
        while (ask := self.asked()) and ask.turn == self.room.asked:
            self.tell(Decided(ask.turn, ask.view.legal[0]))

    def wait(self, seconds: float) -> None:
        """Nobody says anything for so long; the room is woken whenever it wishes to be."""
        until = self.now + seconds
        while (moment := wake_at(self.room)) is not None and moment <= until:
            self.now = max(self.now, moment)
            self.tell(Tick())
        self.now = until

    def asked(self) -> Ask | None:
        asks = [effect for effect in self.effects if isinstance(effect, Ask)]
        return asks[-1] if asks else None

    def seats(self) -> list[str]:
        return [f"{seat.kind} {seat.name}{'' if seat.present else ' (away)'}" for seat in self.room.shown().seats]


def reached(effect: Effect) -> tuple[int, ...]:
    """The lines down which something is sent."""
    match effect:
        case Send(lines):
            return lines
        case Dismiss(line):
            return (line,)
    return ()


def told(effects: Sequence[Effect], line: int) -> list[Message]:
    sent = (effect for effect in effects if isinstance(effect, Send | Dismiss))
    return [effect.message for effect in sent if line in reached(effect)]


def three_people(**terms: Any) -> Story:
    story = Story(**terms)
    for line, name in enumerate(["Anna", "Bruno", "Chloé"]):
        story.arrive(line, name)
    return story


def only(kind: type[M], effects: Sequence[Effect], line: int) -> M:
    """The one message of a kind that was sent down a line."""
    (message,) = (message for message in told(effects, line) if isinstance(message, kind))
    return message
