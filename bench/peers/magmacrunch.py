"""magmacrunch-tarot's computers at our Tarot: what they bid, lay aside and play.

They look at their hand and the trick alone. Their rules are ours but for details of the settlement, which ours decide.
They show any poignée that they have, whole, and announce no chelem.
"""

from __future__ import annotations

from random import Random

from tarot.rules import EXCUSE, SUITED, TRUMP, Card, Trick, ai_bid, ai_card, ai_discards

from engine.cards import indices
from engine.tarot.cards import PACK
from engine.tarot.game import GAME
from engine.tarot.state import Tarot

SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
RANKS = {"A": "1", "J": "V", "N": "C", "Q": "D", "K": "R"}
BIDS = {
    "": "PASSE",
    "prise": "PRISE",
    "garde": "GARDE",
    "garde_sans": "GARDE_SANS",
    "garde_contre": "GARDE_CONTRE",
}
CONTRACTS = {bid: contract or "pass" for contract, bid in BIDS.items()}


def theirs(code: str) -> Card:
    """A card of ours as one of theirs."""
    if code == "EX":
        return Card(EXCUSE, number=0)
    if code[0] == "T":
        return Card(TRUMP, number=int(code[1:]))
    return Card(SUITED, SUITS[code[-1]], RANKS.get(code[:-1], code[:-1]))


CARDS = tuple(theirs(code) for code in PACK.codes)
CODES = {card.id: code for card, code in zip(CARDS, PACK.codes, strict=True)}


class Computer:
    """One of them, in any seat."""

    def decide(self, state: Tarot, rng: Random) -> str:
        legal = GAME.legal(state)
        if len(legal) == 1:
            return legal[0]
        hand = [CARDS[card] for card in indices(state.hand)]
        if state.phase == "auction":
            return f"bid:{CONTRACTS[ai_bid(hand, BIDS[state.contract], False, rng.random)]}"
        if state.phase == "discard":
            hand += [CARDS[card] for card in indices(state.discard)]
            aside = (f"discard:{CODES[card.id]}" for card in ai_discards(hand))
            return next(token for token in aside if token in legal)
        if state.phase == "chelem":
            return "chelem:no"
        if state.phase == "play" and legal[0].startswith("play:"):
            card = ai_card(hand, on_table(state.trick))
            return f"play:{CODES[card]}"
        return legal[-1] if not state.showing else legal[0]


def on_table(cards: tuple[int, ...]) -> Trick:
    """The trick so far, as they have it."""
    trick = Trick()
    for place, number in enumerate(cards):
        card = CARDS[number]
        trick.cards.append((card, place))
        if card.type == SUITED and not trick.led_trump and not trick.led_suit:
            trick.led_suit = card.suit
        if card.type == TRUMP:
            trick.led_trump = True
            trick.highest_trump = max(trick.highest_trump, card.number)
    return trick
