"""The words of Tarot, for people: tokens, contracts, cards with names of their own, and the sentence of each note."""

from __future__ import annotations

from engine.notes import COMMON_LABELS

LABELS = {
    **COMMON_LABELS,
    # tokens
    "bid:pass": "Pass",
    "bid:prise": "Prise (×1)",
    "bid:garde": "Garde (×2)",
    "bid:garde_sans": "Garde sans le chien (×4)",
    "bid:garde_contre": "Garde contre le chien (×6)",
    "chelem:yes": "Announce a chelem",
    "chelem:no": "No announcement",
    "poignee:none": "Show nothing",
    "poignee:10": "Show a single poignée: 10 trumps",
    "poignee:13": "Show a double poignée: 13 trumps",
    "poignee:15": "Show a triple poignée: 15 trumps",
    # contracts
    "prise": "prise",
    "garde": "garde",
    "garde_sans": "garde sans",
    "garde_contre": "garde contre",
    # cards
    "T1": "Petit",
    "T21": "21",
    "EX": "Excuse",
    # phases and questions
    "phase.auction": "Auction",
    "phase.discard": "The taker discards",
    "phase.chelem": "Will the taker announce a chelem?",
    "ask.auction": "Your bid",
    "ask.discard": "Discard {left} more",
    "ask.chelem": "Do you announce a chelem?",
    "ask.poignee": "Do you show a poignée?",
    "ask.hide": "Hold back {left} more",
    "offer.highest": "Hold back the highest",
    "offer.lowest": "Hold back the lowest",
    "offer.middle": "Hold back from the middle",
    # what happens
    "bid": "{seat} bids {contract}.",
    "takes": "{seat} takes with {contract}.",
    "chien": "The chien is {cards}.",
    "discarded": "{seat} has discarded six cards.",
    "trumps_discarded": "{seat} discarded trumps: {cards}.",
    "chelem": "{seat} announces a chelem!",
    "no_chelem": "{seat} announces no chelem.",
    "poignee": "{seat} shows a poignée of {level}: {cards}.",
    # what stands
    "contract": "{contract} by {seat}",
    "target": "Bouts taken so far: {bouts}; target {target}",
    "holding_back": "Your poignée of {level}, held back so far: {cards}",
    "own_discard": "Your discard: {cards}",
    "discard": "{seat} had discarded {cards}.",
    # the account
    "count.tricks": "Tricks of {seat}: {points}",
    "count.discard": "Discards: {points}",
    "count.chien": "Chien, for the taker: {points}",
    "count.chien_defence": "The chien counts for the defence",
    "count.excuse": "Excuse, with the taker's side: {points}",
    "count.excuse_defence": "Excuse, with the defence: {points} for the taker",
    "count.total": "Points {points}, bouts {bouts}: target {target}",
    "contract_made": "{contract} made: (25 + {difference}) × {multiplier} = {each} from each",
    "contract_failed": "{contract} failed: (25 + {difference}) × {multiplier} = {each} to each",
    "petit_au_bout.taker": "Petit au bout, for the taker",
    "petit_au_bout.defence": "Petit au bout, for the defence",
    "poignees": "Poignées: {points}, to the side that won the contract",
    "chelem.announced_made": "Chelem, announced and made",
    "chelem.announced_failed": "Chelem, announced and failed",
    "chelem.unannounced_taker": "Chelem by the taker, not announced",
    "chelem.unannounced_defence": "Chelem by the defence",
    "chelem.announced_failed_defence_slam": "Chelem announced, and made by the defence",
    "petit_sec": "a player holds the Petit as his only trump, without the Excuse",
}
