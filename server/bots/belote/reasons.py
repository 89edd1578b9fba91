"""Why the policy of Belote does what it does, in a sentence."""

from __future__ import annotations

from engine.belote.auction import PASS, TAKES
from engine.belote.cards import SUIT
from engine.belote.play import PLAYS, winning
from engine.belote.state import SEATS, Belote
from protocol import Note
from server.bots import reasons
from server.bots.belote.auction import ENOUGH, best, promise
from server.bots.belote.play import STRONGER, unseen

LABELS = {
    **reasons.LABELS,
    "bot.take": "With these trumps the hand promises {points}, and {enough} are enough.",
    "bot.take_not": "The hand promises {points} at best, and it takes {enough} to take.",
    "bot.draws": "The opponents' trumps are drawn.",
    "bot.ruffs": "A trump, rather than to leave them the trick.",
}


def why(state: Belote, token: str) -> Note:
    """The reason that weighs most for a token, where there is a choice."""
    if state.phase == "auction":
        return call(state, token)
    card = PLAYS.card(token).bit_length() - 1
    if not state.trick:
        return Note(lead(state, card))
    trick = (*state.trick, card)
    behind = len(trick) - 1 - winning(trick, state.ranking)
    if not behind and SUIT[card] == state.ranking.trumps != SUIT[trick[0]]:
        return Note("bot.ruffs")
    return Note(reasons.of_answer(mine=not behind, last=len(trick) == SEATS, partners=behind == SEATS // 2))


def call(state: Belote, token: str) -> Note:
    """What the hand promises, and what it takes."""
    points = best(state)[0] if token == PASS else promise(state, TAKES[token])
    args = {"points": round(points), "enough": ENOUGH}
    return Note("bot.take_not" if token == PASS else "bot.take", args=args)


def lead(state: Belote, card: int) -> str:
    """The reason to lead this card."""
    suit, trumps = SUIT[card], state.ranking.trumps
    out = unseen(state)
    beaten = bool(STRONGER[state.trumps][suit][card] & out & suit)
    if suit == trumps and out & trumps and state.player == state.taker and not beaten:
        return "bot.draws"
    return reasons.of_lead(suit == trumps, beaten)
