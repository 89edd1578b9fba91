"""What a viewer knows of a deal of Belote, and what each token makes public."""

from __future__ import annotations

from collections.abc import Iterator

from engine import tricks
from engine.belote import auction, play, scoring
from engine.belote.cards import PACK
from engine.belote.state import SEATS, Belote
from engine.game import evolve
from engine.notes import Note
from engine.seats import SIDES
from engine.view import Trick, View


def public(state: Belote) -> View:
    """C.3 What was made public, and whose turn it is."""
    return View(
        game="belote",
        viewer=None,
        dealer=state.dealer,
        phase=state.phase,
        to_act=state.to_act,
        counts=state.counts,
        sides=SIDES,
        calls=state.calls,
        trick=trick(state),
        tricks=tricks.all_shown(PACK, state.tricks),
        facts=tuple(facts(state)),
        result=state.result,
    )


def own(state: Belote, viewer: int, public: View, legal: tuple[str, ...]) -> View:
    """C.3 The viewer's own hand besides, and what he is asked."""
    return evolve(
        public,
        viewer=viewer,
        hand=names(state, state.hands[viewer]),
        legal=legal,
        ask=ask(state) if legal else None,
    )


def trick(state: Belote) -> Trick | None:
    """3.7 The trick on the table, and who is winning it so far."""
    if not state.trick:
        return None
    winner = (state.leader + play.winning(state.trick, state.ranking)) % SEATS
    return tricks.shown(PACK, state.leader, state.trick, winner)


def names(state: Belote, cards: int) -> tuple[str, ...]:
    """The codes of a set, sorted for a hand; 1.2 the trumps, once there are any, in an order of their own."""
    if not state.trumps:
        return PACK.names(cards)
    return tuple([PACK.codes[card] for card in state.ranking.order if cards >> card & 1])


def facts(state: Belote) -> Iterator[Note]:
    """What stands. All of it is public: whatever a player alone knows lies in his hand."""
    if state.taker is not None:
        yield Note("contract", state.taker, (state.upcard,), {"trumps": state.trumps})
        yield from announced(state)
    else:
        yield Note("upcard", cards=(state.upcard,))
        if auction.second_round(state):
            yield second_round(state)
    if state.phase == "play":
        yield points(state)
    if state.phase == "settled" and state.taker is not None:
        yield from uncovered(state, state.taker)


def announced(state: Belote) -> tuple[Note, ...]:
    """3.8 Belote with the first card of the pair, rebelote with the second."""
    if state.belote is None:
        return ()
    played = (state.ranking.pair & ~state.hands[state.belote]).bit_count()
    return tuple([Note(key, state.belote) for key in ("belote", "rebelote")[:played]])


def points(state: Belote) -> Note:
    """4.1 The card points of each side, as far as the tricks tell."""
    assert state.taker is not None
    won, side = scoring.won(state), SIDES[state.taker]
    return Note("points", args={"taker": won[side], "defence": won[1 - side]})


def uncovered(state: Belote, taker: int) -> Iterator[Note]:
    """C.3 Once the deal is settled all cards are open; in an annulled one they stay covered."""
    for seat, hand in enumerate(auction.eight_each(state.layout, state.dealer, taker)):
        yield Note("hand", seat, names(state, hand))


def second_round(state: Belote) -> Note:
    """2.2 All have passed once."""
    return Note("second_round", args={"suit": state.upcard[-1]})


def ask(state: Belote) -> Note:
    """The question put to the seat to act."""
    if state.phase == "play":
        return Note("ask.play")
    key = "ask.second_round" if auction.second_round(state) else "ask.first_round"
    return Note(key, cards=(state.upcard,), args={"suit": state.upcard[-1]})


def told(before: Belote, token: str, after: Belote) -> Iterator[Note]:
    """What a token made public; in Belote every one does."""
    seat = before.player
    if before.phase == "auction":
        yield from auction_events(seat, token, after)
    else:
        yield from announced(after)[len(announced(before)) :]
        yield from tricks.told(before, token, after)


def auction_events(seat: int, token: str, after: Belote) -> Iterator[Note]:
    """2.2 Each call, and what the last one of a round leads to."""
    if token == auction.PASS:
        yield Note("passed", seat)
        if len(after.calls) == SEATS:
            yield second_round(after)
    else:
        yield Note("takes", seat, (after.upcard,), {"trumps": after.trumps})
