"""Positions of Tarot as one would tell them: seat 0 is to act, and of the other hands only what they have played."""

from __future__ import annotations

from random import Random

from engine.cards import indices
from engine.errors import IllegalAction
from engine.seats import right_of
from engine.tarot.cards import ORDINARY, PACK, STRENGTH, SUIT
from engine.tarot.chien import SIZE
from engine.tarot.game import GAME
from engine.tarot.poignee import NONE
from engine.tarot.state import SEATS, TRICKS, Tarot
from engine.tricks import strongest, suit_led
from protocol import View
from tests.engine.deals import act, cards, deal


def asked(hand: str, tokens: str = "", dealer: int = 3, chien: str = "") -> Tarot:
    """Seat 0 has been dealt these cards, and is to act after these tokens."""
    state: Tarot = act(GAME, deal(GAME, dealer, [hand], chien=chien), tokens)
    assert state.to_act == 0
    return state


def discarding(hand: str, chien: str) -> Tarot:
    """Seat 0 has taken these six cards, too."""
    return asked(hand, "bid:garde bid:pass bid:pass bid:pass", chien=chien)


def playing(hand: str, played: str, *, taker: int, dealer: int = 3) -> Tarot:
    """Seat 0 has these cards left, after these have been played from dealer's right on, in a garde.

    The rest of the pack is dealt so that all of it was legal, and the taker has laid aside the chien as it was; which
    of those deals it is matters to nobody who cannot see it.
    """
    mine = PACK.mask(cards(hand))
    for seed in range(20000):
        try:
            state = told(mine, cards(played), taker, dealer, Random(seed))
        except IllegalAction:
            continue
        if state is not None and state.to_act == 0 and state.hands[0] == mine:
            return state
    raise AssertionError("no such deal")


def told(mine: int, played: tuple[str, ...], taker: int, dealer: int, rng: Random) -> Tarot | None:
    """The state in one of the deals that may be; None where somebody would have been dealt the Petit alone."""
    gone = by_seat(played, dealer)
    hands = [mine | gone[0], *gone[1:]]
    rest = [card for card in indices(PACK.full) if not (mine | sum(gone)) >> card & 1]
    rng.shuffle(rest)
    chien = [card for card in rest if ORDINARY >> card & 1][:SIZE]
    free = iter([card for card in rest if card not in chien])
    for seat in range(SEATS):
        while hands[seat].bit_count() < TRICKS:
            hands[seat] |= 1 << next(free)
    aside = sorted(PACK.codes[card] for card in chien)
    state: Tarot = GAME.restore({"hands": [list(PACK.names(hand)) for hand in hands], "chien": aside}, dealer)
    if state.result is not None:
        return None
    first = (taker - dealer - 1) % SEATS
    calls = ["bid:pass"] * first + ["bid:garde"] + ["bid:pass"] * (SEATS - 1 - first)
    tokens = [*calls, *[f"discard:{code}" for code in aside], "chelem:no"]
    state = act(GAME, state, " ".join(tokens))
    for code in played:
        state = act(GAME, say_nothing(state), f"play:{code}")
    return say_nothing(state)


def say_nothing(state: Tarot) -> Tarot:
    """No poignée is shown."""
    return act(GAME, state, NONE) if state.phase == "poignee" else state


def by_seat(played: tuple[str, ...], dealer: int) -> list[int]:
    """What each seat has played."""
    gone, leader = [0] * SEATS, right_of(dealer, SEATS)
    trick: tuple[int, ...] = ()
    for code in played:
        gone[(leader + len(trick)) % SEATS] |= PACK.mask([code])
        trick = (*trick, PACK.index[code])
        if len(trick) == SEATS:
            leader, trick = (leader + winning(trick)) % SEATS, ()
    return gone


def winning(trick: tuple[int, ...]) -> int:
    """The place of the card that wins a trick."""
    return strongest(trick, STRENGTH[suit_led(trick, SUIT)])


def seen(state: Tarot) -> View:
    """What seat 0 sees."""
    return GAME.view(state, 0)
