"""Positions of Tarocchino as one would tell them: seat 0 is to act, and only what has been played is said of others."""

from __future__ import annotations

from random import Random

from engine.cards import indices
from engine.errors import IllegalAction
from engine.seats import right_of
from engine.tarocchino import discard, play
from engine.tarocchino.cards import PACK
from engine.tarocchino.game import GAME
from engine.tarocchino.state import SEATS, TRICKS, Tarocchino
from protocol import View
from tests.engine.deals import act, cards, deal


def discarding(hand: str) -> View:
    """Seat 0 is the dealer, and has these seventeen cards."""
    return GAME.view(deal(GAME, 0, [hand]), 0)


def playing(hand: str, played: str = "", *, dealer: int = 3, shown: str = "") -> View:
    """Seat 0 has these cards left, after these have been played from dealer's right on; everybody declares.

    The rest of the pack is dealt so that all of it was legal, so that no other seat than `shown` (such as
    `1: KC QC NC`) declared anything, and that one just these cards.
    """
    gone = by_seat(played, dealer)
    mine = PACK.mask(cards(hand)) | gone[0]
    who, _, codes = shown.partition(":")
    declared = [PACK.mask(cards(codes)) if str(seat) == who else 0 for seat in range(SEATS)]
    given = [some | more for some, more in zip((mine, *gone[1:]), declared, strict=True)]
    rest = [card for card in indices(PACK.full) if not any(some >> card & 1 for some in given)]
    for seed in range(20000):
        Random(seed).shuffle(rest)
        free = iter(rest)
        hands = list(given)
        for seat in range(SEATS):
            while hands[seat].bit_count() < TRICKS:
                hands[seat] |= 1 << next(free)
        aside = list(free)
        if any(discard.NEVER >> card & 1 for card in aside):
            continue
        try:
            state = played_on(hands, aside, dealer, cards(played))
        except IllegalAction:
            continue
        if state.declared[1:] == tuple(declared[1:]):
            assert state.to_act == 0
            return GAME.view(state, 0)
    raise AssertionError("no such deal")


def played_on(hands: list[int], aside: list[int], dealer: int, played: tuple[str, ...]) -> Tarocchino:
    """The state after these cards; whoever is asked declares."""
    names = [list(PACK.names(hand)) for hand in hands]
    laid = [PACK.codes[card] for card in aside]
    names[dealer] += laid
    state = GAME.restore({"hands": names}, dealer)
    tokens = [f"discard:{code}" for code in laid] + [f"play:{code}" for code in played]
    for token in tokens:
        state = act(GAME, declares(state), token)
    return declares(state)


def declares(state: Tarocchino) -> Tarocchino:
    """Whoever is asked shows what he has."""
    return act(GAME, state, "declare:all") if state.phase == "declare" else state


def by_seat(played: str, dealer: int) -> list[int]:
    """What each seat has played."""
    gone, seat = [0] * SEATS, right_of(dealer, SEATS)
    trick: tuple[int, ...] = ()
    for code in cards(played):
        gone[seat] |= PACK.mask([code])
        trick = (*trick, PACK.index[code])
        seat = right_of(seat, SEATS)
        if len(trick) == SEATS:
            seat, trick = (seat + play.winning(trick)) % SEATS, ()
    return gone
