"""Colours, by what they stand for. Nothing is told by colour alone.

What is quiet is dim rather than grey: some palettes have the same grey for their background. And no name here may be
that of a colour, for those have a style of their own.
"""

from __future__ import annotations

THEME = {
    "title": "bg:#005f00 #ffffff bold",
    "title.note": "bg:#005f00 #d7ffd7 nobold",
    "rule": "dim",
    "heading": "bold",
    "quiet": "dim",
    "turn": "bold ansigreen",
    "me": "bold",
    "mark": "ansicyan",
    "suit.red": "ansibrightred",
    "suit.black": "",
    "suit.trump": "ansicyan",
    "barred": "dim",
    "cursor": "reverse bold",
    "card.red": "bg:#ffffff #af0000",
    "card.black": "bg:#ffffff #000000",
    "ask": "bold",
    "refusal": "bold ansibrightred",
    "gain": "ansigreen",
    "loss": "ansibrightred",
    "key": "reverse",
}
