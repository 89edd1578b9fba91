"""The keys that a keyboard has: as prompt-toolkit names them, as the screen writes them, as a person does in a file."""

from __future__ import annotations

from client.language import later, tr

WRITTEN = {
    "enter": later("Enter"),
    "escape": later("Esc"),
    " ": later("Space"),
    "tab": later("Tab"),
    "backspace": later("Backspace"),
    "delete": later("Del"),
    "home": later("Home"),
    "end": later("End"),
    "pageup": later("PgUp"),
    "pagedown": later("PgDn"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
"""The keys that have names."""

NAMES = {name.casefold(): press for press, sign in WRITTEN.items() for name in (press, sign)}
"""What people call them."""

CTRL = "abcdefgklnopqrstuvwxyz"
"""The letters that Ctrl makes keys of their own; with others a terminal sends Enter, Tab or Backspace."""


def written(press: str) -> str:
    """A press as the screen writes it."""
    if press in WRITTEN:
        return tr(WRITTEN[press])
    return f"Ctrl-{press[2:].upper()}" if press.startswith("c-") else press


def named(text: str) -> str | None:
    """The press that somebody means: `pageup`, `space`, `f5`, `ctrl-x`, or a sign; None where there is no such key."""
    word = text.casefold()
    if word in NAMES:
        return NAMES[word]
    if word.startswith("ctrl-"):
        letter = word.removeprefix("ctrl-")
        return f"c-{letter}" if len(letter) == 1 and letter in CTRL else None
    return text if len(text) == 1 and text.isprintable() else None
