"""Why the policy of Pao De Kuai plays what it plays, in a sentence."""

from __future__ import annotations

from engine.paodekuai.combinations import BOMB, PLAYS
from engine.paodekuai.state import SEATS, PaoDeKuai
from protocol import Note
from server.bots.paodekuai.policy import CERTAIN, OUT, worths

LABELS = {
    "bot.out": "These are the last cards.",
    "bot.runs_out": "Nobody can beat this, nor anything that follows but the last play.",
    "bot.bomb": "A bomb, rather than to break up the rest of the hand.",
    "bot.bars": "{seat} has {left} cards left, and is not to be let out.",
    "bot.bars_last": "{seat} has one card left, and is not to be let out.",
    "bot.long": "So many cards at once are seldom answered.",
    "bot.lead": "The rest of the hand is worth more than this.",
    "bot.answer": "The answer that the hand can best spare.",
}


def why(state: PaoDeKuai, token: str) -> Note:
    """The reason that weighs most for a token, where there is a choice."""
    play = PLAYS[token]
    [(worth, _)] = worths(state, (token,))
    if worth == OUT:
        return Note("bot.out")
    if worth > CERTAIN / 2:
        return Note("bot.runs_out")
    if play.shape == BOMB:
        return Note("bot.bomb")
    near = min((seat for seat in range(SEATS) if seat != state.player), key=lambda seat: state.hands[seat].bit_count())
    left = state.hands[near].bit_count()
    if left == 1:
        return Note("bot.bars_last", near)
    if left == 2 and (state.beat is None or play.size == left):
        return Note("bot.bars", near, args={"left": left})
    if state.beat is not None:
        return Note("bot.answer")
    return Note("bot.long" if play.size > 2 else "bot.lead")
