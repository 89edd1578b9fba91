"""The play: which cards are legal, and who wins a trick (section 3)."""

from __future__ import annotations

from engine.belote import scoring
from engine.belote.cards import PACK, SUIT, Ranking
from engine.belote.state import SEATS, TRICKS, Belote
from engine.cards import Tokens
from engine.errors import IllegalAction, not_a_choice
from engine.tricks import following, gathered, laid, overtrumping, strongest

PLAYS = Tokens("play", PACK)


def playable(hand: int, trick: tuple[int, ...], ranking: Ranking) -> int:
    """The cards that may be played to this trick."""
    if not trick:
        return hand
    trumps = ranking.trumps
    led = SUIT[trick[0]]
    must = following(hand, led, trumps)  # 3.2, 3.6
    if not must & trumps:
        return must
    must = overtrumping(must, trick, ranking.higher)  # 3.3, 3.4
    if led != trumps and partner_wins(trick, ranking):
        must |= hand & ~trumps  # 3.5
    return must


def partner_wins(trick: tuple[int, ...], ranking: Ranking) -> bool:
    """Whether the trick so far belongs to the partner of the player who is next."""
    return winning(trick, ranking) == len(trick) - 2


def winning(trick: tuple[int, ...], ranking: Ranking) -> int:
    """3.7 The place in the trick of the highest trump, or else of the highest card of the suit led."""
    return strongest(trick, ranking.strength[SUIT[trick[0]]])


def legal(state: Belote) -> tuple[str, ...]:
    """The playable cards of the seat to act."""
    return PLAYS.of(playable(state.hand, state.trick, state.ranking))


def apply(state: Belote, token: str) -> Belote | None:
    """One card to the trick; the fourth ends it, and the winner leads the next (3.1)."""
    card = PLAYS.card(token)
    if not card & playable(state.hand, state.trick, state.ranking):
        return None
    after = laid(state, card)
    if not after.complete:
        return after
    after = gathered(after, (state.leader + winning(after.trick, state.ranking)) % SEATS)
    return scoring.settle(after) if len(after.tricks) == TRICKS else after


def why_not(state: Belote, token: str) -> IllegalAction:
    """3.2 to 3.5: the duty that a card does not meet."""
    card = PLAYS.card(token)
    if not card:
        return not_a_choice(token, "{token} is not a choice now: play a card.")
    if not card & state.hand:
        return IllegalAction("C.4", "You do not hold that card.")
    led, trumps = SUIT[state.trick[0]], state.ranking.trumps
    if state.hand & led and not card & led:
        return IllegalAction("3.2", "You hold the suit led, and must follow it.")
    if led == trumps:
        return IllegalAction("3.3", "Trumps are led and you can beat the highest in the trick, so you must.")
    if partner_wins(state.trick, state.ranking):
        return IllegalAction("3.5", "If you trump your partner, you must beat the highest trump in the trick.")
    if not card & trumps:
        return IllegalAction("3.4", "You cannot follow and an opponent is winning, so you must play a trump.")
    return IllegalAction("3.4", "You hold a higher trump than the highest in the trick, and must play one.")
