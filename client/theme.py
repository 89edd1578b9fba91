"""Colours, by what they stand for. Nothing is told by colour alone."""

from __future__ import annotations

THEME = {
    "title": "bg:#1d5c3a #ffffff bold",
    "title.note": "bg:#1d5c3a #d5ead9 nobold",
    "rule": "ansibrightblack",
    "heading": "bold",
    "quiet": "ansibrightblack",
    "turn": "bold ansigreen",
    "me": "bold",
    "mark": "ansicyan",
    "red": "ansibrightred",
    "black": "",
    "trump": "ansicyan",
    "barred": "ansibrightblack",
    "cursor": "reverse bold",
    "card.red": "bg:#ffffff #c01c28",
    "card.black": "bg:#ffffff #000000",
    "card.leads": "bold",
    "ask": "bold",
    "refusal": "bold ansibrightred",
    "gain": "ansigreen",
    "loss": "ansibrightred",
    "key": "reverse",
}
