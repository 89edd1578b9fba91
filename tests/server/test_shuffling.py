"""A shuffle that nobody can stack, at the table: who is bound when, who is waited for, and what is shown at the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from engine import game_named
from engine.commands import replay
from engine.proof import Proof, fault
from engine.shuffle import Stream, commitment, pledge, seed
from protocol.from_client import Act, AtTable, Bots, Entropy, Leave, Move, Pledge, Start
from protocol.from_server import Accepted, Commitment, Failure, Pledges, Refused, Revealed, Update
from protocol.message import Message
from server.deadlines import wake_at
from server.orders import Arrive, Command, Deal, Dealt, Decided, Dismiss, Lost, Say, Sealed, Send, Shuffle, Tick
from server.records import record
from server.restart import left_alone
from server.room import new_room
from server.shuffling import GLANCE, PATIENCE
from server.story import handle
from server.terms import Terms
from server.writing import read_room, write_room
from tests.server.table_story import reached

M = TypeVar("M", bound=Message)

SECRET = "5" * 64
BYTES = ("a" * 64, "b" * 64, "c" * 64)


class Evening:
    """A table of Pao De Kuai where deals are shuffled as they are in earnest. Seat n is on line n."""

    def __init__(self, people: int, key: str = "paodekuai") -> None:
        self.game = game_named(key)
        self.room = new_room(self.game, Terms(id="t1", lasting=True), dealer=2)
        self.secret = SECRET
        self.now = 0.0
        self.heard: dict[int, list[Message]] = {}
        self.ids = 0
        for line in range(people):
            self.tell(Arrive(line, f"Guest {line}", None, f"token-of-line-{line:04}"))

    def tell(self, command: Command) -> None:
        """A command, and at once those that a table would give in answer to it, but for a bot's decisions."""
        self.room, effects = handle(self.room, command, self.now)
        for effect in effects:
            match effect:
                case Send(message=message) | Dismiss(message=message):
                    for line in reached(effect):
                        self.heard.setdefault(line, []).append(message)
                case Shuffle():
                    self.tell(Sealed(self.secret))
                case Deal(dealer, seed):
                    self.tell(Dealt(dealer, self.game.deal(Stream(seed), dealer).layout))

    def say(self, line: int, message: AtTable) -> Message:
        """What is answered to a command."""
        before = len(self.heard.get(line, []))
        self.tell(Say(line, message))
        return self.heard[line][before]

    def start(self) -> Commitment:
        assert isinstance(self.say(0, Start(id=self.id())), Accepted)
        return self.last(0, Commitment)

    def pledge(self, *seats: int) -> None:
        bound = self.last(0, Commitment)
        for seat in seats:
            hash_ = pledge(bound.hash, seat, BYTES[seat])
            assert isinstance(self.say(seat, Pledge(id=self.id(), deal=bound.deal, hash=hash_)), Accepted)

    def contribute(self, *seats: int) -> None:
        deal = self.last(0, Pledges).deal
        for seat in seats:
            assert isinstance(self.say(seat, Entropy(id=self.id(), deal=deal, bytes=BYTES[seat])), Accepted)

    def wait(self, seconds: float) -> None:
        """Nobody says anything for so long; the room is woken when it wishes to be."""
        self.now += seconds
        if (due := wake_at(self.room)) is not None and due <= self.now:
            self.tell(Tick())

    def play(self) -> None:
        """Anybody chooses any legal token, until the deal is over."""
        rng = Random(1)
        while self.room.playing:
            token = rng.choice(self.room.game.legal(self.room.deal))
            if self.room.asked is None:
                line = next(line for line, seat in self.room.lines.items() if seat == self.room.to_act)
                assert isinstance(self.say(line, Act(id=self.id(), seq=self.room.seq, action=token)), Accepted)
            else:
                self.tell(Decided(self.room.turn, token))

    def last(self, line: int, kind: type[M]) -> M:
        return next(message for message in reversed(self.heard[line]) if isinstance(message, kind))

    @property
    def proof(self) -> Proof:
        """That of the shuffle that was shown last."""
        proof = self.last(0, Revealed).record.shuffle
        assert proof
        return proof

    def kinds(self, line: int) -> list[str]:
        return [message.type for message in self.heard[line]]

    def id(self) -> str:
        self.ids += 1
        return f"c{self.ids}"


