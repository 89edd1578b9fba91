"""What a viewer knows of a deal of Tarocchino, and what each token makes public."""

from __future__ import annotations

from collections.abc import Iterator

from engine import tricks
from engine.game import dealt, evolve
from engine.notes import Note
from engine.seats import SIDES, put
from engine.tarocchino import declarations, discard, matto, play, telling
from engine.tarocchino.cards import PACK, SUIT
from engine.tarocchino.combinations import holding
from engine.tarocchino.state import SEATS, Tarocchino
from engine.view import Trick, View


def public(state: Tarocchino) -> View:
    """C.3 What was made public, and whose turn it is; 3.1 that somebody is asked is public."""
    return View(
        game="tarocchino",
        viewer=None,
        dealer=state.dealer,
        phase=state.phase,
        to_act=state.to_act,
        counts=public_counts(state),
        sides=SIDES,
        trick=on_table(state),
        tricks=tricks.all_shown(PACK, state.tricks),
        facts=tuple(facts(state)),
        result=state.result,
    )


def own(state: Tarocchino, viewer: int, public: View, legal: tuple[str, ...]) -> View:
    """C.3 The viewer's own hand besides, what he is asked, and his secrets."""
    return evolve(
        public,
        viewer=viewer,
        counts=state.counts if viewer == state.dealer else public.counts,
        facts=(*public.facts, *own_facts(state, viewer)),
        hand=PACK.names(state.hands[viewer]),
        legal=legal,
        ask=ask(state) if legal else None,
    )


def on_table(state: Tarocchino) -> Trick | None:
    """4.4 The trick so far, and who is winning it; nobody is while only Matto lies there."""
    if not state.trick:
        return None
    led = tricks.suit_led(state.trick, SUIT)
    winner = (state.leader + play.winning(state.trick)) % SEATS if led else None
    return tricks.shown(PACK, state.leader, state.trick, winner)


def public_counts(state: Tarocchino) -> tuple[int, ...]:
    """2.2 How far the dealer's discard has come is not public before the second."""
    if state.phase != "discard":
        return state.counts
    return put(state.counts, state.player, (state.hand | state.discard).bit_count())


def facts(state: Tarocchino) -> Iterator[Note]:
    """What stands: what was declared or skipped, and a debt for Matto; at the end, all cards."""
    for seat in range(SEATS):
        if state.declared[seat]:
            yield declared(state, seat)
        elif state.skipped[seat]:
            yield Note("skipped", seat)
    if state.phase == "settled":
        yield from uncovered(state)
        return
    fool = matto.played(state.tricks)
    if fool and not fool.won and any(SIDES[taken.winner] == SIDES[fool.seat] for taken in state.tricks):
        yield Note("matto_owed", fool.seat)


def own_facts(state: Tarocchino, viewer: int) -> Iterator[Note]:
    """What the viewer alone knows: the dealer his discard, and who is asked what he could declare."""
    if viewer == state.dealer and state.discard and state.phase != "settled":
        yield Note("own_discard", cards=PACK.names(state.discard))
    if viewer == state.to_act and state.phase == "declare":
        yield from (line.note for line in telling.told(holding(state.hand), viewer))


def uncovered(state: Tarocchino) -> Iterator[Note]:
    """C.3, 2.2 Once the deal is settled all cards are open, those of the discard too."""
    yield from dealt(state, PACK)
    yield Note("discard", state.dealer, PACK.names(state.discard))


def ask(state: Tarocchino) -> Note:
    """The question put to the seat to act."""
    if state.phase == "discard":
        return Note("ask.discard", args={"left": discard.SIZE - state.discard.bit_count()})
    if state.phase == "declare":
        return Note("ask.declare", args={"points": holding(state.hand).points})
    return Note(f"ask.{state.phase}")


def told(before: Tarocchino, token: str, after: Tarocchino) -> Iterator[Note]:
    """What a token made public; nothing where it stays the player's secret."""
    seat = before.player
    if before.phase == "discard" and after.phase != "discard":
        yield Note("discarded", seat)
    elif token == declarations.ALL:
        yield declared(after, seat)
        yield from (line.note for line in telling.told(holding(after.declared[seat]), seat))
    elif token == declarations.SKIP:
        yield Note("skipped", seat)
    elif before.phase == "play":
        yield from tricks.told(before, token, after)
    if after.phase == "declare":
        yield Note("asked", after.to_act)


def declared(state: Tarocchino, seat: int) -> Note:
    """3.2 The cards of a declaration are public, and so is what they are worth (3.3)."""
    cards = state.declared[seat]
    return Note("declared", seat, telling.shown(cards), {"points": holding(cards).points})
