"""`python -m bench.peers`: one comparison after the other, each with how sure it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from bench.peers.match import Ours, Player, Tally, match
from engine import game_named
from engine.game import Game, State
from server.arguments import COUNT, SEED, Arguments, whole
from server.bots import craft_of
from server.bots.arena import dealt
from server.bots.bot import LEVELS

SIDES = ((True, False, True, False), (False, True, False, True))
ALONE = tuple(tuple(seat == ours for seat in range(4)) for ours in range(4))


@dataclass(frozen=True)
class Peer:
    """Who is compared with us, in which game and from where on; `player` is only made if it can be had."""

    name: str
    game: str
    player: Callable[[], Player]
    seatings: Sequence[Sequence[bool]]
    contract: bool = False
    """Whether our bots settle the contract, and only the cards are compared."""


def belote_cli() -> Player:
    from bench.peers.belote_cli import Hard

    return Hard()


def colver(method: str) -> Player:
    from bench.peers.contree import Cards

    return Cards(method)


def magmacrunch() -> Player:
    from bench.peers.magmacrunch import Computer

    return Computer()


PEERS = {
    peer.name: peer
    for peer in (
        Peer("belote-cli", "belote", belote_cli, SIDES),
        Peer("colver-heuristic", "belote", partial(colver, "heuristic"), SIDES, contract=True),
        Peer("colver-smart_ismcts", "belote", partial(colver, "smart_ismcts"), SIDES, contract=True),
        Peer("colver-isdd", "belote", partial(colver, "isdd"), SIDES, contract=True),
        Peer("magmacrunch-tarot", "tarot", magmacrunch, ALONE),
    )
}


def deals(peer: Peer, seed: int) -> Iterator[State]:
    """Deals without end, from the first card on or from the first that is played."""
    game, craft = game_named(peer.game), craft_of(peer.game)
    number = 0
    while True:
        state = dealt(game, number, Random(f"{seed}/{number}"))
        number += 1
        while peer.contract and craft and state.to_act is not None and state.phase != "play":
            state = game.apply(state, craft.policy(state))
        if state.result is None:
            yield state


def counted(state: Any, seats: Sequence[bool]) -> Iterator[str]:
    """Who took, with what, and whether he made it."""
    if state.taker is None:
        yield "annulled"
        return
    side = "ours" if seats[state.taker] else "theirs"
    yield f"{side}: taken"
    if state.result.details["made"]:
        yield f"{side}: made"
    if contract := getattr(state, "contract", ""):
        yield f"{side}: {contract}"


def told(peer: Peer, level: str, tally: Tally) -> Iterator[str]:
    """A comparison in lines for people."""
    mean, low, high = tally.gain()
    sure = f" (95 %: {low:+.1f} to {high:+.1f})" if low is not None and high is not None else ""
    yield f"{level} against {peer.name}: {mean:+.1f} points a deal{sure}, {len(tally.gains)} deals."
    for side in ("ours", "theirs"):
        found = {key.partition(": ")[2]: count for key, count in tally.counts.items() if key.startswith(side)}
        taken, made = found.pop("taken", 0), found.pop("made", 0)
        bids = "".join(f", {bid} {count}" for bid, count in sorted(found.items()))
        pace = tally.seconds[side] / max(1, tally.choices[side])
        yield f"  {side}: {taken} contracts, {made / max(1, taken):.0%} made{bids}; {pace:.3f} s a choice"


def main() -> int:
    """Compare with all that can be had, or with those named."""
    parser = Arguments(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(PEERS)} (default: all)")
    parser.add_argument("--deals", type=whole(*COUNT), default=100, metavar="N")
    parser.add_argument("--seed", type=whole(*SEED), default=1, metavar="S")
    parser.add_argument("--level", choices=LEVELS, default="strong")
    args = parser.parse_args()
    if unknown := [name for name in args.names if name not in PEERS]:
        parser.error(f"{unknown[0]!r} is none of {', '.join(PEERS)}")
    try:
        for name in args.names or PEERS:
            compare(PEERS[name], args.level, args.seed, args.deals)
    except KeyboardInterrupt:
        return 130
    return 0


def compare(peer: Peer, level: str, seed: int, count: int) -> None:
    """Play against one of them, and tell how it went on the way."""
    try:
        theirs = peer.player()
    except ImportError as error:
        print(f"{peer.name} is skipped: {error}.")
        return
    game: Game[Any] = game_named(peer.game)
    tallies = match(game, islice(deals(peer, seed), count), Ours(game, level), theirs, peer.seatings, counted)
    tally = Tally()
    try:
        for tally in tallies:
            if sys.stderr.isatty():
                print(f"\r{peer.name}: {len(tally.gains)}/{count}\r", end="", file=sys.stderr, flush=True)
    finally:  # after Ctrl-C too
        if tally.gains:
            print("\n".join(told(peer, level, tally)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
