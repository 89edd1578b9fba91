"""The play: leading, answering, passing, and how a round ends (section 2)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.game import evolve
from engine.paodekuai import scoring
from engine.paodekuai.cards import OPENING, THREES
from engine.paodekuai.combinations import (
    BOMB,
    HEAVENLY,
    PASS,
    PLAYS,
    Play,
    answers_in,
    beats,
    held,
    held_in,
    leaving,
    no_play,
)
from engine.paodekuai.state import SEATS, PaoDeKuai, Round, Stood
from engine.seats import put, right_of


def legal(state: PaoDeKuai) -> tuple[str, ...]:
    """2.3 Anything to lead; otherwise the answers, and a pass only where there are none."""
    if state.beat is not None:
        return answers_in(state.hand, state.beat) or (PASS,)
    tokens = held_in(state.hand)
    return tuple([token for token in tokens if opens(PLAYS[token])]) if state.opening else tokens


def opens(play: Play) -> bool:
    """2.1 The first play contains 3H: any play with a three does, since 2.5 puts that one in it."""
    return bool(play.cards & OPENING)


def fits(play: Play, state: PaoDeKuai) -> bool:
    """Whether a play may be made now by a hand that can make it."""
    if state.beat is not None:
        return beats(play, state.beat)
    return opens(play) or not state.opening


def apply(state: PaoDeKuai, token: str) -> PaoDeKuai | None:
    """One play or pass. 4.1 An empty hand ends the deal."""
    seat = state.player
    hand = state.hands[seat]
    if token == PASS:
        return passed(state) if state.beat is not None and not answers_in(hand, state.beat) else None
    play = PLAYS.get(token)
    if play is None or not held(play, hand) or not fits(play, state):
        return None
    cards = chosen(state, hand, play)
    trick = (*state.trick, cards)
    left = put(state.hands, seat, hand & ~cards)
    after = evolve(state, hands=left, trick=trick, beat=play, to_act=right_of(seat, SEATS))
    return after if left[seat] else scoring.settle(ended(after, trick, seat))


def chosen(state: PaoDeKuai, hand: int, play: Play) -> int:
    """2.5 The cards that leave the hand; in the first play 3H takes the place of the last three."""
    cards = leaving(hand, play)
    if not state.opening:
        return cards
    last = 1 << (cards & THREES).bit_length() - 1
    return cards & ~last | OPENING


def passed(state: PaoDeKuai) -> PaoDeKuai:
    """2.4 The second pass in a row ends the round."""
    trick, following = (*state.trick, 0), right_of(state.player, SEATS)
    if trick[-2]:
        return evolve(state, trick=trick, to_act=following)
    return ended(state, trick, following)


def ended(state: PaoDeKuai, trick: tuple[int, ...], winner: int) -> PaoDeKuai:
    """2.4 Who played last leads again. 4.3 A bomb of his stands if it was an answer, not the lead."""
    assert state.beat is not None
    stood = state.stood
    if state.beat.shape == BOMB:
        plays = [cards for cards in trick if cards]
        if len(plays) > 1:
            stood = (*stood, Stood(winner, plays[-1]))
    return evolve(
        state,
        rounds=(*state.rounds, Round(state.leader, trick, winner)),
        stood=stood,
        trick=(),
        beat=None,
        leader=winner,
        to_act=winner,
    )


def why_not(state: PaoDeKuai, token: str) -> IllegalAction:
    """2.1 to 2.3, 3.4, 3.5: what a token lacks that is not legal now."""
    if token == PASS:
        if state.beat is None:
            return IllegalAction("2.3", "You lead, and cannot pass.")
        return IllegalAction("2.3", "You can answer, and so you must.")
    play = PLAYS.get(token)
    if play is None:
        return no_play(token)
    if not held(play, state.hand):
        return IllegalAction("C.4", "You do not hold those cards.")
    if state.beat is None:
        return IllegalAction("2.1", "The first play of the deal must contain 3H.")
    if state.beat.shape == HEAVENLY:
        return IllegalAction("3.5", "Nothing beats the heavenly bomb; you can only pass.")
    if state.beat.shape == BOMB:
        return IllegalAction("3.4", "Only a higher bomb beats a bomb; three aces are the highest.")
    return IllegalAction("2.2", "An answer has the same shape, as many cards, and a higher rank; or it is a bomb.")
