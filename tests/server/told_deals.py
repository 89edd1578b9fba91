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
from protocol.from_client import Act, Start
from server.metrics import Metrics, TableMetrics
from server.orders import Arrive, Command, Dealt, Decided, Dismiss, Lost, Report, Say, Send
from server.room import new_room
from server.story import handle
from server.terms import Terms
from tests.engine.random_deals import Played

BYSTANDER = -1
"""Among the people, the one who watches."""

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
        self.room = new_room(deal.game, Terms(id="t1", bots=bots), first.dealer)
        self.told = Telling()
        self._deal = deal
        self._bold = bold
        self._rng = Random(seed)
        self._metrics = Metrics()
        self._table = TableMetrics(self._metrics)
        self._people: dict[int, int] = {}
        self._lines = 0
        self._ids: Counter[int] = Counter()
        for person in range(deal.game.about.seats - bots):
            self._come(person)
        self._do(Say(self._line(0), Start(id=self._id(0))))
        self._do(Dealt(first.dealer, first.layout))
        if bots:
            self._come(BYSTANDER)

    def tell(self) -> Telling:
        """The whole deal."""
        for secret, public in segments(self._deal):
            for token in secret:
                self._decide(token)
            for _ in range(self._rng.choice((0, 0, 1, 2))):
                self._interrupt()
            if public is not None:
                self._decide(public)
            self.told.numbers.append(self._numbers())
        return self.told

    def _decide(self, token: str) -> None:
        """Whoever's turn it is, a person or the bot that plays for him."""
        seat = self.room.to_act
        assert seat is not None
        if self.room.asked is None:
            self._do(Say(self._line(seat), Act(id=self._id(seat), seq=self.room.seq, action=token)))
        else:
            self._table.thought(0.0)
            self._do(Decided(self.room.turn, token))

    def _interrupt(self) -> None:
        """Something that decides nothing."""
        person = self._rng.choice(list(self._people))
        kind = self._rng.choice(("forbidden", "forbidden", "stale", "vanish", "again", "twice", "stranger"))
        if kind == "forbidden":
            self._try_what_is_forbidden(person if self._rng.random() < 0.3 else self._bold)
        elif kind == "stale":
            self._do(Say(self._line(person), Act(id=self._id(person), seq=self.room.seq + 1, action="play:nothing")))
        elif kind == "vanish":
            self._do(Lost(self._line(person)))
            self._come_back(person)
        elif kind == "again":
            self._come_back(person)
        elif kind == "twice":
            self._do(Say(self._line(person), Start(id="twice")))
        else:
            self._do(Arrive(self._new_line(), "Stranger", "a-token-of-nobody", "token-of-a-stranger"))

    def _try_what_is_forbidden(self, person: int) -> None:
        verb = self._rng.choice(("play", "discard", "bid", "hide", "take", "meld"))
        card = self._rng.choice(self._deal.game.pack.codes)
        action = f"{verb}:{card}"
        mine = person == self.room.to_act and person != BYSTANDER
        if mine and (person != self._bold or action in self._deal.game.legal(self.room.deal)):
            action = "play:nothing"  # only his own cards may tell what is forbidden to him
        self._do(Say(self._line(person), Act(id=self._id(person), seq=self.room.seq, action=action)))

    def _come(self, person: int) -> None:
        line = self._people[person] = self._new_line()
        self._do(Arrive(line, f"Guest {person}", None, token(person)))

    def _come_back(self, person: int) -> None:
        line = self._people[person] = self._new_line()
        self._do(Arrive(line, "", token(person), f"unused-token-{line:04}"))

    def _do(self, command: Command) -> None:
        people = {line: person for person, line in self._people.items()}
        before = self.room
        self.room, effects = handle(before, command, 0.0)
        if self.room is not before:
            self._table.journalled(0.0)
        self._table.handled(before, command, self.room)
        for effect in effects:
            if isinstance(effect, Send | Dismiss) and effect.line in people:
                self.told.frames[people[effect.line]].append(encode(effect.message))
            elif isinstance(effect, Report):
                self.told.reports.append(effect.what)

    def _line(self, person: int) -> int:
        return self._people[person]

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
