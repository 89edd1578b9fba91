"""What a viewer knows of a deal of Tarot, and what each token makes public."""

from __future__ import annotations

from collections.abc import Iterator

from engine import tricks
from engine.game import dealt, evolve
from engine.notes import Note
from engine.seats import put
from engine.tarot import auction, chien, excuse, play, poignee
from engine.tarot.cards import BOUTS, EXCUSE, PACK, SUIT, TARGETS, TRUMPS
from engine.tarot.state import SEATS, Tarot
from engine.view import Offer, Trick, View


def public(state: Tarot) -> View:
    """C.3 What was made public, and whose turn it is."""
    return View(
        game="tarot",
        viewer=None,
        dealer=state.dealer,
        phase=public_phase(state),
        to_act=state.to_act,
        counts=public_counts(state),
        sides=sides(state),
        calls=state.calls,
        trick=on_table(state),
        tricks=tricks.all_shown(PACK, state.tricks),
        facts=tuple(facts(state)),
        result=state.result,
    )


def own(state: Tarot, viewer: int, public: View, legal: tuple[str, ...]) -> View:
    """C.3 The viewer's own hand besides, what he is asked, and his secrets."""
    return evolve(
        public,
        viewer=viewer,
        counts=state.counts if viewer == state.taker else public.counts,
        facts=(*public.facts, *own_facts(state, viewer)),
        hand=PACK.names(state.hands[viewer]),
        legal=legal,
        ask=ask(state) if legal else None,
        offers=tuple(offers(state)) if legal else (),
    )


def on_table(state: Tarot) -> Trick | None:
    """The trick so far, and who is winning it; nobody is while only the Excuse lies there, but for that of 6.4."""
    if not state.trick:
        return None
    won = tricks.suit_led(state.trick, SUIT) or excuse.wins(state.tricks, state.leader, state.taker, state.trick)
    return tricks.shown(PACK, state.leader, state.trick, play.winner(state, state.trick) if won else None)


def public_phase(state: Tarot) -> str:
    """4.2 Whether a player was asked for a poignée is his own knowledge: to others he is about to play."""
    return "play" if state.phase == "poignee" else state.phase


def public_counts(state: Tarot) -> tuple[int, ...]:
    """3.3 How far the taker's discard has come is not public before the sixth."""
    if state.phase != "discard":
        return state.counts
    return put(state.counts, state.player, (state.hand | state.discard).bit_count())


def sides(state: Tarot) -> tuple[int | None, ...]:
    """2.3 Side 0 is the taker, side 1 the defence, once there is a taker."""
    if state.phase == "auction" or state.taker is None:
        return (None,) * SEATS
    return tuple(int(seat != state.taker) for seat in range(SEATS))


def played_out(state: Tarot) -> bool:
    """Whether the deal is over and was not annulled."""
    return state.result is not None and state.result.status == "played"


def facts(state: Tarot) -> Iterator[Note]:
    """What stands: the contract, and the cards made public."""
    taker, over = state.taker, played_out(state)
    if taker is not None and state.phase != "auction":
        yield Note("contract", taker, args={"contract": state.contract})
        if not over:
            yield target(state)
        if state.contract in chien.SHOWN_IN:
            yield chien_note(state)
        if state.chelem:
            yield Note("chelem", taker)
        if state.phase != "discard" and state.discard & TRUMPS:
            yield Note("trumps_discarded", taker, PACK.names(state.discard & TRUMPS))
    for seat in range(SEATS):
        if state.levels[seat]:
            yield poignee_note(state, seat)
    if over:
        yield from uncovered(state)


def own_facts(state: Tarot, viewer: int) -> Iterator[Note]:
    """What the viewer alone knows: the taker his discard, and who shows a poignée what he holds back."""
    if viewer == state.taker and state.discard and not played_out(state):
        yield Note("own_discard", cards=PACK.names(state.discard))
    if state.showing and viewer == state.to_act:
        yield Note("holding_back", cards=PACK.names(state.hidden), args={"level": state.showing})


def uncovered(state: Tarot) -> Iterator[Note]:
    """C.3, 3.3 Once the deal is settled all cards are open; in an annulled one they stay covered."""
    yield from dealt(state, PACK)
    if state.discard:
        yield Note("discard", state.taker, PACK.names(state.discard))
    elif state.contract not in chien.SHOWN_IN:
        yield chien_note(state)


def target(state: Tarot) -> Note:
    """1.1 What the taker needs with the bouts that are his side's so far, as far as the tricks tell."""
    played = excuse.in_tricks(state)
    won = sum([taken.pile for taken in state.tricks if taken.winner == state.taker])
    bouts = (won & BOUTS & ~EXCUSE).bit_count() + bool(played and played.attack)
    return Note("target", args={"bouts": bouts, "target": TARGETS[bouts]})


def ask(state: Tarot) -> Note:
    """The question put to the seat to act."""
    if state.showing:
        return Note("ask.hide", args={"left": poignee.spare(state)})
    if state.phase == "discard":
        return Note("ask.discard", args={"left": chien.SIZE - state.discard.bit_count()})
    return Note(f"ask.{state.phase}")


def offers(state: Tarot) -> Iterator[Offer]:
    """4.3 Sorted choices of what to hold back: the highest, the lowest, the middle."""
    if not state.showing:
        return
    tokens, number = poignee.legal(state), poignee.spare(state)
    middle = (len(tokens) - number) // 2
    for name, chosen in (
        ("highest", tokens[-number:]),
        ("lowest", tokens[:number]),
        ("middle", tokens[middle : middle + number]),
    ):
        yield Offer(Note(f"offer.{name}"), chosen)


def told(before: Tarot, token: str, after: Tarot) -> Iterator[Note]:
    """What a token made public; nothing where it stays the player's secret."""
    seat = before.player
    if before.phase == "auction":
        yield from auction_events(seat, token, after)
    elif before.phase == "discard" and after.phase != "discard":
        yield Note("discarded", seat)
        if after.discard & TRUMPS:
            yield Note("trumps_discarded", seat, PACK.names(after.discard & TRUMPS))
    elif before.phase == "chelem":
        yield Note("chelem" if after.chelem else "no_chelem", seat)
    elif before.phase == "poignee" and after.levels != before.levels:
        yield poignee_note(after, seat)
    elif before.phase == "play":
        yield from tricks.told(before, token, after)


def auction_events(seat: int, token: str, after: Tarot) -> Iterator[Note]:
    """2.3 Each call, and what the last one leads to."""
    if token == auction.PASS:
        yield Note("passed", seat)
    else:
        yield Note("bid", seat, args={"contract": auction.BIDS[token]})
    if after.phase != "auction" and after.taker is not None:
        yield Note("takes", after.taker, args={"contract": after.contract})
        if after.contract in chien.SHOWN_IN:
            yield chien_note(after)


def chien_note(state: Tarot) -> Note:
    """3.1 The chien, shown to all."""
    return Note("chien", cards=PACK.names(state.chien))


def poignee_note(state: Tarot, seat: int) -> Note:
    """4.5 The cards of a poignée are public."""
    return Note("poignee", seat, PACK.names(state.handfuls[seat]), {"level": state.levels[seat]})
