"""A deal told at a table: the same public story for any cards that allow it, with everything that can come between.

People make mistakes, vanish and come back, others watch. All of it is drawn from a seed, and never from the cards, so
that two deals with the same public story are told with the same interruptions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from protocol.codec import encode
from protocol.from_client import Act, AtTable, Chat, Start
from server import deadlines
from server.metrics import Metrics, TableMetrics
from server.orders import Arrive, Command, Dealt, Decided, Dismiss, Lost, Publish, Report, Say, Sealed, Send, Tick
from server.room import new_room
from server.shuffling import PATIENCE
from server.story import handle
from server.terms import Terms
from tests.engine.random_deals import Played
from tests.server.table_story import reached

BYSTANDER = -1
"""Among the people, the one who watches."""

KINDS = (
    "forbidden", "forbidden", "forbidden to another", "stale", "twice", "chat", "newest line", "newest line", "vanish",
    "return", "stranger", "time",
)  # fmt: skip
"""What can come between two decisions."""

Segment = tuple[tuple[str, ...], str | None]
"""What was done in secret, and then in public, if anything was."""


def segments(deal: Played) -> Iterator[Segment]:
    """The tokens of a deal, cut after every public one."""
    secret: list[str] = []
    for before, token, after in deal.steps:
        if deal.game.events(before, token, after):
            yield tuple(secret), token
            secret = []
        else:
            secret.append(token)
    yield tuple(secret), None


@dataclass
class Telling:
    """What each person was sent, frame after frame, what the house was told, and the numbers after each segment."""

    frames: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    reports: list[object] = field(default_factory=list)
    numbers: list[bytes] = field(default_factory=list)


class Teller:
    """One table at which a deal is told. `bold` is the person who tries what the rules forbid him."""

    def __init__(self, deal: Played, bots: int, bold: int, seed: int) -> None:
        first = deal.states[0]
        self._deal = deal
        self._bold = bold
        self._rng = rng = Random(seed)
        terms = Terms(id="t1", bots=bots, clock=rng.choice((None, 20)), pace=rng.choice((0.0, 1.5)))
        self.room = new_room(deal.game, terms, first.dealer)
        self.told = Telling()
        self._metrics = Metrics()
        self._table = TableMetrics(self._metrics)
        self._now = 0.0
        self._here: dict[int, int] = {}
        self._away: list[int] = []
        self._lines = 0
        self._ids: Counter[int] = Counter()
        for person in range(deal.game.about.seats - bots):
            self._come(person)
        self._come(BYSTANDER)
        self._say(0, Start(id="start"))
        if rng.random() < 0.5:  # the hash that is published is the same, whatever the cards are
            self._do(Sealed("5ea1" * 16))
            self._wait(PATIENCE)
        self._do(Dealt(first.dealer, first.layout))

    def tell(self) -> Telling:
        """The whole deal."""
        for secret, public in segments(self._deal):
            self._wait(self._rng.choice((0.0, 1.0)))
            for token in secret:
                self._decide(token)
            for _ in range(self._rng.choice((0, 0, 1, 3))):
                self._interrupt()
            if public is not None:
                self._decide(public)
            self.told.numbers.append(self._numbers())
        return self.told

    def _decide(self, token: str) -> None:
        """Whoever's turn it is, a person or the bot that plays for him, as soon as one of them can."""
        seat = self.room.to_act
        assert seat is not None
        if seat not in self._here and self.room.asked is None:
            self._wait(deadlines.bot_at(self.room) - self._now)
        decided = (*self.room.actions, token)
        if self.room.asked is None:
            self._say(seat, Act(id=self._id(seat), seq=self.room.seq, action=token))
        else:
            self._table.thought(0.0)
            self._do(Decided(self.room.turn, token))
            if self.room.decision is not None:
                self._wait(deadlines.shown_at(self.room) - self._now)
        assert self.room.actions == decided

    def _interrupt(self) -> None:
        """Something that decides nothing."""
        person = self._rng.choice(list(self._here))
        own, other = self.room.seq, self.room.seq + 1
        match self._rng.choice(KINDS):
            case "forbidden":
                self._try_what_is_forbidden(person if self._bold not in self._here else self._bold)
            case "forbidden to another":
                self._try_what_is_forbidden(person)
            case "stale":
                self._say(person, Act(id=self._id(person), seq=other, action="play:nothing"))
            case "twice":
                for _ in range(2):
                    self._say(person, Act(id="twice", seq=own, action="play:nothing"))
            case "chat":
                self._say(person, Chat(id=self._id(person), text="What a hand!"))
            case "newest line":
                self._come_back(self._bold if self._bold in self._here else person)
            case "vanish":
                self._vanish(person)
            case "return":
                while self._away:
                    self._come_back(self._away.pop())
            case "stranger":
                self._do(Arrive(self._new_line(), "Stranger", "a-token-of-nobody", "token-of-a-stranger"))
            case "time":
                self._wait(self._rng.choice((0.5, 3.0, 45.0)))

    def _try_what_is_forbidden(self, person: int) -> None:
        verb = self._rng.choice(("play", "discard", "bid", "hide", "take", "meld"))
        action = f"{verb}:{self._rng.choice(self._deal.game.pack.codes)}"
        mine = person == self.room.to_act
        if mine and (person != self._bold or action in self._deal.game.legal(self.room.deal)):
            action = "play:nothing"  # only his own cards may tell what is forbidden to him
        self._say(person, Act(id=self._id(person), seq=self.room.seq, action=action))

    def _vanish(self, person: int) -> None:
        """Somebody is away, but never the last one: then the deal would wait."""
        if person == BYSTANDER or len(self._here) > len({person, BYSTANDER}):
            self._do(Lost(self._here.pop(person)))
            self._away.append(person)

    def _come(self, person: int) -> None:
        line = self._here[person] = self._new_line()
        self._do(Arrive(line, f"Guest {person}", None, token(person), watch=person == BYSTANDER))

    def _come_back(self, person: int) -> None:
        if person == BYSTANDER:
            self._do(Lost(self._here.pop(person, 0)))
            self._come(person)
            return
        line = self._here[person] = self._new_line()
        self._do(Arrive(line, "", token(person), f"unused-token-{line:04}"))

    def _say(self, person: int, message: AtTable) -> None:
        self._do(Say(self._here[person], message))

    def _wait(self, seconds: float) -> None:
        self._now += max(0.0, seconds)
        self._do(Tick())

    def _do(self, command: Command) -> None:
        people = {line: person for person, line in self._here.items()}
        before = self.room
        self.room, effects = handle(before, command, self._now)
        if self.room is not before:
            self._table.journalled(0.0)
        self._table.handled(before, command, self.room)
        for effect in effects:
            if isinstance(effect, Send | Dismiss):
                for line in reached(effect):
                    if line in people:
                        self.told.frames[people[line]].append(encode(effect.message))
            elif isinstance(effect, Publish):
                self.told.reports.append(encode(effect.message))
            elif isinstance(effect, Report):
                self.told.reports.append(effect.what)

    def _new_line(self) -> int:
        self._lines += 1
        return self._lines

    def _id(self, person: int) -> str:
        """Each counts his own, so that nobody's tell of another's."""
        self._ids[person] += 1
        return f"c{self._ids[person]}"

    def _numbers(self) -> bytes:
        """The numbers for Prometheus, but for the moments in which they were made."""
        return b"\n".join(line for line in self._metrics.text().splitlines() if b"_created" not in line)


def token(person: int) -> str:
    return f"token-of-person-{person:02}"
