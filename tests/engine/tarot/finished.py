"""Deals of Tarot that are over, but for the settlement: the cards that the taker's side won are chosen to order."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.game import evolve
from engine.tarot import scoring
from engine.tarot.cards import BOUTS, PACK, PETIT, half_points
from engine.tarot.game import GAME
from engine.tarot.state import Tarot
from engine.tricks import Taken
from tests.engine.deals import cards, laid_out

TAKER, DEFENDER = 0, 1
EX = PACK.index["EX"]


def finished(
    contract: str,
    bouts: str,
    points: float,
    *,
    petit_last: bool = False,
    chelem: bool = False,
    levels: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> Tarot:
    """Seat 0 has taken, and its side has exactly these bouts and card points, its six cards aside included.

    The Excuse, if it is played at all, falls in a trick that its own side wins, before the last. With `petit_last`
    the Petit is in the last trick, which the side that has it wins; otherwise it is not there.
    """
    ours = PACK.mask(cards(bouts))
    ours |= _worth(round(2 * points) - half_points(ours), len(cards(bouts)))
    aside = PACK.mask(PACK.names(ours & ~BOUTS)[:6])
    tricks = _tricks(ours & ~aside, TAKER) + _tricks(PACK.full & ~ours, DEFENDER)
    tricks.sort(key=lambda taken: (PETIT in [1 << card for card in taken.cards]) == petit_last)
    assert len(tricks) == 18
    sans = contract == "garde_sans"
    return evolve(
        GAME.restore(laid_out(GAME, 3), 3),
        phase="play",
        contract=contract,
        taker=TAKER,
        chelem=chelem,
        levels=levels,
        discard=0 if sans else aside,
        chien=aside if sans else 0,
        tricks=tuple(tricks),
    )


def settled(*args: object, **options: object) -> Tarot:
    """The same, settled."""
    return scoring.settle(finished(*args, **options))  # type: ignore[arg-type]


def _worth(halves: int, bouts: int) -> int:
    """Cards without bouts that count so many half-points, and make up whole tricks and six cards aside."""
    plain = [card for card in range(len(PACK)) if not BOUTS >> card & 1]
    rng = Random(halves)
    for _ in range(20_000):
        chosen = 0
        for card in rng.sample(plain, rng.randrange(7, 70)):
            if half_points(chosen | 1 << card) <= halves:
                chosen |= 1 << card
        if half_points(chosen) == halves and (chosen.bit_count() + bouts - 6) % 4 == 0 and chosen.bit_count() > 9:
            return chosen
    raise AssertionError("no such cards")


def _tricks(won: int, winner: int) -> list[Taken]:
    """These cards as tricks that one seat led and won; the Excuse is not in the last of them."""
    order = sorted((card for card in range(len(PACK)) if won >> card & 1), key=lambda card: card != EX)
    return [Taken(winner, tuple(order[at : at + 4]), winner) for at in range(0, len(order), 4)]


def lines(state: Tarot) -> dict[str, Sequence[float]]:
    """The amounts of the account, by the key of each line that has any."""
    assert state.result is not None
    return {line.note.key: line.amounts for line in state.result.account if line.amounts}
