"""Words that are typed to have something done, in plain lines: in English, or as the reader's language has them."""

from __future__ import annotations

from client.cards import folded
from client.language import later, tr

ORDERS = (
    later("start"), later("table"), later("tricks"), later("ledger"), later("look"), later("again"), later("options"),
    later("help"), later("hand"), later("yes"), later("hint"), later("rules"), later("quit"), later("keep"),
    later("list"), later("open"), later("watch"), later("join"), later("back"), later("bot"), later("trick"),
    later("trick back"), later("first"), later("last"), later("next deal"), later("deal back"),
)  # fmt: skip


def order(text: str) -> str:
    """The English of what was typed, where it is an order, and `?` is one; anything else as it is, in small letters."""
    if text.strip() == "?":
        return "help"
    word = folded(text)
    return next((each for each in ORDERS if word and word == folded(tr(each))), " ".join(text.lower().split()))
