"""What a viewer knows of a deal of Pao De Kuai, and what each token makes public."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import dealt, evolve
from engine.notes import Note
from engine.paodekuai.cards import OPENING, PACK
from engine.paodekuai.combinations import HEAVENLY, PASS, PLAYS, Play
from engine.paodekuai.scoring import BOMB_STOOD
from engine.paodekuai.state import SEATS, PaoDeKuai, Stood
from engine.view import Trick, View


def public(state: PaoDeKuai) -> View:
    """C.3 What was made public, and whose turn it is."""
    return View(
        game="paodekuai",
        viewer=None,
        dealer=state.dealer,
        phase=state.phase,
        to_act=state.to_act,
        counts=state.counts,
        sides=tuple(range(SEATS)),
        trick=Trick(state.leader, codes(state.trick), last_player(state)) if state.trick else None,
        tricks=tuple(Trick(over.leader, codes(over.plays), over.winner) for over in state.rounds),
        facts=tuple(facts(state)),
        result=state.result,
    )


def own(state: PaoDeKuai, viewer: int, public: View, legal: tuple[str, ...]) -> View:
    """C.3 The viewer's own hand besides, and what he is asked."""
    return evolve(
        public,
        viewer=viewer,
        hand=PACK.names(state.hands[viewer]),
        legal=legal,
        ask=ask(state, legal) if legal else None,
    )


def facts(state: PaoDeKuai) -> Iterator[Note]:
    """What stands, all of it public: who opens, what must be beaten, which bombs stood; at last all hands."""
    if state.opening:
        yield Note("opening", state.to_act, PACK.names(OPENING))
    if state.beat is not None:
        yield to_beat(state, state.beat)
    for bomb in state.stood:
        yield bomb_stands(bomb)
    if state.phase == "settled":
        yield from dealt(state, PACK)


def to_beat(state: PaoDeKuai, play: Play) -> Note:
    """2.2 The last play of this round."""
    seat = last_player(state)
    cards = next(cards for cards in reversed(state.trick) if cards)
    return Note("to_beat", seat, PACK.names(cards), {"shape": play.shape})


def last_player(state: PaoDeKuai) -> int:
    """2.2 Whose play of this round all others must beat; the first play of a round is no pass."""
    return (state.leader + max(place for place, cards in enumerate(state.trick) if cards)) % SEATS


def ask(state: PaoDeKuai, legal: tuple[str, ...]) -> Note:
    """The question put to the seat to act."""
    if state.beat is not None:
        last = to_beat(state, state.beat)
        return Note("ask.pass" if legal == (PASS,) else "ask.answer", last.seat, last.cards, last.args)
    return Note("ask.opening", cards=PACK.names(OPENING)) if state.opening else Note("ask.lead")


def told(before: PaoDeKuai, token: str, after: PaoDeKuai) -> Iterator[Note]:
    """What a token made public: all that is done is."""
    seat, round_over = before.player, len(after.rounds) > len(before.rounds)
    plays = after.rounds[-1].plays if round_over else after.trick
    if token == PASS:
        yield Note("passed", seat)
    else:
        shape = PLAYS[token].shape
        yield Note("played", seat, PACK.names(plays[-1]), {"shape": shape})
        if shape == HEAVENLY:
            yield Note("unbeatable")
    if round_over:
        yield Note("trick", after.rounds[-1].winner)
    if len(after.stood) > len(before.stood):
        yield bomb_stands(after.stood[-1])


def bomb_stands(bomb: Stood) -> Note:
    """4.3 A bomb that is paid for."""
    return Note("bomb_stands", bomb.seat, PACK.names(bomb.cards), {"each": BOMB_STOOD})


def codes(plays: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The real cards of each play; nothing for a pass."""
    return tuple(PACK.names(cards) for cards in plays)
