"""The words of Tarocchino, for people: tokens, cards with names of their own, and the sentence of each note."""

from __future__ import annotations

from engine.notes import COMMON_LABELS

LABELS = {
    **COMMON_LABELS,
    # tokens
    "declare:all": "Declare everything",
    "declare:skip": "Declare nothing",
    # cards
    "AN": "Angelo",
    "MO": "Mondo",
    "SO": "Sole",
    "LU": "Luna",
    "M1": "Moor 1",
    "M2": "Moor 2",
    "M3": "Moor 3",
    "M4": "Moor 4",
    "BE": "Bégato",
    "MA": "Matto",
    # combinations
    "tarocchi": "Tarocchi",
    "kings": "kings",
    "queens": "queens",
    "knights": "knights",
    "jacks": "jacks",
    "swords": "swords",
    "batons": "batons",
    "cups": "cups",
    "coins": "coins",
    "aces": "aces",
    "moors": "Moors",
    "grande": "Grande",
    # phases and questions
    "phase.discard": "The dealer discards",
    "phase.declare": "Will the player declare?",
    "ask.discard": "Discard {left} more",
    "ask.declare": "Do you declare your combinations, all of them, for {points}?",
    # what happens, and what stands
    "discarded": "{seat} has discarded two cards.",
    "asked": "{seat} has something to declare.",
    "declared": "{seat} declares {cards} – {points}",
    "skipped": "{seat} declares nothing.",
    "set": "{seat}, {number} {kind}: {cards} – {points}",
    "sequence": "{seat}, sequence of {number} ({kind}): {cards} – {points}",
    "doubled.sets": "{seat}, doubled: {number} sets – {points} more",
    "doubled.sequences": "{seat}, doubled: {number} sequences – {points} more",
    "matto_owed": "Matto stays with the side of {seat}, which owes a card for it.",
    "own_discard": "Your discard: {cards}",
    "discard": "{seat} had discarded {cards}.",
    # the account
    "count.discard": "Discards, with the side of {seat}: {cards}",
    "count.discard_lost": "Discards of {seat}, to the side that won every trick: {cards}",
    "count.matto": "Matto stays with the side of {seat}",
    "count.matto_repaid": "Matto stays with the side of {seat}, which gives {cards} for it",
    "count.matto_lost": "Matto of {seat}, to the side that won every trick",
    "card_points": "Card points",
    "last_trick": "Last trick",
    "declarations": "Declared by {seat}",
    "captured": "Captured by the side of {seat}",
    "captured.set": "Side of {seat}, {number} {kind}: {cards} – {points}",
    "captured.sequence": "Side of {seat}, sequence of {number} ({kind}): {cards} – {points}",
    "captured.doubled.sets": "Side of {seat}, doubled: {number} sets – {points} more",
    "captured.doubled.sequences": "Side of {seat}, doubled: {number} sequences – {points} more",
}
