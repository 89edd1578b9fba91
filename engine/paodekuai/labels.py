"""The words of Pao De Kuai, for people: shapes, and the sentence of each note."""

from __future__ import annotations

from engine.notes import COMMON_LABELS

LABELS = {
    **COMMON_LABELS,
    # shapes
    "single": "a single card",
    "pair": "a pair",
    "triple": "a triple",
    "straight": "a straight",
    "pair_run": "a run of pairs",
    "bomb": "a bomb",
    "heavenly_bomb": "the heavenly bomb",
    # questions
    "ask.opening": "You open the deal with {cards}, in any shape",
    "ask.lead": "You lead, in any shape",
    "ask.answer": "Beat {shape} ({cards})",
    "ask.pass": "You hold nothing that beats {shape} ({cards})",
    # what happens
    "played": "{seat} plays {shape}: {cards}.",
    "passed": "{seat} passes: nothing in hand beats that (2.3).",
    "unbeatable": "Nothing beats the heavenly bomb.",
    "trick": "{seat} wins the round.",
    "trick.now": "Round {number}",
    "trick.over": "{seat} wins round {number}",
    "trick.last": "Last round",
    "trick.one": "1 round",
    "trick.many": "{number} rounds",
    "bomb_stands": "The bomb of {seat} stands, and each of the others pays {each}: {cards}.",
    # what stands
    "opening": "{seat} holds {cards} and opens with it",
    "to_beat": "To beat: {shape} of {seat} ({cards})",
    # the account
    "out": "{seat} is out",
    "left": "Cards left to {seat}: {left}",
    "left_unplayed": "Cards left to {seat}, who never played: {left} × {factor}",
    "two_left": "{seat} still holds the 2",
    "bomb_left": "{seat} still holds a bomb: {cards}",
    "bomb_paid": "{seat} answered with a bomb that stood: {cards}",
}
