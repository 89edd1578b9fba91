"""Positions of Tarocchino that one can see: a hand before a trick, and deals that are over but for the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.account import Line, Result
from engine.game import evolve
from engine.tarocchino import discard, play, scoring
from engine.tarocchino.cards import JACKS, KINGS, KNIGHTS, MATTO, PACK, QUEENS, SMALL, TAROCCHI
from engine.tarocchino.combinations import Holding, holding
from engine.tarocchino.game import GAME
from engine.tarocchino.state import Tarocchino
from engine.tricks import Taken
from tests.engine.deals import cards, deal, laid_out


def mask(text: str) -> int:
    """These cards as a set."""
    return PACK.mask(cards(text))


def indices(text: str) -> tuple[int, ...]:
    """Cards in the order in which they are written."""
    return tuple(PACK.index[code] for code in cards(text))


def held(text: str) -> Holding:
    """The combinations in these cards."""
    return holding(mask(text))


def combinations(text: str) -> dict[str, int]:
    """What each kind of combination in these cards is worth by itself."""
    found = held(text)
    return {combination.kind: combination.points for combination in (*found.sets, *found.sequences)}


def playable(hand: str, trick: str = "") -> set[str]:
    """What may be played from this hand to this trick."""
    return set(PACK.names(play.playable(mask(hand), indices(trick))))


def winner(trick: str) -> str:
    """The card that wins this trick."""
    return cards(trick)[play.winning(indices(trick))]


def before(hand: str, trick: str) -> Tarocchino:
    """Seat 0 holds this hand and is to play to this trick, somewhere after the declarations."""
    start = deal(GAME, 3)
    on_table = indices(trick)
    hands = (mask(hand), *start.hands[1:])
    state: Tarocchino = evolve(start, phase="play", to_act=0, hands=hands, trick=on_table, leader=-len(on_table) % 4)
    return state


def opened(hands: Sequence[str], dealer: int = 3) -> Tarocchino:
    """A deal after the discard, with these cards in the hands of seats 0, 1, …;
    the dealer laid aside two that are not named, if he has any.
    """
    state: Tarocchino = deal(GAME, dealer, hands)
    while state.phase == "discard":
        named = {f"discard:{code}" for code in cards(" ".join(hands))}
        state = GAME.apply(state, min(GAME.legal(state), key=named.__contains__))
    return state


@dataclass(frozen=True)
class Settled:
    """A settled deal, and what its tests ask for."""

    state: Tarocchino
    result: Result

    def side(self, side: int) -> dict[str, Any]:
        """What the result tells of one side."""
        told: dict[str, Any] = self.result.details["sides"][side]
        return told

    @property
    def matto(self) -> dict[str, Any]:
        """What the result tells of Matto."""
        told: dict[str, Any] = self.result.details["matto"]
        return told

    def lines(self, key: str) -> list[Line]:
        """The lines of the account with this key."""
        return [line for line in self.result.account if line.note.key == key]


def settled(
    won: str,
    *,
    aside: str = "6S 7S",
    dealer: int = 3,
    matto: int = 0,
    kept: bool = True,
    last: int = 1,
    declared: str = "",
) -> Settled:
    """Seats 0 and 2 won these cards in tricks, the others all the rest, but for Matto and the dealer's discards.

    Seat `matto` played Matto, in a trick that its side won or, without `kept`, lost; the last trick went to side
    `last`, and seat 0 declared these cards.
    """
    ours = set(cards(won))
    theirs = set(PACK.codes) - ours - {*cards(aside), "MA"}
    taker = (matto + 2) % 4 if kept else (matto + 1) % 4
    piles = (indices(" ".join(sorted(ours))), indices(" ".join(sorted(theirs))))
    tricks = []
    for side, pile in enumerate(piles):
        here = side == taker % 2
        trick_with_matto = (*pile[:3], PACK.index["MA"])
        rest = pile[3:] if here else pile
        assert len(rest) % 4 == 0, f"side {side} cannot have won {len(pile)} cards, here {here}"
        tricks += [Taken(side, rest[at : at + 4], side) for at in range(0, len(rest), 4)]
        if here:  # led by the seat after Matto's, so that Matto comes last
            tricks.append(Taken((matto + 1) % 4, trick_with_matto, taker))
    tricks.sort(key=lambda taken: taken.winner % 2 == last)
    start = GAME.restore(laid_out(GAME, dealer), dealer)
    state = scoring.settle(
        evolve(
            start,
            phase="play",
            discard=mask(aside),
            tricks=tuple(tricks),
            declared=(mask(declared), 0, 0, 0),
        )
    )
    assert state.result is not None
    assert len(tricks) == 15
    return Settled(state, state.result)


def at_random(rng: Random) -> Settled:
    """A settled deal of any cards; often the side that played Matto won no plain 6 to 10, or nothing but courts."""
    aside = rng.sample(PACK.names(PACK.full & ~discard.NEVER), 2)
    rest = PACK.names(PACK.full & ~MATTO & ~PACK.mask(aside))
    courts = KINGS | QUEENS | KNIGHTS | JACKS | TAROCCHI
    allowed = PACK.mask(rest) & rng.choice((PACK.full, ~SMALL, ~SMALL, courts))
    seat, kept = rng.randrange(4), rng.random() < 0.2
    pool = PACK.names(allowed)
    owners = rng.sample(pool, 4 * rng.randrange((len(pool) - 3 * kept) // 4 + 1) + 3 * kept)
    won = owners if seat % 2 == 0 else [code for code in rest if code not in owners]
    return settled(
        " ".join(won),
        aside=" ".join(aside),
        dealer=rng.randrange(4),
        matto=seat,
        kept=kept,
        last=rng.randrange(2),
    )
