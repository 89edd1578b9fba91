"""colver's players of cards at our Belote, where the contract is settled: its lowest, 80, for the taker's side.

They play for what that contract counts at Contree. They are told who takes and with which trumps, and nothing of the
upcard, which is in no deal of theirs. Trumps under a partner's trick, which ours forbid (3.5), they may play: the
lowest card that is allowed is played then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import colver

from engine.belote.cards import PACK, RANKINGS
from engine.belote.game import GAME
from engine.belote.state import SEATS, Belote
from engine.cards import indices

SUITS = "SHDC"
RANKS = ("7", "8", "9", "J", "Q", "K", "10", "A")
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
NUMBERS = {code: number for number, code in enumerate(CODES)}
LOWEST = 80
NORMAL = 0

MILLISECONDS, ENOUGH, LONGEST = 50, 0.8, 1000

ISDD = f"""
[bid]
strategy = "heuristic"
[play]
method = "isdd"
time_ms = {MILLISECONDS}
[worlds]
source = "uniform"
"""


class Cards:
    """One of its methods: `heuristic`, `smart_ismcts` or `isdd`, the latter two with 50 ms of CPU for a card."""

    def __init__(self, method: str) -> None:
        self._method = method

    def decide(self, state: Belote, rng: Random) -> str:
        legal = GAME.legal(state)
        if len(legal) == 1:
            return legal[0]
        token = f"play:{CODES[self.action(state, rng)]}"
        if token in legal:
            return token
        points = RANKINGS[state.trumps].points
        return min(legal, key=lambda token: points[PACK.index[token.removeprefix("play:")]])

    def action(self, state: Belote, rng: Random) -> int:
        """The card it plays, after all that was played before."""
        env = begun(state)
        played = [NUMBERS[PACK.codes[card]] for card in cards(state)]
        if self._method == "isdd":
            agent = colver.Agent(ISDD, state.player, rng.randrange(1 << 32))
            agent.init_deal(env)
            for card in played:
                env.step(card)
                agent.observe(env, card)

            def searched(milliseconds: int) -> int:
                agent.set_time_ms(milliseconds)
                return int(agent.action(env))

            return in_time(searched)
        if self._method == "smart_ismcts":
            env.smart_ismcts_init()
            for card in played:
                env.smart_ismcts_step(card)
            return in_time(env.action_smart_ismcts)
        for card in played:
            env.step(card)
        return int(env.action_heuristic_play())


def in_time(searched: Callable[[int], int]) -> int:
    """What it plays after 50 ms of CPU. It looks at the clock on the wall, so on a busy machine it is given more."""
    milliseconds = MILLISECONDS
    while True:
        wall, cpu = time.perf_counter(), time.process_time()
        card = searched(milliseconds)
        waited, worked = time.perf_counter() - wall, time.process_time() - cpu
        if worked > ENOUGH * MILLISECONDS / 1000 or waited < milliseconds / 1000 or milliseconds > LONGEST:
            return card
        milliseconds *= 2


def begun(state: Belote) -> colver.Env:
    """The deal before its first card."""
    hands = list(state.hands)
    for leader, trick in [*[taken[:2] for taken in state.tricks], (state.leader, state.trick)]:
        for place, card in enumerate(trick):
            hands[(leader + place) % SEATS] |= 1 << card
    env = colver.Env.deal_with_hands(
        state.dealer, [[NUMBERS[PACK.codes[card]] for card in indices(hand)] for hand in hands]
    )
    assert state.taker is not None
    env.set_contract(SUITS.index(state.trumps), LOWEST, state.taker % 2, NORMAL)
    env.set_phase_playing()
    return env


def cards(state: Belote) -> list[int]:
    """All cards played, in their order."""
    return [card for trick in state.tricks for card in trick.cards] + list(state.trick)
