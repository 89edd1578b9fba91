"""Poignées, and the trumps that stay hidden (4.2 to 4.5)."""

from __future__ import annotations

from engine.cards import Tokens
from engine.errors import IllegalAction, not_a_choice
from engine.game import evolve
from engine.seats import put
from engine.tarot.cards import EXCUSE, KINGS, PACK, PLAYS, TRUMPS
from engine.tarot.state import Tarot

BONUSES = {10: 20, 13: 30, 15: 40}
"""4.2 The levels and what they are worth."""

TRIPLE = 15
NONE = "poignee:none"
LEVELS = {f"poignee:{level}": level for level in BONUSES}
HIDES = Tokens("hide", PACK)


def ask(state: Tarot) -> Tarot:
    """4.2 Just before his own first card, a player who can show a poignée is asked."""
    able = not state.tricks and any(showable(state.hand, aside(state), level) for level in BONUSES)
    return evolve(state, phase="poignee" if able else "play")


def aside(state: Tarot) -> int:
    """4.4 The trumps that the seat to act has discarded, which a taker alone can have."""
    return state.discard & TRUMPS if state.player == state.taker else 0


def showable(hand: int, aside: int, level: int) -> bool:
    """4.2, 4.4 Whether who has this hand and these trumps aside can show a poignée of this level."""
    trumps = countable(hand, aside, level).bit_count()
    return trumps >= level or (trumps == level - 1 and bool(hand & EXCUSE))


def countable(hand: int, aside: int, level: int) -> int:
    """4.2 The trumps in hand; 4.4 for the triple poignée of who has four kings those aside too."""
    return hand & TRUMPS | (aside if level == TRIPLE and hand & KINGS == KINGS else 0)


def spare(state: Tarot) -> int:
    """4.3 How many trumps must still be held back, so that exactly the level's number is shown."""
    trumps = countable(state.hand, aside(state), state.showing)
    return max(0, trumps.bit_count() - state.showing - state.hidden.bit_count())


def legal(state: Tarot) -> tuple[str, ...]:
    """4.2 The levels he can show, or none; 4.3 then the trumps that may stay hidden."""
    if state.showing:
        return HIDES.of(state.hand & TRUMPS & ~state.hidden)
    return (NONE, *(token for token, level in LEVELS.items() if showable(state.hand, aside(state), level)))


def apply(state: Tarot, token: str) -> Tarot | None:
    """4.2 One poignée a player; 4.3 nothing becomes public before the last trump is hidden."""
    if token not in legal(state):
        return None
    if token == NONE:
        return evolve(state, phase="play")
    if state.showing:
        state = evolve(state, hidden=state.hidden | HIDES.card(token))
    else:
        state = evolve(state, showing=LEVELS[token])
    return state if spare(state) else show(state)


def show(state: Tarot) -> Tarot:
    """4.5 The cards become public, and stay in hand; the Excuse is among them where it fills the gap (4.2)."""
    level, seat = state.showing, state.player
    cards = countable(state.hand, aside(state), level) & ~state.hidden
    if cards.bit_count() < level:
        cards |= EXCUSE
    return evolve(
        state,
        phase="play",
        levels=put(state.levels, seat, level),
        handfuls=put(state.handfuls, seat, cards),
        showing=0,
        hidden=0,
    )


def why_not(state: Tarot, token: str) -> IllegalAction:
    """4.2 Too few trumps for that level; 4.3 only trumps of the hand are held back."""
    if state.showing:
        if HIDES.card(token):
            return IllegalAction("4.3", "Hold back a trump of your hand that you have not held back yet.")
        return not_a_choice(token, "{token} is not a choice now: name the trumps that you hold back.")
    if token in LEVELS:
        return IllegalAction("4.2", "You have not trumps enough to show that poignée.")
    if PLAYS.card(token):
        return IllegalAction("4.2", "Before your first card, say if you show a poignée.")
    return not_a_choice(token, "{token} is not a choice now: show a poignée, or none, before your first card.")
