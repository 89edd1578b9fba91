"""Positions of Belote as one would tell them: seat 0 is to act, and of the other hands only what they have played."""

from __future__ import annotations

from random import Random

from engine.belote import play
from engine.belote.cards import PACK, RANKINGS
from engine.belote.game import GAME
from engine.belote.state import SEATS
from engine.cards import indices
from engine.errors import IllegalAction
from engine.seats import right_of
from protocol import View
from tests.engine.deals import act, cards, deal

DEALT = 5


def auction(hand: str, upcard: str, calls: str = "", dealer: int = 3) -> View:
    """Seat 0 has these five cards, and is to call."""
    return GAME.view(act(GAME, deal(GAME, dealer, [hand], upcard=upcard), calls), 0)


def playing(hand: str, played: str, *, taker: int, upcard: str, trumps: str = "H", dealer: int = 3) -> View:
    """Seat 0 has these cards left, after these have been played from dealer's right on.

    The rest of the pack is dealt so that all of it was legal; which of those deals it is changes nothing in the view.
    """
    gone = by_seat(played, dealer, trumps)
    mine = PACK.mask(cards(hand)) | gone[0]
    turned = 1 << PACK.index[upcard]
    rest = [card for card in indices(PACK.full) if not (mine | sum(gone) | turned) >> card & 1]
    for seed in range(5000):
        Random(seed).shuffle(rest)
        free = iter(rest)
        hands = [mine, *gone[1:]]
        hands[taker] |= turned
        for seat in range(1, SEATS):
            while hands[seat].bit_count() < play_size():
                hands[seat] |= 1 << next(free)
        try:
            state = act(GAME, GAME.restore(layout(hands, upcard, dealer), dealer), calls(taker, upcard, trumps, dealer))
            view = GAME.view(act(GAME, state, " ".join(f"play:{code}" for code in cards(played))), 0)
        except IllegalAction:
            continue
        assert view.to_act == 0
        return view
    raise AssertionError("no such deal")


def play_size() -> int:
    """The cards that everybody has once somebody has taken."""
    return len(PACK) // SEATS


def by_seat(played: str, dealer: int, trumps: str) -> list[int]:
    """What each seat has played."""
    gone, seat = [0] * SEATS, right_of(dealer, SEATS)
    trick: tuple[int, ...] = ()
    for code in cards(played):
        gone[seat] |= PACK.mask([code])
        trick = (*trick, PACK.index[code])
        seat = right_of(seat, SEATS)
        if len(trick) == SEATS:
            seat, trick = (seat + play.winning(trick, RANKINGS[trumps])) % SEATS, ()
    return gone


def calls(taker: int, upcard: str, trumps: str, dealer: int) -> str:
    """All pass until the taker's turn, in the second round where it is not the suit turned up."""
    passes = (taker - dealer - 1) % SEATS + (0 if upcard.endswith(trumps) else SEATS)
    return "pass " * passes + f"take:{trumps}"


def layout(hands: list[int], upcard: str, dealer: int) -> dict[str, object]:
    """Everybody's eight cards, as they were dealt: five at first, the others out of the stock."""
    first: list[list[str]] = [[] for _ in hands]
    stock: list[str] = []
    for turn in range(1, SEATS + 1):
        seat = (dealer + turn) % SEATS
        codes = [code for code in PACK.names(hands[seat]) if code != upcard]
        first[seat] = codes[:DEALT]
        stock += codes[DEALT:]
    return {"hands": first, "upcard": upcard, "stock": stock}
