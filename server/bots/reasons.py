"""Why a card is played in a game of tricks, as far as that is the same in all of them."""

from __future__ import annotations

LABELS = {
    "bot.lead_master": "No card that is still out beats this one in its suit.",
    "bot.lead_trump": "Of all cards to lead, this trump is the one to spare.",
    "bot.lead": "Of all cards to lead, this one risks least for what it may bring.",
    "bot.takes": "It takes the trick, and all that lies in it.",
    "bot.tries": "It is ahead so far, and the trick is worth the risk.",
    "bot.gives": "The partner is ahead, and is given what suits this trick best.",
    "bot.saves": "An opponent is ahead, and is given as little as may be.",
}


def of_lead(trump: bool, beaten: bool) -> str:
    """The reason to lead a card: a trump or not, which a card still out beats in its suit or not."""
    if not beaten:
        return "bot.lead_master"
    return "bot.lead_trump" if trump else "bot.lead"


def of_answer(mine: bool, last: bool, partners: bool) -> str:
    """The reason to answer with a card: whether it is ahead then, or a partner is, and whether it ends the trick."""
    if mine:
        return "bot.takes" if last else "bot.tries"
    return "bot.gives" if partners else "bot.saves"