def test_all_are_bound_before_the_first_tells_his_part_and_the_cards_follow_from_all_of_them() -> None:
    evening = Evening(people=3)
    bound = evening.start()
    assert bound.hash == commitment("paodekuai", 2, SECRET)
    evening.pledge(2, 0)
    assert "pledges" not in evening.kinds(0), "seat 1 is not bound yet"
    evening.pledge(1)
    for line in range(3):
        assert evening.last(line, Pledges).hashes == tuple(pledge(bound.hash, seat, BYTES[seat]) for seat in range(3))
    evening.contribute(1, 2)
    assert not evening.room.playing
    evening.contribute(0)
    assert evening.room.playing
    deck = evening.room.deck
    assert deck
    assert deck.contributions == BYTES
    assert fault(deck.proof, "paodekuai", 2, evening.room.deal.layout) is None


def test_at_the_end_everybody_is_shown_a_record_that_tapis_replay_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(people=2)
    evening.tell(Arrive(9, "Watcher", None, "token-of-line-0009", watch=True))
    evening.start()
    evening.pledge(0, 1)
    evening.contribute(0, 1)
    evening.play()
    for line in (0, 1, 9):
        assert evening.kinds(line)[-3:] == ["update", "revealed", "table"]
    path = tmp_path / "deals.jsonl"
    shown = evening.last(9, Revealed)
    lines = [shown.record.model_dump_json(), json.dumps(record(evening.room))]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert replay([str(path), "--verify", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["verified"] for answer in answers] == [True, True]
    assert answers[0] == answers[1]
    assert answers[0]["result"]["status"] == "played"


def test_bots_and_people_who_are_away_add_nothing_and_are_not_waited_for() -> None:
    evening = Evening(people=2)
    evening.tell(Lost(1))
    evening.wait(PATIENCE)
    evening.start()
    evening.pledge(0)
    evening.contribute(0)
    assert evening.room.playing
    assert evening.room.deck
    assert evening.room.deck.contributions == (BYTES[0], None, None)


def test_who_says_nothing_is_waited_for_and_then_the_cards_are_dealt_without_him() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0)
    evening.wait(PATIENCE - 0.1)
    assert "pledges" not in evening.kinds(0)
    evening.wait(0.1)
    assert evening.last(1, Pledges).hashes[1:] == (None, None)
    late = evening.say(1, Pledge(id="late", deal=1, hash="0" * 64))
    assert isinstance(late, Refused)
    assert late.code == "not_now"
    evening.contribute(0)
    assert evening.room.playing


def test_who_has_said_nothing_once_is_only_glanced_at_until_he_adds_something_again() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0)
    evening.wait(PATIENCE)
    evening.contribute(0)
    evening.play()
    evening.start()
    evening.pledge(0)
    evening.wait(GLANCE)
    evening.contribute(0)
    assert evening.room.playing, "seat 1 is not waited for again"
    evening.play()
    evening.start()
    evening.pledge(0, 1)
    evening.contribute(0, 1)
    assert not evening.room.owner(1).silent, "he was only slow"


def test_who_comes_back_is_waited_for_again() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.wait(PATIENCE)
    assert evening.room.owner(1).silent
    evening.tell(Lost(1))
    evening.tell(Arrive(5, "Guest 1", "token-of-line-0001", "another-token-of-1"))
    assert not evening.room.owner(1).silent


def test_without_anybody_who_takes_part_the_cards_follow_from_the_secret_alone() -> None:
    evening = Evening(people=1)
    evening.start()
    evening.wait(PATIENCE)
    assert evening.room.playing
    assert "pledges" not in evening.kinds(0)
    evening.play()
    assert evening.proof.contributions == (None,) * 3


def test_a_part_that_is_kept_back_is_dealt_without_and_seen_by_all() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0, 1)
    evening.contribute(0)
    evening.wait(PATIENCE)
    assert evening.room.playing
    evening.play()
    assert evening.proof.withheld == (1,)


