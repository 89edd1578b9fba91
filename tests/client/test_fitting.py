"""What a server or a feed sends that no table of the game can have said; and whatever fits can be shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection

from client.desk import Desk
from client.link import Link, LinkError
from client.model import reduce, seated
from client.screens.frame import picture
from client.spoken import greeting, news
from client.viewmodel import shown
from protocol import Line, Note, Offer, Result, Trick, View
from protocol.codec import encode
from protocol.fitting import LARGEST, fits
from protocol.from_server import Entry, FromServer, Pledges, Seat, Table, Update
from tests.client.tables import ABOUT, HAND, PACK, table, view, welcome

BAD_VIEWS: dict[str, dict[str, Any]] = {
    "another game": {"game": "belote"},
    "no such dealer": {"dealer": 9},
    "nobody's turn": {"to_act": 77},
    "no such viewer": {"viewer": 4},
    "one side": {"sides": (None,)},
    "one hand": {"counts": (18,)},
    "no such leader": {"trick": Trick(-1)},
    "no such winner": {"tricks": (Trick(0, (), 4),)},
    "few scores": {"result": Result("made", (1, 2))},
    "an endless score": {"result": Result("made", (10**400, 0, 0, 0))},
    "few amounts": {"result": Result("made", (0,) * 4, account=(Line(Note("made"), "1", (1,)),))},
}


@pytest.mark.parametrize("wrong", BAD_VIEWS.values(), ids=BAD_VIEWS)
def test_a_view_that_no_seat_of_the_table_can_have_does_not_fit(wrong: dict[str, Any]) -> None:
    assert fits(Update(seq=1, events=(), view=view()), ABOUT)
    assert not fits(Update(seq=1, events=(), view=view(**wrong)), ABOUT)


BAD_TABLES: dict[str, FromServer] = {
    "few seats": table(seats=(Seat(kind="open"),)),
    "few sums": table(scores=(0,)),
    "no such opener": table(opener=4),
    "no such seat to wish": table(seats=(Seat(kind="person", name="Anna", wishes=4), *table().seats[1:])),
    "a short ledger": table(ledger=(Entry(dealer=0, status="made", scores=(1,)),)),
    "no such dealer": table(ledger=(Entry(dealer=5, status="made", scores=(0,) * 4),)),
    "an endless grace": table(seats=tuple(Seat(kind="person", name="A", grace=10**400) for _ in range(4))),
    "no such seat": welcome(seat=4),
    "another table": welcome(table=table(seats=(), scores=())),
    "no seats at all": welcome(about=replace(ABOUT, seats=0), seat=None, table=table(seats=(), scores=())),
    "few pledges": Pledges(deal=1, hashes=(None,)),
}


@pytest.mark.parametrize("wrong", BAD_TABLES.values(), ids=BAD_TABLES)
async def test_a_server_that_says_what_does_not_fit_is_left_with_a_clear_word(wrong: FromServer) -> None:
    assert Link(Saying(), welcome()).first == welcome()
    with pytest.raises(LinkError, match="does not fit the table"):
        await Link(Saying(wrong), welcome()).receive()


class Saying(ClientConnection):
    """A connection by which this is heard."""

    def __init__(self, *messages: FromServer) -> None:
        self._messages = list(messages)

    async def recv(self, decode: bool | None = None) -> Any:
        return encode(self._messages.pop(0))


SEAT = st.integers(0, 3)
WORD = st.sampled_from(
    ["", "EX", "made", "phase.play", "bid:garde", "play:KH", "play:3,3", ":", "{x}", "\x1b[2J", "漢"]
)
CARDS = st.lists(st.one_of(st.sampled_from(PACK), WORD), max_size=4).map(tuple)
NUMBER = st.one_of(st.integers(-(10**12), 10**12), st.just(10**400), st.floats(allow_nan=False, allow_infinity=False))
NOTES = st.builds(
    Note,
    st.sampled_from([*ABOUT.labels, "", "what"]),
    st.one_of(st.none(), SEAT),
    CARDS,
    st.dictionaries(st.sampled_from(["left", "number", "contract", "name"]), st.one_of(NUMBER, WORD), max_size=3),
)
TRICKS = st.builds(Trick, SEAT, st.lists(CARDS, max_size=6).map(tuple), st.one_of(st.none(), SEAT))
SCORE = st.one_of(st.integers(-LARGEST, LARGEST), st.floats(-LARGEST, LARGEST))
AMOUNTS = st.tuples(SCORE, SCORE, SCORE, SCORE)
RESULTS = st.builds(
    Result, WORD, AMOUNTS, account=st.lists(st.builds(Line, NOTES, WORD, AMOUNTS), max_size=2).map(tuple)
)
FOUR = st.lists(st.one_of(st.none(), SEAT), min_size=4, max_size=4).map(tuple)
VIEWS = st.builds(
    View,
    game=st.just(ABOUT.key),
    dealer=SEAT,
    to_act=st.one_of(st.none(), SEAT),
    sides=FOUR,
    calls=st.lists(WORD, max_size=5).map(tuple),
    trick=st.one_of(st.none(), TRICKS),
    tricks=st.lists(TRICKS, max_size=2).map(tuple),
    result=st.one_of(st.none(), RESULTS),
    viewer=st.one_of(st.none(), SEAT),
    phase=WORD,
    counts=st.lists(st.integers(-1, 99), min_size=4, max_size=4).map(tuple),
    facts=st.lists(NOTES, max_size=2).map(tuple),
    hand=st.one_of(st.just(HAND), CARDS),
    legal=st.lists(st.one_of(WORD, st.sampled_from(HAND).map("play:{}".format)), max_size=4).map(tuple),
    ask=st.one_of(st.none(), NOTES),
    offers=st.lists(st.builds(Offer, NOTES, st.lists(WORD, min_size=1, max_size=2).map(tuple)), max_size=2).map(tuple),
)
TABLES = st.builds(
    Table,
    state=st.sampled_from(["waiting", "playing", "over"]),
    seats=st.lists(
        st.builds(
            Seat,
            kind=st.sampled_from(["open", "person", "bot"]),
            name=WORD,
            grace=st.one_of(st.none(), st.integers(-LARGEST, LARGEST)),
        ),
        min_size=4,
        max_size=4,
    ).map(tuple),
    deals=st.integers(0, 3),
    scores=AMOUNTS,
    ledger=st.lists(st.builds(Entry, dealer=SEAT, status=WORD, scores=AMOUNTS), max_size=2).map(tuple),
    opener=st.one_of(st.none(), SEAT),
)


@given(TABLES, VIEWS, st.lists(NOTES, max_size=2).map(tuple))
def test_whatever_fits_can_be_shown(board: Table, seen: View, events: tuple[Note, ...]) -> None:
    model = seated(welcome())
    for message in (board, Update(seq=1, events=events, view=seen)):
        assert fits(message, ABOUT)
        before, model = model, reduce(model, message)
        assert all(isinstance(line, str) for line in news(before, message, model, "plain", 0.0))
    assert list(greeting(model, "plain", 0.0))
    for columns, rows in ((80, 24), (40, 12)):
        assert len(picture(shown(model), Desk(), columns, rows).lines) == rows
