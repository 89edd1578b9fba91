"""Our part in a shuffle, and servers that are found out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from client.link import Gone
from client.screens.settlement import settlement
from client.session import Session
from client.text import words
from client.viewmodel import shown
from engine import game_named
from engine.shuffle import Stream, commitment, pledge, seed
from protocol import Note, Proof, Result, View
from protocol.from_client import Entropy, Pledge
from protocol.from_server import Commitment, Pledges, Record, Refused, Revealed, Update
from tests.client.lines import FakeLine
from tests.client.tables import view, welcome

TAROT = game_named("tarot")
SECRET, BRUNO = "5" * 64, "b" * 64
ENDED = Result("played", (0, 0, 0, 0), {}, ())


class House:
    """A server that shuffles as it should, unless a test changes what it says. Anna has seat 0, Bruno seat 1."""

    def __init__(self, **welcomed: Any) -> None:
        self.link = FakeLine(welcome(**welcomed))
        self.session = Session(self.link, self.link.welcome)
        self.told = asyncio.Event()
        self.listening = asyncio.create_task(self.session.listen(lambda *_: self.told.set()))
        self.commitment = commitment("tarot", 1, SECRET)
        self.pledges: tuple[str | None, ...] = (None,) * 4
        self.contributions: tuple[str | None, ...] = (None,) * 4

    async def say(self, message: Commitment | Pledges | Update | Revealed | Refused) -> None:
        """Say something, and wait until it was heard."""
        self.told.clear()
        self.link.tell(message)
        await self.told.wait()

    async def bind(self) -> None:
        """The server is bound, then everybody."""
        await self.say(Commitment(deal=1, hash=self.commitment))
        mine = next((part.hash for part in reversed(self.link.parts) if isinstance(part, Pledge)), None)
        self.pledges = (mine, pledge(self.commitment, 1, BRUNO), None, None)
        await self.say(Pledges(deal=1, hashes=self.pledges))

    def collect(self) -> None:
        """Everybody has told his part."""
        mine = self.link.parts[-1] if self.link.parts else None
        self.contributions = (mine.bytes if isinstance(mine, Entropy) else None, BRUNO, None, None)

    async def deal(self) -> None:
        """The cards are dealt as they should be, and the deal is over at once."""
        deal = TAROT.deal(Stream(seed(SECRET, self.contributions)), 1)
        dealt = view(hand=TAROT.view(deal, 0).hand, dealer=1)
        await self.say(Update(seq=1, events=(Note("dealt", 1),), view=dealt))
        await self.say(Update(seq=2, events=(), view=view(to_act=None, hand=(), result=ENDED)))

    def record(self, **changes: Any) -> Record:
        """The record of that deal, with its proof changed so."""
        layout = dict(TAROT.deal(Stream(seed(SECRET, self.contributions)), 1).layout)
        parts = {"secret": SECRET, "pledges": self.pledges, "contributions": self.contributions}
        proof = Proof(**{"commitment": self.commitment, **parts, **changes})
        return Record(game="tarot", dealer=1, deal=layout, actions=(), shuffle=proof)

    async def reveal(self, record: Record) -> str:
        """What the client says of it."""
        await self.say(Revealed(deal=1, record=record))
        return self.verdict()

    def verdict(self) -> str:
        known = self.session.model.shuffle
        assert known
        assert known.verdict
        assert self.session.model.log[-1] == known.verdict
        return words(self.session.model).note(known.verdict)

    async def close(self) -> None:
        self.link.hang_up()
        assert isinstance(await self.listening, Gone)


async def played(house: House) -> House:
    await house.bind()
    house.collect()
    await house.deal()
    return house


async def test_a_fair_shuffle_is_taken_part_in_checked_and_said_to_be_fair() -> None:
    house = await played(House())
    promised, told = house.link.parts
    assert isinstance(promised, Pledge)
    assert isinstance(told, Entropy)
    assert promised.hash == pledge(house.commitment, 0, told.bytes)
    assert await house.reveal(house.record()) == "The shuffle is checked: nobody can have stacked the cards."
    account = shown(house.session.model).account
    assert account
    assert account.uncovered[-1] == "The shuffle is checked: nobody can have stacked the cards."
    assert not account.warning
    await house.close()


async def test_a_part_that_came_too_fast_is_said_again_after_a_moment() -> None:
    house = House()
    await house.say(Commitment(deal=1, hash=house.commitment))
    for times in (1, 2):
        await house.say(Refused(id=house.link.parts[-1].id, code="too_fast", message="Wait a moment."))
        assert house.link.rests == times
    promised = house.link.parts[0]
    assert house.link.parts == [promised] * 3
    await house.bind()
    await house.say(Refused(id=promised.id, code="too_fast", message="Too late: this is bound."))
    told = house.link.parts[-1]
    assert isinstance(told, Entropy)
    await house.say(Refused(id=told.id, code="too_fast", message="Wait a moment."))
    assert house.link.parts[4:] == [told] * 2
    await house.close()


async def test_each_shuffle_has_new_bytes() -> None:
    parts = set()
    for _ in range(2):
        house = await played(House())
        parts.add(house.link.parts[-1])
        await house.close()
    assert len(parts) == 2


async def test_bytes_that_another_kept_back_are_named() -> None:
    house = House()
    await house.bind()
    house.collect()
    house.contributions = (house.contributions[0], None, None, None)
    await house.deal()
    assert "kept back by Bruno" in await house.reveal(house.record())
    await house.close()


async def test_a_secret_that_was_chosen_afterwards_is_found_out() -> None:
    house = await played(House())
    other = "6" * 64
    assert "WARNING" in await house.reveal(house.record(secret=other))
    account = shown(house.session.model).account
    assert account
    assert "may be stacked" in account.warning
    assert "WARNING" in settlement(account, 80)[0][0][1], "before all else"
    await house.close()


async def test_so_is_a_commitment_that_was_chosen_afterwards() -> None:
    house = await played(House())
    honest, other = house.record(), commitment("tarot", 1, "6" * 64)
    assert honest.shuffle
    deal = dict(TAROT.deal(Stream(seed("6" * 64, house.contributions)), 1).layout)
    stacked = honest.model_copy(
        update={"deal": deal, "shuffle": replace(honest.shuffle, secret="6" * 64, commitment=other)}
    )
    assert "bound to another secret" in await house.reveal(stacked)
    await house.close()


async def test_so_are_bytes_that_a_friend_of_the_server_chose_afterwards() -> None:
    house = await played(House())
    pledges = (*house.pledges[:1], pledge(house.commitment, 1, "c" * 64), None, None)
    house.contributions = (house.contributions[0], "c" * 64, None, None)
    assert "bound to other bytes" in await house.reveal(house.record(pledges=pledges))
    await house.close()


async def test_so_are_other_cards_than_those_that_follow() -> None:
    house = await played(House())
    assert "WARNING" in await house.reveal(house.record(contributions=(None, BRUNO, None, None)))
    await house.close()


async def test_so_is_a_hand_that_was_dealt_otherwise() -> None:
    house = House()
    await house.bind()
    house.collect()
    dealt = view(hand=view().hand, dealer=1)
    await house.say(Update(seq=1, events=(Note("dealt", 1),), view=dealt))
    assert "You were dealt other cards" in await house.reveal(house.record())
    await house.close()


async def test_so_is_a_dealer_that_was_chosen_afterwards() -> None:
    house = await played(House())
    assert "another deal" in await house.reveal(house.record().model_copy(update={"dealer": 2}))
    await house.close()


async def test_a_part_that_is_missing_is_warned_of() -> None:
    house = House()
    await house.bind()
    house.contributions = (None, BRUNO, None, None)
    await house.deal()
    assert "your part is missing" in await house.reveal(house.record())
    await house.close()


async def test_who_is_not_among_those_that_are_bound_keeps_his_bytes() -> None:
    house = House()
    await house.say(Commitment(deal=1, hash=house.commitment))
    await house.say(Pledges(deal=1, hashes=(None, house.link.parts[0].hash, None, None)))  # type: ignore[union-attr]
    assert [type(part) for part in house.link.parts] == [Pledge]
    await house.close()


async def test_a_shuffle_that_begins_anew_before_the_last_was_shown_is_warned_of_at_once_and_in_the_end() -> None:
    house = House()
    await house.say(Commitment(deal=1, hash="0" * 64))
    await house.bind()
    assert house.session.model.log == (Note("shuffle.anew"),)
    house.collect()
    await house.deal()
    assert "shuffles again" in await house.reveal(house.record())
    await house.close()


async def test_after_a_line_that_broke_a_new_shuffle_is_no_reason_to_warn() -> None:
    house = House()
    await house.bind()
    await house.say(welcome())  # type: ignore[arg-type]
    await house.say(Commitment(deal=2, hash="0" * 64))
    assert not house.session.model.log
    await house.close()


async def test_after_a_deal_that_people_have_annulled_a_new_shuffle_is_no_reason_to_warn() -> None:
    house = await played(House())
    annulled = Result("annulled", (0, 0, 0, 0), {}, ())
    await house.say(Update(seq=3, events=(), view=view(to_act=None, calls=("bid:pass",) * 4, result=annulled)))
    await house.say(Commitment(deal=2, hash="0" * 64))
    assert house.session.model.log == (Note("dealt", 1),)
    await house.close()


async def test_cards_without_a_shuffle_that_can_be_checked_are_warned_of() -> None:
    house = await played(House())
    await house.reveal(house.record())
    await house.deal()
    assert "shuffles alone" in house.verdict()
    await house.close()


async def test_a_shuffle_is_judged_once() -> None:
    house = await played(House())
    await house.reveal(house.record())
    once = house.session.model
    await house.reveal(house.record())
    assert house.session.model == once
    await house.close()


async def test_after_a_line_that_broke_the_same_part_is_promised_again_and_told() -> None:
    house = House()
    await house.say(Commitment(deal=1, hash=house.commitment))
    await house.say(welcome())  # type: ignore[arg-type]
    await house.say(Commitment(deal=1, hash=house.commitment))
    first, again = house.link.parts
    assert first == again
    await house.say(Pledges(deal=1, hashes=(first.hash, None, None, None)))  # type: ignore[union-attr]
    await house.say(welcome())  # type: ignore[arg-type]
    await house.say(Commitment(deal=1, hash=house.commitment))
    await house.say(Pledges(deal=1, hashes=(first.hash, None, None, None)))  # type: ignore[union-attr]
    assert isinstance(house.link.parts[-1], Entropy)
    await house.close()


async def test_who_came_later_says_that_he_cannot_know() -> None:
    house = House()
    house.contributions = ("a" * 64, BRUNO, None, None)
    house.pledges = tuple(
        part and pledge(house.commitment, seat, part) for seat, part in enumerate(house.contributions)
    )
    assert "could not be checked" in await house.reveal(house.record())
    await house.close()


async def test_who_watches_adds_nothing_and_checks_all_the_same() -> None:
    house = House(seat=None, seat_token=None)
    await house.bind()
    house.collect()
    watched: View = view(viewer=None, hand=(), legal=(), dealer=1)
    await house.say(Update(seq=1, events=(Note("dealt", 1),), view=watched))
    assert not house.link.parts
    assert "nobody can have stacked" in await house.reveal(house.record())
    await house.close()


async def test_a_part_that_came_too_late_is_refused_without_a_word() -> None:
    house = House()
    await house.say(Commitment(deal=1, hash=house.commitment))
    await house.say(Refused(id=house.link.parts[0].id, code="not_now", message="Too late."))
    assert house.session.model.refusal is None
    await house.close()


async def test_cards_that_have_been_dealt_before_are_said_to_be_shuffled_by_nobody() -> None:
    house = House()
    await house.say(Update(seq=1, events=(Note("dealt.again", 1),), view=view()))
    await house.say(Update(seq=2, events=(), view=view()))
    assert house.session.model.log == (Note("dealt.again", 1), Note("shuffle.again"))
    await house.close()


async def test_a_shuffle_that_was_begun_is_still_to_be_shown_where_a_record_comes_without_a_proof() -> None:
    house = await played(House())
    await house.say(Revealed(deal=1, record=house.record().model_copy(update={"shuffle": None})))
    assert house.session.model.shuffle
    assert house.session.model.shuffle.verdict is None
    await house.say(Commitment(deal=2, hash="0" * 64))
    assert house.session.model.shuffle.anew, "which is warned of"
    await house.close()