def test_other_bytes_than_those_one_is_bound_to_are_refused() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0, 1)
    before = evening.room.deck
    chosen = evening.say(1, Entropy(id="chosen", deal=1, bytes=BYTES[2]))
    copied = evening.say(1, Entropy(id="copied", deal=1, bytes=BYTES[0]))
    other = evening.say(1, Entropy(id="other", deal=2, bytes=BYTES[1]))
    early = evening.say(1, Pledge(id="again", deal=1, hash="0" * 64))
    assert [answer.code for answer in (chosen, copied, other, early) if isinstance(answer, Refused)] == [
        "illegal",
        "illegal",
        "stale",
        "not_now",
    ]
    assert evening.room.deck == before


def test_who_is_bound_once_cannot_be_bound_to_something_else() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0)
    answer = evening.say(0, Pledge(id="again", deal=1, hash="0" * 64))
    assert isinstance(answer, Refused)


def test_who_loses_his_line_before_the_cards_finds_the_shuffle_where_it_stands() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0)
    evening.tell(Lost(1))
    evening.wait(PATIENCE - 0.1)
    assert "pledges" not in evening.kinds(0), "his client may be back at once"
    evening.wait(0.1)
    assert evening.kinds(0)[-1] == "pledges", "nobody waits for him any longer"
    evening.tell(Arrive(7, "", "token-of-line-0001", "token-of-line-0007"))
    assert evening.kinds(7) == ["welcome", "commitment", "pledges"]


def test_who_loses_his_line_between_his_pledge_and_his_part_tells_it_when_he_is_back() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0, 1)
    evening.tell(Lost(1))
    evening.contribute(0)
    assert not evening.room.playing, "his part is waited for"
    evening.tell(Arrive(7, "", "token-of-line-0001", "token-of-line-0007"))
    evening.say(7, Entropy(id="back", deal=1, bytes=BYTES[1]))
    assert evening.room.playing
    assert evening.room.deck
    assert evening.room.deck.contributions == (*BYTES[:2], None)


def test_while_nobody_is_here_the_shuffle_waits_and_a_restart_changes_nothing() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0, 1)
    evening.tell(Lost(0))
    evening.tell(Lost(1))
    evening.room = read_room(write_room(evening.room))
    assert wake_at(evening.room) is None
    evening.wait(1000)
    assert not evening.room.playing
    for line in range(2):
        evening.tell(Arrive(line + 5, "", f"token-of-line-{line:04}", f"token-of-line-{line + 5:04}"))
    assert evening.kinds(5) == ["welcome", "commitment", "pledges", "table"]
    for seat in range(2):
        evening.say(seat + 5, Entropy(id="back", deal=1, bytes=BYTES[seat]))
    assert evening.room.playing
    assert evening.room.deck
    assert evening.room.deck.proof.withheld == ()


def test_after_a_restart_nobody_is_left_out_because_another_is_back_before_him() -> None:
    evening = Evening(people=2)
    evening.start()
    evening.pledge(0)
    evening.room = left_alone(read_room(write_room(evening.room)))
    evening.tell(Arrive(5, "", "token-of-line-0000", "token-of-line-0005"))
    assert "pledges" not in evening.kinds(5)
    evening.tell(Arrive(6, "", "token-of-line-0001", "token-of-line-0006"))
    bound = evening.last(6, Commitment)
    answer = evening.say(6, Pledge(id="back", deal=1, hash=pledge(bound.hash, 1, BYTES[1])))
    assert isinstance(answer, Accepted)
    assert None not in evening.last(5, Pledges).hashes[:2]


def test_who_comes_back_after_the_end_is_shown_it_too() -> None:
    evening = Evening(people=1)
    evening.start()
    evening.pledge(0)
    evening.contribute(0)
    evening.play()
    shown = evening.last(0, Revealed)
    evening.tell(Arrive(7, "", "token-of-line-0000", "token-of-line-0007"))
    assert evening.kinds(7) == ["welcome", "update", "revealed"]
    assert evening.last(7, Revealed) == shown


