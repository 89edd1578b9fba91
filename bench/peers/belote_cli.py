"""belote-cli's HARD at our Belote. Its partner's real hand, which it copies otherwise, is hidden from it.

Its auction is ours, but for two contracts without trumps or with all that it may call in the second round: it is then
asked for its suit. Where it would trump under its partner's trick, which ours forbid (3.5), it is asked again without
those cards.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from belote.ai import AIPlayer, Difficulty
from belote.deck import Card, Rank, Suit
from belote.game import BossModifiers, GameState, Phase, Seat, TrickCard

from engine.belote.auction import PASS, second_round
from engine.belote.cards import PACK
from engine.belote.game import GAME
from engine.belote.play import PLAYS
from engine.belote.state import SEATS, Belote
from engine.seats import right_of

SUITS = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
LETTERS = {suit: letter for letter, suit in SUITS.items()}
CARDS = tuple(Card(SUITS[code[-1]], Rank(code[:-1])) for code in PACK.codes)
NUMBERS = {card: number for number, card in enumerate(CARDS)}


class Hard:
    """It begins anew at every choice, and reads the tricks again: it remembers nothing that is not in them but how
    often it has signalled.
    """

    def decide(self, state: Belote, rng: Random) -> str:
        legal = GAME.legal(state)
        if len(legal) == 1:
            return legal[0]
        player = AIPlayer(Seat(state.player), Difficulty.HARD, rng)
        if state.phase == "auction":
            return self.call(player, state)
        seen = told(state, PACK.names(state.hand))
        player.update_memory(seen)
        token = f"play:{PACK.codes[NUMBERS[player.decide_card(seen)]]}"
        if token in legal:
            return token
        allowed = PACK.names(sum(PLAYS.card(token) for token in legal))
        return f"play:{PACK.codes[NUMBERS[player.decide_card(told(state, allowed))]]}"

    def call(self, player: AIPlayer, state: Belote) -> str:
        """Its bid, where ours know it; else the suit it would choose."""
        seen = told(state, PACK.names(state.hand))
        suit = player.decide_bid(seen)
        if suit is not None and suit not in LETTERS:
            suit = player._suit_bid(seen.hand_of(player.seat), seen, exclude=SUITS[state.upcard[-1]])  # noqa: SLF001
        return PASS if suit is None else f"take:{LETTERS[suit]}"


def told(state: Belote, hand: tuple[str, ...]) -> GameState:
    """What the seat to act knows, as belote-cli has it."""
    mine = Seat(state.player)
    hands = tuple(
        tuple(CARDS[PACK.index[code]] for code in hand) if seat == state.player else () for seat in range(SEATS)
    )
    seen = GameState(
        hands=hands,
        dealer=Seat(state.dealer),
        turn=mine,
        leader=Seat(state.leader),
        phase=Phase.BIDDING if state.phase == "auction" else Phase.PLAYING,
        up_card=CARDS[PACK.index[state.upcard]],
        bids=tuple(None for call in state.calls if call == PASS),
        bidder_index=len(state.calls) % SEATS,
        bidding_round=2 if second_round(state) else 1,
        boss_modifiers=BossModifiers(hide_partner_hand=True),
    )
    if state.taker is None:
        return seen
    return replace(
        seen,
        trump=SUITS[state.trumps],
        contract="normal",
        taker=Seat(state.taker),
        current_trick=laid(state.leader, state.trick),
        completed_tricks=tuple(laid(trick.leader, trick.cards) for trick in state.tricks),
        last_trick_winner=Seat(state.tricks[-1].winner) if state.tricks else None,
        first_trick_done=bool(state.tricks),
    )


def laid(leader: int, cards: tuple[int, ...]) -> tuple[TrickCard, ...]:
    """A trick as belote-cli has it."""
    played = []
    for card in cards:
        played.append(TrickCard(Seat(leader), CARDS[card]))
        leader = right_of(leader, SEATS)
    return tuple(played)
