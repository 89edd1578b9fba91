"""Why the policy of Tarot does what it does, in a sentence."""

from __future__ import annotations

from engine.tarot.auction import PASS, legal
from engine.tarot.cards import EXCUSE, PETIT, PLAYS, SUIT, TRUMPS
from engine.tarot.chelem import YES
from engine.tarot.play import winner
from engine.tarot.state import SEATS, Tarot
from engine.tricks import suit_led
from protocol import Note
from server.bots import reasons
from server.bots.tarot.auction import NEEDED, count
from server.bots.tarot.play import STRONGER
from server.bots.tarot.seen import by_all, unseen

LABELS = {
    **reasons.LABELS,
    "bot.bid": "The hand counts {points}, and {needed} are enough for this contract.",
    "bot.bid_not": "The hand counts {points}, and it takes {needed} to bid here.",
    "bot.bid_outbid": "Nothing higher is left to bid.",
    "bot.empties": "The fewer cards of a suit, the sooner it can be trumped; and what is laid aside is safe.",
    "bot.chelem": "This hand can hardly lose a trick.",
    "bot.chelem_not": "There are tricks that this hand may lose.",
    "bot.shows": "A poignée counts for who wins the deal, and this hand may hope to.",
    "bot.hides": "Others need not know of it.",
    "bot.petit": "The Petit comes home.",
    "bot.excuse": "The Excuse keeps a card from this trick that is better saved.",
    "bot.draws": "Trumps are drawn.",
    "bot.ruffs": "A trump, rather than to leave them the trick.",
}


def why(state: Tarot, token: str) -> Note:
    """The reason that weighs most for a token, where there is a choice."""
    if state.phase == "auction":
        return call(state, token)
    if state.phase == "discard":
        return Note("bot.empties")
    if state.phase == "chelem":
        return Note("bot.chelem" if token == YES else "bot.chelem_not")
    one = PLAYS.card(token)
    if not one:
        return Note("bot.hides" if state.showing or token == "poignee:none" else "bot.shows")
    return Note(card(state, one))


def call(state: Tarot, token: str) -> Note:
    """What the hand counts, and what it takes."""
    higher = legal(state)[1:]
    if not higher:
        return Note("bot.bid_outbid")
    bid = higher[0] if token == PASS else token
    return Note(
        "bot.bid_not" if token == PASS else "bot.bid", args={"points": count(state.hand), "needed": NEEDED[bid]}
    )


def card(state: Tarot, one: int) -> str:
    """The reason to play a card, given as a set of one."""
    if one == EXCUSE:
        return "bot.excuse"
    number, seat = one.bit_length() - 1, state.player
    suit, led, trick = SUIT[number], suit_led(state.trick, SUIT), (*state.trick, number)
    if one == PETIT and safe(state, trick):
        return "bot.petit"
    if not led:
        if suit == TRUMPS and seat == state.taker and one != PETIT:
            return "bot.draws"
        beaten = bool(STRONGER[suit][number] & unseen(state) & suit)
        return reasons.of_lead(suit == TRUMPS and one != PETIT, beaten)
    ahead = winner(state, trick)
    if ahead == seat and suit == TRUMPS != led:
        return "bot.ruffs"
    partners = ahead != seat and state.taker not in (ahead, seat)
    return reasons.of_answer(mine=ahead == seat, last=len(trick) == SEATS, partners=partners)


def safe(state: Tarot, trick: tuple[int, ...]) -> bool:
    """Whether a trick is won for certain by the side of the seat to act, which plays the last of these cards to it."""
    ahead, taker = winner(state, trick), state.taker
    attack = state.player == taker
    if (ahead == taker) != attack:
        return False
    better = STRONGER[suit_led(trick, SUIT)][trick[(ahead - state.leader) % SEATS]] & unseen(state)
    denied = by_all(state.tricks, state.leader, trick)
    to_come = [(state.leader + place) % SEATS for place in range(len(trick), SEATS)]
    return not any(better & ~denied[seat] for seat in to_come if (seat == taker) != attack)
