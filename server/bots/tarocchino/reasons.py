"""Why the policy of Tarocchino does what it does, in a sentence."""

from __future__ import annotations

from engine.tarocchino.cards import MATTO, PLAYS, SUIT, TRUMPS
from engine.tarocchino.play import winning
from engine.tarocchino.state import SEATS, Tarocchino
from engine.tricks import suit_led
from protocol import Note
from server.bots import reasons
from server.bots.tarocchino.play import STRONGER
from server.bots.tarocchino.seen import unseen

LABELS = {
    **reasons.LABELS,
    "bot.aside": "It is safe in the discard, and the hand can spare it.",
    "bot.declares": "What is declared counts at once.",
    "bot.matto": "Matto keeps a card from this trick that is better saved.",
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
    behind = len(trick) - 1 - winning(trick)
    return Note(reasons.of_answer(mine=not behind, last=len(trick) == SEATS, partners=behind == SEATS // 2))


def lead(state: Tarocchino, card: int) -> str:
    """The reason to lead this card, or to set the suit with it after Matto."""
    suit = SUIT[card]
    return reasons.of_lead(suit == TRUMPS, bool(STRONGER[suit][card] & unseen(state) & suit))
