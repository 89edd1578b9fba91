"""Why the policy of Tarocchino does what it does, in a sentence."""

from __future__ import annotations

from engine.tarocchino.cards import MATTO, PLAYS, SUIT, TRUMPS
from engine.tarocchino.play import winning
from engine.tarocchino.state import SEATS, Tarocchino
from engine.tricks import suit_led
from protocol import Note
from server.bots.tarocchino.play import STRONGER

LABELS = {
    "bot.aside": "It is safe in the discard, and the hand can spare it.",
    "bot.declares": "What is declared counts at once.",
    "bot.matto": "Matto keeps a card from this trick that is better saved.",
    "bot.lead_master": "No card that is still out beats this one in its suit.",
    "bot.lead_trump": "Of all cards to lead, this trump is the one to spare.",
    "bot.lead": "Of all cards to lead, this one risks least for what it may bring.",
    "bot.takes": "It takes the trick, and all that lies in it.",
    "bot.tries": "It is ahead so far, and the trick is worth the risk.",
    "bot.gives": "The partner is ahead, and is given what suits this trick best.",
    "bot.saves": "An opponent is ahead, and is given as little as may be.",
}


def why(state: Tarocchino, token: str) -> Note:
    """The reason that weighs most for a token, where there is a choice."""
    if state.phase == "discard":
        return Note("bot.aside")
    if state.phase == "declare":
        return Note("bot.declares")
    one = PLAYS.card(token)
    if one == MATTO:
        return Note("bot.matto")
    card = one.bit_length() - 1
    trick = (*state.trick, card)
    if not suit_led(state.trick, SUIT):
        return Note(lead(state, card))
    ahead = winning(trick)
    if ahead == len(trick) - 1:
        return Note("bot.takes" if len(trick) == SEATS else "bot.tries")
    return Note("bot.gives" if len(trick) - 1 - ahead == SEATS // 2 else "bot.saves")


def lead(state: Tarocchino, card: int) -> str:
    """The reason to lead this card, or to set the suit with it after Matto."""
    suit, seat = SUIT[card], state.player
    unseen = 0 if seat == state.dealer else state.discard
    for other, hand in enumerate(state.hands):
        unseen |= hand if other != seat else 0
    if not STRONGER[suit][card] & unseen & suit:
        return "bot.lead_master"
    return "bot.lead_trump" if suit == TRUMPS else "bot.lead"
