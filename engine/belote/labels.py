"""The words of Belote, for people: tokens, suits, and the sentence of each note."""

from __future__ import annotations

from engine.belote.cards import SUITS
from engine.notes import COMMON_LABELS

LABELS = {
    **COMMON_LABELS,
    # suits and tokens
    **SUITS,
    "take:S": "Take: spades",
    "take:H": "Take: hearts",
    "take:C": "Take: clubs",
    "take:D": "Take: diamonds",
    # phases and questions
    "phase.auction": "Auction",
    "ask.first_round": "Do you take {cards}, with {suit} as trumps?",
    "ask.second_round": "Do you take {cards}, with a suit other than {suit} as trumps?",
    # what happens
    "second_round": "Second round: any suit but {suit} can be trumps.",
    "takes": "{seat} takes {cards}: trumps are {trumps}.",
    "belote": "{seat} announces belote.",
    "rebelote": "{seat} announces rebelote.",
    # what stands
    "upcard": "{cards} is turned up.",
    "contract": "Trumps are {trumps}, taken by {seat} with {cards}",
    "points": "Card points so far: {taker} for the taker's side, {defence} for the defence",
    # the account
    "count.tricks": "Cards in tricks",
    "count.last": "Last trick",
    "count.capot": "Capot: all eight tricks",
    "count.belote": "Belote of {seat}",
    "contract_made": "Contract made: {taker} to {defence}",
    "contract_failed": "Contract failed, {taker} to {defence}: all to the defence",
}