def test_during_a_shuffle_everybody_stays_where_he_is() -> None:
    evening = Evening(people=2)
    evening.start()
    for message in (Move(id="m", seat=2), Bots(id="b", number=0), Start(id="s")):
        answer = evening.say(0, message)
        assert isinstance(answer, Refused)
        assert answer.code == "not_now"
    evening.tell(Arrive(4, "Late", None, "token-of-line-0004"))
    late = evening.say(4, Pledge(id="p", deal=1, hash="0" * 64))
    assert isinstance(late, Refused), "he plays from the next deal on"
    evening.pledge(0, 1)
    evening.contribute(0, 1)
    assert evening.last(4, Update).view.viewer is None


def test_during_a_shuffle_nobody_is_given_the_seat_of_who_is_away_for_the_grace() -> None:
    evening = Evening(3)
    evening.start()
    evening.tell(Lost(2))
    evening.now += evening.room.terms.grace
    evening.tell(Arrive(7, "Dédé", None, "token-of-line-0007"))
    (failure,) = evening.heard[7]
    assert isinstance(failure, Failure)
    assert failure.code == "full"


def test_who_gets_up_during_a_shuffle_leaves_his_seat_to_a_bot_and_takes_his_pledge_along() -> None:
    evening = Evening(people=3)
    evening.start()
    evening.pledge(1)
    evening.say(1, Leave(id="bye"))
    evening.pledge(0, 2)
    assert evening.last(0, Pledges).hashes[1] is None
    evening.contribute(0, 2)
    assert evening.room.playing
    assert evening.room.chairs[1].bot


def test_who_gets_up_before_he_has_told_his_part_is_not_waited_for() -> None:
    evening = Evening(people=3)
    evening.start()
    evening.pledge(0, 1, 2)
    evening.say(1, Leave(id="bye"))
    evening.contribute(0, 2)
    assert evening.room.playing
    evening.play()
    assert evening.proof.withheld == (1,)


def test_every_deal_has_a_shuffle_of_its_own() -> None:
    evening = Evening(people=1)
    bound = []
    for number in (1, 2):
        assert evening.start().deal == number
        evening.pledge(0)
        evening.contribute(0)
        evening.play()
        bound.append(evening.proof.commitment)
    shown = [message.record for message in evening.heard[0] if isinstance(message, Revealed)]
    assert [each.dealer for each in shown] == [2, 0]
    assert bound[0] != bound[1], "it binds the dealer too"


def test_a_deal_that_nobody_has_shuffled_is_shown_without_a_proof_once_it_is_over() -> None:
    evening = Evening(people=1)
    assert isinstance(evening.say(0, Start(id=evening.id())), Accepted)
    evening.room = replace(evening.room, deck=None)
    evening.tell(Dealt(0, evening.game.deal(Random(1), 0).layout, again=True))
    assert evening.room.playing
    assert "revealed" not in evening.kinds(0)
    evening.play()
    shown = evening.last(0, Revealed).record
    assert (shown.shuffle, shown.actions) == (None, evening.room.actions)
    assert evening.kinds(0).count("revealed") == 1


def test_the_cards_of_a_deal_that_people_annul_stay_covered() -> None:
    evening = Evening(people=1, key="belote")
    evening.start()
    evening.pledge(0)
    evening.contribute(0)
    while evening.room.playing:
        if evening.room.asked is None:
            evening.say(0, Act(id=evening.id(), seq=evening.room.seq, action="pass"))
        else:
            evening.tell(Decided(evening.room.turn, "pass"))
    assert evening.last(0, Update).view.result
    assert "revealed" not in evening.kinds(0)
    assert record(evening.room)["shuffle"]["contributions"][0] == BYTES[0], "but the record keeps it"


def test_a_deal_that_its_cards_annul_can_be_checked() -> None:
    """2.2 in French Tarot: the Petit as the only trump."""
    number = next(number for number in range(1000) if annulled(f"{number:064x}"))
    evening = Evening(people=1, key="tarot")
    evening.secret = f"{number:064x}"
    evening.start()
    evening.wait(PATIENCE)
    assert evening.last(0, Update).view.result
    assert evening.kinds(0)[-3:] == ["update", "revealed", "table"]


def annulled(secret: str) -> bool:
    deal = game_named("tarot").deal(Stream(seed(secret, (None,) * 4)), 2)
    return deal.result is not None
